"""Tables of questions: what a row may say, what is set aside, and the one limit over all sessions."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType

import pytest

from app.cli.batches import BatchOptions, worker_arguments
from app.cli.command_line import AnswerOptions
from app.domain.errors import InputError
from app.engine.baselines import Baseline
from app.engine.ledger import Held
from app.processes.child_env import _withheld, handed_on
from app.services.batches.batch_rows import Manifest, read_manifest
from app.services.batches.budget import Budget, Used
from app.services.batches.builder import PlannedBatch
from app.services.batches.columns import Columns
from app.services.batches.folder import About, BatchFolder
from app.services.batches.plan import BatchPlan, check_name, make_plan
from app.services.batches.wish import BatchWish
from app.services.batches.workers import Workers
from app.settings.teams import TeamFiles
from app.workflows.registry import Registry

PLUGIN = Registry().plugins["debate"]


def table(folder: Path, text: str, name: str = "questions.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def read(folder: Path, text: str, name: str = "questions.csv") -> Manifest:
    return read_manifest(table(folder, text, name), {"debate": PLUGIN}, ["debate"])


def test_a_row_sets_fields_of_the_workflow_and_reads_files_beside_the_table(tmp_path: Path) -> None:
    (tmp_path / "facts.md").write_text("Tea is hot.")
    manifest = read(
        tmp_path,
        "id,question,context,expected,seed,set.max_rounds,set.hide_names\n"
        "t,Tea or coffee?,facts.md,tea,7,3,true\n",
    )
    (row,) = manifest.rows
    setup = row.setup.model_dump()
    assert (row.name, row.expected, row.seed) == ("t", "tea", 7)
    assert (setup["max_rounds"], setup["hide_names"]) == (3, True)
    assert setup["context"][0]["text"] == "Tea is hot."


def test_a_table_of_a_german_spreadsheet_is_read_as_one(tmp_path: Path) -> None:
    path = table(tmp_path, "id;question\na;Tee, oder Kaffee?\n", encoding="utf-8-sig")
    assert (
        read_manifest(path, {"debate": PLUGIN}, ["debate"]).rows[0].setup.model_dump()["question"]
        == "Tee, oder Kaffee?"
    )


def test_a_question_that_looks_like_a_number_stays_a_text(tmp_path: Path) -> None:
    assert read(tmp_path, "question\n1984\n").rows[0].setup.model_dump()["question"] == "1984"


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ("a,,", "filled in"),
        ("b,Why?,nine", "Rounds at most"),
        ("b,Why?,2,3", "It has 4 values"),
        ("a,Why?,2", "stands in an earlier row"),
    ],
)
def test_a_bad_row_is_set_aside_with_the_reason_and_the_others_stay(
    tmp_path: Path, cells: str, why: str
) -> None:
    manifest = read(tmp_path, f"id,question,max-rounds\na,Is it so?,2\n{cells}\nz,Last?,1\n")
    assert [row.name for row in manifest.rows] == ["a", "z"]
    assert manifest.set_aside[0].number == 2
    assert why in manifest.set_aside[0].why


def test_a_row_of_jsonl_that_is_no_object_is_set_aside(tmp_path: Path) -> None:
    lines = ['{"question": "One?"}', "[1]", "{", '{"question": "Two?", "context": ["missing.md"]}']
    manifest = read(tmp_path, "\n".join(lines), "questions.jsonl")
    assert [row.number for row in manifest.rows] == [1]
    assert [one.number for one in manifest.set_aside] == [2, 3, 4]
    assert "missing.md" in manifest.set_aside[2].why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no rows"),
        ("question\n", "no rows"),
        ("question,question\na,b\n", "two columns"),
        ('"a\n"b', "line 1"),
        ('question\none\n"two\nthree\nfour\n', "line 3"),
        ('sep=,\n\nquestion\n"one"two\n', "line 4"),
    ],
)
def test_what_is_no_table_is_refused_in_words(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(InputError, match=rf"questions\.csv.* {why}"):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({"id": "i" * 900_000}, "id is longer than 200"),
        ({"seed": "s" * 900_000}, "seed"),
        ({"c" * 900_000: "x"}, "column"),
        ({"expected": "e" * 900_000}, "expected"),
        ({"context": ["c" * 900_000]}, "file name"),
    ],
)
def test_what_is_said_of_a_row_has_an_end_however_long_the_row_is(
    tmp_path: Path, value: dict[str, object], why: str
) -> None:
    (aside,) = read(tmp_path, json.dumps({"question": "Why?", **value}), "questions.jsonl").set_aside
    assert why in aside.why
    assert len(aside.name) <= 200
    assert len(aside.why) <= 1_000
    assert aside.next


def test_a_row_of_broken_signs_is_read_and_its_id_is_one_line(tmp_path: Path) -> None:
    line = '{"id": "a\\n✓ b", "question": "Why \\ud800?", "expected": "\\udfff"}'
    (cell,) = plan_of(tmp_path, line, name="questions.jsonl").cells
    assert cell.entry.id == "a ✓ b"
    assert cell.setup.model_dump()["question"] == "Why \ufffd?"


def test_a_number_of_thousands_of_digits_is_named_in_plain_words(tmp_path: Path) -> None:
    (aside,) = read(tmp_path, '{"question": "Why?", "seed": ' + "9" * 5_000 + "}", "q.jsonl").set_aside
    assert "too many digits" in aside.why
    assert '{"id": "a", "question": "…"}' in aside.next


def test_a_table_with_old_line_ends_and_quoted_lines_of_many_commas_is_read(tmp_path: Path) -> None:
    text = 'id,question\ra,One?\rb,"Two?\r\n' + "1," * 3_000 + '\r\n"\r\nc,Three?\r\n'
    assert [row.name for row in read(tmp_path, text).rows] == ["a", "b", "c"]


@pytest.mark.parametrize("before", ["\n\n", ",,\n", "\r\n ,\t\r\n", "sep=,\n\n"])
def test_empty_rows_before_the_headings_are_passed_over(tmp_path: Path, before: str) -> None:
    (row,) = read(tmp_path, f"{before}id,question\n,\na,Tea?\n").rows
    assert (row.name, row.setup.model_dump()["question"]) == ("a", "Tea?")


def test_a_row_with_a_control_character_is_set_aside(tmp_path: Path) -> None:
    manifest = read(tmp_path, "id,question\na,Te\0a?\nb,Milk?\n")
    assert [row.name for row in manifest.rows] == ["b"]
    assert "U+0000" in manifest.set_aside[0].why


def test_a_file_that_many_rows_name_is_held_once(tmp_path: Path) -> None:
    (tmp_path / "facts.md").write_text("Tea is hot. " * 1_000)
    rows = read(tmp_path, "question,context\n" + "".join(f"{n}?,facts.md\n" for n in range(50))).rows
    assert len({id(row.setup.model_dump()["context"][0]["text"]) for row in rows}) == 1


def plan_of(
    folder: Path,
    text: str,
    teams: tuple[str, ...] = (),
    seeds: int = 1,
    name: str = "questions.csv",
    baselines: Mapping[str, Baseline] = MappingProxyType({}),
) -> BatchPlan:
    files = TeamFiles(folder / "config")
    return make_plan("b", read(folder, text, name), teams, seeds, files, {"debate": baselines})


def test_the_id_of_a_session_follows_from_what_it_is_made_of(tmp_path: Path) -> None:
    text = "id,question\na,One?\nb,Two?\n"
    first = plan_of(tmp_path, text, seeds=2)
    assert len({cell.session for cell in first.cells}) == 4
    assert first.cells == plan_of(tmp_path, text, seeds=2).cells
    # A row more or less, or another order, changes no other row's sessions; another question does its own.
    later = plan_of(tmp_path, "id,question\nc,New?\nb,Two?\na,Other?\n", seeds=2)
    mine, theirs = ({cell.session for cell in plan.cells} for plan in (first, later))
    assert len(mine & theirs) == 2


def test_shards_share_a_plan_without_rest(tmp_path: Path) -> None:
    whole = plan_of(tmp_path, "question\n" + "".join(f"Number {n}?\n" for n in range(7)))
    shared = [cell for index in (1, 2, 3) for cell in whole.shard(index, 3).cells]
    assert sorted(cell.session for cell in shared) == sorted(cell.session for cell in whole.cells)


def test_a_session_keeps_its_id_when_a_later_version_has_a_new_setting(tmp_path: Path) -> None:
    # What was begun before must be found again: else it would be asked, and paid for, a second time.
    team = table(tmp_path, _TEAM, "pair.toml")
    (cell,) = plan_of(tmp_path, "id,question\na,One?\n", teams=(str(team),)).cells
    assert cell.session == "1wnamc76j3b6272q7ev76aga5y"


_TEAM = """
name = "Pair"
[[member]]
name = "Ada"
model = "offline/analyst"
[chair]
name = "Chair"
model = "offline/judge"
"""


def test_a_team_of_a_file_is_called_as_the_file_is_unless_two_are_called_so(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    first, second = table(tmp_path, _TEAM, "pair.toml"), table(tmp_path / "other", _TEAM, "pair.toml")
    text = "question\nOne?\n"
    (cell,) = plan_of(tmp_path, text, teams=(str(first),)).cells
    assert cell.entry.variant == "pair"
    both = plan_of(tmp_path, text, teams=(str(first), str(second))).cells
    assert [cell.entry.variant for cell in both] == [str(first), str(second)]


def test_a_session_is_followed_by_its_baselines_and_each_shard_has_them_together(tmp_path: Path) -> None:
    baselines = PLUGIN.baselines
    table_text = "question\n" + "".join(f"Number {n}?\n" for n in range(5))
    plain, compared = plan_of(tmp_path, table_text), plan_of(tmp_path, table_text, baselines=baselines)
    assert [cell.session for cell in compared.cells] == [cell.session for cell in plain.cells]
    assert len({cell.session for cell in compared.sessions}) == 5 * (1 + len(baselines))
    for cell in compared.shard(2, 3).cells:
        assert [one.entry.baseline for one in cell.baselines] == list(baselines)
        assert {one.entry.id for one in cell.baselines} == {cell.entry.id}
    assert compared.cells[0].baselines[0].entry.variant.endswith(" · single")


def test_a_row_that_names_an_unknown_team_is_set_aside(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "question,team\nOne?,nobody\nTwo?,offline\n")
    assert [cell.entry.row for cell in plan.cells] == [2]
    assert "nobody" in plan.set_aside[0].why


def test_the_folder_of_another_batch_is_not_written_to(tmp_path: Path) -> None:
    folder = BatchFolder(tmp_path / "out")
    folder.begin(About(name="one", workflow="debate"))
    with pytest.raises(InputError, match="one"):
        folder.begin(About(name="two", workflow="debate"))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "novel.txt").write_text("x")
    with pytest.raises(InputError, match="other files"):
        BatchFolder(tmp_path / "mine").begin(About(name="one", workflow="debate"))


def test_a_folder_tells_its_sessions_and_a_damaged_one_what_to_do(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "question,expected\nOne?,1\n")
    folder = BatchFolder(tmp_path / "out")
    folder.begin(About(name="b", workflow="debate"))
    folder.keep(plan)
    assert [entry.expected for entry in folder.entries()] == ["1"]
    (folder.path / "plan.jsonl").write_text(json.dumps({"session": 3}))
    with pytest.raises(InputError, match="damaged"):
        folder.entries()
    # As its message says, the same command writes it anew.
    about = folder.about()
    again = PlannedBatch(plan, folder, about, 1, Columns({"debate": PLUGIN}))
    assert again.left_out() == []
    again.keep()
    assert [entry.expected for entry in folder.entries()] == ["1"]


@pytest.mark.parametrize("name", ["", "x" * 61, "two\nlines"])
def test_a_name_that_could_be_no_tag_is_refused(name: str) -> None:
    with pytest.raises(InputError):
        check_name(name)


def test_a_batch_may_be_called_with_a_comma() -> None:
    assert check_name(" Support questions, November ") == "Support questions, November"


async def test_the_limit_holds_also_where_every_session_costs_what_it_may() -> None:
    budget, running, most = Budget(cost=10.0), 0.0, 0.0

    async def session(name: str) -> bool:
        nonlocal running, most
        share = await budget.share(name, 3.0, None, 4)
        if share is None or share.cost is None:
            return False
        held = share.cost
        running += held
        most = max(most, running + budget.spent)
        await asyncio.sleep(0)
        running -= held
        await budget.release(name, Used(1, held, 100))
        return True

    begun = await asyncio.gather(*(session(str(n)) for n in range(8)))
    # Three whole ones, and one more with what is left.
    assert sum(begun) == 4
    assert budget.spent == pytest.approx(10.0)
    assert most <= 10.0 + 1e-6


async def test_what_cheap_sessions_leave_over_lets_others_begin() -> None:
    budget = Budget(cost=3.0)
    begun = 0
    for n in range(20):
        if await budget.share(str(n), 2.0, None, 1) is not None:
            begun += 1
            await budget.release(str(n), Used(1, 0.1, 10))
    assert begun == 20


async def test_tokens_that_are_used_up_let_nothing_more_begin() -> None:
    budget = Budget(tokens=100)
    assert await budget.share("a", None, None, 1) == Held(None, 100)
    await budget.release("a", Used(1, 0.0, 100))
    assert await budget.share("b", None, None, 1) is None


async def test_tokens_are_held_for_each_session_so_that_all_together_keep_to_the_limit() -> None:
    budget, most = Budget(tokens=1000), 0
    running: dict[str, int] = {}

    async def session(name: str) -> None:
        nonlocal most
        held = await budget.share(name, None, None, 4)
        if held is None:
            return
        assert held.tokens is not None
        running[name] = held.tokens
        most = max(most, budget.used + sum(running.values()))
        await asyncio.sleep(0)
        await budget.release(name, Used(1, 0.0, running.pop(name)))

    await asyncio.gather(*(session(str(n)) for n in range(12)))
    assert 0 < budget.used <= 1000
    assert most <= 1000


async def test_a_share_in_which_no_call_fits_is_made_larger_or_given_to_nobody() -> None:
    budget = Budget(tokens=1000)
    budget.lacked(600, tokens=True)
    first = await budget.share("a", None, None, 4)
    assert first is not None
    assert first.tokens == 600
    await budget.release("a", Used(1, 0.0, 500))
    assert await budget.share("b", None, None, 4) is None


def test_commands_that_begin_one_batch_at_the_same_moment_all_begin_it(tmp_path: Path) -> None:
    def begin(folder: BatchFolder, together: threading.Barrier) -> None:
        together.wait()
        folder.begin(About(name="b", workflow="debate"))

    with ThreadPoolExecutor(4) as shards:
        for number in range(50):
            folder, together = BatchFolder(tmp_path / str(number)), threading.Barrier(4)
            for done in [shards.submit(begin, folder, together) for _ in range(4)]:
                done.result()
            assert folder.about().name == "b"


def test_a_worker_is_begun_with_all_that_its_command_was_given(tmp_path: Path) -> None:
    wish = BatchWish(
        tmp_path / "q.csv",
        tmp_path / "out",
        ["debate"],
        "b",
        teams=["offline"],
        seeds=3,
        values=["max_rounds=1"],
        baselines=["vote"],
        allowed=[tmp_path / "notes"],
        columns=["target=expected"],
        shard="2/3",
        jobs=5,
        workers=4,
        cost_limit=8.0,
        token_limit=400,
    )
    options = BatchOptions(wish)
    answers = AnswerOptions(
        tmp_path / "a.toml",
        on_failure="retry",
        on_uncertain="drop",
        allow_server=["http://one"],
        allow_tool=["files/read"],
    )
    line = worker_arguments(options, answers, 2)
    given = {
        name: line[at + 1] for at, name in enumerate(line) if name.startswith("--") and at + 1 < len(line)
    }
    # The second of four of the second of three: the fifth of twelve. All share one limit; nobody is asked.
    names = ("--shard", "--scope", "--cost-limit", "--token-limit", "--approve")
    assert {name: given[name] for name in names} == {
        "--shard": "5/12",
        "--scope": "2/3",
        "--cost-limit": "8.0",
        "--token-limit": "400",
        "--approve": "none",
    }
    for name, value in (
        *(("--team", "offline"), ("--seeds", "3"), ("--set", "max_rounds=1"), ("--baseline", "vote")),
        *(("--jobs", "5"), ("--name", "b"), ("--on-failure", "retry"), ("--on-uncertain", "drop")),
        *(("--allow-server", "http://one"), ("--allow-tool", "files/read")),
        ("--column", "target=expected"),
        ("--answers", str(tmp_path / "a.toml")),
        ("--allow-files", str(tmp_path / "notes")),
    ):
        assert given[name] == value


WORKER = """
import json, os
told = {"session": os.environ["SOME_API_KEY"], "state": "finished", "cost": 0, "tokens": 0, "why": ""}
print(json.dumps(told))
"""


async def test_a_worker_has_the_keys_that_other_programs_are_not_given(monkeypatch) -> None:
    monkeypatch.setitem(_withheld, "SOME_API_KEY", "sk-1")
    monkeypatch.setattr("app.services.batches.workers.own_program", lambda: (sys.executable, "-c", WORKER))
    told: list[str] = []
    await Workers(lambda _number: (), lambda one: told.append(one["session"])).run(2)
    assert told == ["sk-1", "sk-1"]
    assert "SOME_API_KEY" not in os.environ


def test_what_begins_this_program_again_inherits_the_keys_for_that_moment_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(_withheld, "SOME_API_KEY", "sk-1")
    with handed_on():
        assert os.environ["SOME_API_KEY"] == "sk-1"
    assert "SOME_API_KEY" not in os.environ
