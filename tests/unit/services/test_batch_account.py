"""The account of a batch's folder: one limit for all who move its sessions, also through crashes."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from app.domain.errors import SessionBusy
from app.domain.held_folder import HeldFolder
from app.domain.ids import SessionId
from app.engine.ledger import Held
from app.services.batches import running
from app.services.batches.budget import NOTHING, Budget, Used
from app.services.batches.plan import Entry
from app.services.unattended import AnswerPlan
from app.store import account as account_module
from app.store.account import FolderAccount

HERE, ELSEWHERE = "this data folder", "another one"


async def nothing(_session: str) -> Used | None:
    return NOTHING


def begun(folder: Path, place: str = HERE) -> FolderAccount:
    made = FolderAccount(HeldFolder(folder), folder / place)
    made.open()
    return made


def killed(folder: Path, place: str = HERE, cost: float = 4.0) -> FolderAccount:
    """A process that held money for session `s` and was killed: its lock is gone, its files are not."""
    dead = begun(folder, place)
    dead.change(lambda: dead.write({"hold": "s", "by": dead.owner, "cost": cost, "tokens": None}))
    dead._alive.release()
    return dead


async def test_purses_at_one_folder_never_spend_more_than_its_limit_together(tmp_path: Path) -> None:
    chance, limit = Random(7), 10.0
    spent: dict[str, float] = {}

    async def command(budget: Budget, name: str) -> None:
        async with budget.kept_by(FolderAccount(HeldFolder(tmp_path), tmp_path / HERE), nothing):
            for number in range(12):
                held = await budget.share(f"{name}-{number}", None, None, 3)
                if held is None:
                    return
                assert held.cost is not None
                await asyncio.sleep(0)
                used = held.cost * chance.choice([0.1, 0.5, 1.0])
                spent[f"{name}-{number}"] = used
                await budget.release(f"{name}-{number}", Used(1, used, 10))

    purses = [Budget(cost=limit) for _ in range(4)]
    await asyncio.gather(*(command(budget, str(at)) for at, budget in enumerate(purses)))
    assert 0.9 * limit < sum(spent.values()) <= limit + 1e-9
    last = Budget(cost=limit)
    async with last.kept_by(FolderAccount(HeldFolder(tmp_path), tmp_path / HERE), nothing):
        assert last.spent == pytest.approx(sum(spent.values()))


async def test_what_a_killed_process_held_is_settled_by_what_its_session_came_to(tmp_path: Path) -> None:
    killed(tmp_path)

    async def settle(session: str) -> Used:
        return Used(5, 1.5, 70) if session == "s" else NOTHING

    budget = Budget(cost=5.0)
    async with budget.kept_by(FolderAccount(HeldFolder(tmp_path), tmp_path / HERE), settle):
        assert await budget.share("s", None, None, 1) == Held(3.5, None)
        # Its owner tells more of it later: counted once.
        await budget.release("s", Used(5, 2.0, 90))
        assert (budget.spent, budget.used) == (2.0, 90)


async def test_what_was_held_in_another_data_folder_stays_held_until_its_machine_goes_on(
    tmp_path: Path,
) -> None:
    killed(tmp_path, ELSEWHERE)
    budget = Budget(cost=5.0)
    async with budget.kept_by(FolderAccount(HeldFolder(tmp_path), tmp_path / HERE), nothing):
        assert await budget.share("t", None, None, 1) == Held(1.0, None)
        await budget.release("t", Used(1, 1.0, 1))
        assert await budget.share("u", None, None, 1) is None, "it waits for nobody who is gone"


async def test_a_session_that_another_living_process_moves_is_left_to_it(tmp_path: Path) -> None:
    other = begun(tmp_path)
    other.change(lambda: other.write({"hold": "s", "by": other.owner, "cost": 1.0, "tokens": None}))
    budget = Budget(cost=5.0)
    async with budget.kept_by(FolderAccount(HeldFolder(tmp_path), tmp_path / HERE), nothing):
        with pytest.raises(SessionBusy):
            await budget.share("s", None, None, 1)
        assert await budget.share("t", None, None, 1) == Held(4.0, None)
    other.close()


async def test_who_waits_for_another_process_takes_what_that_one_leaves(tmp_path: Path) -> None:
    other = begun(tmp_path)
    other.change(lambda: other.write({"hold": "s", "by": other.owner, "cost": 5.0, "tokens": None}))
    budget = Budget(cost=5.0)
    async with budget.kept_by(FolderAccount(HeldFolder(tmp_path), tmp_path / HERE), nothing):
        waiting = asyncio.ensure_future(budget.share("t", None, None, 1))
        await asyncio.sleep(0)
        other.change(
            lambda: other.write(
                {"spent": "s", "born": 1, "cost": 2.0, "tokens": 9}, {"free": "s", "by": other.owner}
            )
        )
        assert await waiting == Held(3.0, None)
    other.close()


async def test_who_is_to_pause_waits_no_longer(tmp_path: Path) -> None:
    other = begun(tmp_path)
    other.change(lambda: other.write({"hold": "s", "by": other.owner, "cost": 5.0, "tokens": None}))
    budget = Budget(cost=5.0)
    async with budget.kept_by(FolderAccount(HeldFolder(tmp_path), tmp_path / HERE), nothing):
        assert await budget.share("t", None, None, 1, lambda: True) is None
    other.close()


def test_a_line_that_a_crash_cut_off_and_one_of_a_stranger_say_nothing(tmp_path: Path) -> None:
    first = begun(tmp_path)
    first.change(lambda: first.write({"spent": "a", "born": 1, "cost": 1.0, "tokens": 10}))
    log = tmp_path / "account.jsonl"
    strange = ['{"spent": "b", "born": 1, "cost": -9, "tokens": 1}', '{"spent": "c"}', "[]", "NaN", "\x00"]
    strange.append('{"spent": "d", "born": 1, "cost": NaN, "tokens": 1}')
    with log.open("a", encoding="utf-8") as stream:
        stream.write("\n".join(strange) + '\n{"spent": "e", "born": 1, "co')
    second = begun(tmp_path)
    assert (second.cost, second.tokens) == (1.0, 10)
    second.change(lambda: second.write({"spent": "f", "born": 1, "cost": 2.0, "tokens": 5}))
    third = begun(tmp_path)
    assert (third.cost, third.tokens) == (3.0, 15)
    assert [json.loads(line)["spent"] for line in log.read_text().splitlines() if '"f"' in line] == ["f"]
    for one in (first, second, third):
        one.close()


def test_a_copy_of_a_session_counts_once_and_one_of_the_same_name_for_itself(tmp_path: Path) -> None:
    one, other = begun(tmp_path, HERE), begun(tmp_path, ELSEWHERE)
    one.change(lambda: one.write({"spent": "a", "born": 1, "cost": 1.0, "tokens": 10}))
    other.change(lambda: other.write({"spent": "a", "born": 1, "cost": 1.5, "tokens": 12}))
    other.change(lambda: other.write({"spent": "a", "born": 2, "cost": 0.25, "tokens": 3}))
    one.change(lambda: None)
    assert (one.cost, one.tokens) == (other.cost, other.tokens) == (1.75, 15)
    one.close()
    other.close()


def test_a_process_of_another_machine_lives_while_it_gives_a_sign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as there:
        there.setattr("socket.gethostname", lambda: "another machine")
        # Its lock does not reach to this one.
        killed(tmp_path)
    mine = begun(tmp_path)
    assert mine.dead() == []
    monkeypatch.setattr(account_module, "LOST_SECONDS", -1.0)
    assert [(session, here) for session, _, here in mine.dead()] == [("s", True)]
    mine.close()


def test_an_account_that_was_removed_is_kept_anew_and_nothing_known_is_lost(tmp_path: Path) -> None:
    mine = begun(tmp_path)
    mine.change(lambda: mine.write({"spent": "a", "born": 1, "cost": 1.0, "tokens": 10}))
    (tmp_path / "account.jsonl").unlink()
    mine.change(lambda: mine.write({"spent": "b", "born": 1, "cost": 1.0, "tokens": 10}))
    assert mine.cost == 2.0
    mine.close()


async def test_what_a_session_used_that_was_cut_off_in_the_middle_is_counted_by_its_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = asyncio.Event()

    async def moved(*_given: object, **_named: object) -> str:
        moves.set()
        await asyncio.Event().wait()
        return ""

    async def no_limit(*_given: object) -> None:
        return None

    async def settle(_session: str) -> Used:
        return Used(5, 3.0, 70)

    monkeypatch.setattr(running, "drive", moved)
    monkeypatch.setattr(running, "limited_anew", no_limit)
    budget, entry = Budget(cost=5.0), Entry(session=SessionId("s"), row=1, id="q", team="alone", seed=7)
    cell: Any = SimpleNamespace(session="s", entry=entry, setup=SimpleNamespace())
    batches: Any = SimpleNamespace(_sessions=None, _review=None)
    about: Any = SimpleNamespace(name="x")
    run = running.BatchRun(about, budget, {entry.session: running.Standing(entry, "interrupted")})

    async def command() -> None:
        async with budget.kept_by(FolderAccount(HeldFolder(tmp_path), tmp_path / HERE), settle):
            await running.Batches._moved(batches, cell, AnswerPlan(), run, 1, None)

    task = asyncio.create_task(command())
    await moves.wait()
    task.cancel()
    await asyncio.wait([task])
    after = Budget(cost=5.0)
    async with after.kept_by(FolderAccount(HeldFolder(tmp_path), tmp_path / HERE), settle):
        assert await after.share("t", None, None, 1) == Held(2.0, None)
