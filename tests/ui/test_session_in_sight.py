"""What is on the screen is of the session that its title names, at every moment, however slow a report is.

Every text of every session holds a word of that session alone; while one turns from session to session and
from tab to tab, all that can be read in the page is looked through at each turn of the loop after which it
may read otherwise.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QEvent, QModelIndex, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QComboBox, QLabel, QTextEdit, QWidget

from app.export.lossless import read_json_export
from app.ui.kit.diff.view import DiffView
from tests.support.scenes import draft, research
from tests.support.scenes.replaying import cut, recorded
from tests.support.scenes.states import FIRST_ROUND
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")

WORDS = ("Quillon", "Vastrap", "Zephyrin", "Jaxolit")
TWENTY = tuple(
    f"{first}{last}"
    for first in ("Quil", "Vas", "Zeph", "Jax")
    for last in ("lon", "trap", "yrin", "olit", "umbe")
)
LATE = 50
"""Turns of the loop by which all comes late that is computed beside the window."""
LONG = "\n\n".join(f"Point {n} of it is weighed once more, and nothing new is found." for n in range(500))
CALLS = ("call_asked", "call_completed")


def marked(word: str, *, long: bool = False) -> Any:
    """Return what puts a word into all that a record says, and lengthens its texts."""

    def into(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: into(one) for key, one in value.items()}
        if isinstance(value, list):
            return [into(one) for one in value]
        if isinstance(value, str) and len(value) > 25 and " " in value:
            first, rest = value.split(" ", 1)
            return f"{first} {word} {rest}"
        return value

    def change(line: dict[str, Any]) -> None:
        if line["type"] not in CALLS:
            line["body"] = into(line["body"])
        if long and line["type"] == "text_proposed":
            line["body"]["text"] += f"\n\n{word} goes on. {LONG}"

    return change


def readable(page: QWidget) -> Iterator[tuple[QWidget, str]]:
    """Yield all that can be read in a page, with where it stands."""
    for widget in page.findChildren(QWidget):
        if not widget.isVisibleTo(page):
            continue
        yield widget, widget.accessibleDescription()
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget, widget.text()
        elif isinstance(widget, QTextEdit):
            yield widget, widget.toPlainText()
        elif isinstance(widget, QComboBox):
            yield widget, widget.currentText()
        elif isinstance(widget, DiffView):
            yield widget, widget.prepared.old + widget.prepared.new
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield widget, "\n".join(cells(widget.model()))


def cells(model: QAbstractItemModel, most: int = 60) -> Iterator[str]:
    wide = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
    for row in range(min(most, model.rowCount(QModelIndex()))):
        for column in range(wide):
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
                yield str(model.index(row, column).data(role) or "")


async def records_of(core: Any, session: Any) -> Any:
    """Return the records of a session, as they are exported."""
    file = core.folder / f"{session}-out.json"
    await core.exporting.export(session, "json", file)
    return read_json_export(file.read_bytes())[1]


async def many_sessions(core: Any, number: int) -> dict[str, str]:
    """Take in a number of sessions of five kinds, all workflows among them; return their words."""
    debate = recorded("debate")
    kinds = [debate, cut(debate, FIRST_ROUND._replace(nth=2)), recorded("experiment")]
    for made in (await research.finished(core), await draft.revision(core)):
        kinds.append(await records_of(core, made))
        await core.admin.delete(made)
    found = {}
    for at, word in enumerate(TWENTY[:number]):
        title, kind = f"{word}: what is to be done about it?", at % len(kinds)
        change = marked(word, long=kind == 1)
        found[await core.replay(kinds[kind], title=title, change=change)] = word
    return found


OLD = 0.02
"""Seconds after which it is looked anew also where nothing was painted: what is read out is not."""


class Looker(QObject):
    """Looks at the page at each turn of the loop, and notes what is of another session.

    What has been looked at, and was not painted anew since, need not be read again.
    """

    def __init__(self, window: Any, words: dict[str, str]) -> None:
        super().__init__(window)
        self.window, self.words = window, words
        self.strange: list[str] = []
        self.looks = 0
        self._known_until = 0.0
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note that something of the window is to be painted."""
        if event.type() == QEvent.Type.UpdateRequest:
            self._known_until = 0.0
        return super().eventFilter(watched, event)

    def look(self) -> None:
        page = self.window.page_stack.shown
        if page is None:
            return
        self.looks += 1
        if time.monotonic() < self._known_until:
            return
        title = page.header.title.text()
        own = next(word for word in self.words.values() if word in title)
        others = [word for word in self.words.values() if word != own]
        for part in (page, page.column):
            for widget, text in readable(part):
                found = [word for word in others if word in text]
                if found:
                    where = widget.accessibleName() or widget.objectName() or type(widget).__name__
                    self.strange.append(f"{found[0]} under the title of {own}: {where}: {text[:80]!r}")
        self._known_until = time.monotonic() + OLD

    async def during(self, task: asyncio.Task[Any]) -> None:
        while not task.done():
            self.look()
            await asyncio.sleep(0)
        self.look()
        await task


@dataclass
class Late:
    """How late all comes that is computed in a thread: by a while, or not before it is let through."""

    open: asyncio.Event | None = None


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Late:
    """Make threads slow, as on a busy machine."""
    at_once, held = asyncio.to_thread, Late()

    async def slowly(work: Any, /, *given: Any, **named: Any) -> Any:
        for _ in range(LATE):
            await asyncio.sleep(0)
        if held.open is not None:
            await held.open.wait()
        return await at_once(work, *given, **named)

    monkeypatch.setattr(asyncio, "to_thread", slowly)
    return held


async def four_sessions(core: Any) -> dict[str, str]:
    """Take in two finished debates, one of long texts that waits, and an experiment; return their words."""
    debate = recorded("debate")
    lines = (debate, debate, cut(debate, FIRST_ROUND._replace(nth=2)), recorded("experiment"))
    found = {}
    for word, records in zip(WORDS, lines, strict=True):
        title = f"{word}: what is to be done about it?"
        long = word == WORDS[2]
        found[await core.replay(records, title=title, change=marked(word, long=long))] = word
    return found


@pytest.mark.nightly  # At a push the sessions of all workflows show it, those of long texts among them.
@pytest.mark.usefixtures("play_long")
async def test_no_panel_shows_a_word_of_another_session_however_late_its_report_is(core, desk, late) -> None:
    words = await four_sessions(core)
    async with desk() as d:
        looker, seen = Looker(d.window, words), set()
        orders = [list(words), list(reversed(words)), [list(words)[at] for at in (1, 0, 2, 0, 3, 1)]]
        for tab in range(5):
            for session in orders[tab % len(orders)]:
                task = asyncio.ensure_future(d.window._open_listed(session))
                await looker.during(task)
                names = d.window.page.tabs.names()
                name = names[tab % len(names)]
                d.window.page.tabs.show_tab(name)
                seen.add((words[session], name))
                # Some turns only: the next one comes while this one's is still on its way.
                for _ in range(12):
                    looker.look()
                    await asyncio.sleep(0)
        assert not looker.strange, "\n".join(dict.fromkeys(looker.strange))
        assert looker.looks > 300
        assert len(seen) > 12


@pytest.mark.nightly
@pytest.mark.parametrize(("number", "turns"), [(10, 5), (20, 9)])
@pytest.mark.usefixtures("play_very_long")
async def test_among_sessions_of_all_workflows_each_panel_is_of_the_one_in_the_title(
    core, desk, late, number: int, turns: int
) -> None:
    words = await many_sessions(core, number)
    async with desk() as d:
        looker, seen = Looker(d.window, words), set()
        kinds = [list(words)[kind::5] for kind in range(5)]
        for same in kinds:
            # From one to another of its kind in each of their tabs: the tab stays in sight.
            for turn in range(turns):
                session = same[turn % len(same)]
                await looker.during(asyncio.ensure_future(d.window._open_listed(session)))
                names = d.window.page.tabs.names()
                name = names[turn % len(names)]
                d.window.page.tabs.show_tab(name)
                seen.add((d.window.page.view.fold.session.workflow, name))
                for _ in range(4):
                    looker.look()
                    await asyncio.sleep(0)
        assert not looker.strange, "\n".join(dict.fromkeys(looker.strange))
        assert {workflow for workflow, _ in seen} == {"debate", "draft", "experiment", "research"}
        assert looker.looks > 112 * turns
        assert len(seen) > 16


@pytest.mark.usefixtures("play_long")
async def test_copy_takes_the_answer_of_the_session_that_the_title_names(core, desk, late) -> None:
    words = await four_sessions(core)
    first, second = list(words)[:2]
    async with desk() as d:
        await d.window._open_listed(first)
        d.window.page.tabs.show_tab("final")
        final = d.window.page.panel("final")

        def judged() -> bool:
            return "Recommendation" in [one.text() for one in final.side.findChildren(QLabel)]

        await until(judged)
        late.open = asyncio.Event()
        opening = asyncio.ensure_future(d.window._open_listed(second))
        await until(lambda: d.window.page.session == second)
        # At once, before its report is there.
        assert not judged()
        assert words[second] in final.text.plain()
        final.copy.click()
        copied = QGuiApplication.clipboard().text()
        assert words[second] in copied
        assert words[first] not in copied
        late.open.set()
        await opening
        await until(judged)


@pytest.mark.nightly
@pytest.mark.usefixtures("play_long")
async def test_members_are_named_as_in_their_own_session(core, desk) -> None:
    def dealt_otherwise(line: dict[str, Any]) -> None:
        if line["type"] == "letters_dealt":
            line["body"]["letters"] = {"Ada": "C", "Blaise": "A", "Grace": "B"}

    first = await core.replay(recorded("debate"))
    second = await core.replay(recorded("debate"), change=dealt_otherwise)
    async with desk() as d:
        named = []
        for session in (first, second, first):
            await d.window._open_listed(session)
            d.window.page.tabs.show_tab("answers")
            await d.settle()
            cards = d.window.page.panel("answers").cards.values()
            named.append([card.row.title for card in cards])
        assert named[0] == named[2] == ["Ada · A", "Blaise · B", "Grace · C"]
        assert named[1] == ["Ada · C", "Blaise · A", "Grace · B"]


@pytest.mark.usefixtures("play_long")
async def test_the_library_shows_no_word_of_one_session_below_the_title_of_another(core, desk, late) -> None:
    words = await four_sessions(core)
    async with desk() as d:
        await d.settle()
        d.window.actions_by_id["library"].trigger()
        page = d.window.over
        await until(lambda: page.rows.rowCount() == len(words))
        preview = page.preview
        for row in (0, 1, 3, 0, 2):
            page.table.selectRow(row)
            title = page.rows.rows[row].title
            turns = 0
            while turns < 40:
                told = preview.text.toPlainText() + preview.about.text()
                assert not [w for w in WORDS if w not in preview.title.text() and w in told]
                turns += preview.title.text() == title
                await asyncio.sleep(0)
            await until(lambda title=title: title.split(":")[0] in preview.text.toPlainText())


async def test_what_stands_over_a_session_has_neither_its_name_nor_its_figures(core, desk) -> None:
    await core.replay(recorded("debate"), title="Whose figures are these?")
    async with desk() as d:
        await d.settle()
        window = d.window
        assert window.windowTitle().startswith("Whose figures")
        assert d.named("Tokens so far").text()
        window.actions_by_id["library"].trigger()
        assert window.windowTitle() == "Roundtable"
        assert not d.shown("Tokens so far")
        assert not d.shown("Cost so far")
        # Something was sent, in the session that lies below.
        assert "Nothing has been sent" not in d.window.status.findChild(QLabel).text()
        window.actions_by_id["library"].trigger()
        assert window.windowTitle().startswith("Whose figures")
        assert d.named("Tokens so far").text()
