"""Controls with the name that a screen reader tells, and boxes that mend what Qt's own do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QMargins, QPoint, QRect, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)
from shiboken6 import isValid

from app.ui.kit.buttons import ToolButton
from app.ui.kit.icons import Tone, icon, set_icon
from app.ui.kit.pick_list import SEARCHED_FROM, PickList, PopupRows
from app.ui.kit.popup import AWAY, round_corners
from app.ui.kit.screen import room_around
from app.ui.kit.spinner import Turning
from app.ui.kit.texts import button, inset, tr

Option = tuple[str, object]
"""What is read in a box, and the value it stands for."""


class ComboBox(QComboBox):
    """A choice that is not made by scrolling past it: the wheel turns it only while it has the focus.

    Qt's own takes the wheel wherever the pointer happens to be, and nothing tells that it was changed.
    """

    def __init__(self) -> None:
        super().__init__()
        # Nor does the wheel give it the focus.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Qt's own rows know no rule of the theme.
        self.setItemDelegate(PopupRows(self, self))
        self.foot = ""
        """What is said below a list that is searched."""
        self._many: PickList | None = None

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        """Say that words go on where they have no room: Qt's own end in the middle of a letter."""
        super().initStyleOption(option)
        if self.isEditable():
            # Its own line draws the words; measuring a page that was pasted takes as long as laying it out.
            return
        edit = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, edit, self).width()
        room -= 0 if option.currentIcon.isNull() else option.iconSize.width() + 4
        words, letters = option.currentText, option.fontMetrics
        if letters.horizontalAdvance(words) > room:
            # By less than a pixel too narrow it would end words that have room.
            option.currentText = letters.elidedText(words, Qt.TextElideMode.ElideRight, room - 2)

    def sizeHint(self) -> QSize:
        """Return the room of the longest words: with the theme's edges Qt's own is some pixels short."""
        hint = super().sizeHint()
        if self.isEditable() or self.sizeAdjustPolicy() != self.SizeAdjustPolicy.AdjustToContents:
            return hint
        option = QStyleOptionComboBox()
        super().initStyleOption(option)
        option.rect = QRect(QPoint(), hint)
        edit = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, edit, self).width()
        letters = self.fontMetrics()
        longest = max((letters.horizontalAdvance(self.itemText(at)) for at in range(self.count())), default=0)
        return hint.grownBy(QMargins(0, 0, max(0, longest + 4 - room), 0))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def showPopup(self) -> None:
        """Open the list, wide enough for what it offers; where that is much, with a line to search in."""
        if self.count() >= SEARCHED_FROM:
            self._many = PickList(self)
            self._many.open(self.foot)
            return
        view = self.view()
        view.setAccessibleName(self.accessibleName())
        edges = 2 * view.frameWidth() + 12
        most = room_around(self).width() // 2
        view.setMinimumWidth(min(most, max(self.width(), view.sizeHintForColumn(0) + edges)))
        super().showPopup()
        frame = view.window()
        below = frame.y() >= self.mapToGlobal(QPoint()).y()
        frame.move(frame.x(), frame.y() + (AWAY if below else -AWAY))
        round_corners(frame)

    def hidePopup(self) -> None:
        """Put the list away, whichever is open."""
        if self._many is not None and isValid(self._many):
            self._many.close()
        super().hidePopup()


class NumberBox(QDoubleSpinBox):
    """A number that is not changed by scrolling past it, with either mark for the decimal one.

    Whatever the language of the desktop: Qt takes the other one for a mark of thousands, and a price of 0.5
    that is typed where a comma is usual was 5.
    """

    def __init__(
        self, name: str = "", most: float = 100, *, prefix: str = "", suffix: str = "", decimals: int = 2
    ) -> None:
        """`name`: what a screen reader tells; it takes 0 to `most`."""
        super().__init__()
        inset(self)
        self.setAccessibleName(name)
        self.setRange(0, most)
        self.setDecimals(decimals)
        if prefix == "$" and self.locale().decimalPoint() == ",":
            # The sign of the money stands behind it, as in every sum that is shown.
            prefix, suffix = "", f"\N{NO-BREAK SPACE}${suffix}"
        self.setPrefix(prefix)
        self.setSuffix(suffix)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        """Ask for no more than the theme gives a field: Qt adds three pixels to its height."""
        return super().sizeHint().shrunkBy(QMargins(0, 0, 0, 3))

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().shrunkBy(QMargins(0, 0, 0, 3))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

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


def check_box(text: str, *, name: str = "", tip: str = "", on: bool = False) -> QCheckBox:
    """Return a box to tick, by default called what stands beside it."""
    box = QCheckBox(text)
    box.setAccessibleName(name or text)
    box.setToolTip(tip)
    box.setChecked(on)
    return box


def radio_button(name: str, tip: str) -> QRadioButton:
    """Return a button that chooses one of several which stand apart: who shows it unchecks the others."""
    radio = QRadioButton()
    radio.setAccessibleName(name)
    radio.setToolTip(tip)
    radio.setAutoExclusive(False)
    return radio


def line_edit(name: str, hint: str = "", *, text: str = "", most: int = 0) -> QLineEdit:
    """Return a line to type into; `most` characters, 0: any number."""
    line = QLineEdit(text)
    line.setAccessibleName(name)
    line.setPlaceholderText(hint)
    if most:
        line.setMaxLength(most)
    return line


LONGEST_SEARCH = 1_000
"""Characters that are looked for: a page that was pasted is a mistake."""


def search_line(name: str) -> QLineEdit:
    """Return a line for words to look for, with a cross that empties it."""
    line = line_edit(name, name, most=LONGEST_SEARCH)
    line.setClearButtonEnabled(True)
    for action in line.findChildren(QAction):
        # Qt's own cross is black in the dark, too.
        action.setIcon(icon("x", "muted"))
    return line


def tool_button(glyph: str, name: str, tip: str, *, checkable: bool = False) -> ToolButton:
    """Return a button that shows a sign or a word."""
    tool = ToolButton()
    tool.setText(glyph)
    tool.setAccessibleName(name)
    tool.setToolTip(tip)
    tool.setCheckable(checkable)
    return tool


def marks_button() -> ToolButton:
    """Return the switch of what marks new words in a text, which is on."""
    tint = word_button("diff", tr("Mark changes"), tr("Mark the words that are new"), tone="accent")
    tint.setCheckable(True)
    tint.setChecked(True)
    return tint


def icon_button(name_of_icon: str, name: str, tip: str = "", *, checkable: bool = False) -> ToolButton:
    """Return a button of 26 pixels with a drawn icon; `name` is told to screen readers and is its tip."""
    tool = tool_button("", name, tip or name, checkable=checkable)
    tool.setIcon(icon(name_of_icon))
    tool.setAutoRaise(True)
    tool.setProperty("icon", True)
    return tool


def word_button(
    name_of_icon: str, words: str, tip: str, *, name: str = "", tone: Tone | None = None
) -> ToolButton:
    """Return a small button with a drawn icon and words, as stands at the end of the row of tabs.

    `name`: what a screen reader tells in place of the words; `tone`: of an icon a little apart from them.
    """
    button = tool_button(words, name or words.removesuffix("…"), tip)
    if tone is None:
        button.setIcon(icon(name_of_icon))
    else:
        set_icon(button, name_of_icon, tone)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setAutoRaise(True)
    return button


class Picture(QWidget):
    """A drawn icon that is no control, beside words that say what it means; without a name there is none."""

    def __init__(self, name: str = "", tone: Tone = "text2", side: int = 14) -> None:
        super().__init__()
        self._name, self._tone, self._side = name, tone, side
        self._turning = Turning(self)
        self.setFixedSize(side, side)
        if not name:
            self.hide()

    def show_icon(self, name: str, tone: Tone) -> None:
        if (name, tone) != (self._name, self._tone):
            self._name, self._tone = name, tone
            self.setVisible(bool(name))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        box = QRectF(0, (self.height() - self._side) / 2, self._side, self._side)
        self._turning.paint(painter, box, self._name, self._tone)


def fold_button(words: str) -> QPushButton:
    """Return a line that unfolds what stands below it while it is on, and shows which by its arrow."""
    fold = button(words)
    fold.setCheckable(True)
    fold.setFlat(True)
    fold.setIcon(icon("chevron-right"))
    fold.toggled.connect(lambda on: fold.setIcon(icon("chevron-down" if on else "chevron-right")))
    return fold


def fold_arrow(inner: QWidget, name: str, tip: str, words: str = "") -> ToolButton:
    """Return an arrow, before `words` where there are any, that shows a widget while it is on."""
    fold = tool_button(words, name, tip, checkable=True)
    fold.setObjectName("fold")
    fold.setIconSize(QSize(14, 14))

    def show(on: bool) -> None:
        fold.setIcon(icon("chevron-down" if on else "chevron-right", "muted"))
        inner.setVisible(on)

    fold.toggled.connect(show)
    show(False)
    return fold


def combo_box(
    name: str, options: Iterable[Option] = (), *, tip: str | None = None, wide: int = 0
) -> ComboBox:
    """Return a choice; its tip is its name where none is given.

    `wide`: how many characters it shows whatever is offered, 0: as many as there are.
    """
    box = ComboBox()
    box.setAccessibleName(name)
    box.setToolTip(name if tip is None else tip)
    policy = QComboBox.SizeAdjustPolicy
    box.setSizeAdjustPolicy(policy.AdjustToMinimumContentsLengthWithIcon if wide else policy.AdjustToContents)
    box.setMinimumContentsLength(wide)
    for words, value in options:
        box.addItem(words, value)
    return box


def offer_options(box: QComboBox, options: Sequence[Option], first: int = 0) -> None:
    """Offer other values behind the `first` ones; what is chosen stays so where it is still offered."""
    chosen = box.currentData()
    with QSignalBlocker(box):
        while box.count() > first:
            box.removeItem(first)
        for words, value in options:
            box.addItem(words, value)
        box.setCurrentIndex(max(0, box.findData(chosen)))
