"""While names are hidden nothing that can be seen, heard or searched for tells who wrote what."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)

from app.domain.facts import SeatReplaced
from app.domain.seats import Seat
from app.ui.view.naming import Names
from tests.support.hurry import at_once
from tests.support.scenes.debate_story import TEAM
from tests.support.scenes.pictures import SCENES, prepare, settle
from tests.support.scenes.states import STATES

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)
SECRET = [
    *(seat.name for seat in TEAM.members),
    *(part for seat in TEAM.members for part in seat.model.split("/")),
    "google",
]
TELLS = re.compile(rf"(?<![a-z])(?:{'|'.join(map(re.escape, SECRET))})(?![a-z])", re.IGNORECASE)
AT_EVERY_PUSH = {"palette"}
"""The palette lies over the approval of a round, of which all is looked through."""
# What is set up for all sessions or for a new one, and a sample, tell nothing of who wrote what in this one.
APART = ("settings", "models-", "team-", "new-", "popup-models", "sample")
OPEN = [s for s in SCENES if s.state in STATES and s.state != "finished" and not s.name.startswith(APART)]


def cells(model: QAbstractItemModel) -> Iterator[str]:
    """Yield what every cell of a list or table says in every way."""
    root = QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(root)
    for row in range(min(model.rowCount(root), 500)):
        for column in range(columns):
            index = model.index(row, column, root)
            yield from (str(model.data(index, role) or "") for role in ROLES)
    for orientation in (Qt.Orientation.Horizontal, Qt.Orientation.Vertical):
        count = columns if orientation == Qt.Orientation.Horizontal else model.rowCount(root)
        yield from (
            str(model.headerData(at, orientation, role) or "")
            for at in range(min(count, 500))
            for role in ROLES
        )


def texts_of(root: QWidget) -> Iterator[tuple[str, str]]:
    """Yield (where, text) of everything below a widget, in sight or not."""
    for widget in [root, *root.findChildren(QWidget)]:
        where = f"{type(widget).__name__} “{widget.accessibleName()}”"
        yield where, widget.accessibleName()
        yield where, widget.accessibleDescription()
        yield where, widget.toolTip()
        yield where, widget.statusTip()
        yield where, widget.windowTitle()
        match widget:
            case QLabel() | QAbstractButton():
                yield where, widget.text()
            case QLineEdit() if isinstance(widget.parent(), QComboBox):
                pass
            case QLineEdit():
                yield where, widget.text()
                yield where, widget.placeholderText()
            case QPlainTextEdit() | QTextEdit():
                yield where, widget.toPlainText()
            case QTabBar():
                yield from ((where, widget.tabText(at)) for at in range(widget.count()))
                yield from ((where, widget.tabToolTip(at)) for at in range(widget.count()))
            case QComboBox():
                # Where another model is chosen all there are have to be offered.
                if not (isinstance(widget.window(), QDialog) and widget.isEditable()):
                    yield from ((where, text) for text in cells(widget.model()))
            case QAbstractItemView() if widget.model() is not None:
                inside = widget.parent()
                if not (isinstance(inside, QWidget) and isinstance(inside.parent(), QComboBox)):
                    yield from ((where, text) for text in cells(widget.model()))
            case _:
                pass
    for action in root.findChildren(QAction):
        yield "action", action.text().replace("&", "")
        yield "action", action.toolTip()


def telltales(root: QWidget) -> list[tuple[str, str]]:
    """Return what tells a member or its model."""
    return sorted({(where, text[:160]) for where, text in texts_of(root) if TELLS.search(text)})


@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(scene, id=scene.name, marks=() if scene.name in AT_EVERY_PUSH else pytest.mark.nightly)
        for scene in OPEN
    ],
)
@pytest.mark.usefixtures("play_long")
async def test_no_tab_dialog_or_tooltip_tells_who_is_who(desk, core, scene):
    core.setup["hide_names"] = True
    await prepare(core, scene)
    async with desk() as d:
        await settle(d.window, scene, core, at_once)
        found = telltales(d.window)
        tabs = d.window.page.tabs
        for name in tabs.names():
            tabs.show_tab(name)
            await d.settle()
            panel = tabs.panel(name)
            if name == "log":
                for row in range(panel.model.rowCount()):
                    panel.table.selectRow(row)
                    found += telltales(panel.detail)
            found += telltales(d.window)
        found += [("palette", c.words) for c in d.window.commands.commands() if TELLS.search(c.words)]
        await core.sessions.shutdown()
        assert sorted(set(found)) == []


@pytest.mark.nightly
async def test_the_same_search_finds_the_names_where_they_are_not_hidden(desk, core):
    await prepare(core, next(scene for scene in SCENES if scene.name == "approval"))
    async with desk() as d:
        await settle(d.window, SCENES[0], core, at_once)
        d.window.page.tabs.show_tab("log")
        await d.settle()
        joined = " ".join(text for _, text in telltales(d.window))
        assert all(name in joined for name in ("Ada", "gpt-4o-mini", "gemini"))
        await core.sessions.shutdown()


async def test_the_log_finds_a_hidden_name_nowhere_and_shows_it_once_all_is_decided(desk, core):
    core.setup["hide_names"] = True
    await prepare(core, next(scene for scene in SCENES if scene.name == "approval"))
    async with desk() as d:
        session = core.on_stage[-1]
        await d.window._open(session)
        d.window.page.tabs.show_tab("log")
        log = d.window.page.panel("log")
        search = log.filters.searches[0][1]
        search.setText("gpt-4o")
        for _ in range(50):
            await d.settle()
        assert log.model.rowCount() == 0
        search.clear()
        await core.finish(session)
        await d.settle()
        assert "gpt-4o-mini" in " ".join(cells(log.model))
        await core.sessions.shutdown()


async def test_a_model_that_no_longer_sits_there_is_hidden_too(desk, core):
    core.setup["hide_names"] = True
    session = await core.begin()
    await core.write(session, SeatReplaced(seat="Ada", model="mistral/large-3"))
    async with desk() as d:
        await d.window._open(session)
        names = d.window.page.view.names
        veiled = names.veil("Ada: mistral/large-3 for openai/gpt-4o-mini; large-3 and OpenAI")
        assert not re.search("ada|mistral|large-3|openai|gpt", veiled, re.IGNORECASE)
        await core.sessions.shutdown()


def test_before_letters_are_dealt_numbers_stand_for_names_in_no_order_of_the_table():
    seats = {name: Seat(name=name, model="openai/gpt-4o") for name in ("Ada", "Blaise", "Grace", "Kurt")}
    orders = set()
    for salt in "abcdefgh":
        names = Names(seats, {}, (), hidden=True, salt=salt)
        called = {names.of(seat) for seat in seats}
        assert called == {"Member 1", "Member 2", "Member 3", "Member 4"}
        orders.add(tuple(names.in_order(seats)))
    assert len(orders) > 3


def test_a_text_keeps_every_word_that_is_no_name_of_the_table():
    seats = {"Ann": Seat(name="Ann", model="ollama/llama3.2")}
    names = Names(seats, {"Ann": "A"}, (), hidden=True)
    assert names.veil("Anna's annual plan; Ann's plan") == "Anna's annual plan; Answer A's plan"
    assert Names(seats, {}, (), hidden=False).veil("Ann, llama3.2") == "Ann, llama3.2"
