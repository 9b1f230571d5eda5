"""The command line from question to export."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import SAMPLES, Ran, born, call

BRIEF = (
    "run",
    "debate",
    "--question",
    f"@{SAMPLES / 'four-day-week-brief.md'}",
    "--context",
    str(SAMPLES / "four-day-week-context.md"),
)
FEEDBACK = "Name the price of the pilot in plain figures."


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder that the tests of this file share."""
    return tmp_path_factory.mktemp("cli") / "data"


@pytest.fixture(scope="module")
def finished(data: Path) -> Ran:
    """Run the sample brief to its end."""
    return born(*BRIEF, "--approve", "all", "--json", data=data)


def headings_without_content(markdown: str) -> list[str]:
    """Return the headings that are followed by one of the same or a higher level, or by the end."""
    found: list[str] = []
    fence, last, empty = "", (0, ""), False
    for line in [*markdown.splitlines(), "# END"]:
        mark = line[: len(line) - len(line.lstrip("`"))]
        if fence or len(mark) >= 3:
            empty = False
            fence = "" if fence and line.strip() == fence else fence or mark
            continue
        level = len(line) - len(line.lstrip("#"))
        if 0 < level <= 6 and line[level : level + 1] == " ":
            if empty and level <= last[0]:
                found.append(last[1])
            last, empty = (level, line), True
        elif line.strip():
            empty = False
    return found


def test_the_check_for_empty_sections_sees_them() -> None:
    page = "# A\n\n## B\n\n## C\n\ntext\n\n```\n# no\n```\n\n# D\n"
    assert headings_without_content(page) == ["## B", "# D"]


def test_the_sample_brief_runs_to_a_result_with_an_honest_reason(finished: Ran) -> None:
    assert finished.code == 0, finished.err
    value = finished.value
    assert value["state"] == "finished"
    assert value["termination_reason"] in {"models_converged", "no_significant_changes", "max_rounds_reached"}
    assert (value["gate"], value["cost"]) == (None, 0.0)
    assert value["rounds"] >= 1
    assert value["tokens"] > 1000
    assert "Round 1" in finished.err
    assert finished.out.count("\n") == 1


def test_the_markdown_export_has_no_empty_section_and_names_everybody(
    finished: Ran, data: Path, tmp_path: Path
) -> None:
    ran = call("export", finished.value["session"], "-o", tmp_path / "x.md", data=data)
    text = (tmp_path / "x.md").read_text(encoding="utf-8")
    assert ran.code == 0
    assert headings_without_content(text) == []
    wanted = ("## The answer", "Ada", "Bram", "Cleo", "## Round 1")
    assert [part for part in wanted if part not in text] == []


def test_looking_commands_show_a_finished_session(finished: Ran, data: Path) -> None:
    session = finished.value["session"]
    prefix = session[:-2]
    assert call("show", prefix, "--json", data=data).value["state"] == "finished"
    assert session in [row["session"] for row in call("list", "--json", data=data).value]
    hits = call("search", "four-day", "--json", data=data).value
    assert any(hit["session"] == session and "four-day" in hit["snippet"].casefold() for hit in hits)
    records = [json.loads(line) for line in call("log", session, "--jsonl", data=data).out.splitlines()]
    assert [record["seq"] for record in records] == list(range(1, len(records) + 1))
    assert records[0]["type"] == "session_created"
    assert call("gates", session, "--json", data=data).value == []


def test_a_rejected_round_is_run_again_with_the_feedback_in_its_prompts(data: Path) -> None:
    plain = ("--set", "interactive_clarifications=false")
    waiting = call(*BRIEF, *plain, "--approve", "none", "--json", data=data)
    assert (waiting.code, waiting.value["state"]) == (3, "waiting")
    session, gate = waiting.value["session"], waiting.value["gate"]
    assert gate["kind"] == "approval"
    reply = ("answer", session, gate["id"], "--verb", "reject", "--data", json.dumps({"feedback": FEEDBACK}))
    again = call(*reply, "--json", data=data)
    assert (again.code, again.value["gate"]["kind"]) == (3, "approval"), again
    assert again.value["gate"]["id"] != gate["id"]
    assert call("gates", session, "--json", data=data).value[0]["attempt"] == 2

    refused = call(*reply, "--json", data=data)
    assert (refused.code, refused.error["kind"]) == (2, "gate")
    assert refused.error["message"]
    assert refused.error["next"]

    records: list[dict[str, Any]] = call("log", session, "--json", data=data).value
    asked = [r for r in records if r["type"] == "call_asked" and r["attempt"] == 2]
    assert asked
    assert FEEDBACK in json.dumps([r["body"] for r in asked])
    assert not any(
        FEEDBACK in json.dumps(r["body"]) for r in records if r["type"] == "call_asked" and r["attempt"] == 1
    )

    done = call("resume", session, "--approve", "all", "--json", data=data)
    assert (done.code, done.value["state"]) == (0, "finished")


def test_sessions_go_to_a_folder_each_under_its_title_and_the_answer_alone_to_a_file(
    finished: Ran, data: Path, tmp_path: Path
) -> None:
    session, folder = finished.value["session"], tmp_path / "out"
    several = call("export", session, session, "--format", "html", "-o", folder, "--json", data=data)
    assert several.code == 0
    names = [Path(one["file"]).name for one in several.value]
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    assert len(set(names)) == 2
    answer = tmp_path / "answer.md"
    assert call("export", session, "--only", "answer", "-o", answer, data=data).code == 0
    printed = call("export", session, "--only", "answer", "-o", "-", data=data)
    assert printed.out.strip() == answer.read_text(encoding="utf-8").strip()
    assert "How it was decided" not in printed.out
    hidden = tmp_path / "hidden.md"
    assert call("export", session, "--hide", "names,costs", "-o", hidden, data=data).code == 0
    assert "Member 1" in hidden.read_text(encoding="utf-8")
    assert "$" not in hidden.read_text(encoding="utf-8").split("## The answer")[0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--only", "sum"), "A report has no part “sum”."),
        (("--hide", "faces"), "“faces” cannot be hidden."),
        (
            ("--only", "answer", "--format", "json"),
            "A JSON export is complete; parts of it cannot be left out.",
        ),
        (
            ("--only", "answer", "--format", "csv"),
            "A CSV export holds figures alone; there are no parts to choose.",
        ),
    ],
)
def test_what_cannot_be_left_out_is_refused_in_words_and_nothing_is_written(
    options: tuple[str, ...], words: str, finished: Ran, data: Path, tmp_path: Path
) -> None:
    ran = call("export", finished.value["session"], *options, "-o", tmp_path / "x", "--json", data=data)
    assert ran.code == 2
    assert ran.error["message"] == words
    assert ran.error["next"]
    assert list(tmp_path.iterdir()) == []


def test_what_a_file_holds_is_told_before_it_is_taken_in(finished: Ran, data: Path, tmp_path: Path) -> None:
    session, file, other = finished.value["session"], tmp_path / "a.json", tmp_path / "other"
    assert call("export", session, "--format", "json", "-o", file, data=data).code == 0
    looked = call("import", file, "--look", data=other)
    assert looked.code == 0
    assert "It is not here yet" in looked.out
    assert call("list", "--json", data=other).value == []
    assert call("import", file, "--look", "--json", data=data).value["known"] == "same"


def test_a_team_whose_seats_were_given_one_model_goes_by_that_models_name() -> None:
    words = ("run", "debate", "--question", "Tea or coffee?", "--model", "offline/sceptic")
    told = " ".join(call(*words, "--approve", "none").err.split())
    assert "– offline/sceptic" in told
    assert "Offline council" not in told
