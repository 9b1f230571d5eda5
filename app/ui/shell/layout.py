"""What a main window offers to its commands, so that neither has to know how the other is made."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.ids import SessionId
    from app.services.core import Core
    from app.ui.kit.menu_button import MenuButton
    from app.ui.kit.preferences import Preferences
    from app.ui.kit.theme import Theme
    from app.ui.shell.first_run import FirstRun
    from app.ui.shell.panes import Panes
    from app.ui.shell.rail import SessionRail
    from app.ui.shell.session_place import SessionPlace


class Shell(Protocol):
    """The parts of a main window and what can be done with it."""

    core: Core
    preferences: Preferences
    rail: SessionRail
    place: SessionPlace
    first: FirstRun
    panes: Panes
    stop_button: MenuButton
    actions_by_id: Mapping[str, QAction]

    def close(self) -> bool:
        """Close the window, asking first where something runs."""
        ...

    @property
    def zoom(self) -> int:
        """Size of all text, in per cent."""
        ...

    def set_zoom(self, percent: int) -> None:
        """Make all text larger or smaller."""
        ...

    def set_theme(self, theme: Theme) -> None:
        """Change colours at once."""
        ...

    def reset_layout(self) -> None:
        """Put the panes where they were at first."""
        ...

    def ask_new(self, question: str = "") -> None:
        """Open the form of a new session."""
        ...

    def ask_follow_up(self) -> None:
        """Open the form of a session that goes on from the one that is shown."""
        ...

    def refresh_rows(self) -> None:
        """Read the library anew."""
        ...

    def leave(self, session: str) -> None:
        """Show another session where this one is in sight: it is gone."""
        ...

    def refresh_teams(self) -> None:
        """Read the teams again."""
        ...

    def open_session(self, session: SessionId) -> None:
        """Show a session."""
        ...

    async def resume(self, session: SessionId) -> None:
        """Go on with a session."""
        ...

    async def fork(self, session: SessionId, at: int, changes: Mapping[str, JsonValue] | None = None) -> None:
        """Go on in a copy."""
        ...

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine that belongs to the window."""
        ...

    def show_dialog(self, dialog: QDialog) -> None:
        """Open a dialog that goes when it is closed."""
        ...

    def show_messages(self) -> None:
        """List what has been told."""
        ...

    def show_state(self) -> None:
        """Bring everything that follows the state up to date."""
        ...

    def tell(self, words: str) -> None:
        """Say something that needs no answer."""
        ...
