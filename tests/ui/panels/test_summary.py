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
from app.ui.panels.rendered import told_of
from app.ui.panels.sheet import copied, sheet_of
from app.ui.panels.sheet_page import SheetLine
from app.ui.view.disputes import disputed
from app.ui.view.session_view import SessionView
from tests.support.scenes.replaying import Cut, cut, recorded
from tests.support.scenes.states import FIRST_ROUND, bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_what_another_session_came_to_is_gone_at_once(play, core, desk):
    async def story():
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

    play(story)


def test_nothing_is_told_of_a_finished_session_before_it_is_known_what_it_came_to(play, core, desk):
    async def story():
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

    play(story)


async def finished(core):
    """Return a debate that has its final answer."""
    session = await core.replay(cut(recorded("debate"), FIRST_ROUND))
    await core.finish(session)
    return session


async def summary_of(d, session):
    """Return the summary of a session, once it is told."""
    await d.window._open(session)
    panel = d.window.page.tabs.show_kind("summary")
    await until(lambda: panel._summary is not None)
    return panel


def test_the_page_has_the_decision_who_agrees_who_differs_and_on_what_it_rests(play, core, desk):
    async def story():
        session = await bring_to(core, "look-finished")
        async with desk() as d:
            panel = await summary_of(d, session)
            page = panel.plain()
            titles = ["They agree", "They still differ", "It rests on"]
            places = [page.index(f"## {title}") for title in titles]
            assert places == sorted(places)
            assert "\n# Start a limited trial of twelve months" in page
            assert "  - Blaise: In the first month of the trial." in page
            assert "By Ada, Blaise, Grace" in page
            # What the machine did is no part of it, and what is empty has no title.
            for absent in (
                "token",
                "similar",
                "openai/",
                "$",
                "agreement 92",
                "What happens next",
                "Dissent",
            ):
                assert absent not in page, absent
            shown = {one.words.text() for one in panel.sheet.findChildren(SheetLine)}
            assert "In the first month of the trial." in shown

    play(story)


def test_the_page_says_what_speaks_against_it_where_no_point_is_told_on_which_they_differ(play, core, desk):
    async def story():
        session = await bring_to(core, "look-finished")
        async with desk() as d:
            await summary_of(d, session)
            view = d.window.page.view
            against = Part(
                name="against", title="Dissent", remarks=(Remark(text="It costs more.", who=("Ada",)),)
            )
            report = WorkflowReport(findings=(against,), senses={"against": "against"}, decision="Do it.")
            page = copied(sheet_of(view, report, told_of(view, report), []))
            assert "## Dissent\n\n- Ada: It costs more." in page

    play(story)


def test_the_page_has_what_the_person_decided_before_what_the_members_recommended(play, core, desk):
    async def story():
        session = await bring_to(core, "finished")
        await core.review.tell(session, DecisionRecorded(text="We wait a year.", look_back=""))
        async with desk() as d:
            page = (await summary_of(d, session)).plain()
            assert page.startswith("Decided by you · ")
            assert "\n# We wait a year.\n" in page
            assert "The members recommended: " in page
            report = (await core.exporting.content(session, "md")).decode()
            decided = report.index("**Decided by the person.** We wait a year.")
            assert decided < report.index("**Recommended by the members.** ")
            assert "**Decision.**" not in report

    play(story)


def test_a_page_of_a_session_that_goes_on_says_as_of_when(play, core, desk):
    async def story():
        session = await bring_to(core, "look-review")
        async with desk() as d:
            panel = await summary_of(d, session)
            words = [one.text() for one in panel.sheet.findChildren(QLabel)]
            assert "As of round 2" in words
            assert "So far: they differ on 3 points" in words
            assert "and on 1 more point" in words

    play(story)


def test_while_the_result_is_written_the_page_is_of_the_last_round_not_of_one_before(play, core, desk):
    async def story():
        asked = Cut("call_asked", 1, {"purpose": "synthesis"})
        session = await core.replay(cut(recorded("debate"), asked))
        async with desk() as d:
            panel = await summary_of(d, session)
            assert "As of round 2" in [one.text() for one in panel.sheet.findChildren(QLabel)]

    play(story)


def test_the_page_has_one_column_where_the_window_is_narrow(play, core, desk):
    async def story():
        session = await bring_to(core, "look-finished")
        async with desk() as d:
            panel = await summary_of(d, session)
            left, right = panel.sheet._left, panel.sheet._right
            for width, beside in ((1366, True), (860, False)):
                d.window.resize(width, 700)
                await until(lambda beside=beside: (right.x() > left.x()) is beside)
                assert (right.y() > left.y()) is not beside

    play(story)


def test_a_line_of_the_page_leads_to_its_place_by_mouse_and_by_key(play, core, desk):
    async def story():
        session = await bring_to(core, "look-finished")
        async with desk() as d:
            panel = await summary_of(d, session)
            lines = panel.sheet.findChildren(SheetLine)
            line = next(one for one in lines if "In the first month" in one.words.text())
            wanted: list[str] = []
            panel.passage_wanted.connect(lambda seat, *_: wanted.append(seat))
            QTest.mouseClick(line, Qt.MouseButton.LeftButton)
            QTest.keyClick(line, Qt.Key.Key_Return)
            assert wanted == ["Blaise", "Blaise"]

    play(story)


def test_a_line_leads_to_where_it_is_said(play, core, desk):
    async def story():
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
            selected = [
                card.text.textCursor().selectedText() for card in page.panel("answers").cards.values()
            ]
            assert any(selected)

    play(story)


def test_the_summary_counts_as_disputed_what_the_bar_counts(play, core, desk):
    async def story():
        session = await bring_to(core, "look-review")
        async with desk() as d:
            panel = await summary_of(d, session)
            part = next(part for part in panel._parts if part.sense == "disputed")
            assert len(part.lines) == len(disputed(d.window.page.view)) > 0
            changed = next(part for part in panel._parts if part.sense == "changed")
            # Those of the round that lies before the person, one a member, each with its way to the changes.
            assert len(changed.lines) == len(d.window.page.view.this_attempt())
            assert all(line.change is not None for line in changed.lines)

    play(story)


def test_who_reads_for_the_outcome_meets_no_figure_of_the_machine_until_they_are_wanted(play, core, desk):
    async def story():
        session = await bring_to(core, "look-finished")
        async with desk() as d:
            panel = await summary_of(d, session)

            def seen():
                labels = [one.text() for one in panel.findChildren(QLabel) if one.isVisible()]
                texts = (panel.outcome, panel.figures, panel.text)
                return "\n".join((*labels, *(one.plain() for one in texts if one.isVisible())))

            counted = ("tokens", "calls", "answers changed", "openai/", "similar")
            assert [what for what in counted if what in seen()] == []
            panel.fold.click()
            await until(lambda: "tokens" in seen() and "answers changed" in seen())

    play(story)


def test_as_many_answers_changed_in_the_figures_as_were_revised(play, core, desk):
    async def story():
        for state, rounds in (("look-review", 2), ("look-finished", 3)):
            session = await bring_to(core, state)
            async with desk() as d:
                panel = await summary_of(d, session)
                view = d.window.page.view
                revised = sum(fact.status in ("changed", "minor") for fact in view.this_attempt())
                panel.fold.click()
                await until(panel.figures.isVisible)
                figures = panel.figures.plain()
                assert f"Round {rounds}: answers changed {revised}, " in figures
                facts = view.fold.timeline.measured[(view.round, view.attempt)]
                assert facts["changed"].value == pytest.approx(100 * revised / len(view.members()), abs=0.1)
                d.window._may_close = True

    play(story)


def test_a_change_of_a_word_is_not_told_as_one_of_nothing(play, core, desk):
    async def story():
        session = await bring_to(core, "look-review")
        tiny = TextAssessed(slot="answer", seat="Ada", status="minor", ratio=0.001)
        await core.write(session, tiny)
        async with desk() as d:
            panel = await summary_of(d, session)
            assert "Ada: revised a little, under 1 %" in panel.text.plain()
            assert "0 %" not in [line for line in panel.text.plain().split("\n") if "Ada:" in line][-1][:40]

    play(story)


@pytest.mark.parametrize(
    ("ratio", "told"), [(0.08, "8 % changed"), (0.001, "Minor wording change")], ids=["a date", "a comma"]
)
def test_only_a_change_that_is_no_share_of_a_text_is_told_as_one_of_wording(play, core, ratio, told):
    async def story():
        session = await bring_to(core, "look-review")
        await core.write(session, TextAssessed(slot="answer", seat="Ada", status="minor", ratio=ratio))
        view = SessionView(core.catalogue, "agreement")
        view.apply_all(await core.records(session))
        assert state_of(view, "Ada", None, "answer", partial=False).head == told

    play(story)


def test_a_text_that_is_another_one_is_never_told_as_revised_a_little(play, core, desk):
    async def story():
        session = await bring_to(core, "look-review")
        await core.write(session, TextAssessed(slot="answer", seat="Ada", status="minor", ratio=0.8))
        async with desk() as d:
            panel = await summary_of(d, session)
            assert "Ada: revised, 80 %" in panel.text.plain()

    play(story)


def test_a_dispute_leads_to_the_critique_that_raised_it_whatever_its_words(play, core, desk):
    async def story():
        session = await bring_to(core, "look-review")
        async with desk() as d:
            panel = await summary_of(d, session)
            part = next(part for part in panel._parts if part.sense == "disputed")
            points = d.window.page.view.fold.critiques.points
            assert [points[line.critique].filed.claim for line in part.lines] == [
                line.text for line in part.lines
            ]
            wanted: list[str] = []
            panel.critique_wanted.connect(wanted.append)
            links = [one for one in panel.findChildren(QPushButton) if one.text() == "Show critique"]
            links[-1].click()
            await d.settle()
            assert wanted == [part.lines[-1].critique]
            page = d.window.page
            assert page.tabs.name() == "critiques"
            assert page.panel("critiques").detail.title.text() == part.lines[-1].text

    play(story)


def test_a_change_leads_to_the_very_text_and_a_place_to_the_text_that_stood(play, core, desk):
    async def story():
        session = await bring_to(core, "look-finished")
        async with desk() as d:
            await summary_of(d, session)
            view = d.window.page.view
            seat = view.members()[0]
            texts = view.fold.texts.of_seat(seat)
            assert len(texts) > 1
            first, newest = texts[0], texts[-1]
            said = first.text.split("\n\n")[1]
            for told, round_shown in (((first.seq,), first.round), ((), newest.round)):
                alone = Part(
                    name="alone", title="Alone", remarks=(Remark(text=said, who=(seat,), texts=told),)
                )
                ((line,),) = [part.lines for part in told_of(view, WorkflowReport(findings=(alone,)))]
                assert [spot.round for spot in line.spots] == [round_shown]
            revised = texts[1].seq
            changed = Part(name="c", title="C", remarks=(Remark(text="so", who=(seat,), texts=(revised,)),))
            report = WorkflowReport(findings=(changed,), senses={"c": "changed"})
            assert told_of(view, report)[0].lines[0].change == (seat, revised)

    play(story)


@pytest.mark.nightly  # Its pages are laid out in a process of its own.
def test_the_page_is_saved_as_one_page_of_pdf(play_long, core, desk, tmp_path):
    async def story():
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

    play_long(story)
