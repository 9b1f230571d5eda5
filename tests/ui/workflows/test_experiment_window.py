"""An experiment in the window, from the form to the operator's answer, over the real core."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from app.bootstrap import build
from app.settings.folders import Folders
from app.ui.gates.forms import ForkDialog
from app.ui.kit.preferences import Preferences
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.panels.summary import summary_text
from app.ui.session.page import SessionPage
from app.ui.setup.new_session import NewSessionDialog
from app.ui.shell.exchange import ImportDialog
from app.ui.shell.main_window import MainWindow
from app.ui.shell.palette import CommandPalette
from app.ui.shell.shortcuts import ShortcutSheet
from app.ui.view.view_state import ViewState
from tests.support.quiet_desktop import QuietDesktop
from tests.support.waiting import until
from tests.ui.conftest import Play

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
PROMPT = "Study how tide pools recover after a storm, and which species return first."


@asynccontextmanager
async def window_over(folder: Path) -> AsyncIterator[MainWindow]:
    """Open the window over a real core of its own, and close both."""
    core = build(Folders(folder / "data", folder / "config"), council_step=0.0)
    window = MainWindow(core, Preferences(), desktop=QuietDesktop(), state=ViewState(folder / "state"))
    window.resize(1100, 700)
    window.show()
    await window.begin()
    # What a person reads before the first press is not what is looked at here.
    window.page.bar.guard.setInterval(0)
    try:
        yield window
    finally:
        window.close()
        await window.aclose()
        window.deleteLater()
        await core.close()


InWindow = Callable[[Callable[[MainWindow], Awaitable[None]]], None]


@pytest.fixture
def in_window(play: Play, qtbot: QtBot, tmp_path: Path) -> InWindow:
    """Return what plays a story in a window over a core of its own."""

    def played(story: Callable[[MainWindow], Awaitable[None]]) -> None:
        async def whole() -> None:
            async with window_over(tmp_path) as window:
                await story(window)

        play(whole)

    return played


def form(window: MainWindow) -> NewSessionDialog:
    """Open the form and turn to the experiment's."""
    window.ask_new()
    first = window.session_forms.now
    assert first is not None
    first.kinds.buttons["experiment"].click()
    new_form = window.session_forms.now
    assert new_form is not None
    assert new_form is not first
    assert not first.isVisible()
    assert new_form.isVisible()
    assert new_form.unconnected is not None
    # Once they were chosen nobody asks again, and no page is there to press.
    if new_form.unconnected.isVisible():
        new_form.unconnected.rules.click()
    return new_form


def write(dialog: NewSessionDialog, **values: str) -> None:
    for name, text in values.items():
        control: Any = next(row for row in dialog.rows() if row.name == name).control
        if isinstance(control, PlainEditor):
            control.setPlainText(text)
        else:
            control.setText(text)


def started(window: MainWindow, **values: str) -> SessionPage:
    """Start a run as it is set up, and return the page that shows it."""
    dialog = form(window)
    write(dialog, prompt=PROMPT, **values)
    dialog.main.click()
    return window.page


def write_line(dialog: ForkDialog, run_id: str) -> None:
    control = dialog.form.rows["run_id"].control
    assert isinstance(control, QLineEdit)
    control.setText(run_id)


def test_the_form_offers_the_set_up_and_the_run_waits_for_its_operator(in_window: InWindow) -> None:
    async def story(window: MainWindow) -> None:
        dialog = form(window)
        assert {"prompt", "run_id", "cycle_count", "gate_policy", "carry_over", "tools"} <= set(
            dialog.basic.rows
        )
        assert {"temperature", "operator_timeout", "tool_cap", "token_limit"} <= set(dialog.advanced.rows)
        write(dialog, prompt=PROMPT, run_id="Not a slug", cycle_count="4")
        dialog.main.click()
        await until(dialog.basic.rows["run_id"].error.text)
        assert "tide-pools-1" in dialog.basic.rows["run_id"].error.text()
        write(dialog, run_id="pools")
        dialog.main.click()
        page = window.page
        await until(lambda: page.bar.offers("gate:continue"))
        assert page.tabs.names() == ["messages", "reflections", "memory", "metrics", "summary", "log"]
        assert "cycle 1 of at most 4" in page.header.chip.accessibleDescription()
        assert "Cycle 1 is done" in page.bar.title.text()
        assert page.view is not None
        assert not page.view.can_finish, "there is no final answer to stop with"
        page.draft_store.type(guidance="Mind the gulls.")
        page.decider.do("continue")
        await until(lambda: page.view is not None and page.view.round == 2 and page.bar.offers("gate:redo"))
        assert page.view is not None
        book: Any = page.view.own
        instructions = [message.text for message in book.messages if message.who == "instructions"]
        assert "Mind the gulls." in instructions[1]
        assert page.draft_store.draft.guidance == "", "what was sent is forgotten"
        page.decider.do("continue")
        await until(lambda: page.bar.offers("gate:reply"))
        assert "The agent writes" in page.bar.title.text()
        page.decider.do("reply")
        opened = page.decider._open
        assert opened is not None
        reply: Any = opened
        (shown,) = reply.findChildren(SafeTextView)
        assert shown.plain().startswith("This agent is made of rules"), "what is answered stays in sight"
        reply.form.rows["text"].control.setPlainText("Yes, keep to them.")
        reply.main.click()
        await until(lambda: page.bar.offers("gate:redo"))
        assert "Yes, keep to them." in book.state.agent.reflection_history[-1]

    in_window(story)


@pytest.mark.nightly
def test_a_run_that_exists_is_offered_with_the_notice_that_its_log_is_appended_to(
    in_window: InWindow, tmp_path: Path
) -> None:
    async def story(window: MainWindow) -> None:
        log = tmp_path / "data" / "runs" / "pools" / "logs" / "pools.jsonl"
        log.parent.mkdir(parents=True)
        log.write_text("{}\n")
        dialog = form(window)
        write(dialog, prompt=PROMPT, run_id="pools", cycle_count="1")
        dialog.main.click()
        await until(dialog.problem.text)
        assert "log of the run “pools” already" in dialog.problem.text()
        assert window.page.session is None
        dialog.main.click()
        await until(lambda: window.page.bar.offers("gate:finish"))
        assert len(log.read_text().splitlines()) > 1

    in_window(story)


@pytest.mark.nightly
def test_a_fork_asks_for_a_run_of_its_own(in_window: InWindow) -> None:
    async def story(window: MainWindow) -> None:
        started(window, run_id="pools", cycle_count="2")
        await until(lambda: window.page.bar.offers("gate:continue"))
        first, head = window.page.session, window.page.view.head  # type: ignore[union-attr]
        assert first is not None
        await window.fork(first, head)
        (asked,) = window.findChildren(ForkDialog)
        assert asked.form.rows["run_id"].value() == "pools-2", "the next free name is offered"
        write_line(asked, "")
        asked.main.click()
        assert asked.form.rows["run_id"].error.text() == "Fill this in."
        write_line(asked, "pools-b")
        asked.main.click()
        await until(lambda: window.page.session not in (None, first))
        assert window.page.view is not None
        assert window.page.view.own.state.agent.run_id == "pools-b"  # type: ignore[union-attr]
        assert window.page.view.fold.session.title == "pools-b", "a run is found by its name"
        await until(lambda: not window.findChildren(ForkDialog))

    in_window(story)


def test_a_run_has_a_name_before_anybody_thinks_of_one_and_the_form_says_who_works(
    in_window: InWindow, tmp_path: Path
) -> None:
    async def story(window: MainWindow) -> None:
        log = tmp_path / "data" / "runs" / "study-tide-pools-recover"
        (log / "logs").mkdir(parents=True)
        (log / "logs" / f"{log.name}.jsonl").write_text("{}\n")
        dialog = form(window)
        write(dialog, prompt=PROMPT)
        dialog.kinds.buttons["debate"].click()
        assert window.session_forms.now not in (None, dialog)
        window.session_forms.now.kinds.buttons["experiment"].click()
        assert window.session_forms.now is dialog
        assert dialog.basic.rows["prompt"].value() == PROMPT, "another kind was looked at"
        dialog.main.setFocus()
        dialog.focusNextPrevChild(True)
        assert dialog.focusWidget() is dialog.kinds.buttons["debate"], "Tab goes as the eye does"
        assert dialog.basic.rows["run_id"].value() == "study-tide-pools-recover-2"
        assert dialog.who.text() == "Agent (rules, no AI)", "no name of a model"
        await until(dialog.estimate.isVisible)
        assert "calls" in dialog.estimate.more.text()
        write(dialog, model="offline/editor")
        assert "offline/editor" in dialog.who.toolTip()
        write(dialog, run_id="mine")
        write(dialog, prompt=f"{PROMPT} And why?")
        assert dialog.basic.rows["run_id"].value() == "mine", "what was written stays"
        write(dialog, run_id="Not one")
        dialog.main.click()
        await until(dialog.basic.rows["run_id"].error.text)
        write(dialog, run_id="not-one")
        assert not dialog.basic.rows["run_id"].error.text()
        assert not dialog.problem.isVisible()
        dialog.reject()

    in_window(story)


@pytest.mark.nightly
@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_next_cycles_run_by_themselves_as_many_as_were_asked_for(in_window: InWindow) -> None:
    async def story(window: MainWindow) -> None:
        page = started(window, run_id="pools", cycle_count="9")
        await until(lambda: page.bar.offers("gate:continue"))
        limits = page.bar.limits
        assert page.bar.arrow is not None
        page.bar.arrow.click()
        assert limits.auto.text() == "Go on without asking me"
        assert not limits.figure.isVisible(), "a run of one agent agrees with nobody"
        assert limits.rounds.isVisible()
        limits.auto.setChecked(True)
        limits.rounds.setValue(2)
        limits.main.click()
        # What the agent asks between two cycles is asked all the same.
        await until(lambda: page.bar.offers("gate:time_out"))
        assert page.view is not None
        assert page.view.round > 1
        page.decider.do("time_out")
        await until(lambda: page.bar.offers("gate:continue"))
        assert page.view.round == 4
        assert "Cycle 4 is done" in page.bar.title.text()
        auto = page.view.fold.session.auto
        assert auto is not None
        assert (auto.until_figure, auto.rounds) == (None, 2)

    in_window(story)


def test_what_is_typed_for_the_next_attempt_presses_no_button_and_the_focus_goes_to_the_next_question(
    in_window: InWindow,
) -> None:
    async def story(window: MainWindow) -> None:
        page = started(window, run_id="pools", cycle_count="3")
        await until(lambda: page.bar.offers("gate:redo"))
        redo = page.bar._buttons["gate:redo"]
        redo.setFocus()
        redo.click()
        opened = page.decider._open
        assert opened is not None
        note = opened.focusWidget()
        assert note is not None
        assert note.accessibleName() == "Note for the next prompt"
        QTest.keyClicks(note, "Shells only, please")
        assert opened.isVisible()
        assert opened.main.text() == "Redo this cycle"
        opened.main.click()
        await until(lambda: not page.bar.offers("gate:redo"))
        await until(lambda: page.bar.offers("gate:redo"))
        assert page.view is not None
        book: Any = page.view.own
        instructions = [message.text for message in book.messages if message.who == "instructions"]
        assert any("Shells only, please" in text for text in instructions)
        await until(lambda: window.focusWidget() is page.bar.primary())

    in_window(story)


@pytest.mark.nightly
def test_a_follow_up_of_an_experiment_is_another_run_of_the_same_set_up(in_window: InWindow) -> None:
    async def story(window: MainWindow) -> None:
        dialog = form(window)
        write(dialog, prompt=PROMPT, cycle_count="1")
        name = str(dialog.basic.rows["run_id"].value())
        dialog.main.click()
        page = window.page
        await until(lambda: page.bar.offers("gate:finish"))
        page.decider.do("finish")
        await until(lambda: page.bar.offers("follow_up"))
        page.bar.press("follow_up")
        await until(lambda: window.session_forms.now is not None and window.session_forms.now.isVisible())
        again = window.session_forms.now
        assert again is not None
        assert again.basic.rows["prompt"].value() == PROMPT
        assert again.basic.rows["cycle_count"].value() == "1"
        assert again.basic.rows["run_id"].value() == f"{name}-2"
        again.reject()
        assert "Cycles\n  Cycle 1: approved" in summary_text(page.view)  # type: ignore[arg-type]
        assert "all cycles are done" in summary_text(page.view)  # type: ignore[arg-type]

    in_window(story)


def test_actions_speak_of_cycles_while_an_experiment_is_in_sight(in_window: InWindow) -> None:
    async def story(window: MainWindow) -> None:
        actions = window.actions_by_id
        assert actions["next_round"].text().replace("&", "") == "Show next round"
        started(window, run_id="pools", cycle_count="4")
        await until(lambda: window.page.bar.offers("gate:continue"))
        stops = [line.text().replace("&", "") for line in window.stop_button.choices.actions()]
        assert "Stop after this cycle" in stops
        assert actions["branches"].text().replace("&", "") == "Branches of this cycle"
        assert actions["branches"].toolTip().endswith("nothing was forked in this cycle")
        assert actions["previous_round"].toolTip().startswith("Look at the cycle before")
        for name, action in actions.items():
            words = action.text().replace("&", "") + action.toolTip()
            assert "round" not in words.lower().split(), name
        offered = window.commands.commands()
        assert "Show next cycle" in [c.words for c in offered if c.kind == "View"]
        assert not any("round" in (c.words + " " + c.why).lower().split() for c in offered)
        actions["palette"].trigger()
        palette: Any = window.findChild(CommandPalette)
        assert "a cycle" in palette.box.placeholderText()
        palette.close()
        actions["shortcuts"].trigger()
        sheet: Any = window.findChild(ShortcutSheet)
        assert "Show next cycle" in [row[1] for row in sheet.model.items]
        sheet.reject()
        window.page.leave()
        window.show_state()
        assert actions["next_round"].text().replace("&", "") == "Show next round", (
            "an own word ends with its session"
        )

    in_window(story)


@pytest.mark.nightly
async def test_an_export_that_comes_in_where_it_is_already_is_said_to_be_nothing_new(
    qtbot: QtBot, tmp_path: Path
) -> None:
    file = tmp_path / "pools.json"
    for folder, message in (
        ("here", "pools.json holds what is here already"),
        ("there", "Imported from"),
    ):
        async with window_over(tmp_path / folder) as window:
            if folder == "here":
                started(window, run_id="pools", cycle_count="2")
                await until(lambda: window.page.bar.offers("gate:continue"))
                window.actions_by_id["stop_now"].trigger()
                await until(lambda: window.page.state == "stopped")
                assert window.page.session is not None
                await window.core.exporting.export(window.page.session, "json", file)
            await window.commands.exchange.look_into(file)
            for asked in window.findChildren(ImportDialog):
                asked.accept()
            await until(
                lambda said=message: (
                    any(w.startswith(said) for _at, w in window.notices.kept)
                    and window.page.state == "stopped"
                )
            )
            assert len(await window.core.library.rows()) == 1
            window.actions_by_id["resume"].trigger()
            # It was stopped at a question, which is asked again.
            await until(lambda: window.page.bar.offers("gate:continue"))
