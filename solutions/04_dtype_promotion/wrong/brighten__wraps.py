"""Adds, and lets uint8 wrap."""
# caught-by: test_ends_at_255, test_ends_at_0, test_takes_any_int32
# says: 255; wrap
# keeps: 2


def brighten(img, delta):
    return img + delta
