"""The three sessions of the design of drafts, typed and pasted into the window's line to their ends."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.e2e.test_draft_printed import COMMITS, Council, laid
from tests.faults.server import FaultServer
from tests.support.drafting import git
from tests.support.one_host import build_over
from tests.support.waiting import until

pytestmark = [
    pytest.mark.loopback,
    pytest.mark.qt_log_ignore("This plugin does not support"),
    # The host's pipes are read by threads that live as long as the host, which all tests share.
    pytest.mark.keeps_threads("model host"),
    # Typed at a terminal they are with every push.
    pytest.mark.nightly,
]
ENTER = Qt.Key.Key_Return


class Typist:
    """A person who knows nothing but the line."""

    def __init__(self, d) -> None:
        self.d, self.page = d, d.window.page

    @property
    def gate(self):
        view = self.page.view
        return view.gate() if view is not None else None

    async def ready(self) -> None:
        """Wait until something is asked, and can be answered."""
        await until(lambda: self.page.state == "waiting" and self.page.bar.guidance.isVisible())
        await self.d.guard()

    async def enter(self, line: str, *, pasted: bool = False) -> None:
        """Put a line into the field, key by key or from the clipboard, and press Enter."""
        await self.ready()
        text = self.page.bar.guidance.text
        text.setFocus()
        assert text.toPlainText() == ""
        if pasted:
            QGuiApplication.clipboard().setText(line)
            QTest.keyClick(text, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        else:
            QTest.keyClicks(text, line)
        if text.commands.is_open:
            # A command is offered while it is typed; it is written out already.
            QTest.keyClick(text.commands.list, Qt.Key.Key_Escape)
        QTest.keyClick(text, ENTER)

    async def types(self, line: str, *, asks: str = "", says: str = "", pasted: bool = False) -> None:
        """Type a line; `asks`: the kind of gate that comes of it, `says`: what is told instead."""
        await self.ready()
        before = self.gate.id
        await self.enter(line, pasted=pasted)
        bar = self.page.bar
        if asks:
            there = lambda: self.gate is not None and self.gate.id != before  # noqa: E731
            await until(lambda: there() and self.page.state == "waiting")
            assert self.gate.fact.kind == asks, f"{line}: {self.gate.fact.kind}, {bar.problem.text()!r}"
        else:
            await until(lambda: says in bar.problem.text())
            assert self.gate.id == before
        await self.d.settle()


def test_the_sessions_are_typed_and_pasted_into_the_window_s_line_to_their_ends(
    play_long, desk_on, host_client, tmp_path
):
    async def story():
        with FaultServer(Council()) as server:
            folder, file = laid(tmp_path, server.url)
            core = build_over(host_client)
            team = core.teams.load(str(file))
            saved = core.teams.save(team)
            async with desk_on(core) as d:
                given = {"project": str(tmp_path / "elsewhere"), "template": "novel"}
                first = await core.sessions.create("draft", given, team)
                await core.sessions.start(first)
                d.window.open_session(first)
                await until(lambda: d.window.page.session == first)
                one = Typist(d)
                page, bar = one.page, one.page.bar
                # Session 1, its prompts and questions as they are printed.
                await one.enter(f"> /open {folder}", pasted=True)
                await until(lambda: d.window.session_forms.now is not None)
                form = d.window.session_forms.now
                form.choose_team(saved)
                form.fill_in({"template": "novel"})
                await until(form.main.isEnabled, 30)
                await d.click("Start")
                await until(lambda: page.session not in (None, first))
                await one.types("> /generate chapters", asks="draft_acceptance", pasted=True)
                assert "16" in bar.details.text()
                await one.types("yes", asks="draft_feedback")
                request = "> Make chapter 3 darker and add internal conflict"
                await one.types(request, asks="draft_downstream", pasted=True)
                assert "Prose: 8 files" in bar.details.text()
                # A word that fits nothing here is told, and nothing is lost.
                await one.types("maybe", says="“maybe” is none of: keep, delete, cancel.")
                bar.guidance.text.clear()
                cull = "   Cull all downstream? (yes/no/cancel): yes"
                await one.types(cull, asks="draft_judge", pasted=True)
                assert "Tone still optimistic" in bar.details.text()
                await one.types("yes", asks="draft_acceptance")
                page.tabs.show_tab("draft_texts")
                await one.types("Accept? (yes/no/diff): diff", pasted=True)
                await until(lambda: page.tabs.name() == "draft_changes")
                await one.types("chapter-15")
                changes = page.panel("draft_changes")
                await until(lambda: changes.member.currentData() == "chapter-beats/chapter-15.md")
                await one.types("skip")
                await one.types("Accept? (yes/no/diff): yes", asks="draft_feedback", pasted=True)
                request = "> Also make chapter 7 reflect the consequences of chapter 3"
                await one.types(request, asks="draft_acceptance", pasted=True)
                await one.types("Accept? (yes/no/diff): yes", asks="draft_feedback", pasted=True)
                await one.types("> /status", says="Chapters: 15 chapters, 146 words, 2 iterations")
                await one.types("yes", says="“yes” answers a question, and none is open.")
                bar.guidance.text.clear()
                # Session 2.
                await one.types("> /iterate treatment", asks="draft_feedback")
                request = "> Add a betrayal subplot in act 2"
                await one.types(request, asks="draft_downstream", pasted=True)
                assert "Chapters: 16 files" in bar.details.text()
                await one.types("   Cull all? (yes/no/cancel): yes", asks="draft_acceptance", pasted=True)
                await one.types("Accept? (yes/no/diff): yes", asks="draft_feedback", pasted=True)
                nothing = "There is nothing in Chapters yet. Generate it first: /generate chapters"
                await one.types("> /iterate chapters", says=nothing)
                await one.types("> /generate chapters", asks="draft_acceptance")
                await one.types("yes", asks="draft_feedback")
                # Session 3: what was printed behind a look is no answer to the judge.
                await one.types("> Make the ending more ambiguous", asks="draft_judge", pasted=True)
                await one.types(
                    "Continue? (yes/no/view-partial): view-partial",
                    says="View the changes in full? (yes/no)",
                    pasted=True,
                )
                await until(lambda: any(c.ended for c in page.view.fold.commands.at_gate(one.gate.id)))
                await one.types("View full? (yes/no): no", pasted=True)
                assert one.gate.fact.kind == "draft_judge"
                again = "Continue with judge feedback? (yes/no): yes"
                await one.types(again, asks="draft_judge", pasted=True)
                again = "Continue? (yes/no/view-partial): yes"
                await one.types(again, asks="draft_acceptance", pasted=True)
                await one.types("Accept? (yes/no/diff): yes", asks="draft_feedback", pasted=True)
                assert git(folder, "log", "--format=%s").splitlines() == COMMITS
                # Several lines are one request.
                request = "> Make chapter 3 darker.\n> Add two scenes."
                await one.types(request, asks="draft_acceptance", pasted=True)
                await one.types("no", asks="draft_feedback")
                await one.enter("/close")
                await until(lambda: page.state == "finished")
            await core.close()

    play_long(story)
