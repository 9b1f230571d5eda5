"""A box for a number with a fraction that takes a point and a comma alike."""

from __future__ import annotations

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox


class NumberBox(QDoubleSpinBox):
    """Takes both marks for the decimal one, whatever the language of the desktop.

    Qt takes the other one for a mark of thousands: a price of 0.5, typed where a comma is usual, was 5.
    """

    def validate(self, text: str, at: int) -> tuple[QValidator.State, str, int]:
        state, text, at = super().validate(self._with_point(text), at)
        return state, text, at

    def valueFromText(self, text: str) -> float:
        return super().valueFromText(self._with_point(text))

    def _with_point(self, text: str) -> str:
        before, behind = self.prefix(), self.suffix()
        # What stands around the number may have a comma of its own.
        start = len(before) if text.startswith(before) else 0
        end = len(text) - len(behind) if behind and text.endswith(behind) else len(text)
        point = self.locale().decimalPoint()
        number = text[start:end].replace("," if point == "." else ".", point)
        return text[:start] + number + text[end:]
