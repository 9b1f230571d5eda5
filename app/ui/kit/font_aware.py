"""What has a size of its own by the size of its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent
    from PySide6.QtWidgets import QApplication
    from PySide6.QtWidgets import QWidget as _Widget
else:
    _Widget = object


def fit_anew(app: QApplication) -> None:
    """Let all fit once more: labels with a size of their own get it after those that are sized by them."""
    for widget in app.allWidgets():
        if isinstance(widget, FontAware):
            widget._fit()


class FontAware(_Widget):
    """Goes before the widget's class: `_fit` is called whenever the text gets another size."""

    def _fit(self) -> None:
        raise NotImplementedError

    def changeEvent(self, event: QEvent) -> None:
        """Fit anew to another size of the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()


class SizeAware(FontAware):
    """Goes before the widget's class: `_fit` is called for another size of its own, too."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
