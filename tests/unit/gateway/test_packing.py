"""Unpacking bodies: the same however they are cut, and never more at once than a piece."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.gateway.host.packing import PIECE, BadPacking, Unpacker

PACKED: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "not at all": ("", lambda data: data),
    "identity": ("Identity", lambda data: data),
    "in words that name none": ("none, UTF-8", lambda data: data),
    "gzip": ("gzip", gzip.compress),
    "gzip in two parts": ("x-gzip", lambda data: gzip.compress(data[:9]) + gzip.compress(data[9:])),
    "gzip with padding": ("GZIP", lambda data: gzip.compress(data) + bytes(20)),
    "deflate": ("deflate", zlib.compress),
    "deflate without a head": ("deflate", lambda data: zlib.compress(data)[2:-4]),
}


@given(st.sampled_from(sorted(PACKED)), st.binary(max_size=400), st.lists(st.integers(1, 60), min_size=1))
def test_a_body_unfolds_to_what_was_packed_however_it_is_cut(
    name: str, data: bytes, sizes: list[int]
) -> None:
    encoding, pack = PACKED[name]
    packed, found = pack(data), b""
    unpacker = Unpacker(encoding)
    at = turn = 0
    while at < len(packed):
        size = sizes[turn % len(sizes)]
        found += b"".join(unpacker.feed(packed[at : at + size]))
        at, turn = at + size, turn + 1
    assert found == data
    assert unpacker.over


def test_a_bomb_unfolds_piece_by_piece() -> None:
    bomb = gzip.compress(bytes(5 * PIECE + 7))
    pieces = list(Unpacker("gzip").feed(bomb))
    assert max(map(len, pieces)) <= PIECE
    assert sum(map(len, pieces)) == 5 * PIECE + 7


def test_what_breaks_off_is_not_over_and_what_is_no_packing_is_refused() -> None:
    half = Unpacker("gzip")
    list(half.feed(gzip.compress(b"word " * 900)[:-9]))
    assert not half.over
    for encoding in ("br", "zstd", "gzip, gzip"):
        with pytest.raises(BadPacking):
            Unpacker(encoding)
    for encoding in ("gzip", "deflate"):
        with pytest.raises(BadPacking):
            list(Unpacker(encoding).feed(b"no packing at all"))
