"""A JSON text that is read value by value is read as a whole one is, wherever a window ends."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.export import lossless
from app.export.lossless import Pieces

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def read(data: bytes) -> dict[str, Any]:
    """Read an object, and the items of its lists one by one."""
    text, found = Pieces(data, json.JSONDecoder()), dict[str, Any]()
    for name in text.members():
        if text.next_sign() == "[":
            found[name] = []
            for _ in text.items():
                value, begin, end = text.value()
                assert json.loads(data[begin:end]) == value
                found[name].append(value)
        else:
            found[name] = text.value()[0]
    if text.next_sign():
        raise ValueError("more")
    return found


@given(
    whole=st.dictionaries(st.text(), VALUES, max_size=5),
    window=st.integers(4, 40),
    plain=st.booleans(),
    indent=st.sampled_from([None, 1]),
    mark=st.booleans(),
)
def test_a_text_is_read_as_json_reads_it_wherever_its_windows_end(
    whole: dict[str, Any], window: int, plain: bool, indent: int | None, mark: bool
) -> None:
    data = json.dumps(whole, ensure_ascii=plain, indent=indent).encode("utf-8", "surrogatepass")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lossless, "_WINDOW", window)
        assert read((b"\xef\xbb\xbf" if mark else b"") + data) == json.loads(data)


@given(data=st.binary(max_size=60) | st.text('{}[]",:a1.e-\\ \n', max_size=40).map(str.encode))
def test_what_json_refuses_is_refused(data: bytes) -> None:
    try:
        whole = json.loads(data.decode())
        sound = isinstance(whole, dict)
    except ValueError:
        sound = False
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lossless, "_WINDOW", 4)
        if sound:
            assert read(data) == whole
        else:
            with pytest.raises(ValueError):
                read(data)
