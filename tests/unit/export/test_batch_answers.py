"""The table of a batch given back with its answers: every row, whatever became of it, in each form."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from python_calamine import CalamineWorkbook

from app.domain.i18n import use_language
from app.export.batch import write_batch
from app.projections.evaluation import BatchReport, GradedAnswer, Outcome, ReportLine, worth_of
from app.services.languages import speech

ANSWER = 'Azure, said the first.\n\n- and so did the second\n\nAnswer: =HYPERLINK("http://x")'


def outcome(row: str, team: str, result: bool | None, **more: Any) -> Outcome:
    told: dict[str, Any] = {
        "answer": ANSWER,
        "short": "=1+1",
        "way": "words",
        "agreement": 87.5,
        "dissent": "Bo: green",
        "seconds": 12.34,
        "text": f"Which mug {row}?",
        **more,
    }
    return Outcome(row, team, 1, f"s{row}{team}", [], result, 0.25, 1200, **told)


@pytest.fixture
def report() -> BatchReport:
    found = [
        outcome("q1", "T", True),
        outcome("q1", "U", False, by_person=True),
        outcome("q2", "T", True, partly=False, by_rubric=True, way=""),
    ]
    lines = [
        *(
            ReportLine(
                int(one.question[1]), one.question, one.team, 1, one.session, "finished", "", "azure", one
            )
            for one in found
        ),
        ReportLine(2, "q2", "U", 1, "s4", "waiting", "approval", "azure"),
    ]
    return BatchReport(
        "survey: [1]",
        "debate",
        {"finished": 3, "waiting": 1},
        found,
        worth_of(found),
        1,
        set_aside=1,
        lines=lines,
        table={
            1: {"id": "q1", "Frage": "Which mug q1?", "answer": "azure", "level": 3},
            2: {"id": "q2", "Frage": "Which mug q2?", "answer": "azure", "level": None, "tags": ["a", "b"]},
            3: {"id": "q2", "Frage": "Again?", "answer": "", "level": 1},
        },
        why_aside={3: "The id q2 stands in an earlier row, too."},
    )


def jsonl(report: BatchReport, **more: bool) -> list[dict[str, Any]]:
    return [json.loads(line) for line in write_batch(report, "jsonl", **more).decode().splitlines()]


def sheet(content: bytes) -> list[list[Any]]:
    return CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()


def test_the_table_comes_back_with_its_own_columns_and_what_each_session_answered(
    report: BatchReport,
) -> None:
    first, second, third, waiting, aside = jsonl(report)
    assert list(first)[:5] == ["id", "Frage", "answer", "level", "tags"]
    # The row has a column that is called as ours: neither is lost.
    assert (first["answer"], first["answer (Roundtable)"], first["short answer"]) == ("azure", ANSWER, "=1+1")
    assert (first["result"], first["read as"], first["graded by"]) == ("right", "words", "rules")
    assert (first["agreement"], first["dissent"], first["team"]) == (87.5, "Bo: green", "T")
    assert (first["cost"], first["tokens"], first["of which cached"], first["seconds"]) == (
        0.25,
        1200,
        0,
        12.34,
    )
    assert (second["result"], second["graded by"]) == ("wrong", "person")
    assert (third["graded by"], third["tags"], third["level"]) == ("rubric", ["a", "b"], None)
    assert (waiting["state"], waiting["why"], waiting["result"], waiting["Frage"]) == (
        "waiting",
        "approval",
        None,
        "Which mug q2?",
    )
    assert (aside["state"], aside["Frage"]) == ("set aside", "Again?")
    assert "earlier row" in aside["why"]


def test_teams_stand_beside_each_other_where_that_is_wanted(report: BatchReport) -> None:
    first, second, aside = jsonl(report, side_by_side=True)
    assert (first["result · T"], first["result · U"]) == ("right", "wrong")
    assert (first["answer · T"], first["state"]) == (ANSWER, "finished")
    assert (second["answer · U"], second["state"]) == (None, "finished, waiting")
    assert aside["state"] == "set aside"


def test_runs_of_one_question_stand_below_each_other(report: BatchReport) -> None:
    lines = [ReportLine(1, "q1", team, seed, f"s{seed}{team}", "paused") for seed in (1, 2) for team in "TU"]
    told = BatchReport("b", "debate", {}, [], [], 0, lines=lines, table={1: {"id": "q1"}})
    assert [(one["session · T"], one["session · U"]) for one in jsonl(told, side_by_side=True)] == [
        ("s1T", "s1U"),
        ("s2T", "s2U"),
    ]


def test_no_cell_of_a_spreadsheet_is_a_formula_and_numbers_stay_numbers(report: BatchReport) -> None:
    head, first, *_ = csv.reader(io.StringIO(write_batch(report, "csv").decode("utf-8-sig")))
    told = dict(zip(head, first, strict=True))
    assert told["short answer"] == "'=1+1"
    assert told["answer (Roundtable)"] == ANSWER
    content = write_batch(report, "xlsx")
    top, line, *_ = sheet(content)
    cells = dict(zip(top, line, strict=True))
    assert (cells["short answer"], cells["answer (Roundtable)"], cells["tokens"]) == ("=1+1", ANSWER, 1200)
    assert b"<f>" not in content
    assert write_batch(report, "xlsx") == content, "the same table gives the same bytes"


def test_spreadsheet_and_page_are_in_the_language_that_is_spoken_and_jsonl_is_not(
    report: BatchReport,
) -> None:
    whole = write_batch(report, "jsonl")
    with use_language(speech("de")):
        assert write_batch(report, "jsonl") == whole
        head, first, *_ = sheet(write_batch(report, "xlsx"))
        told = dict(zip(head, first, strict=True))
        assert (told["Ergebnis"], told["Status"], told["bewertet nach"]) == (
            "richtig",
            "abgeschlossen",
            "Regeln",
        )


def test_a_cost_that_is_unknown_is_said_so_where_a_person_reads_and_is_null_for_programs(
    report: BatchReport,
) -> None:
    lines = [
        replace(line, outcome=replace(line.outcome, cost=None)) if line.outcome and line.arm == "U" else line
        for line in report.lines
    ]
    told = replace(report, lines=lines)
    head, *rows = sheet(write_batch(told, "xlsx"))
    assert [dict(zip(head, row, strict=True))["cost"] for row in rows] == [0.25, "cost unknown", 0.25, "", ""]
    head, *rows = sheet(write_batch(told, "xlsx", side_by_side=True))
    assert [dict(zip(head, row, strict=True))["cost · U"] for row in rows] == ["cost unknown", "", ""]
    assert [line["cost"] for line in jsonl(told)] == [0.25, None, 0.25, None, None]


def test_the_page_folds_each_whole_answer_behind_its_short_form(report: BatchReport) -> None:
    page = write_batch(report, "html").decode()
    assert "<summary>=1+1</summary>" in page
    assert "Azure, said the first." in page
    assert "right (rules)" in page
    assert "wrong (person)" in page
    assert "Bo: green" in page
    # Whoever reads the page alone has what the tables have.
    for told in ("88 %", "$0.25", "1,200", "12.3 s", "sq1T"):
        assert f"<td>{told}</td>" in page
    rounds = [[GradedAnswer("Ada", "a", True), GradedAnswer("Bo", "a", True), GradedAnswer("Cy", "b", False)]]
    one = replace(report.outcomes[0], agreement=None, rounds=rounds, tokens_cached=300, seconds=None)
    line = replace(report.lines[0], outcome=one)
    page = write_batch(replace(report, outcomes=[one], lines=[line]), "html").decode()
    for told in ("67 % the same answer", "1,200, of which 300 cached", "–"):
        assert f"<td>{told}</td>" in page


def test_a_batch_of_an_earlier_version_gives_what_is_known_of_its_rows(report: BatchReport) -> None:
    one = outcome("q1", "T", True)
    lines = [ReportLine(1, "q1", "T", 1, "s", "finished", "", "azure", one)]
    told = BatchReport("b", "debate", {}, [one], worth_of([one]), 0, lines=lines)
    (line,) = jsonl(told)
    assert (line["id"], line["question"], line["expected"], line["answer"]) == (
        "q1",
        "Which mug q1?",
        "azure",
        ANSWER,
    )


def test_a_build_server_reads_a_test_for_each_session(report: BatchReport) -> None:
    suite = ET.fromstring(write_batch(report, "junit")).find("testsuite")
    assert suite is not None
    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "4",
        "failures": "1",
        "errors": "0",
        "skipped": "1",
    }
    failure = suite.find("testcase[@classname='U']/failure")
    assert failure is not None
    assert failure.get("message") == "expected “azure”, got “=1+1”"
    assert "Azure, said the first." in (failure.text or "")


def test_agreement_is_told_with_how_often_it_was_right() -> None:
    found = [outcome(f"q{n}", "T", n > 1, agreement=100.0 if n < 4 else 60.0) for n in range(8)]
    (team,) = worth_of(found)
    assert [(one.low, one.high, one.right.of) for one in team.calibration] == [(50, 74, 4), (100, 100, 4)]
    assert [one.right.value for one in team.calibration] == [1.0, 0.5]
    assert all(one.judged for one in team.calibration)
    page = write_batch(BatchReport("b", "debate", {}, found, [team], 0), "html").decode()
    assert "What agreement is worth" in page
    assert "50 to 74 %" in page


def test_where_no_judge_measured_agreement_the_same_answers_tell_it() -> None:
    def told(number: int, *keys: str) -> Outcome:
        given = [GradedAnswer(seat, key, key == "a") for seat, key in zip("XYZ", keys, strict=True)]
        return replace(outcome(f"q{number}", "T", number > 0, agreement=None), rounds=[given])

    found = [told(0, "b", "b", "b"), told(1, "a", "a", "a"), told(2, "a", "a", "b")]
    (team,) = worth_of(found)
    assert [(one.low, one.right.of, one.right.value, one.judged) for one in team.calibration] == [
        (50, 1, 1.0, False),
        (100, 2, 0.5, False),
    ]
    assert (
        "the same last answer"
        in write_batch(BatchReport("b", "debate", {}, found, [team], 0), "html").decode()
    )
    # A baseline has samples, and no last answers.
    (alone,) = worth_of([replace(one, baseline_of="U") for one in found])
    page = write_batch(BatchReport("b", "debate", {}, found, [alone], 0), "html").decode()
    assert "the same sample" in page
    assert "the same last answer" not in page
