"""The middle of the window: the first steps, and the page of a session, made when one is first opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.ui.kit.tasks import pause
from app.ui.kit.texts import label, tr

if TYPE_CHECKING:
    from app.domain.ids import SessionId
    from app.services.core import Core
    from app.ui.session.page import SessionPage
    from app.ui.view.session_view import SessionView
    from app.ui.view.view_state import ViewState

_SAID_AFTER = 600
"""Milliseconds after which it is said that sessions are on their way."""


class SessionPlace(QStackedWidget):
    """Shows `first` until a session is shown, or nothing where sessions are on their way.

    Who only looks asks `shown`, which makes no page.
    """

    page_made = Signal()

    def __init__(
        self, first: QWidget, core: Core, state: ViewState | None = None, *, awaits: bool = False
    ) -> None:
        super().__init__()
        self.setObjectName("place")
        self._first, self._core, self._state = first, core, state
        self._page: SessionPage | None = None
        self.addWidget(first)
        self._blank = QWidget()
        self.addWidget(self._blank)
        if awaits:
            # Who has sessions must not be told for a second that nothing was ever asked.
            notice = label(tr("Opening your sessions…"), muted=True)
            notice.hide()
            QVBoxLayout(self._blank).addWidget(notice, 0, Qt.AlignmentFlag.AlignCenter)
            # Where it takes long; else it would only flicker.
            pause(notice, _SAID_AFTER, notice.show).start()
            self.setCurrentWidget(self._blank)

    @property
    def page(self) -> SessionPage:
        """The page for a session; made when it is first asked for."""
        if self._page is None:
            # Late for start-up cost: the page brings the facts, the projections and pydantic.
            from app.ui.session.page import SessionPage

            self._page = SessionPage(self._core, self._state)
            self.addWidget(self._page)
            self.page_made.emit()
        return self._page

    @property
    def shown(self) -> SessionPage | None:
        """The page while it shows a session."""
        return self._page if self._page is not None and self._page.view is not None else None

    @property
    def known(self) -> bool:
        """Tell whether it shows anything yet."""
        return self.currentWidget() is not self._blank

    @property
    def view(self) -> SessionView | None:
        return self._page.view if self._page is not None else None

    @property
    def session(self) -> SessionId | None:
        return self._page.session if self._page is not None else None

    async def open(self, session: SessionId, *, elsewhere: bool) -> SessionPage:
        """Fill the page and return it; it is not in sight yet."""
        await self.page.open(session, elsewhere=elsewhere)
        return self.page

    def leave(self) -> None:
        if self._page is not None:
            self._page.leave()
        self.setCurrentWidget(self._first)

    def save(self) -> None:
        """Keep what was typed and where was read."""
        if self._page is not None:
            self._page.draft_store.save()
            self._page.places.save()

    def end(self) -> None:
        """Keep nothing more: the window goes."""
        if self._page is not None:
            self._page.draft_store.close()
