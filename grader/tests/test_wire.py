"""The wire carries data and nothing else."""

from __future__ import annotations

import io
import json
import struct

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader import wire

VALUES = [
    None,
    True,
    -(10**30),
    1.5,
    float("nan"),
    float("-inf"),
    complex(1, -0.0),
    "text \ud800 \x00",
    b"\x00\xff",
    [1, [2, (3,)]],
    {"a": 1, 2: None},
    np.float32(2.5),
    ml_dtypes.bfloat16(1.5),
    np.dtype("float16"),
    wire.Device("cpu", 1, 2, pretend=True),
    wire.Raised(("ValueError", "Exception"), "text", 2, 3),
    wire.Callback(3),
    wire.Probe(4),
    wire.Opaque("Thing"),
    wire.Shipped("def make(note): ...", {"a": 1}),
]


def _there_and_back(value):
    data = io.BytesIO(wire.pack(wire.Frame("kind", "nonce", {"value": value})))
    return wire.unpack(lambda size: _exactly(data, size)).body["value"]


def _exactly(stream, size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_comes_back_as_it_was_sent(value):
    got = _there_and_back(value)
    assert type(got) is type(value)
    assert repr(got) == repr(value)


@pytest.mark.parametrize("name", wire.DTYPES)
@pytest.mark.parametrize("shape", [(), (0,), (3, 2)])
def test_an_array_comes_back_bit_for_bit(name, shape):
    array = np.arange(6).astype(wire.DTYPES[name])[: int(np.prod(shape))].reshape(shape)
    for sent in (array, wire.JaxArray(array, True, (wire.Device("cpu", 0),), True, "SingleDeviceSharding")):
        got = _there_and_back(sent)
        values = got.value if isinstance(got, wire.JaxArray) else got
        assert values.dtype == array.dtype and values.shape == shape and values.tobytes() == array.tobytes()
        assert values.flags.writeable


@pytest.mark.parametrize("value", [object(), {1, 2}, np.array(["a"]), np.array([object()]), 10**2000])
def test_what_is_not_data_is_not_sent(value):
    with pytest.raises(wire.WireError):
        wire.pack(wire.Frame("kind", "nonce", {"value": value}))


def test_a_header_larger_than_allowed_is_refused_before_it_is_read():
    sizes = []

    def read(size: int) -> bytes:
        sizes.append(size)
        return struct.pack(">I", wire.MAX_HEADER + 1)

    with pytest.raises(wire.WireError):
        wire.unpack(read)
    assert sizes == [4]


def _frame(header: object, body: bytes = b"") -> bytes:
    text = json.dumps(header).encode()
    return struct.pack(">I", len(text)) + text + body


@pytest.mark.parametrize(
    "data",
    [
        _frame(["result", "n", ["dict", []], [wire.MAX_BODY + 1]]),
        _frame(["result", "n", ["dict", []], [-1]]),
        _frame(["result", "n", ["list", []], []]),
        _frame(["result", 3, ["dict", []], []]),
        _frame(["result", "n", ["dict", [[["list", []], None]]], []]),
        _frame(["result", "n", ["dict", [[["str", "a"], ["ndarray", "object", [1], 0]]]], [8]], bytes(8)),
        _frame(
            ["result", "n", ["dict", [[["str", "a"], ["ndarray", "float32", [1 << 40, 1 << 40], 0]]]], [4]], bytes(4)
        ),
        _frame(["result", "n", ["dict", [[["str", "a"], ["int", "9" * 5000]]]], []]),
        _frame({"kind": "result"}),
        struct.pack(">I", 200_000) + b"[" * 200_000,
        struct.pack(">I", 4) + b"\xff\xfe\x00\x00",
    ],
    ids=range(11),
)
def test_a_malformed_frame_is_an_error_of_the_wire(data):
    stream = io.BytesIO(data)
    with pytest.raises((wire.WireError, EOFError)):
        wire.unpack(lambda size: _exactly(stream, size))


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(list(wire._DECODERS)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=20,
)


def _survives(tree, sizes, body, cut):
    data = _frame(["result", "nonce", tree, sizes], body)
    stream = io.BytesIO(data[: len(data) - cut])
    try:
        frame = wire.unpack(lambda size: _exactly(stream, size))
    except (wire.WireError, EOFError):
        return
    assert isinstance(frame.body, dict)


_FUZZ = (_JSON, st.lists(st.integers(-2, 20), max_size=3), st.binary(max_size=40), st.integers(0, 5))


@settings(max_examples=300, deadline=None)
@given(*_FUZZ)
def test_any_frame_is_a_frame_or_an_error(tree, sizes, body, cut):
    _survives(tree, sizes, body, cut)


@pytest.mark.slow
@pytest.mark.timeout(600)
@settings(max_examples=20_000, deadline=None)
@given(*_FUZZ)
def test_any_of_20000_frames_is_a_frame_or_an_error(tree, sizes, body, cut):
    _survives(tree, sizes, body, cut)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_frame_or_an_error(data):
    stream = io.BytesIO(data)
    with pytest.raises((wire.WireError, EOFError)):
        wire.unpack(lambda size: _exactly(stream, size))
