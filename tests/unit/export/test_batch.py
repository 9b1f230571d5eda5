"""A batch's report as a page, a table and JSON, with names that strangers made."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from app.domain.i18n import Speech, use_language
from app.domain.reporting import Judging
from app.export.batch import WRITERS, write_batch
from app.projections.evaluation import (
    BatchReport,
    GradedAnswer,
    Outcome,
    ReportLine,
    Spent,
    pairs_of,
    worth_of,
)
from app.services.languages import speech

HOSTILE = "<script>alert(1)</script>\x1b[31m\"'&"
TAGS = {"svg", "g", "line", "text", "circle", "rect", "polygon", "polyline"}


def outcomes(team: str, better: float, cost: float | None) -> list[Outcome]:
    chance = random.Random(team)
    found = []
    for number in range(40):
        rounds = [
            [
                GradedAnswer(seat, "a" if (right := chance.random() < share) else "b", right)
                for seat in ("Ada", "Bo", "Cy")
            ]
            for share in (0.6, 0.6 + better)
        ]
        result = chance.random() < 0.6 + better
        one = Outcome(f"q{number}", team, 1, f"s{number}", rounds, result, cost, 1000)
        spent = [Spent(250, 0.005), Spent(900, 0.0095)]
        found.append(replace(one, spent=spent, text=f"Plan {number}?", number_of_rounds=1))
    return found


@pytest.fixture(scope="module")
def report() -> BatchReport:
    found = [*outcomes("Everyday", 0.3, 0.02), *outcomes(HOSTILE, -0.3, 0.01)]
    return BatchReport(
        "survey",
        "debate",
        {"finished": 80, "waiting": 2},
        found,
        worth_of(found),
        1,
        pairs=pairs_of(found),
        left={"Everyday": {"waiting": 2}},
        set_aside=3,
        seeds=1,
        version="9.9.9",
        lines=[
            ReportLine(1, one.question, one.team, 1, one.session, "finished", outcome=one) for one in found
        ],
    )


def words_of(report: BatchReport) -> str:
    seen = Seen()
    seen.feed(write_batch(report, "html").decode())
    return seen.words


class Seen(HTMLParser):
    """What a browser would find: its tags, what they would load, and its words."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loads: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it."""
        self.tags.append(tag)
        self.loads += [f"{name}={value}" for name, value in attrs if name in ("src", "href", "style")]

    def handle_data(self, data: str) -> None:
        """Note it."""
        self.words += data


def test_the_page_says_for_each_team_whether_the_rounds_helped(report: BatchReport) -> None:
    told = words_of(report)
    assert "The rounds helped: +" in told
    assert "The rounds did harm: −" in told
    assert "80 finished, 2 waiting" in told
    assert "Not counted: 2 waiting." in told


def test_the_page_weighs_what_was_gained_against_what_it_took(report: BatchReport) -> None:
    told = words_of(report)
    assert "over 40 questions; 75% of its tokens and 75% of its cost came after the first answers." in told
    assert re.search(r"Each result that is right besides took \$0\.\d\d more\.", told)


def test_the_page_says_what_was_run(report: BatchReport) -> None:
    told = words_of(report)
    assert "40 questions, 3 rows of the table were set aside" in told
    assert "q7: Plan 7?" in told
    assert "s39" in told


@pytest.mark.parametrize("result", [True, False])
def test_of_three_questions_no_verdict_is_given(result: bool) -> None:
    first, last = ("b", "a") if result else ("a", "b")
    rounds = [[GradedAnswer(seat, key, key == "a") for seat in ("Ada", "Bo")] for key in (first, last)]
    found = [Outcome(f"q{n}", team, 1, "s", rounds, result, 0.0, 9) for n in range(3) for team in "TU"]
    found += [replace(one, team="T · vote", baseline_of="T", result=not result) for one in found[::2]]
    told = words_of(BatchReport("b", "debate", {}, found, worth_of(found), 0, pairs=pairs_of(found)))
    assert "Only 3 questions can be compared: so few tell nothing of whether rounds or chair helped." in told
    assert "With T · vote, at equal tokens, 3 questions can be compared: so few tell nothing." in told
    assert "T and U both answered 3 questions, 0 points (−55 to +55) apart: so few tell nothing." in told
    assert not re.search(r"helped:|did harm|was ahead of|was behind|lost what|better than", told)
    assert ("3 of 3 results: 100% (44% to 100%)" if result else "0 of 3 results: 0% (0% to 56%)") in told
    assert "Wilson" in told
    assert "none was right" in told


def test_where_the_chair_lost_it_the_rounds_are_not_blamed() -> None:
    rounds = [
        [
            GradedAnswer("Ada", key, key == "a"),
            GradedAnswer("Bo", "a", True),
            GradedAnswer("Cy", key, key == "a"),
        ]
        for key in "ba"
    ]
    found = [Outcome(f"q{n}", "T", 1, f"s{n}", rounds, False, 0.0, 9) for n in range(25)]
    told = words_of(BatchReport("b", "debate", {}, found, worth_of(found), 0))
    assert "The rounds helped: +100 points" in told
    assert "The result lost what the last vote had: −100 points" in told


def test_grades_by_a_rubric_are_told_as_such_and_later_rounds_as_not_graded() -> None:
    rounds = [
        [GradedAnswer("Ada", "x", True), GradedAnswer("Bo", "y", True)],
        [GradedAnswer("Ada", "z", None)],
    ]
    one = Outcome("q", "T", 1, "s", rounds, False, 0.0, 9, by_rubric=True, partly=True)
    report = BatchReport("b", "debate", {}, [one], worth_of([one]), 0)
    told = words_of(report)
    assert (
        "The judge graded 1 of these results by the rubric, 1 as partly right, which counts as wrong." in told
    )
    assert "In 1 of 1 sessions later rounds were not graded" in told
    assert "From wrong to right" not in told
    assert "gained nothing more" not in told


def test_the_page_runs_nothing_loads_nothing_and_shows_names_as_they_are(report: BatchReport) -> None:
    page = write_batch(report, "html").decode()
    seen = Seen()
    seen.feed(page)
    assert "script" not in seen.tags
    assert seen.loads == []
    assert "\x1b" not in page
    assert "<script>alert(1)</script>" in seen.words


def test_the_plots_are_sound_svg_within_their_frame(report: BatchReport) -> None:
    plots = re.findall(r"<svg.*?</svg>", write_batch(report, "html").decode(), re.DOTALL)
    assert len(plots) == 3
    for plot in plots:
        root = ET.fromstring(plot)
        _, _, width, height = map(float, root.get("viewBox", "").split())
        assert {one.tag.rpartition("}")[2] for one in root.iter()} <= TAGS
        for one in root.iter():
            for name in ("x", "x1", "x2", "cx"):
                assert 0 <= float(one.get(name, 0)) <= width
            for name in ("y", "y1", "y2", "cy"):
                assert 0 <= float(one.get(name, 0)) <= height


def test_programs_read_the_same_figures(report: BatchReport) -> None:
    value = json.loads(write_batch(report, "json"))
    assert value["teams"][0]["accuracy"]["of"] == 40
    assert len(value["sessions"]) == 80
    assert value["sessions"][0]["rounds"][0][0]["seat"] == "Ada"


@pytest.mark.parametrize("form", sorted({*WRITERS, "csv"}))
def test_a_batch_of_which_nothing_is_finished_has_a_report_too(form: str) -> None:
    content = write_batch(BatchReport("b", "debate", {"waiting": 3}, [], [], 0), form).decode()
    assert "No session is finished yet." in content if form == "html" else content


def test_page_and_table_are_in_the_language_of_whoever_asks_and_json_is_not(report: BatchReport) -> None:
    whole = write_batch(report, "json")
    marked = Speech(lambda _context, source: f"⟦{source}⟧", None, "xx")
    with use_language(marked):
        page = write_batch(report, "html").decode()
        table = write_batch(report, "csv").decode("utf-8-sig")
        assert write_batch(report, "json") == whole
    names = {
        word
        for one in report.outcomes
        for word in re.findall(r"[^\W\d_]{2,}", f"{one.team} {one.question} {one.text}")
    }
    for shown in (re.sub(r"<style>.*?</style>|</?[a-z][^>]*>|&[a-z]+;", " ", page, flags=re.DOTALL), table):
        left, before = shown, ""
        while left != before:
            before, left = left, re.sub(r"⟦[^⟦⟧]*⟧", " ", left)
        assert (
            set(re.findall(r"[^\W\d_]{2,}", left))
            - names
            - {"survey", "debate", "Roundtable", "DOCTYPE", "html", "id", "question"}
            == set()
        )
    with use_language(speech("de")):
        page, table = (write_batch(report, form).decode("utf-8-sig") for form in ("html", "csv"))
    assert '<html lang="de">' in page
    assert "80 abgeschlossen, 2 wartend" in page
    assert "Die Runden halfen: " in page
    assert "Antwort;Kurzantwort;Ergebnis;" in table.splitlines()[0]
    assert ";0,02;1000;" in table


def test_the_judging_is_told_where_nobody_knows_the_right_answers() -> None:
    judging = Judging(
        changed=3, held=1, swaps=2, swaps_agreed=1, pairs=8, longer_preferred=6, own_ranked=0, own_first=0
    )
    rounds = [[GradedAnswer("Ada", "a", None)]]
    found = [Outcome(f"q{n}", "Open", 1, f"s{n}", rounds, None, None, 10, judging) for n in range(2)]
    told = BatchReport("survey", "debate", {"finished": 2}, found, worth_of(found), 1)
    seen = Seen()
    seen.feed(write_batch(told, "html").decode())
    assert "75% (6 of 8)50% (2 of 4)75% (12 of 16)––" in seen.words.replace("\n", "")
    value = json.loads(write_batch(told, "json"))
    assert value["teams"][0]["judging"]["pairs"] == 16
    assert value["sessions"][0]["judging"]["swaps_agreed"] == 1


def test_without_any_judging_the_page_says_nothing_of_it(report: BatchReport) -> None:
    assert "How it was judged" not in write_batch(report, "html").decode()
