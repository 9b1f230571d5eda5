"""What import accepts can be listed, shown, read, exported and resumed: files that somebody has meddled with.

Each mutant is a whole export of a finished session with some of it changed at random: values of another kind,
records gone, exchanged or renamed. It is refused in words, or everything that can be done with it works.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.commands import call
from tests.support.laid_out import lay_out
from tests.support.study import BRIEF, FILES

DIARY = "A fantasy. Ada keeps the light at Skerry Point and finds letters from the future."


def begin_debate(folder: Path) -> list[object]:
    """Return what is typed for a debate."""
    del folder
    return ["debate", "--question", "Must we paint the hall?", "--set", "max_rounds=2"]


def begin_experiment(folder: Path) -> list[object]:
    """Return what is typed for an experiment."""
    del folder
    return ["experiment", "--run-id", "r1", "--prompt", "What lives in tide pools?", "--cycles", "2"]


def begin_draft(folder: Path) -> list[object]:
    """Return what is typed for a draft with one level that is written and changed."""
    return ["draft", folder / "novel", "--template", "novel", "--brief", DIARY, "--generate", "premise"]


def begin_research(folder: Path) -> list[object]:
    """Return what is typed for a research of two iterations, over a folder with a conflict."""
    sources = lay_out(folder / "sources", FILES)
    return ["research", sources, "--brief", BRIEF, "--set", "max_iterations=2"]


RUNS: dict[str, Callable[[Path], list[object]]] = {
    "debate": begin_debate,
    "draft": begin_draft,
    "experiment": begin_experiment,
    "research": begin_research,
}
VALUES: tuple[object, ...] = (
    *(None, -1, 0, 2**62, 1e300, "", "x", "-", [], {}, True, [1], {"a": 1}, "debate", "\u202e"),
)
NUMBERS = ("at", "entry", "round", "attempt", "schema")


def places(value: object, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to every value inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [at] if at else []
    for key, one in inside:
        found += places(one, (*at, key))
    return found


def change_a_body(body: Any, random: Random) -> None:
    """Replace or remove one value of a record's body."""
    found = places(body)
    if not found:
        return
    *way, last = random.choice(found)
    for key in way:
        body = body[key]
    if random.random() < 0.2 and isinstance(body, dict):
        del body[last]
    else:
        body[last] = copy.deepcopy(random.choice(VALUES))


def mutant(whole: dict[str, Any], random: Random) -> dict[str, Any]:
    """Return an export with one to four things changed; its records are numbered anew."""
    changed = copy.deepcopy(whole)
    records = changed["records"]
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        which, one, other = random.random(), random.randrange(len(records)), random.randrange(len(records))
        if which < 0.1:
            del records[max(1, one) :]
        elif which < 0.14:
            # Cut off in the middle, and set up otherwise: what was asked would be asked in other words.
            del records[max(1, one) :]
            change_a_body(records[0]["body"], random)
        elif which < 0.2:
            for name in ("type", "body"):
                records[one][name], records[other][name] = records[other][name], records[one][name]
        elif which < 0.25 and one:
            del records[one]
        elif which < 0.35:
            records[one]["type"] = random.choice([record["type"] for record in records] + ["nonsense"])
        elif which < 0.45:
            records[one][random.choice(NUMBERS)] = random.choice([0, 1, 99, 2**62, 5])
        else:
            change_a_body(records[one]["body"], random)
    for seq, record in enumerate(records, 1):
        record["seq"] = seq
    return changed


def folders(workflow: str, folder: Path) -> tuple[object, ...]:
    """Return what chooses the folder that a session from elsewhere may use."""
    named = {"draft": f"project={folder / 'novel'}", "research": f"folder={folder / 'sources'}"}
    return ("--folder", named[workflow]) if workflow in named else ()


def wrong_with(session: str, data: Path, chosen: Sequence[object] = ()) -> list[str]:
    """Do with a session what can be done; return what went wrong. A mistake of the program fails at once."""
    wrong = []
    for command in (
        ["list", "--json"],
        ["show", session],
        ["show", session, "--json"],
        ["log", session],
        ["gates", session],
        ["export", session, "--format", "md", "--output", data / "report.md"],
        ["export", session, "--format", "json", "--output", data / "again.json"],
        ["resume", session, "--approve", "all", *chosen, "--json"],
        ["resume", session, "--approve", "all", "--on-uncertain", "use-stored", "--json"],
        ["resume", session, "--approve", "all", "--on-uncertain", "ask-again", "--json"],
        ["list", "--json"],
    ):
        ran = call(*command, data=data)
        reads = command[0] in ("list", "show", "log", "export")
        if (reads and ran.code) or "Traceback" in ran.out + ran.err:
            wrong.append(f"{command[0]} ends with {ran.code}: {ran.out[-300:]} {ran.err[-300:]}")
        if command[0] == "list" and (ran.code or any(row.get("problem") for row in ran.value)):
            wrong.append(f"listed as {ran.out[-400:]}")
    return wrong


def sweep(workflow: str, seed: int, number: int, folder: Path) -> None:
    """Import mutants; those that are accepted must be good for everything."""
    made = folder / "made.json"
    begun = call("run", *RUNS[workflow](folder), "--approve", "all", "--json", data=folder / "first")
    call("export", begun.value["session"], "--format", "json", "--output", made, data=folder / "first")
    whole, random, accepted = json.loads(made.read_text(encoding="utf-8")), Random(seed), 0
    for count in range(number):
        file, data = folder / "mutant.json", folder / str(count)
        file.write_text(json.dumps(mutant(whole, random)), encoding="utf-8")
        taken = call("import", file, "--json", data=data)
        if taken.code:
            assert taken.error["message"], taken
            assert taken.error["next"], taken
            continue
        accepted += 1
        chosen = folders(workflow, folder)
        assert wrong_with(taken.value["session"], data, chosen) == [], f"mutant {count}"
    assert accepted > number // 10


def test_some_mutants_are_refused_or_good_for_everything(tmp_path: Path) -> None:
    sweep("debate", 11, 24, tmp_path)


def test_numbers_that_a_stranger_wrote_otherwise_are_read_alike_everywhere(tmp_path: Path) -> None:
    first, file = tmp_path / "first", tmp_path / "odd.json"
    begun = call("run", *begin_debate(tmp_path), "--approve", "all", "--json", data=first)
    call("export", begun.value["session"], "--format", "json", "--output", file, data=first)
    odd = json.loads(file.read_text(encoding="utf-8"))
    ends = [record["body"] for record in odd["records"] if record["type"] == "call_completed"]
    for number, body in enumerate(ends):
        body["asked"] = (float(body["asked"]), str(body["asked"]))[number % 2]
        body["usage"] |= {"tokens_in": (True, 5.0, "7")[number % 3], "tokens_out": "5.0"}
    file.write_text(json.dumps(odd), encoding="utf-8")
    taken = call("import", file, "--json", data=tmp_path / "data")
    assert taken.code == 0, taken
    assert wrong_with(taken.value["session"], tmp_path / "data") == []


@pytest.mark.parametrize("kept", [("Ada", "Cleo"), ()])
def test_a_debate_in_which_letters_are_missing_goes_on(kept: Sequence[str], tmp_path: Path) -> None:
    first, file = tmp_path / "first", tmp_path / "cut.json"
    begun = call("run", *begin_debate(tmp_path), "--approve", "all", "--json", data=first)
    call("export", begun.value["session"], "--format", "json", "--output", file, data=first)
    whole = json.loads(file.read_text(encoding="utf-8"))
    records = whole["records"]
    (dealt,) = [record["body"] for record in records if record["type"] == "letters_dealt"]
    assert len(dealt["letters"]) == 3
    dealt["letters"] = {name: dealt["letters"][name] for name in kept}
    before_critique = [record["body"].get("node") for record in records].index("critique")
    whole["records"] = records[: before_critique + 1]
    file.write_text(json.dumps(whole), encoding="utf-8")
    taken = call("import", file, "--json", data=tmp_path / "data")
    assert taken.code == 0, taken
    assert wrong_with(taken.value["session"], tmp_path / "data") == []
    assert call("list", "--json", data=tmp_path / "data").value[0]["state"] == "finished"


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("workflow", RUNS)
def test_mutants_are_refused_or_good_for_everything(workflow: str, seed: int, tmp_path: Path) -> None:
    sweep(workflow, seed, 150, tmp_path)
