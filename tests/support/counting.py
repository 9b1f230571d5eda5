"""Counting what the window does in one turn of its loop, and of how many things: no clock takes part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent, QTextDocument
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.kit.tables import TitledModel


class Turns:
    """Counts the turns of the event loop, and the characters a document grows by in each."""

    def __init__(self, document: QTextDocument) -> None:
        self.passed = 0
        self.added: dict[int, int] = {}
        self._timer = QTimer(document)
        self._timer.timeout.connect(self._on_timeout)
        self._timer.start(0)
        document.contentsChange.connect(self._on_change)

    def _on_timeout(self) -> None:
        self.passed += 1

    def _on_change(self, _position: int, _gone: int, added: int) -> None:
        self.added[self.passed] = self.added.get(self.passed, 0) + added


class Widths(QObject):
    """Notes each width that widgets of a kind have while they are seen: for each, all in them is laid out."""

    def __init__(self, app: QApplication, kind: type[QWidget]) -> None:
        super().__init__(app)
        self.told: dict[str, list[int]] = {}
        self._kind = kind
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        sized = isinstance(event, QResizeEvent | QShowEvent)
        if sized and isinstance(watched, self._kind) and watched.isVisible():
            self.told.setdefault(watched.accessibleName(), []).append(watched.width())
        return False


def calls_of(
    patch: pytest.MonkeyPatch, module: object, name: str, work: Callable[..., Any]
) -> list[tuple[Any, ...]]:
    """Return a list that takes what `work` is called with under a name of a module; it is still done."""
    found: list[tuple[Any, ...]] = []

    def called(*given: Any) -> Any:
        found.append(given)
        return work(*given)

    patch.setattr(module, name, called)
    return found


def asked_for(model: TitledModel[Any]) -> list[int]:
    """Return a list that takes the id of each item whose words are asked for from now on."""
    found: list[int] = []
    cell = model._cell

    def asked(item: Any, column: int) -> str:
        found.append(id(item))
        return cell(item, column)

    model._cell = asked
    return found
