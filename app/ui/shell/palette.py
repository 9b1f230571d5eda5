"""The command palette: one box over actions, sessions, members, rounds and tabs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain.i18n import Words
from app.ui.kit.actions import ROUND
from app.ui.kit.controls import line_edit
from app.ui.kit.dialog import OpenDialog
from app.ui.kit.layouts import in_column
from app.ui.kit.tables import Index
from app.ui.kit.texts import round_noun, tr
from app.ui.kit.theme import colours

MOST = 60
KEY_ROLE = Qt.ItemDataRole.UserRole + 1
_EDGE = 8
"""Pixels between a key and the edge."""


class Command(NamedTuple):
    """One line of the palette. `why` says why it cannot be run, where it cannot."""

    words: str
    kind: str
    run: Callable[[], None]
    key: str = ""
    why: str = ""
    first: bool = False
    """Listed while nothing is typed yet, before the rest."""


def score(typed: str, words: str) -> int | None:
    """Return how well `typed` fits, smaller is better; None: it does not.

    Every letter must come in order; a word's beginning and neighbouring letters count for it.
    """
    wanted, text = typed.casefold().replace(" ", ""), words.casefold()
    if not wanted:
        return 0
    whole = text.find(typed.casefold().strip())
    if whole >= 0:
        return whole if whole == 0 or not text[whole - 1].isalnum() else 20 + whole
    at, total, last = -1, 100, -2
    for letter in wanted:
        at = text.find(letter, at + 1)
        if at < 0:
            return None
        begins = at == 0 or not text[at - 1].isalnum()
        total += 0 if at == last + 1 else 1 if begins else 4 + min(at - last, 10)
        last = at
    return total


def matching(commands: Sequence[Command], typed: str) -> list[Command]:
    """Return the commands that fit, best first; what cannot be run comes after what can."""
    if not typed.strip():
        return sorted(commands, key=lambda c: (not c.first, bool(c.why)))[:MOST]
    found = [(score(typed, c.words), c) for c in commands]
    kept = [(how, c) for how, c in found if how is not None]
    return [c for _, c in sorted(kept, key=lambda pair: (bool(pair[1].why), pair[0]))][:MOST]


def _line(command: Command) -> QStandardItem:
    """Return the line of a command; what cannot be run is greyed, and can still be read."""
    words = f"{command.kind}: {command.words}" + (f" – {command.why}" if command.why else "")
    line = QStandardItem(words)
    line.setAccessibleText(", ".join(filter(None, (words, command.key))))
    line.setData(command.key, KEY_ROLE)
    usable = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
    line.setFlags(Qt.ItemFlag.ItemIsSelectable if command.why else usable)
    return line


class KeyDelegate(QStyledItemDelegate):
    """Draws a line's shortcut at the right edge, where the eye finds all of them in one column."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Cut the words where the key begins."""
        super().initStyleOption(option, index)
        key = str(index.data(KEY_ROLE) or "")
        if key:
            metrics = option.fontMetrics
            room = option.rect.width() - metrics.horizontalAdvance(key) - 3 * _EDGE
            option.text = metrics.elidedText(option.text, Qt.TextElideMode.ElideRight, room)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        key = str(index.data(KEY_ROLE) or "")
        if key:
            painter.save()
            painter.setFont(option.font)
            painter.setPen(QColor(colours().muted))
            area = option.rect.adjusted(0, 0, -_EDGE, 0)
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, key)
            painter.restore()


class CommandPalette(OpenDialog):
    """Type, choose with the arrows, Enter runs."""

    def __init__(
        self, parent: QWidget | None, commands: Sequence[Command], word: str | Words = ROUND
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Search or run a command"))
        self.setAccessibleName(tr("Search or run a command"))
        self.setModal(True)
        self.box = line_edit(
            tr("Command, session or {round}", round=round_noun(word)),
            tr("Type a command, a session, a member or a {round}", round=round_noun(word)),
        )
        self._ran = False
        self._commands = commands
        self._matching: Sequence[Command] = ()
        self.model = QStandardItemModel()
        self.list = QListView()
        self.list.setAccessibleName(tr("What fits"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(KeyDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLayout(in_column(self.box, (self.list, 1), margins=(12, 12, 12, 12)))
        self.resize(560, 380)
        self.box.textChanged.connect(self._on_typed)
        self.box.returnPressed.connect(self._run)
        self.box.installEventFilter(self)
        self.list.clicked.connect(lambda _index: self._run())
        self.list.activated.connect(lambda _index: self._run())
        self._on_typed("")
        self.box.setFocus()

    def _on_typed(self, typed: str) -> None:
        self._matching = matching(self._commands, typed)
        self.model.clear()
        for command in self._matching:
            self.model.appendRow(_line(command))
        self._choose(0)

    def _choose(self, row: int) -> None:
        if self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(max(0, min(row, self.model.rowCount() - 1)), 0))

    def _run(self) -> None:
        row = self.list.currentIndex().row()
        if self._ran:
            # Where one click activates, Qt tells of the click and of what it activates.
            return
        if 0 <= row < len(self._matching) and not self._matching[row].why:
            self._ran = True
            self.accept()
            self._matching[row].run()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows move in the list while the box keeps the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = {
                Qt.Key.Key_Down: 1,
                Qt.Key.Key_Up: -1,
                Qt.Key.Key_PageDown: 10,
                Qt.Key.Key_PageUp: -10,
            }
            step = steps.get(Qt.Key(event.key()))
            if step:
                self._choose(self.list.currentIndex().row() + step)
                return True
        return super().eventFilter(watched, event)
