"""A whole draft with the mouse alone, and others with the keyboard alone, on the real services.

From the first start of the program to an exported file. Things are found as a person finds them: by what
they are called, by going there with Tab, by looking where they are.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.gateway.host_client import HostClient
from tests.e2e.test_draft_printed import COMMITS, Council, laid
from tests.faults.server import FaultServer
from tests.support.git_reading import assert_sound, git, needs_git
from tests.support.one_host import build_over
from tests.support.person import CONTROL, SHIFT, Keyboard, Mouse, fill_in
from tests.support.player import Player, look_into_each_view, playing, turn_to
from tests.support.waiting import until
from tests.support.worked import SALT
from tests.ui.conftest import Desk

pytestmark = [
    needs_git,
    pytest.mark.nightly,
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
DeskOn = Callable[[Any], Desk]


@pytest.mark.usefixtures("play_long")
async def test_a_whole_draft_is_written_with_the_mouse_alone(desk_on: DeskOn, tmp_path: Path) -> None:
    folder = tmp_path / "the-salt-ledger"
    shutil.copytree(SALT, folder)
    async with playing(desk_on, Mouse, tmp_path) as w:
        d, mouse, page = w.d, w.hand, w.page
        await w.begin_by_rules("Draft")
        fill_in(d, project=str(folder))
        await mouse.click("Start")

        # It begins where something is written; another level is chosen.
        await w.asked("draft_feedback")
        assert page.bar.about.text() == "Target: Prose"
        await mouse.choose_in_menu(d.named("What the line is about"), "Work on Chapters")
        await w.asked("draft_feedback")
        darker = "Make chapter 3 darker and add internal conflict"
        await mouse.choose_in_menu(d.named("Ready-made words"), darker)
        # A mouse writes no words of its own.
        page.bar.guidance.text.setPlainText("Replace Marit by Irma in chapter 3. Make it darker.")
        await mouse.click("Send")
        await w.asked("draft_downstream")
        await mouse.click("Keep all, mark out of date")
        await w.asked("draft_judge")
        assert "needs revision" in page.column.standing.cards[0].told
        await mouse.click("Try again")
        await w.asked("draft_judge")
        await mouse.click("Accept attempt 2 anyway")
        await w.asked("draft_acceptance")

        # Every view is looked into, and what the judge said.
        await look_into_each_view(w)
        await turn_to(w, "draft_texts")
        table = page.panel("draft_texts").table
        changes = [table.model().index(row, 1).data() for row in range(table.model().rowCount())]
        assert any(str(change).startswith("+") for change in changes)
        assert page.column.standing.headings[0].text() == "Judge"
        await mouse.click("What changed: show all of it")
        assert page.tabs.name() == "draft_explained"
        assert not (folder / ".git").exists(), "nothing in the folder changes before it is accepted"
        await mouse.click("Accept")

        # Accepted: what stands below is marked; then it is taken back where it is listed.
        await w.asked("draft_feedback")
        assert git(folder, "log", "-1", "--format=%s").startswith("[chapters] Replace Marit")
        assert "Prose · out of date" in [
            page.strip.rounds.index(row).data() for row in range(page.strip.rounds.rowCount())
        ]
        await turn_to(w, "draft_history")
        await mouse.click("Take back…")
        await w.asked("draft_undo")
        await mouse.click("Take it back")
        await w.asked("draft_feedback")
        assert git(folder, "status", "--porcelain") == ""
        assert git(folder, "log", "--format=%s").count("\n") >= 1
        assert_sound(folder)
        rows = page.panel("draft_history").table.model()
        assert "taken back" in rows.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


@pytest.mark.usefixtures("play_long")
async def test_a_whole_draft_is_written_with_the_keyboard_alone(desk_on: DeskOn, tmp_path: Path) -> None:
    folder = tmp_path / "home" / "fog"
    folder.mkdir(parents=True)
    async with playing(desk_on, Keyboard, tmp_path) as w:
        keys, page = w.hand, w.page
        await w.begin_by_rules("Draft")
        await keys.write("Folder", str(folder))
        about = "A fantasy. Ada keeps the light at Skerry Point and finds letters."
        await keys.write("What it is to be", about)
        await keys.send()

        # The first level, by a command that is offered while it is typed.
        await w.asked("draft_feedback")
        await keys.write("What should change?", "/gen")
        await keys.press(Qt.Key.Key_Tab)
        assert page.bar.guidance.text.toPlainText() == "/generate premise"
        await keys.press(Qt.Key.Key_Return)
        await w.asked("draft_acceptance")
        text = page.panel("draft_texts").detail.body
        assert "Ada" in text.plain()
        await keys.send()
        await w.asked("draft_feedback")

        # The next one by its button; then a change in words of one's own.
        await keys.go_to("Write Treatment")
        await keys.press(Qt.Key.Key_Return)
        await w.asked("draft_acceptance")
        await keys.send()
        await w.asked("draft_feedback")
        await keys.write("What should change?", "Replace Ada by Runa")
        await keys.press(Qt.Key.Key_Return)
        await w.asked("draft_acceptance")
        assert "Runa" in text.plain()

        # Changes are gone through by their keys, one is kept as it was; then all is accepted.
        await keys.press(Qt.Key.Key_F8)
        assert page.tabs.name() == "draft_changes"
        await keys.send()
        await w.asked("draft_feedback")
        treatment = folder / "treatment/treatment.md"
        assert "Runa" in treatment.read_text(encoding="utf-8")

        # Rejected with a key, nothing is changed.
        await keys.write("What should change?", "Replace Runa by Edda")
        await keys.press(Qt.Key.Key_Return)
        await w.asked("draft_acceptance")
        await keys.press(Qt.Key.Key_Return, CONTROL | SHIFT)
        await keys.type("The name stays.")
        await keys.send()
        await w.asked("draft_feedback")
        assert git(folder, "status", "--porcelain") == ""
        assert "Edda" not in treatment.read_text(encoding="utf-8")
        assert "Replace Ada by Runa" in await w.hand.export(tmp_path)
        assert_sound(folder)


async def entered(
    w: Player[Keyboard], words: str, asks: str = "", says: str = "", typed: bool = False
) -> None:
    """Paste or type a line; `asks`: the question that comes of it, `says`: what is told instead."""
    line = w.page.bar.guidance.text
    line.setFocus()
    assert line.toPlainText() == ""
    await (w.hand.type if typed else w.hand.paste)(words)
    if line.commands.is_open:
        # A command is offered while it is typed; it is written out already.
        QTest.keyClick(line.commands.list, Qt.Key.Key_Escape)
    await w.hand.press(Qt.Key.Key_Return)
    if asks:
        await w.asked(asks)
    elif says:
        await until(lambda: says in w.page.bar.problem.text())


@pytest.mark.loopback
@pytest.mark.keeps_threads("model host")
@pytest.mark.usefixtures("play_long")
async def test_the_sessions_of_its_design_are_typed_and_pasted_as_they_are_printed_to_their_ends(
    desk_on: DeskOn, host_client: HostClient, tmp_path: Path
) -> None:
    with FaultServer(Council()) as server:
        folder, file = laid(tmp_path, server.url)
        core = build_over(host_client)
        team = core.teams.load(str(file))
        saved = core.teams.save(team)
        given = {"project": str(tmp_path / "elsewhere"), "template": "novel"}
        first = await core.sessions.create("draft", given, team)
        await core.sessions.start(first)
        async with playing(desk_on, Keyboard, tmp_path, core) as w:
            page, bar = w.page, w.page.bar
            line = partial(entered, w)
            w.d.window.open_session(first)
            # Session 1, its prompts and questions as they are printed.
            await w.asked("draft_feedback")
            await line(f"> /open {folder}")
            await until(lambda: w.d.window.session_forms.now is not None)
            form = w.d.window.session_forms.now
            assert form is not None
            form.choose_team(saved)
            form.fill_in({"template": "novel"})
            await until(form.main.isEnabled)
            await w.d.click("Start")
            await w.asked("draft_feedback")
            await line("> /generate chapters", "draft_acceptance")
            assert "16" in bar.details.text()
            await line("yes", "draft_feedback", typed=True)
            await line("> Make chapter 3 darker and add internal conflict", "draft_downstream")
            assert "Prose: 8 files" in bar.details.text()
            # A word that fits nothing here is told, and nothing is lost.
            await line("maybe", says="“maybe” is none of: keep, delete, cancel.", typed=True)
            bar.guidance.text.clear()
            await line("   Cull all downstream? (yes/no/cancel): yes", "draft_judge")
            assert "Tone still optimistic" in bar.details.text()
            await line("yes", "draft_acceptance", typed=True)
            page.tabs.show_tab("draft_texts")
            await line("Accept? (yes/no/diff): diff")
            await until(lambda: page.tabs.name() == "draft_changes")
            await line("chapter-15", typed=True)
            changes = page.panel("draft_changes")
            await until(lambda: changes.member.currentData() == "chapter-beats/chapter-15.md")
            await line("skip", typed=True)
            await line("Accept? (yes/no/diff): yes", "draft_feedback")
            request = "> Also make chapter 7 reflect the consequences of chapter 3"
            await line(request, "draft_acceptance")
            await line("Accept? (yes/no/diff): yes", "draft_feedback")
            await line("> /status", says="Chapters: 15 chapters, 146 words, 2 iterations", typed=True)
            await line("yes", says="“yes” answers a question, and none is open.", typed=True)
            bar.guidance.text.clear()
            # Session 2.
            await line("> /iterate treatment", "draft_feedback", typed=True)
            assert bar.about.text() == "Target: Treatment"
            await line("> Add a betrayal subplot in act 2", "draft_downstream")
            assert "Chapters: 16 files" in bar.details.text()
            await line("   Cull all? (yes/no/cancel): yes", "draft_acceptance")
            assert (folder / "chapter-beats/foundation.md").exists(), "nothing goes before it is accepted"
            await line("Accept? (yes/no/diff): yes", "draft_feedback")
            assert not list((folder / "chapter-beats").glob("*.md"))
            nothing = "There is nothing in Chapters yet. Generate it first: /generate chapters"
            await line("> /iterate chapters", says=nothing, typed=True)
            assert bar.about.text() == "Target: Treatment", "the target stays as it was"
            await line("> /generate chapters", "draft_acceptance", typed=True)
            await line("yes", "draft_feedback", typed=True)
            assert bar.about.text() == "Target: Chapters"
            # Session 3: what was printed behind a look is no answer to the judge.
            await line("> Make the ending more ambiguous", "draft_judge")
            look = "Continue? (yes/no/view-partial): view-partial"
            await line(look, says="View the changes in full? (yes/no)")
            at_judge = w.gate.id
            looked = lambda: [one.ended for one in page.view.fold.commands.at_gate(at_judge) if one.ended]  # noqa: E731
            await until(looked)
            assert "## What changed" in str(looked()[0].text)
            await line("View full? (yes/no): no")
            assert w.gate.id == at_judge
            await line("Continue with judge feedback? (yes/no): yes", "draft_judge")
            await line("Continue? (yes/no/view-partial): yes", "draft_acceptance")
            await line("Accept? (yes/no/diff): yes", "draft_feedback")
            assert git(folder, "log", "--format=%s").splitlines() == COMMITS
            assert "Attempts: 3" in git(folder, "log", "-1", "--format=%B")
            # Several lines are one request.
            await line("> Make chapter 3 darker.\n> Add two scenes.", "draft_acceptance")
            await line("no", "draft_feedback", typed=True)
            await line("/close", typed=True)
            await w.ended()
