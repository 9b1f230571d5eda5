"""A column beside a page, of one width that grows with the text; a drawn icon that is no button."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from app.ui.kit.font_aware import FontAware
from app.ui.kit.layouts import in_column
from app.ui.kit.theme import text_scale


class Aside(FontAware, QFrame):
    """A column of one width, in pixels at 100 % text."""

    def __init__(self, inner: QWidget, width: int) -> None:
        super().__init__()
        self._width, self._most = width, 16777215
        self.setObjectName("aside")
        self.setLayout(in_column(inner))
        self._fit()

    def leave_room(self, most: int) -> None:
        """Be no wider than so many pixels: what stands beside it must not be cut."""
        self._most = most
        self._fit()

    def _fit(self) -> None:
        self.setFixedWidth(min(self._most, round(self._width * max(1.0, text_scale(self)))))


class Sign(QToolButton):
    """A drawn icon that is no button."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sign")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
