"""The command palette: one box over actions, sessions, members, rounds and headings, above the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
)
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from app.domain.i18n import QT_TRANSLATE_NOOP, Message
from app.ui.kit.actions import ROUND
from app.ui.kit.chip import caption_font, sized_font
from app.ui.kit.controls import LONGEST_SEARCH, line_edit
from app.ui.kit.dispose import dispose
from app.ui.kit.icons import icon, paint_icon
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row
from app.ui.kit.overlay import Scrim
from app.ui.kit.tables import Index, TitledModel
from app.ui.kit.texts import Said, count, label, rescale, round_noun, tr
from app.ui.kit.theme import CAPTION, TITLE, colours
from app.ui.shell.matching import Command, Fitting, fitting, grouped, letters

KEY_ROLE = Qt.ItemDataRole.UserRole + 1
_COMMAND_ROLE = Qt.ItemDataRole.UserRole + 2
WIDE, TOP, LEAST_BELOW = 620, 64, 24
_HEAD, _ROW, _TITLE_ROW, _FOOT = 46, 28, 28, 32
_SIDE, _ICON, _GAP, _KEYS = 10, 16, 10, 84
TITLES = {
    "needs": QT_TRANSLATE_NOOP("ui", "Needs you"),
    "actions": QT_TRANSLATE_NOOP("ui", "Actions"),
    "sessions": QT_TRANSLATE_NOOP("ui", "Sessions"),
    "places": QT_TRANSLATE_NOOP("ui", "Rounds and answers"),
}
Line = str | Command
"""A heading, or what can be run."""


class LineModel(TitledModel[Line]):
    """Headings and commands, one per row; headings cannot be chosen."""

    def __init__(self) -> None:
        super().__init__(("",), lambda line, _column: _told(line))
        self.typed = ""

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Grey what cannot be run; it can still be read."""
        line = self.items[index.row()] if index.isValid() else ""
        if isinstance(line, str):
            return Qt.ItemFlag.NoItemFlags
        usable = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsSelectable if line.why else usable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a line in words, its key, or the command itself."""
        if not index.isValid():
            return None
        line = self.items[index.row()]
        key = "" if isinstance(line, str) else line.key
        if role == KEY_ROLE:
            return key
        if role == _COMMAND_ROLE:
            return line
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (_told(line), key)))
        return super().data(index, role)


def _told(line: Line) -> str:
    if isinstance(line, str):
        return line
    return f"{line.told}: {line.words}" + (f" – {line.why}" if line.why else "")


class LineDelegate(QStyledItemDelegate):
    """Draws icon, words with the letters typed, what kind it is, and its key in a column at the end."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a line's height, which grows with the text."""
        return QSize(200, line_height(option.fontMetrics))

    def places(self, option: QStyleOptionViewItem, index: Index) -> tuple[QRect, QRect, QRect]:
        """Return where words, kind and key of a line stand."""
        line = index.data(_COMMAND_ROLE)
        inner = option.rect.adjusted(_SIDE + _ICON + _GAP, 0, -_SIDE, 0)
        small = QFontMetrics(caption_font(option.font))
        keys = max(_KEYS, small.horizontalAdvance(line.key) + 2) if inner.width() > 360 else 0
        keys = keys or (small.horizontalAdvance(line.key) if line.key else 0)
        key = QRect(inner.right() - keys, inner.top(), keys, inner.height())
        most = (key.left() - inner.left()) // 2
        wide = min(small.horizontalAdvance(line.why or line.told) + 2, most)
        kind = QRect(key.left() - _GAP - wide, inner.top(), wide, inner.height())
        words = QRect(inner.left(), inner.top(), kind.left() - _GAP - inner.left(), inner.height())
        return words, kind, key

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: Line = index.data(_COMMAND_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(line, str):
            painter.setFont(caption_font(option.font, bold=True))
            painter.setPen(QColor(colours().muted))
            area = option.rect.adjusted(_SIDE, 0, -_SIDE, -3)
            painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, line)
        else:
            self._command(painter, option, index, line)
        painter.restore()

    def _command(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, line: Command) -> None:
        c, chosen = colours(), bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.setPen(QPen(Qt.PenStyle.NoPen))
            painter.setBrush(QColor(c.selection))
            painter.drawRoundedRect(QRectF(option.rect), 5, 5)
        rect = option.rect
        icon = QRectF(rect.left() + _SIDE, rect.center().y() + 1 - _ICON / 2, _ICON, _ICON)
        paint_icon(painter, icon, line.icon, "text" if chosen else "muted")
        words, kind, key = self.places(option, index)
        model = index.model()
        assert isinstance(model, LineModel)
        hits = letters(model.typed, line.words) if model.typed.strip() else None
        painter.setFont(option.font)
        _draw_marked(painter, words, line.words, set(hits or ()), c.muted if line.why else c.text, c.accent)
        small = caption_font(option.font)
        painter.setFont(small)
        painter.setPen(QColor(c.muted))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        said = QFontMetrics(small).elidedText(
            line.why or line.told, Qt.TextElideMode.ElideRight, kind.width()
        )
        painter.drawText(kind, right, said)
        painter.drawText(key, right, line.key)


def _draw_marked(painter: QPainter, area: QRect, words: str, hits: set[int], plain: str, marked: str) -> None:
    """Draw words with the letters that were typed in another colour and weight."""
    bold = sized_font(painter.font(), bold=True)
    fonts = {False: QFont(painter.font()), True: bold}
    x = area.left()
    cut = fonts[False]
    shown = QFontMetrics(bold if hits else cut).elidedText(words, Qt.TextElideMode.ElideRight, area.width())
    start = 0
    while start < len(shown):
        hit = start in hits
        end = start
        while end < len(shown) and (end in hits) == hit:
            end += 1
        piece = shown[start:end]
        painter.setFont(fonts[hit])
        painter.setPen(QColor(marked if hit else plain))
        painter.drawText(
            QRect(x, area.top(), area.width(), area.height()), Qt.AlignmentFlag.AlignVCenter, piece
        )
        x += QFontMetrics(fonts[hit]).horizontalAdvance(piece)
        start = end


def line_height(metrics: QFontMetrics) -> int:
    """Return the height of every line."""
    return max(_ROW, metrics.lineSpacing() + 10)


class CommandPalette(Scrim):
    """Type, choose with the arrows, Enter runs. It lies over the window, whose keys rest meanwhile."""

    def __init__(
        self,
        window: QWidget,
        commands: Sequence[Command],
        word: str | Message = ROUND,
        search: Callable[[str], Sequence[Command]] | None = None,
        leave: Sequence[QKeySequence] = (),
    ) -> None:
        """`search`: what is found inside the answers of the session in sight; `leave`: keys that close it."""
        self.sheet = QFrame()
        self.box = line_edit(
            tr("Command, session or {round}", round=round_noun(word)),
            tr("Type a command, a session, a member or a {round}", round=round_noun(word)),
            most=LONGEST_SEARCH,
        )
        self._around: list[QWidget] = []
        """What stands above and below the lines."""
        super().__init__(window, moved=self._place)
        self.setAccessibleName(tr("Search or run a command"))
        self._commands, self._search, self._leave = commands, search, tuple(leave)
        self._before: QWidget | None = window.focusWidget()
        self._ran = False
        self._fitting: Fitting | None = None
        self.box.setObjectName("palette")
        rescale(self.box, TITLE)
        self.number = label("", muted=True, scale=CAPTION, widget=Said(tr("Found")))
        self.model = LineModel()
        self.list = QListView()
        self._build()
        self.box.textChanged.connect(self._on_typed)
        self.box.installEventFilter(self)
        self.list.clicked.connect(lambda _index: self._run())
        self.list.activated.connect(lambda _index: self._run())
        self._on_typed("")
        self.box.setFocus(Qt.FocusReason.PopupFocusReason)

    def _build(self) -> None:
        self.list.setObjectName("palette")
        self.list.setAccessibleName(tr("What fits"))
        self.list.setModel(self.model)
        self.list.setItemDelegate(LineDelegate(self.list))
        self.list.setUniformItemSizes(True)
        # The box keeps the focus: letters go there whatever is pressed.
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.sheet.setParent(self)
        self.sheet.setObjectName("palette")
        self.box.addAction(icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        head = boxed(in_row((self.box, 1), self.number, margins=(10, 0, 16, 0)))
        head.setMinimumHeight(_HEAD)
        head.setObjectName("palette-head")
        hints = [label(words, muted=True, scale=CAPTION) for words in _hints(self._search is not None)]
        foot = QFrame()
        foot.setObjectName("palette-foot")
        foot.setMinimumHeight(_FOOT)
        foot.setLayout(in_row(*hints[:3], SPACE, *hints[3:], spacing=16, margins=(16, 0, 16, 0)))
        self._around = [head, foot]
        inner = boxed(in_column(self.list, margins=(6, 2, 6, 8)))
        self.sheet.setLayout(in_column(head, (inner, 1), foot, spacing=0, margins=(1, 1, 1, 1)))
        self.sheet.show()

    def _place(self) -> None:
        """Stand in the middle near the top, as high as what is found, within the window."""
        if not self._around:
            # The window calls while it is still being made.
            return
        wide = min(WIDE, self.width() - 2 * LEAST_BELOW)
        lines = self.model.rowCount() * line_height(self.list.fontMetrics()) + 12
        around = sum(max(part.sizeHint().height(), part.minimumHeight()) for part in self._around)
        top = min(TOP, max(8, self.height() // 10))
        high = min(around + max(lines, 60) + 4, self.height() - top - LEAST_BELOW)
        self.sheet.setGeometry((self.width() - wide) // 2, top, wide, high)

    # --- what is found --------------------------------------------------------------------------

    def _on_typed(self, typed: str) -> None:
        if typed.startswith("/") and self._search is not None:
            self.model.typed = typed[1:]
            found = list(self._search(typed[1:].strip())) if typed[1:].strip() else []
            groups = [("places", found)] if found else []
        else:
            self.model.typed = typed
            self._fitting = fitting(self._commands, typed, self._fitting)
            groups = grouped(self._fitting)
        lines: list[Line] = []
        for group, commands in groups:
            lines += [tr(TITLES[group]), *commands]
        self.model.replace(lines)
        self.number.setText(count(len(lines) - len(groups), "{n} result", "{n} results") if typed else "")
        self._place()
        self._choose(0, 1)
        self.list.scrollToTop()

    def _choose(self, row: int, step: int) -> None:
        """Choose the command at a row, or the next one that way that can be run."""
        lines = self.model.items
        usable = [at for at, line in enumerate(lines) if not isinstance(line, str) and not line.why]
        ahead = [at for at in usable if (at >= row if step > 0 else at <= row)]
        if not ahead:
            ahead = usable[-1:] if step > 0 else usable[:1]
        if ahead:
            at = ahead[0] if step > 0 else ahead[-1]
            self.list.setCurrentIndex(self.model.index(at, 0))
            if at == 1:
                # Its heading, too.
                self.list.scrollToTop()

    def _run(self) -> None:
        row = self.list.currentIndex().row()
        line = self.model.items[row] if 0 <= row < len(self.model.items) else ""
        # Where one click activates, Qt tells of the click and of what it activates.
        if isinstance(line, str) or line.why or self._ran:
            return
        self._ran = True
        self.close()
        line.run()

    # --- keys and mouse -------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrows move in the list while the box keeps the focus; no other key leaves it."""
        if watched is not self.box:
            return super().eventFilter(watched, event)
        if event.type() == QEvent.Type.ShortcutOverride:
            # The window's own keys rest: Ctrl+Enter would decide what nobody sees.
            event.accept()
            return True
        return isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._press(event)

    def _press(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 10, Qt.Key.Key_PageUp: -10}
        held = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key in steps:
            self._choose(self.list.currentIndex().row() + steps[key], steps[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not held:
                self._run()
        elif key == Qt.Key.Key_Escape or QKeySequence(event.keyCombination()) in self._leave:
            self.close()
        else:
            return key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Close it by a click beside it."""
        if not self.sheet.geometry().contains(event.position().toPoint()):
            self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Give the focus back to where it was."""
        super().closeEvent(event)
        if self._before is not None and isValid(self._before) and self._before.isVisible():
            self._before.setFocus(Qt.FocusReason.PopupFocusReason)
        dispose(self)


def _hints(searches: bool) -> list[str]:
    words = [tr("Arrows choose"), tr("Enter runs"), tr("Esc closes")]
    return [*words, tr("Type / to search inside answers")] if searches else words
