"""`roundtable batch`: a table as people have it comes back with its answers, and is held to a bar."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from app.cli.runs import too_far_apart
from app.projections.answers import answer_of
from tests.support.batch_tables import batch
from tests.support.commands import call


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def survey(folder: Path) -> Path:
    """Write a table of columns that the program does not know by itself."""
    path = folder / "survey.csv"
    path.write_text(
        "id,input,target,category\n"
        "a,Is plan 1 better than none?,yes,plans\n"
        "b,Is plan 2 better than none?,zebra,plans\n",
        encoding="cp1252",
    )
    return path


def test_a_table_of_strange_columns_comes_back_with_its_answers_and_their_verdicts(
    data: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    ran = call(*batch(survey(tmp_path), out), data=data)
    assert ran.code == 0, ran.err
    assert "input as question, target as expected" in ran.err
    assert "Carried along into the table of answers: category." in ran.err
    # What was told once is not told again.
    assert "are read so" not in call(*batch(survey(tmp_path), out), data=data).err
    assert call("batch", "report", out, "--format", "csv", data=data).code == 0
    with (out / "report.csv").open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["id"], row["target"], row["category"]) for row in rows] == [
        ("a", "yes", "plans"),
        ("b", "zebra", "plans"),
    ]
    assert all(row["answer"] and row["short answer"] and row["session"] for row in rows)
    # What was held against the key, and no remark on it.
    assert all(row["short answer"] == answer_of(row["answer"]) for row in rows)
    assert rows[1]["result"] in ("wrong", "unknown")
    for form in ("jsonl", "xlsx", "html"):
        assert call("batch", "report", out, "--format", form, data=data).code == 0
        assert (out / f"report.{form}").stat().st_size


def test_a_batch_below_the_bar_ends_with_a_status_of_its_own_and_is_told_to_a_build_server(
    data: Path, tmp_path: Path
) -> None:
    out, junit = tmp_path / "out", tmp_path / "junit.xml"
    ran = call(*batch(survey(tmp_path), out), "--fail-below", "1", "--junit", junit, data=data)
    assert ran.code == 7, ran.err
    assert "Below 100%" in ran.err
    assert ran.value["states"] == {"finished": 2}
    suite = ET.parse(junit).getroot().find("testsuite")
    assert suite is not None
    assert suite.get("tests") == "2"
    # A person's word holds before all, and is counted as such.
    for row in ("a", "b"):
        graded = call("batch", "grade", out, row, "right", data=data)
        assert graded.code == 0, graded.err
    assert call(*batch(survey(tmp_path), out), "--fail-below", "1", data=data).code == 0
    call("batch", "report", out, "--format", "jsonl", data=data)
    told = [json.loads(line) for line in (out / "report.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(one["result"], one["graded by"]) for one in told] == [("right", "person")] * 2
    log = call("log", told[0]["session"], data=data).out
    assert "You say that the result is right" in log
    assert call("batch", "grade", out, "nobody", "right", data=data).code == 2


@pytest.mark.parametrize(
    ("agreement", "most", "said"),
    [(60.0, 40, ""), (59.0, 40, "disagree by 41 %; 40 %"), (None, 100, "Nobody measured"), (100.0, 0, "")],
)
def test_members_may_disagree_as_much_as_is_allowed_and_no_more(
    agreement: float | None, most: float, said: str
) -> None:
    told = too_far_apart(agreement, most)
    assert said in told
    assert bool(told) == bool(said)


def test_a_debate_of_which_nobody_knows_how_far_its_members_agree_passes_no_gate(data: Path) -> None:
    command = ("run", "debate", "--question", "Is tea better than coffee?", "--approve", "all", "--json")
    # Rules without AI measure no agreement.
    ran = call(*command, "--fail-above-disagreement", "100", data=data)
    assert (ran.code, ran.value["state"]) == (7, "finished")
    assert "Nobody measured how far the members agree" in ran.err
    refused = call(
        *("run", "experiment", "--prompt", "x", "--run-id", "y", "--fail-above-disagreement", "1"), data=data
    )
    assert refused.code == 2


def test_a_row_that_waits_is_in_the_table_with_what_it_waits_for(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert call(*batch(survey(tmp_path), out, "--approve", "none"), data=data).code == 3
    asked = {one["id"]: one["asks"] for one in call("batch", "gates", out, "--json", data=data).value}
    call("batch", "report", out, "--format", "jsonl", data=data)
    told = [json.loads(line) for line in (out / "report.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(one["id"], one["state"], one["answer"]) for one in told] == [
        ("a", "waiting", None),
        ("b", "waiting", None),
    ]
    assert {one["id"]: one["why"] for one in told} == asked
    call("batch", "report", out, "--format", "junit", data=data)
    assert ET.parse(out / "report.xml").getroot().find("testsuite/testcase/skipped") is not None
