"""Small frames that would cost the judge much time or memory are refused."""

from __future__ import annotations

import io
import json
import struct
import time

import pytest

from grader import wire

SAME_HASH = (1 << 61) - 1  # Python hashes an int by its remainder on division by this


def _unpack(tree, *buffers: bytes):
    header = json.dumps(["result", "n", ["dict", [[["str", "value"], tree]]], [len(b) for b in buffers]]).encode()
    return wire.unpack(io.BytesIO(struct.pack(">I", len(header)) + header + b"".join(buffers)).read).body["value"]


def test_one_buffer_cannot_be_many_arrays():
    one = ["ndarray", "uint8", [3], 0]
    assert _unpack(one, b"abc").tobytes() == b"abc"
    for tree in (["list", [one, one]], ["tuple", [one, ["npscalar", "uint8", [3], -1]]]):
        with pytest.raises(wire.WireError, match="two arrays"):
            _unpack(tree, b"abc")


def test_keys_of_equal_hash_cannot_keep_the_judge_busy():
    pairs = [[["int", str(k * SAME_HASH)], None] for k in range(50_000)]
    started = time.process_time()
    with pytest.raises(wire.WireError, match="keys"):
        _unpack(["dict", pairs])
    assert time.process_time() - started < 1


def test_a_dict_with_many_keys_that_are_not_text_is_not_sent_either():
    with pytest.raises(wire.WireError, match="keys"):
        wire.encode(dict.fromkeys(range(wire.MAX_ODD_KEYS + 1)))
    assert len(_unpack(wire.encode({str(k): k for k in range(5000)})[0])) == 5000


@pytest.mark.parametrize("text", ["9" * (wire.MAX_INT_DIGITS + 1), "-" + "9" * (wire.MAX_INT_DIGITS + 1), "1_0", " 1"])
def test_an_int_that_could_not_be_sent_back_is_not_taken(text):
    with pytest.raises(wire.WireError):
        _unpack(["int", text])
