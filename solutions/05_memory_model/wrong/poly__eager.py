"""Eager arithmetic: its constants are pushed on every call."""
# caught-by: test_a_warm_call_moves_nothing
# says: JaxRuntimeError; constant; jit
# keeps: 7

def poly(x):
    return 3 * x**2 + 2 * x - 1
