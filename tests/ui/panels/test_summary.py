"""The Summary tab tells of the session in sight and of no other."""

from __future__ import annotations

import asyncio

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton

from app.domain.facts import TextAssessed
from app.domain.reporting import Part, Remark, WorkflowReport
from app.domain.verdict_facts import DecisionRecorded
from app.ui.panels.answer_states import state_of
from app.ui.panels.links import PlaceLink
from app.ui.panels.rendered import copied, sheet_of, told_of
from app.ui.panels.summary import SummaryPanel, summary_text
from app.ui.panels.summary_page import SheetLine
from app.ui.view.disputes import disputed
from app.ui.view.reading import read_view
from tests.support.scenes.replaying import Cut, cut, recorded
from tests.support.scenes.states import FIRST_ROUND, bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def test_what_another_session_came_to_is_gone_at_once(core, desk):
    fresh = await core.begin()
    done = await core.replay(cut(recorded("debate"), FIRST_ROUND))
    async with desk() as d:
        page = d.window.page
        panel = page.tabs.show_kind("summary")
        d.window.open_session(done)
        while page.session != done:
            await d.settle()
        page.tabs.show_kind("summary")
        while panel._summary is None:
            await d.settle()
        # The other one runs, and tells nothing before it halts.
        d.window.open_session(fresh)
        while page.session != fresh:
            await d.settle()
        page.tabs.show_kind("summary")
        assert page.state == "running"
        assert panel.outcome.isHidden()
        assert panel.question.isHidden()
        (said,) = panel._told.findChildren(QLabel)
        assert said.text() == "Nothing can be summed up yet."
        assert said.isVisible()


async def test_nothing_is_told_of_a_finished_session_before_it_is_known_what_it_came_to(core, desk):
    first, second = await finished(core), await finished(core)
    async with desk() as d:
        page, known = d.window.page, asyncio.Event()
        await d.window._open(first)
        summary = await summary_of(d, first)
        final = page.tabs.show_kind("final")
        for panel in (final, summary):

            async def held(session, ask=panel._ask):
                await known.wait()
                return await ask(session)

            panel._ask = held
        await d.window._open(second)
        await d.settle()
        assert page.session == second
        assert final.written.text() == "", "it may be the chair's, and may be a member's"
        assert "Where it stands" not in [one.text() for one in summary.findChildren(QLabel)]
        known.set()
        await until(lambda: final.written.text() and summary._summary is not None)


async def finished(core):
    """Return a debate that has its final answer."""
    session = await core.replay(cut(recorded("debate"), FIRST_ROUND))
    await core.finish(session)
    return session


async def summary_of(d, session):
    """Return the summary of a session in the window, once it is told."""
    await d.window._open(session)
    panel = d.window.page.tabs.show_kind("summary")
    await until(lambda: panel._summary is not None)
    return panel


@pytest.fixture
def summed_up(alone):
    """Show the summary of a session without a window around it: `summed_up(session)`, with its view."""

    async def shown(session):
        d = await alone(SummaryPanel(), session)
        await until(lambda: d.panel._summary is not None)
        return d.panel, d.view

    return shown


async def test_the_page_has_the_decision_who_agrees_who_differs_and_on_what_it_rests(core, summed_up):
    panel, _ = await summed_up(await bring_to(core, "look-finished"))
    page = panel.plain()
    places = [page.index(f"## {title}") for title in ("They agree", "They still differ", "It rests on")]
    assert places == sorted(places)
    assert "\n# Start a limited trial of twelve months" in page
    assert "  - Blaise: In the first month of the trial." in page
    assert "By Ada, Blaise, Grace" in page
    # What the machine did is no part of it, and what is empty has no title.
    absent = "token", "similar", "openai/", "$", "agreement 92", "What happens next", "Dissent"
    assert [words for words in absent if words in page] == []
    shown = {one.words.text() for one in panel.sheet.findChildren(SheetLine)}
    assert "In the first month of the trial." in shown


async def test_the_page_says_what_speaks_against_it_where_no_point_is_told_on_which_they_differ(core):
    view, _ = await read_view(core, await bring_to(core, "look-finished"))
    remark = Remark(text="It costs more.", who=("Ada",))
    against = Part(name="against", title="Dissent", remarks=(remark,))
    report = WorkflowReport(findings=(against,), senses={"against": "against"}, decision="Do it.")
    page = copied(sheet_of(view, report, told_of(view, report), []))
    assert "## Dissent\n\n- Ada: It costs more." in page


async def test_the_page_has_what_the_person_decided_before_what_the_members_recommended(core, summed_up):
    session = await bring_to(core, "finished")
    await core.review.tell(session, DecisionRecorded(text="We wait a year.", look_back=""))
    page = (await summed_up(session))[0].plain()
    assert page.startswith("Decided by you · ")
    assert "\n# We wait a year.\n" in page
    assert "The members recommended: " in page
    report = (await core.exporting.content(session, "md")).decode()
    decided = report.index("**Decided by the person.** We wait a year.")
    assert decided < report.index("**Recommended by the members.** ")
    assert "**Decision.**" not in report


async def test_a_page_of_a_session_that_goes_on_says_as_of_when(core, summed_up):
    panel, _ = await summed_up(await bring_to(core, "look-review"))
    words = [one.text() for one in panel.sheet.findChildren(QLabel)]
    assert "As of round 2" in words
    assert "So far: they differ on 3 points" in words
    assert "and on 1 more point" in words


async def test_while_the_result_is_written_the_page_is_of_the_last_round_not_of_one_before(core, summed_up):
    asked = Cut("call_asked", 1, {"purpose": "synthesis"})
    panel, _ = await summed_up(await core.replay(cut(recorded("debate"), asked)))
    assert "As of round 2" in [one.text() for one in panel.sheet.findChildren(QLabel)]


async def test_the_page_has_one_column_where_the_window_is_narrow(core, summed_up):
    panel, _ = await summed_up(await bring_to(core, "look-finished"))
    left, right = panel.sheet._left, panel.sheet._right
    for width, beside in ((1300, True), (800, False)):
        panel.window().resize(width, 700)
        await until(lambda beside=beside: (right.x() > left.x()) is beside)
        assert (right.y() > left.y()) is not beside


async def test_a_line_of_the_page_leads_to_its_place_by_mouse_and_by_key(core, summed_up):
    panel, _ = await summed_up(await bring_to(core, "look-finished"))
    lines = panel.sheet.findChildren(SheetLine)
    line = next(one for one in lines if "In the first month" in one.words.text())
    wanted: list[str] = []
    panel.open_wanted.connect(lambda place: wanted.append(place.seat))
    QTest.mouseClick(line, Qt.MouseButton.LeftButton)
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert wanted == ["Blaise", "Blaise"]


async def test_a_line_leads_to_where_it_is_said(core, desk):
    session = await bring_to(core, "look-finished")
    async with desk() as d:
        panel = await summary_of(d, session)
        panel.fold.click()
        places = [one for one in panel.findChildren(PlaceLink) if "¶" in one.text()]
        assert len(places) >= 4
        places[0].click()
        await d.settle()
        page = d.window.page
        assert page.tabs.name() == "answers"
        assert any(card.text.textCursor().selectedText() for card in page.panel("answers").cards.values())


async def test_the_summary_counts_as_disputed_what_the_bar_counts(core, summed_up):
    panel, view = await summed_up(await bring_to(core, "look-review"))
    part = next(part for part in panel._parts if part.sense == "disputed")
    assert len(part.lines) == len(disputed(view)) > 0
    changed = next(part for part in panel._parts if part.sense == "changed")
    # Those of the round that lies before the person, one a member, each with its way to the changes.
    assert len(changed.lines) == len(view.this_attempt())
    assert all(line.change is not None for line in changed.lines)


async def test_who_reads_for_the_outcome_meets_no_figure_of_the_machine_until_they_are_wanted(
    core, summed_up
):
    panel, _ = await summed_up(await bring_to(core, "look-finished"))

    def seen():
        labels = [one.text() for one in panel.findChildren(QLabel) if one.isVisible()]
        texts = (panel.outcome, panel.figures, panel.text)
        return "\n".join((*labels, *(one.plain() for one in texts if one.isVisible())))

    counted = ("tokens", "calls", "answers changed", "openai/", "similar")
    assert [what for what in counted if what in seen()] == []
    panel.fold.click()
    await until(lambda: "tokens" in seen() and "answers changed" in seen())


@pytest.mark.parametrize(("state", "rounds"), [("look-review", 2), ("look-finished", 3)])
async def test_as_many_answers_changed_in_the_figures_as_were_revised(core, summed_up, state, rounds):
    panel, view = await summed_up(await bring_to(core, state))
    revised = sum(fact.status in ("changed", "minor") for fact in view.this_attempt())
    panel.fold.click()
    await until(panel.figures.isVisible)
    assert f"Round {rounds}: answers changed {revised}, " in panel.figures.plain()
    facts = view.fold.timeline.measured[(view.round, view.attempt)]
    assert facts["changed"].value == pytest.approx(100 * revised / len(view.members()), abs=0.1)


@pytest.mark.parametrize(
    ("ratio", "head", "summed"),
    [
        (0.08, "8 % changed", "revised a little, 8 %"),
        (0.001, "Minor wording change", "revised a little, under 1 %"),
        (0.8, "80 % changed", "revised, 80 %"),
    ],
    ids=["a date", "a comma", "another text"],
)
async def test_a_change_is_told_by_its_share_and_never_as_one_of_nothing(core, ratio, head, summed):
    session = await bring_to(core, "look-review")
    await core.write(session, TextAssessed(slot="answer", seat="Ada", status="minor", ratio=ratio))
    view, _ = await read_view(core, session)
    assert state_of(view, "Ada", None, "answer", partial=False).head == head
    assert f"Ada: {summed}" in summary_text(view)


@pytest.mark.nightly
async def test_a_dispute_leads_to_the_critique_that_raised_it_whatever_its_words(core, desk):
    session = await bring_to(core, "look-review")
    async with desk() as d:
        panel, page = await summary_of(d, session), d.window.page
        part = next(part for part in panel._parts if part.sense == "disputed")
        points = page.view.fold.critiques.points
        assert all(points[line.critique].filed.claim == line.text for line in part.lines)
        links = [one for one in panel.findChildren(QPushButton) if one.text() == "Show critique"]
        links[-1].click()
        await d.settle()
        assert page.tabs.name() == "critiques"
        assert page.panel("critiques").detail.title.text() == part.lines[-1].text


async def test_a_change_leads_to_the_very_text_and_a_place_to_the_text_that_stood(core):
    view, _ = await read_view(core, await bring_to(core, "look-finished"))
    seat = view.members()[0]
    texts = view.fold.texts.of_seat(seat)
    assert len(texts) > 1
    first, newest = texts[0], texts[-1]
    said = first.text.split("\n\n")[1]
    for told, round_shown in (((first.seq,), first.round), ((), newest.round)):
        alone = Part(name="alone", title="Alone", remarks=(Remark(text=said, who=(seat,), texts=told),))
        ((line,),) = [part.lines for part in told_of(view, WorkflowReport(findings=(alone,)))]
        assert [spot.round for spot in line.spots] == [round_shown]
    revised = texts[1].seq
    changed = Part(name="c", title="C", remarks=(Remark(text="so", who=(seat,), texts=(revised,)),))
    report = WorkflowReport(findings=(changed,), senses={"c": "changed"})
    assert told_of(view, report)[0].lines[0].change == (seat, revised)


@pytest.mark.nightly  # Its pages are laid out in a process of its own.
@pytest.mark.usefixtures("play_long")
async def test_the_page_is_saved_as_one_page_of_pdf(core, desk, tmp_path):
    session = await bring_to(core, "look-finished")
    async with desk() as d:
        panel = await summary_of(d, session)
        panel.save.click()
        await until(lambda: d.window.findChild(QFileDialog) is not None)
        there = tmp_path / "page.pdf"
        where = d.window.findChild(QFileDialog)
        where.fileSelected.emit(str(there))
        where.close()
        await until(there.exists)
        (page,) = PdfReader(there).pages
        read = " ".join(page.extract_text().split())
        assert "Start a limited trial of twelve months" in read
        assert "By Ada, Blaise, Grace" in read
