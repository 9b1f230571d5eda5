"""The window on the real services: journal on disk, engine, and the offline council."""

from __future__ import annotations

import pytest

from app.bootstrap import build
from app.domain.seats import Seat, Team
from app.services.drive import drive
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders
from app.ui.panels.compare import CompareDialog
from tests.support.person import begin_by_rules
from tests.support.simulated import build_simulated
from tests.support.simulated.panel import Task
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


def written(d) -> bool:
    """Tell whether the final answer stands as it is read, and not plain while it is still prepared."""
    final = d.named("Final answer")
    return bool(final.toPlainText()) and not final.busy


async def test_a_debate_with_the_offline_council_runs_from_question_to_final_answer(
    desk_on, tmp_path, monkeypatch
):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        page = d.window.page
        await begin_by_rules(d, "Must the shop open on Sundays? It must keep its staff.")
        await until(lambda: page.state == "waiting")
        for _ in range(4):
            kind = page.view.gate().fact.kind
            if kind == "approval":
                break
            await d.guard()
            await d.click("Continue without answering")
            await until(lambda: page.state == "waiting" and page.view.gate().fact.kind == "approval")
        await d.guard()
        text = d.named(f"Answer of {page.view.members()[0]}").toPlainText()
        assert text
        await d.click("Approve and finish")
        await until(lambda: page.state == "finished")
        await d.settle()
        await until(lambda: written(d))
        final = d.named("Final answer").toPlainText()
        assert final
        session = page.session

    await core.close()
    again = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(again) as d:
        assert d.window.page.session == session
        assert d.window.page.state == "finished"
        # Until it is known what stands beside the answer, its text has that too.
        await until(lambda: written(d) and d.named("Final answer").toPlainText() == final)

        # Gone on with as a fork it asks the question that ended it once more.
        page = d.window.page
        await d.guard()
        await d.click("Continue from here")
        await until(lambda: page.session != session and page.state == "waiting")
        assert page.view.gate().fact.kind == "approval"
        assert not d.shown("Final answer")
        await d.guard()
        await d.click("Approve and finish")
        await until(lambda: page.state == "finished")
        await until(lambda: d.shown("Final answer") and d.named("Final answer").toPlainText() == final)
        assert d.named("Final answer").toPlainText() == final
    await again.close()


@pytest.mark.nightly
async def test_a_gate_left_open_at_quitting_is_answered_in_the_next_window_with_what_was_typed(
    desk_on, tmp_path, monkeypatch
):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        page = d.window.page
        await begin_by_rules(
            d, "Must the shop open on Sundays?", max_rounds=3, interactive_clarifications=False
        )
        await until(lambda: page.state == "waiting" and page.view.gate().fact.kind == "approval")
        session, gate = page.session, page.view.gate().id
        # It may wait there before its page is drawn.
        await until(page.bar.isVisible)
        d.guidance().setPlainText("Name the cost.")
        # No guard awaited: the window is closed at once, as a person in a hurry would.
    await core.close()

    again = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(again) as d:
        page = d.window.page
        assert (page.session, page.state, page.view.gate().id) == (session, "waiting", gate)
        assert d.guidance().toPlainText() == "Name the cost."
        await d.guard()
        approve = d.named("Approve and continue")
        approve.click()
        approve.click()
        await until(lambda: page.state == "waiting" and page.view.gate().id != gate)
        records = await again.sessions.records(session)
        answers = [r.body() for r in records if r.type == "gate_answered" and r.body()["gate"] == gate]
        assert len(answers) == 1
        assert answers[0]["data"] == {"guidance": "Name the cost."}
        assert page.view.round == 2
    await again.close()


@pytest.mark.usefixtures("play_long")
async def test_the_person_says_whether_refining_helped_and_can_change_it_later(
    desk_on, tmp_path, monkeypatch
):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    # Members that rank each other: only a best answer of round 1 can be compared with the final one.
    core = build_simulated(Folders.of_this_machine())
    team = Team(
        members=tuple(Seat(name=name, model="offline/simulated") for name in ("Ann", "Bob", "Cy")),
        chair=Seat(name="Chair", model="offline/simulated"),
    )
    setup = {"question": Task("7").question(), "max_rounds": 2}
    session = await core.sessions.create("debate", setup, team)
    await drive(core.sessions, core.review, session, AnswerPlan(approve="all"))
    async with desk_on(core) as d:
        await d.window._open(session)
        d.window.page.tabs.show_tab("summary")
        panel = d.window.page.panel("summary")
        await until(panel.question.isVisible)
        assert panel.plain().startswith("Recommendation")
        await d.click("Compare both")
        dialog = d.window.page.findChild(CompareDialog)
        assert dialog.right.currentText() == "Final answer"
        dialog.accept()
        assert not panel.more.isVisible(), "the person is asked first"
        for verdict, name in (("worse", "Worse"), ("better", "Better")):
            await d.click(name)
            await until(lambda verdict=verdict: d.window.page.view.fold.session.judged == verdict)
        assert [choice.isChecked() for choice in panel.verdicts.values()] == [True, False, False]
        await until(panel.more.isVisible)
        await d.click("Ask the judge, too")
        asked = d.window.page.view.fold.commands.by_asked
        await until(lambda: [one.state for one in asked.values()] == ["done"])
        await until(lambda: "The judge compared the final answer" in panel.figures.plain())
    await core.close()


@pytest.mark.nightly
@pytest.mark.usefixtures("play_long")
async def test_calls_left_out_of_a_round_of_two_lead_to_the_failure_bar_and_can_be_asked_again(
    desk_on, tmp_path, monkeypatch
):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    core = build(Folders.of_this_machine(), council_step=0.05)
    setup = {"question": "Open on Sundays?", "max_rounds": 1, "interactive_clarifications": False}
    session = await core.sessions.create("debate", setup, core.teams.load("offline-pair"))
    async with desk_on(core) as d:
        page = d.window.page
        await d.window._open(session)
        await core.sessions.start(session)
        # Stopped while both authors write: nobody knows whether their texts were finished.
        live = core.sessions.live(session)
        assert live is not None
        calls = live.fold.calls
        await until(lambda: len({c.key.seat for c in calls.open() if c.key.purpose == "proposal"}) == 2)
        await core.sessions.stop(session, "now")
        await core.sessions.wait(session)
        await core.sessions.start(session)
        await until(lambda: page.state == "waiting" and page.view.gate().fact.kind == "uncertain")
        await d.guard()
        await d.click("Leave out")
        await until(lambda: page.state == "waiting" and page.view.gate().fact.kind == "failure")
        assert "fewer than two answers would remain" in page.bar.details.text()
        await d.guard()
        assert d.shown("Ask again")
        assert d.shown("Use another model…")
        assert not d.shown("Go on without"), "none can be spared"
        await d.click("Ask again")
        await until(lambda: page.state == "waiting" and page.view.gate().fact.kind == "approval")
    await core.close()
