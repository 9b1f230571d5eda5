"""One form at a time over the session in sight; what was typed into it is kept."""

# Late imports on purpose: dialogs are imported when first opened, for the start of the window.

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from app.services.core import Core
    from app.ui.gates.base import DecisionDialog, FormRequest
    from app.ui.kit.dialog import Dialog
    from app.ui.kit.tasks import Tasks
    from app.ui.view.draft_store import DraftStore
    from app.ui.view.session_view import SessionView


class PageContext(Protocol):
    """What is needed of the page that is worked for."""

    @property
    def view(self) -> SessionView | None: ...


class FormOpener(QObject):
    """Base of what asks the person for data before it tells the services."""

    failed = Signal(str)
    """Why nothing was done; empty: that is over."""

    def __init__(
        self, owner: QWidget, bench: PageContext, core: Core, draft_store: DraftStore, tasks: Tasks
    ) -> None:
        super().__init__(owner)
        self._owner, self._bench, self._core = owner, bench, core
        self._draft_store, self._tasks = draft_store, tasks
        self._open: Dialog | None = None
        self._about = ""
        """The gate that the open form is about."""

    def _show(self, dialog: Dialog, gate: str = "") -> None:
        self._open, self._about = dialog, gate
        dialog.finished.connect(self._on_dialog_finished)
        dialog.open()

    def _on_dialog_finished(self) -> None:
        if self._open is not None:
            self._draft_store.save()
            self._open.deleteLater()
            self._open = None

    def _stock_form(self, request: FormRequest) -> DecisionDialog:
        """Return the form of a choice that needs nothing but what it is about."""
        if request.choice.verb.form == "per call":
            from app.ui.gates.calls import PerCallDialog

            return PerCallDialog(self._owner, request)
        if request.choice.verb.form == "pieces":
            from app.ui.gates.forms import PiecesDialog

            return PiecesDialog(self._owner, request)
        from app.ui.gates.forms import LimitDialog, VerbDialog

        if request.choice.verb.form == "limit":
            return LimitDialog(self._owner, request)
        return VerbDialog(self._owner, request)
