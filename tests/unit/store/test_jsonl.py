"""Files of JSON lines: whole lines in order, a torn end cut, and a disk that refuses is said and mended."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import RoundtableError
from app.domain.ids import SessionId
from app.engine.line_files import LinePlace
from app.store.jsonl import MOST_PENDING, JsonlFile, JsonlFiles
from tests.support.waiting import until

A, B = SessionId("01" + "a" * 24), SessionId("01" + "b" * 24)
PLACE = LinePlace("run")


def line(session: SessionId, seq: int, text: str = "x") -> dict[str, Any]:
    return {"text": text, "session": session, "seq": seq}


def content(data: Path) -> list[dict[str, Any]]:
    raw = (data / "runs" / "run" / "logs" / "run.jsonl").read_bytes()
    assert raw.endswith(b"\n")
    return [json.loads(one) for one in raw.decode().splitlines()]


async def opened(data: Path, session: SessionId = A) -> JsonlFile:
    return await JsonlFiles(data).open(PLACE, session)


async def test_lines_stand_in_the_order_they_were_posted_and_nobody_else_may_read_them(
    tmp_path: Path,
) -> None:
    file = await opened(tmp_path)
    assert await file.last() is None
    assert not file.path.exists(), "nothing is made before the first line"
    for seq in range(1, 300):
        file.post([line(A, seq)])
    await file.close()
    assert [one["seq"] for one in content(tmp_path)] == list(range(1, 300))
    assert file.path.stat().st_mode & 0o777 == 0o600
    assert file.path.parent.stat().st_mode & 0o077 == 0


async def test_two_sessions_append_to_one_file_and_no_line_is_torn(tmp_path: Path) -> None:
    first, second = await opened(tmp_path, A), await opened(tmp_path, B)

    async def write(file: JsonlFile, session: SessionId) -> None:
        for seq in range(1, 60):
            file.post([line(session, seq, "long " * 500)])
            await asyncio.sleep(0)

    await asyncio.gather(write(first, A), write(second, B))
    await first.close()
    await second.close()
    found = content(tmp_path)
    for session in (A, B):
        assert [one["seq"] for one in found if one["session"] == session] == list(range(1, 60))
    again = await opened(tmp_path, A)
    assert await again.last() == 59
    await again.close()


@pytest.mark.parametrize("torn", [b'{"text": "x", "se', b"\xff\xfe\x00", b'{"text": "' + b"y" * 200_000])
async def test_an_end_without_its_end_of_line_is_cut(tmp_path: Path, torn: bytes) -> None:
    file = await opened(tmp_path)
    file.post([line(A, 1), line(A, 2)])
    await file.close()
    with file.path.open("ab") as stream:
        stream.write(torn)
    again = await opened(tmp_path)
    assert await again.last() == 2
    again.post([line(A, 3)])
    await again.close()
    assert [one["seq"] for one in content(tmp_path)] == [1, 2, 3]


async def test_lines_that_are_none_of_ours_are_passed_over(tmp_path: Path) -> None:
    file = await opened(tmp_path)
    file.post([line(A, 7)])
    await file.close()
    with file.path.open("ab") as stream:
        stream.write(b'not JSON\n[1]\n{"session": "other", "seq": 9}\n{"session": "' + A.encode() + b'"}\n')
    again = await opened(tmp_path)
    assert await again.last() == 7
    await again.close()


async def test_signs_that_readers_take_for_an_end_of_line_are_escaped(tmp_path: Path) -> None:
    text = "a\u2028b\u2029c\x85d\ne\ud800ü"
    file = await opened(tmp_path)
    file.post([line(A, 1, text)])
    await file.close()
    (found,) = content(tmp_path)
    assert found["text"] == text.replace("\ud800", "?")


async def test_a_disk_that_refuses_is_said_and_the_lines_follow_when_it_is_mended(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("in the way")
    file = await opened(tmp_path)
    file.post([line(A, 1)])
    file.post([line(A, 2)])
    await until(lambda: file.problem is not None)
    problem = file.problem
    assert problem is not None
    assert "run.jsonl" in str(problem.message)
    assert str(problem.next)
    (tmp_path / "runs").unlink()
    file.post([line(A, 3)])
    await file.close()
    assert file.problem is None
    assert [one["seq"] for one in content(tmp_path)] == [1, 2, 3]


async def test_a_line_torn_by_a_full_disk_is_whole_again_while_the_process_lives_on(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    file = await opened(tmp_path)
    file.post([line(A, 1)])
    await until(lambda: file.path.exists() and file.path.read_bytes().endswith(b"\n"))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.path.stat().st_size + 20, limits[1]))
    try:
        file.post([line(A, 2, "y" * 200)])
        await until(lambda: file.problem is not None)
        assert not file.path.read_bytes().endswith(b"\n"), "half a line is there"
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    # Another session's line comes first, by a way of its own into the same file.
    other = await opened(tmp_path, B)
    other.post([line(B, 1)])
    await other.close()
    file.post([line(A, 3)])
    await file.close()
    assert [(one["session"], one["seq"]) for one in content(tmp_path)] == [(A, 1), (B, 1), (A, 2), (A, 3)]


async def test_a_disk_that_refuses_for_long_does_not_fill_the_memory(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("in the way")
    file = await opened(tmp_path)
    file.post([line(A, seq) for seq in range(1, MOST_PENDING + 10)])
    await until(lambda: file.problem is not None)
    (tmp_path / "runs").unlink()
    # Later lines must not stand before those that are missing: all wait for the next opening.
    file.post([line(A, MOST_PENDING + 20)])
    await file.close()
    assert not (tmp_path / "runs").exists()


async def test_a_file_written_anew_is_whole_or_the_old_one(tmp_path: Path) -> None:
    file = await opened(tmp_path)
    await file.replace([line(A, 1)])
    await file.replace([line(B, 1), line(A, 1), line(A, 2)])
    assert [(one["session"], one["seq"]) for one in content(tmp_path)] == [(B, 1), (A, 1), (A, 2)]
    assert not list(file.path.parent.glob("*.part"))
    await file.close()
    await file.close()


async def test_a_chosen_folder_counts_only_where_the_session_was_made(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    location = LinePlace("run", str(mine))
    files = JsonlFiles(tmp_path / "data")
    await files.claim(location, A)
    own, others = await files.open(location, A), await files.open(location, B)
    assert own.path == mine / "logs" / "run.jsonl"
    assert others.path == tmp_path / "data" / "runs" / "run" / "logs" / "run.jsonl"
    assert not files.exists(location)
    own.post([line(A, 1)])
    await own.close()
    await others.close()
    assert files.exists(location)


@pytest.mark.parametrize("name", ["x" * 300, "a\0b", "a\ud800b", "file/inside"])
async def test_a_place_that_no_file_can_have_is_refused_before_anything_is_noted(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("x")
    place = LinePlace("run", str(tmp_path / name))
    assert not JsonlFiles(tmp_path).exists(place)
    with pytest.raises(RoundtableError, match=r"File name too long|no name that a file|Not a directory"):
        await JsonlFiles(tmp_path).claim(place, A)
    assert not (tmp_path / "runs").exists()
