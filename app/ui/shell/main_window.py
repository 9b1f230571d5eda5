"""The main window: the parts of its workspace, and menus, buttons and keys of the one table of actions."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenuBar, QWidget

from app.engine.session_rows import SessionRow
from app.ui.kit.actions import ANSWERS, build_actions, describe, give_keys, name_action
from app.ui.kit.icons import icon
from app.ui.kit.preferences import Preferences
from app.ui.kit.texts import single_line, tr
from app.ui.kit.theme import dress
from app.ui.shell.actions import ACTIONS, BY_ID, InSight
from app.ui.shell.commands import Commands
from app.ui.shell.drop_zone import DropZone
from app.ui.shell.key_table import KeyTable
from app.ui.shell.notices import Desktop
from app.ui.shell.sizes import remember_size
from app.ui.shell.status_line import StatusLine
from app.ui.shell.tab_order import in_turn
from app.ui.shell.top_bar import Menus, TopBar
from app.ui.shell.workspace import Workspace
from app.ui.view.status_line import status_facts

if TYPE_CHECKING:
    from app.domain.gates import GateKind
    from app.domain.i18n import Message
    from app.services.core import Core
    from app.ui.shell.dialogs import QuitDialog
    from app.ui.view.view_state import ViewState

_ZOOMS = ("zoom_in", "zoom_out", "zoom_reset")


class MainWindow(Workspace):
    """The one window."""

    closed = Signal()

    def __init__(
        self,
        core: Core,
        preferences: Preferences | None = None,
        *,
        desktop: Desktop | None = None,
        state: ViewState | None = None,
    ) -> None:
        super().__init__(core, preferences, desktop, state)
        self._may_close = False
        self.painted = asyncio.Event()
        self._question: QuitDialog | None = None
        self._menus = Menus()
        self.keys = KeyTable(ACTIONS, self.preferences)
        self.actions_by_id = build_actions(self, self._menus, self.keys.rows)
        for row in self.keys.rows:
            if row.menu and not row.check and not row.unlisted and row.icon:
                self.actions_by_id[row.id].setIcon(icon(row.icon))
        self._described: dict[str, tuple[bool, Message | None, str | Message, GateKind | None]] = {}
        """What each action was described by: whether it can be used, and the words of the workflow."""
        self.commands = Commands(self, self.keys, self.actions_by_id)
        self.top = TopBar(self._menus, self.actions_by_id)
        self.top.stop.further = lambda: [(stop.words, stop.run) for stop in self.commands.stops_of_one()]
        self.stop_button, self.column_button, self.search_button = (
            self.top.stop,
            self.top.insights,
            self.top.search,
        )
        self.setMenuWidget(self.top)
        self.status = StatusLine([self.actions_by_id[name] for name in _ZOOMS])
        self.setStatusBar(self.status)
        self.drop_zone = DropZone(self)
        self._connect()
        self.show_state()
        dress(self)

    # --- building -----------------------------------------------------------------------------

    def menuBar(self) -> QMenuBar:
        """Return the menus; Qt's own would put new ones in place of the row they stand in."""
        return self._menus

    def _connect(self) -> None:
        for row in ACTIONS:
            self.actions_by_id[row.id].triggered.connect(partial(self._run, row.id))
        first, commands = self.first, self.commands
        for offer, does in (
            (first.connect_models, commands.connect_models),
            (first.find_local, commands.find_local_models),
            (first.keys, commands.show_shortcuts),
            (first.guide, commands.show_guide),
            (first.library, commands.show_library),
            (first.take_in, commands.ask_import),
        ):
            offer.clicked.connect(lambda _on=False, does=does: does())
        self.drop_zone.dropped.connect(lambda paths: self.run(commands.exchange.take_dropped(paths)))
        self.commands.stops_wanted.connect(self.stop_button.show_choices)
        self.changed.connect(self.show_state)
        self.keys.changed.connect(self._on_keys_changed)

    def _run(self, action: str, _on: bool = False) -> None:
        BY_ID[action].run(self.commands)

    def _on_keys_changed(self) -> None:
        for row in self.keys.rows:
            give_keys(self.actions_by_id[row.id], row)
        self._described.clear()
        self.show_state()
        self.search_button.say_end(self.keys.by_id["palette"].key)
        if self.page_stack.shown is not None:
            self.page_stack.shown.bar.tell_keys()

    def _on_page_made(self) -> None:
        super()._on_page_made()
        self.page.bar.table = self.keys.by_id
        self.page.action_wanted.connect(self._run)
        stack = self.page.draft_store.stack
        stack.canUndoChanged.connect(self.changed)
        stack.canRedoChanged.connect(self.changed)
        undo, redo = self.actions_by_id["undo"], self.actions_by_id["redo"]
        stack.undoTextChanged.connect(lambda words: name_action(undo, _with(tr("Undo"), words)))
        stack.redoTextChanged.connect(lambda words: name_action(redo, _with(tr("Redo"), words)))

    # --- state --------------------------------------------------------------------------------

    def show_state(self) -> None:
        """Bring actions, buttons and the status line up to the session in sight."""
        page, view, word = self.page_stack.shown, self.page_stack.view, self.round_word
        # What nobody sees cannot be decided: the library may stand before it.
        seen = InSight(
            page if self.over is None else None, self.rail.next_waiting(self.page_stack.session) is not None
        )
        kind = view.asked() if view is not None else None
        for row in ACTIONS:
            # With each record that arrives: most of the sixty actions stay what they were.
            now = (row.when.holds(seen), row.when.own(seen), word, kind if row.id in ANSWERS else None)
            if self._described.get(row.id) != now:
                self._described[row.id] = now
                entry = self.keys.by_id[row.id]
                describe(entry, self.actions_by_id[row.id], row.when.refusal(seen, word), word, kind)
        for name, button in self.top.buttons.items():
            button.setEnabled(self.actions_by_id[name].isEnabled())
            button.setToolTip(self.actions_by_id[name].toolTip())
        self.actions_by_id["sessions"].setChecked(self.panes.shown("rail"))
        beside = self.over is None and self.panes.shown("column")
        self.actions_by_id["insights"].setChecked(beside)
        self.actions_by_id[f"theme_{self.preferences.theme}"].setChecked(True)
        self.column_button.setChecked(beside)
        # The session's name stands first: task lists cut the end, and screen readers read it first.
        # What stands over the session, a batch or the library, is told nothing of it.
        in_front = view if self.over is None else None
        title = single_line(in_front.fold.session.title, 80) if in_front is not None else ""
        self.setWindowTitle(f"{title} – Roundtable" if title else "Roundtable")
        facts = status_facts(in_front) if in_front is not None else self.commands.batch_facts()
        # A batch asks models of its own.
        known = view is None and self.page_stack.known and not self.commands.batch_was_open
        self.status.show_facts(facts, known=known, zoom=self.zoom)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self.painted.set()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep toasts in their corner, and in the top row the words that there is room for."""
        super().resizeEvent(event)
        self.notices.place()
        self.top.fit(event.size().width())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Show the letters of the menus with Alt, which whatever has the focus hands on."""
        if event.key() == Qt.Key.Key_Alt:
            self._menus.show_letters()
        super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.drop_zone.enter(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        del event
        self.drop_zone.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.drop_zone.drop(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go on with Tab as the eye does, not in the order in which controls were made."""
        page, panes = self.page_stack.shown, self.panes_in_turn()
        turn = in_turn(self, panes, stacked=panes[3:])
        focused: QWidget | None = self.focusWidget()
        if page is not None and focused is page.bar:
            # It holds the focus for its buttons while they cannot be pressed.
            focused = next((control for control in turn if page.bar.isAncestorOf(control)), None)
        if focused not in turn:
            return super().focusNextPrevChild(forward)
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        turn[(turn.index(focused) + (1 if forward else -1)) % len(turn)].setFocus(reason)
        return True

    def come_forward(self) -> None:
        """Stand before other windows: somebody started the program again."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()
        self.notices.desktop.flash(self)

    # --- closing ------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask once where something is running; else close and let `run` shut everything down."""
        moving = [row.session for row in self.rail.model.items if isinstance(row, SessionRow)]
        if self.page_stack.session is not None:
            moving.append(self.page_stack.session)
        self._remember_layout()
        remember_size(self, self.preferences)
        self.page_stack.save()
        if not self._may_close and any(self.core.sessions.running(session) for session in moving):
            event.ignore()
            self._ask_before_closing()
            return
        event.accept()
        self.closed.emit()

    def _ask_before_closing(self) -> None:
        from app.ui.shell.dialogs import QuitDialog  # late: start-up cost

        if self._question is not None:
            self._question.activateWindow()
            return
        self._question = QuitDialog(self, self.notices.desktop.has_tray())
        self._question.stop_wanted.connect(self.stop_and_close)
        self._question.tray_wanted.connect(self.hide)
        self._question.finished.connect(self._on_question_finished)
        self._question.show_once()

    def _on_question_finished(self) -> None:
        self._question = None

    def asks_before_closing(self) -> bool:
        """Tell whether the window is asking what to do with what runs."""
        return self._question is not None

    def stop_and_close(self) -> None:
        """Close without asking; what runs is stopped and can be resumed."""
        self._may_close = True
        self.close()


def _with(verb: str, words: str) -> str:
    return f"{verb}: {words}" if words else verb
