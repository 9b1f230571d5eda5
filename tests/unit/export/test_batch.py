"""A batch's report as a page, a table and JSON, with names that strangers made."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from app.domain.i18n import Speech, speaking
from app.domain.reporting import Judging
from app.export.batch import WRITERS, write_batch
from app.projections.worth import BatchReport, Given, Outcome, worth_of
from app.services.languages import speech

HOSTILE = "<script>alert(1)</script>\x1b[31m\"'&"
TAGS = {"svg", "g", "line", "text", "circle", "rect", "polygon", "polyline"}


def outcomes(team: str, better: float, cost: float | None) -> list[Outcome]:
    chance = random.Random(team)
    found = []
    for number in range(40):
        rounds = [
            [
                Given(seat, "a" if (right := chance.random() < share) else "b", right)
                for seat in ("Ada", "Bo", "Cy")
            ]
            for share in (0.6, 0.6 + better)
        ]
        result = chance.random() < 0.6 + better
        found.append(Outcome(f"q{number}", team, 1, f"s{number}", rounds, result, cost, 1000))
    return found


@pytest.fixture(scope="module")
def report() -> BatchReport:
    found = [*outcomes("Everyday", 0.3, 0.02), *outcomes(HOSTILE, -0.3, 0.01)]
    return BatchReport("survey", "debate", {"finished": 80, "waiting": 2}, found, worth_of(found), 1)


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
    seen = Seen()
    seen.feed(write_batch(report, "html").decode())
    assert "The rounds helped: " in seen.words
    assert "The rounds did harm: " in seen.words
    assert "80 finished, 2 waiting" in seen.words


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
    assert len(plots) == 2
    for plot in plots:
        root = ET.fromstring(plot)
        _, _, width, height = map(float, root.get("viewBox", "").split())
        assert {one.tag.rpartition("}")[2] for one in root.iter()} <= TAGS
        for one in root.iter():
            for name in ("x", "x1", "x2", "cx"):
                assert 0 <= float(one.get(name, 0)) <= width
            for name in ("y", "y1", "y2", "cy"):
                assert 0 <= float(one.get(name, 0)) <= height


def test_the_table_has_a_line_for_each_session_and_no_formula(report: BatchReport) -> None:
    found = [Outcome("=1+1", "+T", 1, "s", [], True, None, 5)]
    lines = list(csv.reader(io.StringIO(write_batch(report, "csv").decode("utf-8-sig"))))
    assert len(lines) == 81
    told = BatchReport("b", "debate", {}, found, worth_of(found), 0)
    (_, line) = csv.reader(io.StringIO(write_batch(told, "csv").decode("utf-8-sig")))
    assert line[:2] == ["'=1+1", "'+T"]
    assert line[-2:] == ["", "5"]


def test_programs_read_the_same_figures(report: BatchReport) -> None:
    value = json.loads(write_batch(report, "json"))
    assert value["teams"][0]["accuracy"]["of"] == 40
    assert len(value["sessions"]) == 80
    assert value["sessions"][0]["rounds"][0][0]["seat"] == "Ada"


@pytest.mark.parametrize("form", sorted(WRITERS))
def test_a_batch_of_which_nothing_is_finished_has_a_report_too(form: str) -> None:
    content = write_batch(BatchReport("b", "debate", {"waiting": 3}, [], [], 0), form).decode()
    assert "No session is finished yet." in content if form == "html" else content


def test_page_and_table_are_in_the_language_of_whoever_asks_and_json_is_not(report: BatchReport) -> None:
    whole = write_batch(report, "json")
    marked = Speech(lambda _context, source: f"⟦{source}⟧", None, "xx")
    with speaking(marked):
        page = write_batch(report, "html").decode()
        table = write_batch(report, "csv").decode("utf-8-sig")
        assert write_batch(report, "json") == whole
    names = {
        word for one in report.outcomes for word in re.findall(r"[^\W\d_]{2,}", f"{one.team} {one.question}")
    }
    for shown in (re.sub(r"<style>.*?</style>|</?[a-z][^>]*>|&[a-z]+;", " ", page, flags=re.DOTALL), table):
        left, before = shown, ""
        while left != before:
            before, left = left, re.sub(r"⟦[^⟦⟧]*⟧", " ", left)
        assert set(re.findall(r"[^\W\d_]{2,}", left)) - names - {"survey", "DOCTYPE", "html"} == set()
    with speaking(speech("de")):
        page, table = (write_batch(report, form).decode("utf-8-sig") for form in ("html", "csv"))
    assert '<html lang="de">' in page
    assert "80 abgeschlossen, 2 wartend" in page
    assert "Die Runden halfen: " in page
    assert table.splitlines()[0].startswith("Kennung;Team;Startwert;")
    assert ";0,020000;1000" in table


def test_the_judging_is_told_where_nobody_knows_the_right_answers() -> None:
    judging = Judging(
        changed=3, held=1, swaps=2, swaps_agreed=1, pairs=8, longer_preferred=6, own_ranked=0, own_first=0
    )
    rounds = [[Given("Ada", "a", None)]]
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
