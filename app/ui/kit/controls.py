"""Controls with the name that a screen reader tells, and what a choice offers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit

from app.ui.kit.buttons import ToolButton
from app.ui.kit.combo_boxes import ComboBox

Option = tuple[str, object]
"""What is read in a box, and the value it stands for."""


def check_box(text: str, *, name: str = "", tip: str = "", on: bool = False) -> QCheckBox:
    """Return a box to tick, by default called what stands beside it."""
    made = QCheckBox(text)
    made.setAccessibleName(name or text)
    made.setToolTip(tip)
    made.setChecked(on)
    return made


def line_edit(name: str, hint: str = "", *, text: str = "", most: int = 0) -> QLineEdit:
    """Return a line to type into; `most` characters, 0: any number."""
    made = QLineEdit(text)
    made.setAccessibleName(name)
    made.setPlaceholderText(hint)
    if most:
        made.setMaxLength(most)
    return made


def search_line(name: str) -> QLineEdit:
    """Return a line for words to look for, with a cross that empties it."""
    made = line_edit(name, name)
    made.setClearButtonEnabled(True)
    return made


def tool_button(glyph: str, name: str, tip: str, *, checkable: bool = False) -> ToolButton:
    """Return a button that shows a sign or a word."""
    made = ToolButton()
    made.setText(glyph)
    made.setAccessibleName(name)
    made.setToolTip(tip)
    made.setCheckable(checkable)
    return made


def combo_box(
    name: str, options: Iterable[Option] = (), *, tip: str | None = None, wide: int = 0
) -> ComboBox:
    """Return a choice; its tip is its name where none is given.

    `wide`: how many characters it shows whatever is offered, 0: as many as there are.
    """
    made = ComboBox()
    made.setAccessibleName(name)
    made.setToolTip(name if tip is None else tip)
    policy = QComboBox.SizeAdjustPolicy
    made.setSizeAdjustPolicy(
        policy.AdjustToMinimumContentsLengthWithIcon if wide else policy.AdjustToContents
    )
    made.setMinimumContentsLength(wide)
    for words, value in options:
        made.addItem(words, value)
    return made


def offer_options(box: QComboBox, options: Sequence[Option], first: int = 0) -> None:
    """Offer other values behind the `first` ones; what is chosen stays so where it is still offered."""
    chosen = box.currentData()
    with QSignalBlocker(box):
        while box.count() > first:
            box.removeItem(first)
        for words, value in options:
            box.addItem(words, value)
        box.setCurrentIndex(max(0, box.findData(chosen)))
