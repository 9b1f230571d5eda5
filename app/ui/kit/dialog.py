"""What all dialogs share: plain text, default button by Ctrl+Enter, Esc only closes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import ClassVar
from weakref import ref

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QHideEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDialog,
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSizeGrip,
    QSizePolicy,
    QWidget,
)
from shiboken6 import isValid

from app.ui.kit.controls import icon_button, line_edit
from app.ui.kit.dispose import dispose, forget_style
from app.ui.kit.layouts import SPACE, Margins, in_column, in_row
from app.ui.kit.one_line import OneLine
from app.ui.kit.overlay import Scrim
from app.ui.kit.parts import parts
from app.ui.kit.screen import room_around
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.texts import button, label, single_line, tr
from app.ui.kit.theme import TITLE, text_scale

_FIELDS = (
    QAbstractItemView,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QLineEdit,
    PlainEditor,
    QRadioButton,
)
"""What takes an answer."""
_LONGEST_TITLE = 200
"""Characters of a session's title."""
BESIDE = 24
"""Pixels of its window that a dialog leaves free."""
HEAD, FOOT = 48, 56
"""Pixels that the head and the foot of a dialog take at least."""


def show_once(dialog: QDialog) -> None:
    """Open a dialog that goes when it is closed: one for files weighs two megabytes."""
    known = ref(dialog)
    dialog.finished.connect(lambda: _ends(known()))
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _ends(dialog: QDialog | None) -> None:
    if dialog is not None:
        forget_style(dialog)


class OpenDialog(QDialog):
    """A dialog that goes when it is closed."""

    def show_once(self) -> None:
        """Open it; it goes when it is closed."""
        show_once(self)

    async def accepted_by_person(self) -> bool:
        """Open it and wait until it is closed; return whether the main answer was given."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.finished.connect(lambda code: None if answer.done() else answer.set_result(code))
        self.open()
        try:
            return await answer == QDialog.DialogCode.Accepted
        finally:
            dispose(self)


def _is_fixed(field: QWidget) -> bool:
    return isinstance(field, (PlainEditor, QLineEdit)) and field.isReadOnly()


class _Head(QFrame):
    """The line with a dialog's title: it is moved by it, for it has no frame of the desktop's."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.setObjectName("dialogHead")
        self.setMinimumHeight(HEAD)
        self.title = label(title, bold=True, scale=TITLE, widget=OneLine())
        self.title.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        # For the mouse alone: Esc and a button below leave the dialog, too.
        self.cross = icon_button("x", tr("Close (Esc)"))
        self.cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.line = in_row((self.title, 1), self.cross, spacing=8, margins=(20, 0, 14, 0))
        self.setLayout(self.line)

    def add(self, part: QWidget) -> None:
        """Put something left of the cross."""
        self.line.insertWidget(self.line.count() - 1, part)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Let the desktop move the dialog along.

        Not at the press: a button that is up before the desktop hears of it leaves the dialog on the pointer.
        """
        handle = self.window().windowHandle()
        if event.buttons() & Qt.MouseButton.LeftButton and handle is not None:
            handle.startSystemMove()


class Dialog(OpenDialog):
    """A dialog with a head, a body, an error line and a foot with buttons, the primary one rightmost.

    It stands on a sheet of its own in front of a dimmed window.
    """

    inset: ClassVar[Margins] = (20, 16, 20, 16)
    """Around the body, in pixels; one that parts its room itself has none."""
    begins_where_is_written: ClassVar[bool] = True
    """Whether the focus goes to the first line for words; else to the first control of all."""
    size_at_100: ClassVar[tuple[int, int] | None] = None
    """Width and height in pixels at 100 % text; it grows with the text, as far as the window has room."""

    def __init__(self, parent: QWidget | None, title: str, main: str, cancel: str = "") -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setModal(True)
        self._scrim: Scrim | None = None
        self.head = _Head(title)
        self.windowTitleChanged.connect(self._on_title_changed)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.body = in_column(spacing=8, margins=self.inset)
        self.problem = label("", wrap=True)
        self.problem.setProperty("bad", True)
        self.problem.setContentsMargins(20, 8, 20, 10)
        self.problem.hide()
        self.cancel = button(cancel or tr("Cancel"))
        self.main = button(main, primary=True)
        self.main.setDefault(True)
        self.row = in_row(SPACE, self.cancel, self.main, spacing=8, margins=(20, 0, 20, 0))
        foot = QFrame()
        foot.setObjectName("dialogFoot")
        foot.setMinimumHeight(FOOT)
        foot.setLayout(self.row)
        sheet = QFrame()
        sheet.setObjectName("dialogSheet")
        inner = in_column(self.head, (self.body, 1), self.problem, foot, spacing=0)
        sheet.setLayout(inner)
        self.setLayout(in_column(sheet))
        # The desktop draws no frame that could be pulled at.
        self._grip = QSizeGrip(self)
        self.cancel.clicked.connect(self.reject)
        self.head.cross.clicked.connect(self.reject)
        shortcut = QShortcut(QKeySequence("Ctrl+Return"), self)
        shortcut.activated.connect(self.main.click)

    def setVisible(self, visible: bool) -> None:
        """Have its size before its parts are laid out, and not once they are."""
        if visible and not self.isVisible() and self.size_at_100 is not None:
            self.ensurePolished()
            scale = max(1.0, text_scale(self))
            self._size_within_window(*(round(side * scale) for side in self.size_at_100))
        super().setVisible(visible)

    def _size_within_window(self, width: int, height: int) -> None:
        """Take a size, and never a larger one than the window it belongs to has room for."""
        if (parent := self.parentWidget()) is not None:
            room = parent.window().size()
            width, height = min(width, room.width() - BESIDE), min(height, room.height() - BESIDE)
        self.resize(width, height)

    def showEvent(self, event: QShowEvent) -> None:
        """Stand in front of the middle of its window, and begin where something is written."""
        parent = self.parentWidget()
        width, height, layout = self.width(), self.height(), self.layout()
        if not self.testAttribute(Qt.WidgetAttribute.WA_Resized) and layout is not None:
            # Qt gives it two thirds of the screen at most, and squeezes its lines.
            height = max(height, layout.totalHeightForWidth(width))
        self._size_within_window(width, height)
        if parent is not None and self._scrim is None:
            self._scrim = Scrim(parent.window(), self, self._stand_in_the_middle)
            # Not left to Qt, which leaves room for a frame that there is none of.
            self._stand_in_the_middle()
        if self.focusWidget() in (None, self.main, self.cancel):
            # Else a space that is typed, or Enter, presses the main button, which may send and spend.
            first = self._first_field()
            if first is not None:
                first.setFocus()
        # Tab goes through the row as the eye does, whenever its buttons were made.
        row = [part for part in parts(self) if self.row.indexOf(part) >= 0]
        for one, next_one in pairwise(sorted(row, key=self.row.indexOf)):
            self.setTabOrder(one, next_one)
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Give the window its light back."""
        super().hideEvent(event)
        scrim, self._scrim = self._scrim, None
        if scrim is not None and isValid(scrim):
            scrim.hide()
            scrim.deleteLater()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the corner that is pulled at in its place."""
        super().resizeEvent(event)
        size = self._grip.sizeHint()
        self._grip.setGeometry(self.width() - size.width(), self.height() - size.height(), *size.toTuple())
        self._grip.raise_()

    def _stand_in_the_middle(self) -> None:
        """Stay in front of the middle of the window it belongs to, as far as the screen has room there."""
        parent = self.parentWidget()
        if parent is not None:
            window, room = parent.window().frameGeometry(), room_around(parent.window())
            box = self.rect()
            box.moveCenter(window.center())
            box.moveRight(min(box.right(), room.right()))
            box.moveBottom(min(box.bottom(), room.bottom()))
            self.move(max(box.left(), room.left()), max(box.top(), room.top()))

    def _on_title_changed(self, title: str) -> None:
        self.head.title.setText(single_line(title, _LONGEST_TITLE))

    def _first_field(self) -> QWidget | None:
        """Return where words are typed, else the first control that takes an answer."""
        usable = (w for w in parts(self) if w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.isVisibleTo(self))
        fields = [w for w in usable if isinstance(w, _FIELDS) and w.isEnabled() and not _is_fixed(w)]
        # The line of a box for figures is none of words.
        written = (
            w
            for w in fields
            if isinstance(w, PlainEditor)
            or (isinstance(w, QLineEdit) and not isinstance(w.parentWidget(), QAbstractSpinBox))
        )
        first = next(iter(fields), None)
        return next(written, first) if self.begins_where_is_written else first

    def add_button(self, new_button: QPushButton) -> None:
        """Put a button left of the primary one."""
        self.row.insertWidget(self.row.count() - 1, new_button)

    def show_problem(self, text: str) -> None:
        """Say what is wrong; what was typed stays."""
        self.problem.setText(text)
        self.problem.setVisible(bool(text))


def editor(name: str, hint: str = "", lines: int = 4, widget: PlainEditor | None = None) -> PlainEditor:
    """Return a plain-text editor in which Tab goes on to the next field; `widget`: of another class."""
    text_edit = widget or PlainEditor()
    text_edit.setAccessibleName(name)
    text_edit.setPlaceholderText(hint)
    text_edit.setTabChangesFocus(True)
    text_edit.setMinimumHeight(text_edit.line_step() * lines + 14)
    return text_edit


def add_lines(text: PlainEditor, lines: Sequence[str]) -> None:
    """Write lines behind what was typed, which the editor's own undo takes out again."""
    if not lines:
        return
    cursor = text.textCursor()
    cursor.movePosition(cursor.MoveOperation.End)
    typed = text.toPlainText()
    cursor.insertText(("" if not typed or typed.endswith("\n") else "\n") + "\n".join(lines))
    text.setTextCursor(cursor)


def write_over(text: PlainEditor, words: str) -> None:
    """Let an editor hold other words, which its own undo takes back; what both have in common stays."""
    before = text.toPlainText()
    start = _alike(before, words)
    end = _alike(before[start:][::-1], words[start:][::-1])
    own = text.textCursor()
    cursor, at = text.textCursor(), own.position()
    cursor.setPosition(_units(before[:start]))
    cursor.setPosition(_units(before[: len(before) - end]), cursor.MoveMode.KeepAnchor)
    cursor.insertText(words[start : len(words) - end])
    if at <= _units(before[:start]):
        # Else a text that is filled in would be read from its end.
        own.setPosition(at)
        text.setTextCursor(own)


def _alike(one: str, other: str) -> int:
    """Return how many characters two texts begin with in common."""
    unlike = (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(unlike, min(len(one), len(other)))


def _units(text: str) -> int:
    """Return a length as Qt counts it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class Confirm(Dialog):
    """A question with one main answer and Cancel, or other words for it."""

    def __init__(self, parent: QWidget | None, title: str, text: str, main: str, cancel: str = "") -> None:
        super().__init__(parent, title, main, cancel)
        self.text: QLabel = label(text, wrap=True)
        self.text.setMinimumWidth(380)
        self.body.addWidget(self.text)
        self.main.clicked.connect(self.accept)


class Reader(Dialog):
    """What is only read, or keeps each answer at once, and is then closed."""

    def __init__(self, parent: QWidget | None, title: str, main: str = "") -> None:
        super().__init__(parent, title, main or tr("Close"))
        if not main:
            # To close is no step further.
            self.main.setObjectName("")
        self.cancel.hide()
        self.main.clicked.connect(self.accept)


class TellOnly(Reader):
    """A message with one button."""

    def __init__(self, parent: QWidget | None, title: str, text: str) -> None:
        super().__init__(parent, title)
        self.text = label(text, wrap=True)
        self.text.setMinimumWidth(420)
        self.body.addWidget(self.text)


class NameDialog(Dialog):
    """Asks for a name: the one it had is chosen whole, so that typing takes its place."""

    named = Signal(str)
    """Another name than it had."""

    def __init__(
        self,
        parent: QWidget | None,
        title: str,
        main: str,
        field: QLineEdit,
        missing: str,
        taken: Callable[[str], bool] = lambda _name: False,
    ) -> None:
        """`field`: with the name it had; `missing`: said where none is typed; `taken`: another has it."""
        super().__init__(parent, title, main)
        self.field, self._missing, self._taken = field, missing, taken
        self._before, self._asked = field.text(), ""
        field.setMinimumWidth(400)
        field.selectAll()
        self.body.addWidget(label(field.accessibleName(), bold=True))
        self.body.addWidget(field)
        self.main.clicked.connect(self._on_main_clicked)

    def _on_main_clicked(self) -> None:
        name = " ".join(self.field.text().split())
        if not name:
            self.show_problem(self._missing)
            self.field.setFocus()
        elif self._taken(name) and name != self._asked:
            # Said once, and gone on with where the person presses again.
            self._asked = name
            told = tr("There is one of that name. Press {button} again to replace it.")
            self.show_problem(told.format(button=self.main.text()))
        else:
            self.accept()
            if name != self._before:
                self.named.emit(name)


def title_dialog(parent: QWidget | None, title: str) -> NameDialog:
    """Return what asks for another title of a session."""
    field = line_edit(tr("Title"), text=title, most=max(_LONGEST_TITLE, len(title)))
    return NameDialog(parent, tr("Rename the session"), tr("Rename"), field, tr("A session needs a title."))
