"""The main window: assembles rail, page and bars, and routes the table's actions."""

# Late imports on purpose: dialogs are imported when first opened, for the start of the window.

from __future__ import annotations

from collections.abc import Coroutine
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QMainWindow,
    QMenu,
    QSplitter,
    QStackedWidget,
    QToolBar,
    QToolButton,
)

from app import resources
from app.domain.ids import SessionId
from app.domain.seats import Team
from app.engine.ports import SessionRow
from app.services.api import Core, StopMode
from app.ui.actions import ACTIONS, build_actions
from app.ui.bars import cost_text
from app.ui.bridge import Bridge
from app.ui.errors import error_text
from app.ui.first_run import FirstRun
from app.ui.preferences import Preferences
from app.ui.rail import SessionRail
from app.ui.session_page import SessionPage
from app.ui.tasks import Tasks
from app.ui.texts import label, shown, tr
from app.ui.theme import Theme, apply_theme

if TYPE_CHECKING:
    from app.ui.dialogs.new_session import NewSessionDialog

RAIL_HIDES_BELOW = 960
SAMPLE = "samples/four-day-week-brief.md"
SAMPLE_CONTEXT = "samples/four-day-week-context.md"
_QUIET_REFRESH = 300


class MainWindow(QMainWindow):
    """The one window."""

    closed = Signal()

    def __init__(self, core: Core, preferences: Preferences | None = None) -> None:
        super().__init__()
        self.core = core
        self.preferences = preferences or Preferences()
        self.setWindowTitle("Roundtable")
        self.setMinimumSize(640, 480)
        self.resize(1280, 800)
        self._tasks = Tasks(self, self.show_error)
        self._new: NewSessionDialog | None = None
        self._may_close = False
        self._rail_wanted = True
        self.bridge = Bridge(core.bus, self)
        self.rail = SessionRail()
        self.page = SessionPage(core)
        self.first = FirstRun()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.first)
        self.stack.addWidget(self.page)
        self.split = QSplitter()
        self.split.addWidget(self.rail)
        self.split.addWidget(self.stack)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes([215, 1000])
        self.split.setChildrenCollapsible(False)
        self.setCentralWidget(self.split)
        self.actions_by_id = build_actions(self)
        self._build_toolbar()
        self._status = label("", muted=True)
        self.statusBar().addWidget(self._status, 1)
        self._refresh_timer = QTimer(self)
        self._refresh_timer.setSingleShot(True)
        self._refresh_timer.setInterval(_QUIET_REFRESH)
        self._refresh_timer.timeout.connect(self.refresh_rows)
        self._connect()
        self._show_state()

    # --- building -----------------------------------------------------------------------------

    def _build_toolbar(self) -> None:
        bar = QToolBar(tr("Main"))
        bar.setMovable(False)
        bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.addToolBar(bar)
        self.new_button = self._tool("new", tr("+ New"))
        self.stop_button = QToolButton()
        self.stop_button.setText(tr("■ Stop"))
        self.stop_button.setAccessibleName(tr("Stop"))
        self.stop_button.setToolTip(tr("Choose how to stop (Ctrl+.)"))
        menu = QMenu(self.stop_button)
        for name in ("pause", "stop_after_round", "stop_now", "stop_with_answer"):
            menu.addAction(self.actions_by_id[name])
        self.stop_button.setMenu(menu)
        self.stop_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.export_button = self._tool("export_md", tr("⇪ Export"))
        for widget in (self.new_button, self.stop_button, self.export_button):
            bar.addWidget(widget)

    def _tool(self, action: str, text: str) -> QToolButton:
        made = QToolButton()
        made.setText(text)
        made.setAccessibleName(text.lstrip("+⇪ "))
        made.setToolTip(self.actions_by_id[action].toolTip())
        made.clicked.connect(self.actions_by_id[action].trigger)
        return made

    def _connect(self) -> None:
        for name, action in self.actions_by_id.items():
            if action.isCheckable():
                action.triggered.connect(lambda on=False, which=name: self._on_action(which, on))
            else:
                action.triggered.connect(lambda _=False, which=name: self._on_action(which))
        self.actions_by_id["sessions"].setChecked(True)
        self.actions_by_id[f"theme_{self.preferences.theme}"].setChecked(True)
        self.rail.opened.connect(lambda session: self.open_session(SessionId(session)))
        self.rail.searched.connect(lambda _: self._refresh_timer.start())
        self.first.asked.connect(lambda: self._on_action("new"))
        self.first.sample_asked.connect(self._on_sample_asked)
        self.page.action_wanted.connect(self._on_action)
        self.page.changed.connect(self._show_state)
        self.page.fork_wanted.connect(self._on_fork_wanted)
        undo, redo = self.actions_by_id["undo"], self.actions_by_id["redo"]
        stack = self.page.keeper.stack
        stack.canUndoChanged.connect(undo.setEnabled)
        stack.canRedoChanged.connect(redo.setEnabled)
        stack.undoTextChanged.connect(lambda words: undo.setText(_with(tr("Undo"), words)))
        stack.redoTextChanged.connect(lambda words: redo.setText(_with(tr("Redo"), words)))
        undo.setEnabled(False)
        redo.setEnabled(False)
        self.bridge.appended.connect(self._on_appended)
        self.bridge.streamed.connect(self.page.on_streamed)
        self.bridge.run_ended.connect(self._on_run_ended)
        self.bridge.run_failed.connect(self._on_run_failed)

    # --- what the bus says --------------------------------------------------------------------

    def _on_appended(self, session: str, records: Any) -> None:
        self.page.on_appended(session, records)
        if not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def _on_run_ended(self, session: str, state: str) -> None:
        self.page.refresh()
        self._refresh_timer.start()
        if state in ("waiting", "failed", "finished"):
            QApplication.alert(self)
        # The loop's task ends just after it said so: look again once it has.
        QTimer.singleShot(0, self, self.page.refresh)

    def _on_run_failed(self, session: str, problem: str) -> None:
        QApplication.alert(self)
        if session == self.page.session:
            # After the refreshes that the end of the run causes, which would wipe it away.
            QTimer.singleShot(50, self, lambda: self.page.bar.show_problem(problem))

    def refresh_rows(self) -> None:
        """Read the library anew."""
        self._run(self._load_rows())

    async def _load_rows(self) -> None:
        text = self.rail.search.text().strip()
        rows: list[SessionRow] = []
        if text:
            for row, _seq, _snippet in await self.core.library.search(text):
                if row.session not in {known.session for known in rows}:
                    rows.append(row)
        else:
            rows = list(await self.core.library.rows())
        self.rail.show_rows(rows, self.page.session)
        self._fit_rail()

    # --- sessions -----------------------------------------------------------------------------

    async def begin(self) -> None:
        """Fill the rail and open the session that needs the person most, else the newest."""
        await self._load_rows()
        rows = await self.core.library.rows()
        chosen = next((row for row in rows if row.state == "waiting"), rows[0] if rows else None)
        if chosen is not None and not chosen.problem and self.page.session is None:
            await self._open(chosen.session)
        elif self.page.session is None:
            self.first.ask.setFocus()

    def open_session(self, session: SessionId) -> None:
        """Show a session."""
        self._run(self._open(session))

    async def _open(self, session: SessionId) -> None:
        await self.page.open(session)
        self.stack.setCurrentWidget(self.page)
        self.rail.mark(session)
        self._show_state()

    def _new_dialog(self) -> NewSessionDialog | None:
        if self._new is None:
            plugins = self.core.workflows.plugins
            plugin = plugins.get("debate") or next(iter(plugins.values()), None)
            if plugin is None:
                return None
            from app.ui.dialogs.new_session import NewSessionDialog

            self._new = NewSessionDialog(self, plugin, self.core.teams)
            self._new.wanted.connect(lambda flow, values, team: self._run(self._create(flow, values, team)))
        return self._new

    def _on_sample_asked(self) -> None:
        dialog = self._new_dialog()
        if dialog is not None:
            dialog.set_question(resources.text(SAMPLE))
            dialog.set_files([resources.path(SAMPLE_CONTEXT)])
            dialog.open()

    async def _create(self, workflow: str, values: dict[str, object], team: Team) -> None:
        dialog = self._new
        try:
            session = await self.core.sessions.create(workflow, values, team)
        except Exception as error:
            if dialog is None:
                raise
            dialog.failed(error)
            return
        if dialog is not None:
            dialog.accept()
            dialog.deleteLater()
            self._new = None
        await self._open(session)
        await self.core.sessions.start(session)
        self.page.refresh()
        await self._load_rows()

    # --- actions ------------------------------------------------------------------------------

    def _on_action(self, name: str, on: bool = False) -> None:
        session = self.page.session
        if name in ("approve", "finish", "reject"):
            if self.page.offers(name):
                self.page.do(f"gate:{name}")
        elif name in ("new", "follow_up"):
            dialog = self._new_dialog()
            if dialog is not None:
                if name == "follow_up" and self.page.view is not None:
                    dialog.set_question(tr("Follow-up to “{title}”: ", title=self.page.view.position.title))
                dialog.open()
        elif name in ("undo", "redo"):
            getattr(self.page.keeper.stack, name)()
        elif name == "next_waiting":
            waiting = self.rail.next_waiting(session)
            if waiting is not None:
                self.open_session(waiting)
        elif name == "quit":
            self.close()
        elif not self._on_view_action(name, on) and session is not None:
            self._on_session_action(name, session)

    def _on_view_action(self, name: str, on: bool) -> bool:
        """Do what changes only the view; return whether the action was one of these."""
        if name.startswith("theme_"):
            self.set_theme(_theme(name.removeprefix("theme_")))
        elif name in ("next_change", "previous_change"):
            self.page.go_to_change(1 if name == "next_change" else -1)
        elif name == "find":
            self._rail_wanted = True
            self.rail.show()
            self.rail.search.setFocus()
        elif name == "sessions":
            self._rail_wanted = on
            self.rail.setVisible(on)
        elif name == "next_view":
            self.page.tabs.setCurrentIndex(
                (self.page.tabs.currentIndex() + 1) % max(1, self.page.tabs.count())
            )
        elif name == "shortcuts":
            from app.ui.dialogs.base import TellOnly

            keys = "\n".join(f"{entry.key}    {tr(entry.text)}" for entry in ACTIONS if entry.key)
            TellOnly(self, tr("Keyboard shortcuts"), keys).open()
        elif name == "about":
            from app.ui.dialogs.base import TellOnly

            about = tr(
                "Roundtable {v}. Only what you send to the chosen models leaves this computer.",
                v=self.core.version,
            )
            TellOnly(self, tr("About Roundtable"), about).open()
        else:
            return False
        return True

    def _on_session_action(self, name: str, session: SessionId) -> None:
        modes: dict[str, StopMode] = {
            "stop_now": "now",
            "stop_after_round": "after_round",
            "stop_with_answer": "with_answer",
        }
        if name in modes:
            self._run(self.core.sessions.stop(session, modes[name]))
        elif name == "pause":
            self._run(self.core.sessions.pause(session))
        elif name == "stop_menu":
            self.stop_button.showMenu()
        elif name == "resume":
            self._run(self._resume(session))
        elif name == "fork":
            self._run(self._fork(session, self.page.view.head if self.page.view else 1))
        elif name in ("export_md", "export_json"):
            self._ask_export(session, "md" if name == "export_md" else "json")

    async def _resume(self, session: SessionId) -> None:
        await self.core.sessions.start(session)
        self.page.refresh()

    def _on_fork_wanted(self, at: int) -> None:
        if self.page.session is not None:
            self._run(self._fork(self.page.session, at))

    async def _fork(self, session: SessionId, at: int) -> None:
        copy = await self.core.sessions.fork(session, at)
        await self._open(copy)
        await self._load_rows()

    def _ask_export(self, session: SessionId, format: str) -> None:
        title = shown(self.page.view.position.title, 60) if self.page.view else session
        safe = "".join(c if c.isalnum() or c in " -_" else "_" for c in title).strip() or "session"
        dialog = QFileDialog(self, tr("Export"), "", f"*.{format}")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(format)
        dialog.selectFile(f"{safe}.{format}")
        dialog.fileSelected.connect(lambda path: self._run(self._export(session, format, Path(path))))
        dialog.open()

    async def _export(self, session: SessionId, format: str, path: Path) -> None:
        await self.core.exporting.export(session, format, path)
        self.statusBar().showMessage(tr("Exported to {path}", path=path), 8000)

    def set_theme(self, theme: Theme) -> None:
        """Switch the appearance at once and remember it."""
        self.preferences.theme = theme
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, theme)

    # --- state --------------------------------------------------------------------------------

    def _show_state(self) -> None:
        page, view = self.page, self.page.view
        state = page.state
        a = self.actions_by_id
        for name in ("approve", "finish", "reject"):
            a[name].setEnabled(page.offers(name))
        running = state == "running"
        going = state in ("running", "waiting")
        for name in ("pause", "stop_after_round"):
            a[name].setEnabled(running)
        accepted = view is not None and any(row.accepted for row in view.rounds.values())
        a["stop_now"].setEnabled(going)
        a["stop_with_answer"].setEnabled(going and accepted)
        a["stop_menu"].setEnabled(going)
        self.stop_button.setEnabled(going)
        a["resume"].setEnabled(state in ("paused", "stopped", "interrupted", "failed"))
        for name in ("fork", "export_md", "export_json"):
            a[name].setEnabled(view is not None)
        self.export_button.setEnabled(view is not None)
        if view is None:
            self._status.setText(tr("Nothing has been sent to any model."))
            return
        at = datetime.fromtimestamp(view.saved_at / 1e6).astimezone()
        self._status.setText(
            tr(
                "Saved {at} · {tokens} tokens · {cost}",
                at=f"{at:%H:%M}",
                tokens=f"{view.tokens:,}",
                cost=cost_text(view),
            )
        )

    def show_error(self, error: BaseException) -> None:
        """Say what went wrong and what to do next."""
        from app.ui.dialogs.base import TellOnly

        TellOnly(self, tr("That did not work"), error_text(error)).open()

    def _run(self, work: Coroutine[Any, Any, Any]) -> None:
        self._tasks.start(work)

    def _fit_rail(self) -> None:
        if not self.isVisible() or self.width() >= RAIL_HIDES_BELOW:
            self.rail.setVisible(self._rail_wanted and bool(self.rail.model.items or self.rail.search.text()))
        else:
            self.rail.hide()
        self.actions_by_id["sessions"].setChecked(not self.rail.isHidden())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the list of sessions where there is no room for it."""
        super().resizeEvent(event)
        if (event.size().width() < RAIL_HIDES_BELOW) != (event.oldSize().width() < RAIL_HIDES_BELOW):
            self._fit_rail()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask once where something is running; else close and let `run` shut everything down."""
        moving = [row.session for row in self.rail.model.items if isinstance(row, SessionRow)]
        if self.page.session is not None:
            moving.append(self.page.session)
        if not self._may_close and any(self.core.sessions.running(session) for session in moving):
            event.ignore()
            text = tr(
                "A session is running. Stopping keeps everything that has arrived; you can resume it later."
            )
            from app.ui.dialogs.base import Confirm

            dialog = Confirm(self, tr("Quit while a session is running?"), text, tr("Stop and quit"))
            dialog.accepted.connect(self._on_quit_confirmed)
            dialog.open()
            return
        event.accept()
        self.closed.emit()

    def _on_quit_confirmed(self) -> None:
        self._may_close = True
        self.close()

    async def aclose(self) -> None:
        """Let go of the bus and of running work."""
        self.bridge.close()
        self._refresh_timer.stop()
        self.page.keeper.save()
        await self._tasks.cancel_all()


def _with(verb: str, words: str) -> str:
    return f"{verb}: {words}" if words else verb


def _theme(name: str) -> Theme:
    return "light" if name == "light" else "dark" if name == "dark" else "system"
