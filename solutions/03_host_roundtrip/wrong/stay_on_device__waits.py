"""Waits for the result itself, which it cannot under jit."""
# caught-by: test_fetches_nothing
# says: waiting; jit
# keeps: 5

def stay_on_device(x):
    return (x * 2).block_until_ready()
