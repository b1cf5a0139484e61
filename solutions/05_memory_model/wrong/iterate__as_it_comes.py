"""Starts from x0 as it comes."""
# caught-by: test_returns_a_float32_array_even_for_no_steps, test_traces_the_step_at_most_once, test_keeps_the_carry_on_the_device
# says: n = 0; not a jax.Array
# keeps: 3

def iterate(step, x0, n):
    x = x0
    for _ in range(n):
        x = step(x)
    return x
