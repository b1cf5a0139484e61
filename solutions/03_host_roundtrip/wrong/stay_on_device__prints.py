"""Prints x for a look at it."""
# caught-by: test_fetches_nothing
# says: printed; fetch
# keeps: 5

def stay_on_device(x):
    print(x)
    return x * 2
