"""What is written to a pipe comes out whole and in order, and nobody waits for whoever reads it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest

from app.processes import pipe_writer
from app.processes.pipe_writer import PipeWriter
from tests.support.waiting import AMPLE

MORE_THAN_A_PIPE_TAKES = 2**20


class Pipe:
    """A pipe, its writing end owned by a writer."""

    def __init__(self) -> None:
        self.reading, writing = os.pipe()
        self.broken = threading.Event()
        self.writer = PipeWriter(writing, "under test", self.broken.set)

    def read(self, size: int) -> bytes:
        """Return the next bytes, fewer where it is closed before."""
        found = b""
        while len(found) < size and (piece := os.read(self.reading, size - len(found))):
            found += piece
        return found


@pytest.fixture(params=[True, False] if pipe_writer.DIRECT else [False], ids=lambda way: f"direct={way}")
def pipe(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pipe]:
    monkeypatch.setattr(pipe_writer, "DIRECT", request.param)
    pipe = Pipe()
    yield pipe
    pipe.writer.close()
    os.close(pipe.reading)
    pipe.writer.join(AMPLE)


def test_pieces_come_out_in_order_whether_the_pipe_takes_them_at_once_or_not(pipe: Pipe) -> None:
    pieces = [bytes([65 + n]) * size for n, size in enumerate([3, MORE_THAN_A_PIPE_TAKES, 5, 70_000, 1])]
    for piece in pieces:
        pipe.writer.write(piece)
    assert pipe.read(sum(map(len, pieces))) == b"".join(pieces)
    # Once it has all been read, what follows goes its usual way again.
    pipe.writer.write(b"behind")
    assert pipe.read(6) == b"behind"


def test_nobody_waits_for_a_reader_that_does_not_read_and_the_writer_hears_once_it_has(pipe: Pipe) -> None:
    there = threading.Event()
    assert not pipe.writer.write(b"x" * MORE_THAN_A_PIPE_TAKES, there.set)
    assert pipe.writer.waiting > 0
    assert not there.is_set()
    pipe.read(MORE_THAN_A_PIPE_TAKES)
    assert there.wait(AMPLE)


def test_many_threads_may_write_and_no_piece_is_torn(pipe: Pipe) -> None:
    def write(sign: bytes) -> None:
        for _ in range(40):
            pipe.writer.write(sign * 5_000)

    writers = [threading.Thread(target=write, args=(sign,)) for sign in (b"a", b"b", b"c", b"d")]
    for writer in writers:
        writer.start()
    found = pipe.read(4 * 40 * 5_000)
    for writer in writers:
        writer.join()
    pieces = [found[at : at + 5_000] for at in range(0, len(found), 5_000)]
    assert all(len(set(piece)) == 1 for piece in pieces)


def test_closing_comes_behind_what_waits_and_nothing_is_written_afterwards(pipe: Pipe) -> None:
    pipe.writer.write(b"x" * MORE_THAN_A_PIPE_TAKES)
    pipe.writer.close()
    assert len(pipe.read(2 * MORE_THAN_A_PIPE_TAKES)) == MORE_THAN_A_PIPE_TAKES
    pipe.writer.join(AMPLE)
    # The number of a closed descriptor is the next file's.
    read, other = os.pipe()
    pipe.writer.write(b"late")
    os.close(other)
    assert os.read(read, 10) == b""
    os.close(read)


def test_a_reader_that_went_away_is_noticed_and_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    for direct in {pipe_writer.DIRECT, False}:
        monkeypatch.setattr(pipe_writer, "DIRECT", direct)
        pipe = Pipe()
        pipe.writer.write(b"x" * MORE_THAN_A_PIPE_TAKES)
        os.close(pipe.reading)
        assert pipe.broken.wait(AMPLE)
        pipe.writer.write(b"more")
        pipe.writer.close()
        pipe.writer.join(AMPLE)
