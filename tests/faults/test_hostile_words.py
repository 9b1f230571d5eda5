"""Words of a stranger at every place of a session: nothing reaches a terminal or an export as it is.

Of an exported session one text after the other is replaced by one with control characters, a heading and a
script. Whatever is taken in again is shown, listed and exported, and holds marks where those stood.
"""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.faults.test_mutants import RUNS, places
from tests.support.commands import call

EVIL = "Zq\x1b[31m\u202e\r\n# FAKE\n<script>zq</script>\u200b"
RAW = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u200b]")
FENCED = re.compile(r"^(`{3,})[^`\n]*\n.*?^\1$", re.DOTALL | re.MULTILINE)
FORMS = ("md", "html", "csv")
AT_PUSH = (("letters_dealt", "letters", "Ada"), ("gate_opened", "kind"), ("gate_answered", "verb"))


def made(workflow: str, folder: Path) -> dict[str, Any]:
    """Return an exported session."""
    file, data = folder / "made.json", folder / "first"
    begun = call("run", *RUNS[workflow](folder), "--approve", "all", "--json", data=data)
    call("export", begun.value["session"], "--format", "json", "-o", file, data=data)
    whole: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return whole


def texts_in(whole: dict[str, Any]) -> dict[tuple[str, ...], tuple[int, tuple[Any, ...]]]:
    """Return where texts are: of each kind of place the first, by its record's type and the way to it."""
    found: dict[tuple[str, ...], tuple[int, tuple[Any, ...]]] = {}
    for number, record in enumerate(whole["records"]):
        for way in places(record["body"]):
            value = record["body"]
            for key in way:
                value = value[key]
            if isinstance(value, str):
                kind = (record["type"], *("#" if isinstance(key, int) else key for key in way))
                found.setdefault(kind, (number, way))
    return found


def with_evil(whole: dict[str, Any], number: int, way: tuple[Any, ...]) -> dict[str, Any]:
    """Return a session in which one text is EVIL."""
    changed = copy.deepcopy(whole)
    inner, (*before, last) = changed["records"][number]["body"], way
    for key in before:
        inner = inner[key]
    inner[last] = EVIL
    return changed


def told(session: str, data: Path) -> dict[str, str]:
    """Return all that is said of a session, by what says it."""
    found = {}
    for command in ("show", "log", "gates"):
        ran = call(command, session, data=data)
        found[command] = ran.out + ran.err
    for form in FORMS:
        ran = call("export", session, "--format", form, "-o", data / f"report.{form}", data=data)
        if ran.code == 0:
            found[form] = (data / f"report.{form}").read_text(encoding="utf-8")
    return found


def wrong_with(whole: dict[str, Any], data: Path) -> list[str] | None:
    """Take a session in and tell of it; return where a sign of EVIL came through, None if it is refused."""
    file = data.with_suffix(".json")
    file.write_text(json.dumps(whole), encoding="utf-8")
    taken = call("import", file, "--json", data=data)
    if taken.code:
        return None
    said = told(taken.value["session"], data)
    wrong = [f"{where}: {hit[0]!r}" for where, text in said.items() if (hit := RAW.search(text))]
    # Within a fence it is the text of a file, and no heading.
    outside = FENCED.sub("", said.get("md", ""))
    wrong += ["a heading"] if re.search(r"^# FAKE", outside, re.MULTILINE) else []
    wrong += ["a script"] if "<script>zq" in said.get("html", "") else []
    return wrong


def test_some_words_of_a_stranger_are_shown_as_marks(tmp_path: Path) -> None:
    whole = made("debate", tmp_path)
    found = texts_in(whole)
    for kind in AT_PUSH:
        whole = with_evil(whole, *found[kind])
    assert wrong_with(whole, tmp_path / "taken") == []


def test_the_title_of_a_session_that_words_were_taken_from_is_shown_as_marks(tmp_path: Path) -> None:
    data, answers = tmp_path / "data", tmp_path / "data.json"
    asked = call("run", "debate", "--question", "Paint?", "--approve", "none", "--json", data=data).value
    taken = [{"session": "01", "title": EVIL, "text": "Half \ud83d a character."}]
    answers.write_text(json.dumps({"texts": {"Ada": {"edit": "Words of my own.", "taken": taken}}}))
    gate = (asked["session"], asked["gate"]["id"])
    ran = call("answer", *gate, "--verb", "approve", "--data", f"@{answers}", data=data)
    assert ran.code in (0, 3), ran
    said = told(asked["session"], data)
    assert "with passages of “Zq␛" in said["log"]
    assert "with passages of “Zq␛" in said["md"]
    assert {where: hit[0] for where, text in said.items() if (hit := RAW.search(text))} == {}
    assert "\n# FAKE" not in said["md"]


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("workflow", RUNS)
def test_words_of_a_stranger_at_any_place_are_shown_as_marks(workflow: str, tmp_path: Path) -> None:
    whole = made(workflow, tmp_path)
    found = texts_in(whole)
    assert len(found) > 50
    ends = {
        "/".join(kind): wrong_with(with_evil(whole, *at), tmp_path / str(number))
        for number, (kind, at) in enumerate(found.items())
    }
    assert {kind: wrong for kind, wrong in ends.items() if wrong} == {}
    assert sum(wrong is not None for wrong in ends.values()) > len(ends) / 2, "most are taken in"
