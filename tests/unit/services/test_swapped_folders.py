"""Somebody puts a link, or another folder, where a batch, a backup or an export is being written to.

What was opened counts: nothing is written into what lies there by then, and the folder is named.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import build
from app.domain.errors import InputError
from app.domain.held_folder import HeldFolder
from app.domain.ids import SessionId
from app.services.batches.builder import PlannedBatch, plan_batch
from app.services.batches.wish import BatchWish
from app.services.core import Core
from app.services.writing import write_folder, write_whole
from app.settings.folders import Folders
from app.store.account import FolderAccount
from tests.support.replacing import replace_folder

BY = pytest.mark.parametrize("by_a_link", [True, False], ids=["a link", "another folder"])
REFUSED = "is not the folder that was opened: another one lies in its place, or a link"
SETUP: dict[str, object] = {"question": "Why?"}


@pytest.fixture
def out(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    (tmp_path / "closed").mkdir()
    return tmp_path / "out"


@pytest.fixture
async def core(tmp_path: Path) -> AsyncIterator[Core]:
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    yield core
    await core.close()


@pytest.fixture
async def session(core: Core) -> SessionId:
    return await core.sessions.create("debate", SETUP, core.teams.default())


def swapped(out: Path, *, by_a_link: bool) -> None:
    replace_folder(out, out.with_name("closed"), by_a_link=by_a_link)


def left(out: Path) -> list[str]:
    """Return what lies in the folder that was put in the place of the other."""
    return sorted(path.name for path in out.iterdir())


def planned(core: Core, out: Path) -> PlannedBatch:
    table = out.with_name("table.csv")
    table.write_text("question\nWhy?\n", encoding="utf-8")
    return plan_batch(core.plugins, core.teams, BatchWish(table, out, ["debate"]))


@BY
async def test_a_batch_is_not_begun_in_what_took_the_place_of_its_folder(
    core: Core, out: Path, by_a_link: bool
) -> None:
    plan = planned(core, out)
    plan.keep()
    swapped(out, by_a_link=by_a_link)
    folder = plan.folder
    writes = (plan.keep, lambda: folder.write("report.html", b"x"))
    for work in (*writes, folder.entries, folder.table, folder.set_aside):
        with pytest.raises(InputError, match=REFUSED) as refused:
            work()
        assert str(out) in str(refused.value)
    assert left(out) == []


@BY
def test_the_account_of_a_batch_goes_on_in_its_own_folder_alone(
    out: Path, tmp_path: Path, by_a_link: bool
) -> None:
    account = FolderAccount(HeldFolder(out), tmp_path / "data")
    account.open()
    swapped(out, by_a_link=by_a_link)
    with pytest.raises(InputError, match=REFUSED):
        account.change(lambda: account.write({"spent": "a", "born": 1, "cost": 1.0, "tokens": 1}))
    account.close()
    assert left(out) == []


@BY
@pytest.mark.parametrize("name", ["all.zip", "report.md"])
async def test_a_backup_or_an_export_is_written_where_its_folder_was_when_it_began(
    core: Core, session: SessionId, out: Path, name: str, by_a_link: bool
) -> None:
    if name == "all.zip":
        work: Coroutine[None, None, object] = core.backups.write(out / name)
    else:
        work = core.exporting.export(session, "md", out / name)
    under_way = asyncio.ensure_future(work)
    if name == "all.zip":
        # Looked at in each turn of the loop: the backup may be whole in the next but one.
        while not left(out):  # noqa: ASYNC110
            await asyncio.sleep(0)
    else:
        await asyncio.sleep(0)
    swapped(out, by_a_link=by_a_link)
    with pytest.raises(InputError, match=REFUSED):
        await under_way
    assert left(out) == []
    # Nor does what was begun stay anywhere.
    assert left(out.with_name("moved")) == []


@BY
def test_neither_a_file_nor_a_folder_is_put_into_another_folder_than_was_opened(
    out: Path, by_a_link: bool
) -> None:
    held = HeldFolder(out)
    held.check()
    swapped(out, by_a_link=by_a_link)
    writes: list[Callable[[], None]] = [
        lambda: write_whole(out / "a.md", b"x", held),
        lambda: write_folder(out / "a", {"a.md": b"x"}, held),
        lambda: held.put("a.md", b"x"),
    ]
    for write in writes:
        with pytest.raises(InputError, match=REFUSED):
            write()
    assert left(out) == []


class _SwappedMeanwhile(dict[str, bytes]):
    """Files of an export; once the first is written, another folder lies where they go to."""

    def __init__(self, out: Path, *, by_a_link: bool) -> None:
        super().__init__({"a.md": b"a", "rounds/1.md": b"1"})
        self._out, self._by_a_link = out, by_a_link

    def items(self) -> Any:
        yield from list(super().items())[:1]
        swapped(self._out, by_a_link=self._by_a_link)
        # Whoever puts a link there knows what is under way, and lets it go on.
        for part in self._out.with_name("moved").iterdir():
            (self._out / part.name / "rounds").mkdir(parents=True)
        yield from list(super().items())[1:]


@BY
def test_an_export_that_is_a_folder_is_written_where_it_was_begun_or_nowhere(
    out: Path, by_a_link: bool
) -> None:
    held = HeldFolder(out)
    held.check()
    with pytest.raises(InputError, match=REFUSED):
        write_folder(out / "a", _SwappedMeanwhile(out, by_a_link=by_a_link), held)
    assert [path for path in out.rglob("*") if path.is_file()] == []
    # Nor does what was begun stay anywhere.
    assert left(out.with_name("moved")) == []


@BY
async def test_a_folder_of_a_sessions_texts_is_not_put_behind_a_link(
    core: Core, session: SessionId, out: Path, by_a_link: bool
) -> None:
    content = await core.exporting.content(session, "md")
    held = HeldFolder(out)
    held.check()
    await core.exporting.write({"report/a.md": content}, out / "first", held)
    assert (out / "first" / "report" / "a.md").read_bytes() == content
    swapped(out, by_a_link=by_a_link)
    with pytest.raises(InputError, match=REFUSED):
        await core.exporting.write({"report/a.md": content}, out / "second", held)
    assert left(out) == []
    assert left(out.with_name("moved")) == ["first"]


def test_a_folder_is_not_written_through_a_link_that_has_its_name(out: Path) -> None:
    (out / "a").symlink_to(out.with_name("closed"))
    with pytest.raises(OSError, match="directory"):
        HeldFolder(out).put_folder("a", {"a.md": b"x"})
    assert left(out) == ["a"]
    assert left(out.with_name("closed")) == []


@BY
def test_what_is_being_written_as_its_folder_is_replaced_lies_in_the_one_that_was_opened(
    out: Path, monkeypatch: pytest.MonkeyPatch, by_a_link: bool
) -> None:
    held, named = HeldFolder(out), secrets.token_hex

    def swap_first(size: int) -> str:
        monkeypatch.undo()
        swapped(out, by_a_link=by_a_link)
        return named(size)

    # Asked for between the look at the folder and the file.
    monkeypatch.setattr("secrets.token_hex", swap_first)
    held.put("a.md", b"x")
    assert (left(out), left(out.with_name("moved"))) == ([], ["a.md"])


def test_a_link_that_led_to_the_folder_from_the_first_is_the_persons_own(out: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(out)
    held = HeldFolder(link)
    held.check()
    write_whole(link / "a.md", b"x", held)
    # Another name of the same folder is no other folder.
    link.unlink()
    link.symlink_to(tmp_path / "closed" / ".." / "out")
    write_whole(link / "b.md", b"x", held)
    assert left(out) == ["a.md", "b.md"]
    link.unlink()
    link.symlink_to(tmp_path / "closed")
    with pytest.raises(InputError, match=REFUSED):
        write_whole(link / "c.md", b"x", held)
    link.unlink()
    link.write_bytes(b"a file")
    with pytest.raises(InputError, match=REFUSED):
        held.check()
