"""What each action of the table does."""

# Late imports on purpose: dialogs and the palette are imported when first opened.

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QWidget

from app.domain.errors import RoundtableError
from app.domain.ids import SessionId
from app.engine.ports import SessionRow
from app.ui.kit.actions import ACTIONS, LOCAL_KEYS, ROUND, WHY, ActionDef, key_text, words_of
from app.ui.kit.errors import error_text
from app.ui.kit.texts import shown, tr
from app.ui.shell.exchange import Exchange
from app.ui.view.panel import ShowsMembers
from app.ui.view.retries import stoppable

if TYPE_CHECKING:
    from app.domain.i18n import Words
    from app.domain.seats import Team
    from app.engine.loop import StopMode
    from app.ui.kit.theme import Theme
    from app.ui.session.page import SessionPage
    from app.ui.setup.team import TeamDialog
    from app.ui.shell.layout import Shell
    from app.ui.shell.palette import Command

STOPS: dict[str, StopMode] = {
    "stop_now": "now",
    "stop_after_round": "after_round",
    "stop_with_answer": "with_answer",
}

ON_PAGE: dict[str, Callable[[SessionPage], object]] = {
    "undo": lambda page: page.draft_store.stack.undo(),
    "redo": lambda page: page.draft_store.stack.redo(),
    "find": lambda page: page.find_bar.open_on(page.tabs),
    "branches": lambda page: page.strip.open_branches(),
    "finish": lambda page: page.press_action("finish"),
    "reject": lambda page: page.press_action("reject"),
    "choose_texts": lambda page: page.decider.choose_texts(),
    "auto_off": lambda page: page.decider.take_back_control(),
    "next_change": lambda page: page.go_to_change(1),
    "previous_change": lambda page: page.go_to_change(-1),
    "mark_reviewed": lambda page: page.mark_reviewed(),
    "previous_round": lambda page: page.step_round(-1),
    "next_round": lambda page: page.step_round(1),
    "next_view": lambda page: page.tabs.step(1),
}
"""What is done to the page of the session in sight, where there is one."""


class Commands(QObject):
    """Runs actions for a window."""

    def __init__(self, window: Shell, parent: QWidget) -> None:
        super().__init__(parent)
        self._w, self._parent = window, parent
        self._exchange = Exchange(window, parent)
        self._team: TeamDialog | None = None
        """The form of a team that was left before it was kept: nothing typed is lost."""
        w = window
        self._does: dict[str, Callable[[], object]] = {
            "new": w.ask_new,
            "library": self._library,
            "find_everywhere": self._find_everywhere,
            "import": self._exchange.ask_import,
            "settings": self._settings,
            "providers": self._connect_models,
            "team": self._make_team,
            "quit": w.close,
            "stop_menu": self._show_stops,
            "stop_member": self._stop_member,
            "follow_up": w.ask_follow_up,
            "rename": self._rename,
            "next_waiting": self._next_waiting,
            "approve": self._approve,
            "compare": self._compare,
            "next_pane": lambda: self._go_pane(1),
            "previous_pane": lambda: self._go_pane(-1),
            "reset_layout": w.reset_layout,
            "zoom_in": lambda: w.set_zoom(w.zoom + 10),
            "zoom_out": lambda: w.set_zoom(w.zoom - 10),
            "zoom_reset": lambda: w.set_zoom(100),
            "palette": self._palette,
            "shortcuts": self._shortcuts,
            "messages": w.show_messages,
            "about": self._about,
        }

    def run(self, name: str, on: bool = False) -> None:
        """Run an action; `on` is the new state of one that can be checked."""
        w, page, session = self._w, self._w.place.shown, self._w.place.session
        if page is not None and name in ON_PAGE:
            ON_PAGE[name](page)
        elif name in self._does:
            self._does[name]()
        elif name in ("sessions", "insights"):
            w.panes.toggle("rail" if name == "sessions" else "column", on)
            w.show_state()
        elif name.startswith("theme_"):
            w.set_theme(_theme(name.removeprefix("theme_")))
        elif name.startswith("member_"):
            self._go_to_member(int(name.removeprefix("member_")) - 1)
        elif page is not None and session is not None:
            self._run_on(page, session, name)

    def _run_on(self, page: SessionPage, session: SessionId, name: str) -> None:
        w = self._w
        if name in STOPS:
            w.run(w.core.sessions.stop(session, STOPS[name]))
        elif name == "pause":
            w.run(w.core.sessions.pause(session))
        elif name == "resume":
            w.run(w.resume(session))
        elif name == "fork":
            w.run(w.fork(session, page.fork_place()))
        elif name == "export":
            self._exchange.ask_how(session)
        elif name == "export_json":
            self._exchange.ask_export(session, "json")

    # --- going about --------------------------------------------------------------------------

    def _approve(self) -> None:
        page = self._w.place.shown
        if page is None or page.view is None:
            return
        if not page.press_action("approve"):
            page.bar.press_primary()

    def _library(self) -> None:
        from app.ui.library.dialog import LibraryDialog

        w = self._w
        dialog = LibraryDialog(self._parent, w.core, w.preferences)
        dialog.opened.connect(lambda session: w.open_session(SessionId(session)))
        dialog.changed.connect(w.refresh_rows)
        dialog.gone.connect(w.leave)
        dialog.told.connect(w.tell)
        w.show_dialog(dialog)

    def _stop_member(self) -> None:
        page = self._w.place.shown
        if page is not None and not page.stop_one():
            self._w.stop_button.show_choices()

    def stops_of_one(self) -> list[Command]:
        """Return a command for each member that writes now: it stops that one alone."""
        from app.ui.shell.palette import Command

        page = self._w.place.shown
        if page is None or page.view is None or page.state != "running":
            return []
        named = ((seat, page.view.display_name(seat)) for seat in stoppable(page.view))
        return [
            Command(tr("Stop {name} alone", name=name), tr("Member"), partial(page.seat_actions.stop, seat))
            for seat, name in named
        ]

    def _find_everywhere(self) -> None:
        self._w.panes.toggle("rail", True)
        self._w.rail.search.setFocus()
        self._w.rail.search.selectAll()
        self._w.show_state()

    def _next_waiting(self) -> None:
        waiting = self._w.rail.next_waiting(self._w.place.session)
        if waiting is not None:
            self._w.open_session(waiting)

    def _go_to_member(self, at: int) -> None:
        page = self._w.place.shown
        panel = page.tabs.show_kind("texts") if page is not None else None
        if isinstance(panel, ShowsMembers):
            panel.show_member(at)

    def _go_pane(self, step: int) -> None:
        """Move the focus to the next pane: list, strip, tab, decision, insights."""
        w = self._w
        page = w.place.shown
        panes: list[QWidget] = [w.rail, w.first]
        if page is not None:
            panes = [w.rail, page.strip, page.tabs, page.bar, page.column]
        usable = [pane for pane in panes if pane.isVisible() and _first_focus(pane) is not None]
        if not usable:
            return
        focused = self._parent.focusWidget()
        at = next((i for i, pane in enumerate(usable) if _holds(pane, focused)), -step)
        target = _first_focus(usable[(at + step) % len(usable)])
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)

    # --- dialogs ------------------------------------------------------------------------------

    def _compare(self) -> None:
        from app.ui.panels.compare import CompareDialog, texts_of

        if self._w.place.view is not None:
            self._w.show_dialog(CompareDialog(self._parent, texts_of(self._w.place.view)))

    def _connect_models(self) -> None:
        from app.ui.models.providers import ProvidersDialog

        self._w.show_dialog(ProvidersDialog(self._parent, self._w.core.providers))

    def _rename(self) -> None:
        from app.domain.facts import SessionRenamed
        from app.ui.kit.renaming import RenameDialog

        page, view = self._w.place.shown, self._w.place.view
        if page is None or view is None:
            return
        before, session = view.fold.session.title, view.session_id
        dialog = RenameDialog(self._parent, before)

        def call(title: str) -> None:
            self._w.run(self._w.core.review.tell(session, SessionRenamed(title=title)))

        def rename(title: str) -> None:
            page.draft_store.push_told(tr("another title"), lambda: call(title), lambda: call(before))

        dialog.named.connect(rename)
        self._w.show_dialog(dialog)

    def _show_stops(self) -> None:
        # Below the hand: the bar has a button for it, too.
        page = self._w.place.shown
        self._w.stop_button.show_choices(page.bar.in_use("stop_menu") if page is not None else None)

    def _make_team(self) -> None:
        from app.ui.setup.team import TeamDialog

        if self._team is None:
            core = self._w.core
            team, problem = self._team_to_begin_with()
            self._team = TeamDialog(self._parent, team, core.teams, core.providers)
            self._team.show_problem(problem)
            self._team.saved.connect(self._on_team_saved)
        self._team.open()

    def _team_to_begin_with(self) -> tuple[Team, str]:
        """Return the default team, else the built-in one and why: here another one is made the default."""
        from app.settings.teams import OFFLINE

        teams = self._w.core.teams
        try:
            return teams.default(), ""
        except RoundtableError as error:
            return teams.load(OFFLINE), error_text(error)

    def _on_team_saved(self, name: str) -> None:
        if self._team is not None:
            self._team.deleteLater()
            self._team = None
        self._w.refresh_teams()
        self._w.tell(tr("The team “{name}” is kept", name=shown(name, 60)))

    def _settings(self) -> None:
        from app.ui.shell.settings import SettingsDialog

        dialog = SettingsDialog(self._parent, self._w.preferences)
        dialog.theme_chosen.connect(lambda theme: self._w.set_theme(_theme(theme)))
        dialog.zoom_chosen.connect(self._w.set_zoom)
        self._w.show_dialog(dialog)

    def _shortcuts(self) -> None:
        from app.ui.shell.shortcuts import ShortcutSheet

        rows = [(" / ".join(e.keys), self._words_of(e)) for e in ACTIONS if e.keys]
        rows += [(key, tr(words)) for key, words in LOCAL_KEYS]
        self._w.show_dialog(ShortcutSheet(self._parent, rows))

    def _about(self) -> None:
        from app.ui.kit.dialog import TellOnly

        words = tr(
            "Roundtable {v}. Only what you send to the chosen models leaves this computer.",
            v=self._w.core.version,
        )
        self._w.show_dialog(TellOnly(self._parent, tr("About Roundtable"), words))

    def _words_of(self, entry: ActionDef) -> str:
        view = self._w.place.view
        kind = view.asked() if view is not None else None
        return words_of(entry, self._round_word(), kind.by_action(entry.id) if kind is not None else None)

    def _round_word(self) -> str | Words:
        view = self._w.place.view
        return view.round_word if view is not None else ROUND

    def _palette(self) -> None:
        from app.ui.shell.palette import CommandPalette

        self._w.show_dialog(CommandPalette(self._parent, self.commands(), self._round_word()))

    def commands(self) -> list[Command]:
        """Return everything the palette offers now."""
        from app.ui.shell.palette import Command

        w, page, word = self._w, self._w.place.shown, self._round_word()
        found = [
            Command(
                row.title,
                tr("Needs you") if row.needy else tr("Open"),
                partial(w.open_session, row.session),
                first=row.needy,
            )
            for row in w.rail.model.items
            if isinstance(row, SessionRow)
        ]
        if page is not None:
            found += [
                # Whatever is asked: only the verbs of rounds are actions of their own.
                Command(
                    label,
                    tr("Ask") if does.startswith("ask:") else tr("Decision"),
                    partial(page.press, does),
                    first=True,
                )
                for does, label in page.bar.offered()
            ]
        for entry in ACTIONS:
            action = w.actions_by_id[entry.id]
            found.append(
                Command(
                    action.text().replace("&", "") if entry.id in ("undo", "redo") else self._words_of(entry),
                    tr(entry.menu) if entry.menu else tr("Go to"),
                    action.trigger,
                    key_text(entry),
                    str(action.property(WHY) or ""),
                )
            )
        if page is not None and page.view is not None:
            found += [
                Command(page.tabs.title(name), tr("Tab"), partial(page.tabs.show_tab, name))
                for name in page.tabs.names()
            ]
            for at, seat in enumerate(page.view.members()):
                name = page.view.display_name(seat)
                found.append(Command(name, tr("Member"), partial(self._go_to_member, at)))
            found += self.stops_of_one()
            kind = tr(word)
            found += [
                Command(f"{kind} {number}", kind, partial(page.strip.look_at, number))
                for number in reversed(page.view.fold.timeline.rounds)
            ]
        return found


def _holds(pane: QWidget, focused: QWidget | None) -> bool:
    return focused is not None and (focused is pane or pane.isAncestorOf(focused))


def _first_focus(pane: QWidget) -> QWidget | None:
    """Return what takes the focus when a pane is entered: the filled button, else the first control."""
    if pane.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return pane
    found = [
        w
        for w in pane.findChildren(QWidget)
        if w.isVisible() and w.isEnabled() and w.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    # As the eye goes: the order they were made in begins at the bottom of the insights, out of sight.
    places = {w: w.mapTo(pane, QPoint()) for w in found}
    found.sort(key=lambda w: (places[w].y(), places[w].x()))
    primary = [w for w in found if w.objectName() == "primary"]
    return next(iter(primary or found), None)


def _theme(name: str) -> Theme:
    return "light" if name == "light" else "dark" if name == "dark" else "system"
