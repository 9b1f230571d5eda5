"""What stands around a diff: the bar to work it with, what is on either side, both texts without marks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QSplitter, QWidget

from app.ui.kit.chip import caption_font
from app.ui.kit.controls import check_box, icon_button, word_button
from app.ui.kit.diff.area import Columns
from app.ui.kit.diff.sheet import PAD
from app.ui.kit.diff.view import DiffView
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import paint_icon
from app.ui.kit.layouts import in_row, rule
from app.ui.kit.popup import Menu
from app.ui.kit.preferences import Preferences
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import CutLine, label, tr
from app.ui.kit.theme import CAPTION, colours

V = TypeVar("V", bound=str)


class DiffBar(QWidget):
    """Works one view; what it cannot decide itself it signals."""

    granularity_changed = Signal()
    keep_all_wanted = Signal(bool)
    """Take every change (True), or keep the old text of all."""
    carry_wanted = Signal()
    """Make the person's earlier edit in this text."""

    def __init__(self, view: DiffView, preferences: Preferences) -> None:
        super().__init__()
        self._view, self._preferences = view, preferences
        self.previous = icon_button("chevron-up", tr("Previous change"), tr("Previous change (P)"))
        self.next = icon_button("chevron-down", tr("Next change"), tr("Next change (N)"))
        self.counter = label("", muted=True, scale=CAPTION, widget=CutLine(tr("Place among the changes")))
        self.counter.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.reviewed = check_box(tr("Reviewed"), tip=tr("Mark this change as reviewed (Space)"))
        unmarked = tr("Show both texts formatted, without marks")
        self.formatted = word_button("file-text", tr("Rendered"), unmarked)
        self.formatted.setCheckable(True)
        self.more = icon_button("settings-2", tr("How the texts are shown"))
        self._rule = rule()
        self._build_menu()
        self.setLayout(
            in_row(
                (self.counter, 1), self.previous, self.next, self._rule, self.reviewed, self.more, spacing=4
            )
        )
        self.previous.clicked.connect(lambda: view.go(-1))
        self.next.clicked.connect(lambda: view.go(1))
        # Toggled, not clicked: a screen reader toggles.
        self.reviewed.toggled.connect(self._on_reviewed_toggled)
        view.moved.connect(self.refresh)

    def _build_menu(self) -> None:
        menu = self.menu = Menu(self)
        marks = {
            "word": tr("Mark changed words"),
            "sentence": tr("Mark changed sentences"),
            "line": tr("Compare line by line"),
        }
        self.granularity = self._choices(menu, "diff/granularity", marks)
        columns: dict[Columns, str] = {
            "auto": tr("One or two columns, by width"),
            "two": tr("Two columns"),
            "one": tr("One column"),
        }
        self._view.columns = self._choices(menu, "diff/columns", columns)
        self.strike = menu.addAction(tr("Strike deletions through"))
        self.strike.setCheckable(True)
        self.strike.setChecked(str(self._preferences.read("diff/strike") or "true") == "true")
        self.strike.toggled.connect(self._on_strike_toggled)
        menu.addSeparator()
        self.fold = menu.addAction("", lambda: self._view.fold_all(not self._view.sheet.folds.any_hidden))
        menu.addSeparator()
        self.take_all = menu.addAction(tr("Keep all new"), lambda: self.keep_all_wanted.emit(True))
        self.take_none = menu.addAction(tr("Keep all old"), lambda: self.keep_all_wanted.emit(False))
        self.carry = menu.addAction(tr("Make my earlier edit here, too"), self.carry_wanted.emit)
        self.more.clicked.connect(lambda: menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft())))
        self._view.strike = self.strike.isChecked()

    def _choices(self, menu: QMenu, key: str, titles: Mapping[V, str]) -> V:
        """Offer values by their titles, and return the one that was chosen before, else the first."""
        group, kept = QActionGroup(self), self._preferences.read(key)
        chosen = next((value for value in titles if value == kept), next(iter(titles)))
        for value, title in titles.items():
            action = group.addAction(title)
            action.setCheckable(True)
            action.setChecked(value == chosen)
            action.setData((key, value))
            menu.addAction(action)
        menu.addSeparator()
        group.triggered.connect(self._on_choice_made)
        return chosen

    def _on_choice_made(self, action: QAction) -> None:
        key, value = action.data()
        self._preferences.write(key, value)
        if key == "diff/granularity":
            self.granularity = value
            self.granularity_changed.emit()
        else:
            self._view.set_columns(value)

    def _on_strike_toggled(self, on: bool) -> None:
        self._preferences.write("diff/strike", "true" if on else "false")
        self._view.set_strike(on)

    def _on_reviewed_toggled(self, on: bool) -> None:
        at = self._view.current - 1
        if at >= 0 and on != (at in self._view.reviewed):
            self._view.tick_wanted.emit(at, on)

    def refresh(self) -> None:
        """Show where the reader is and what can be decided there."""
        view = self._view
        at = view.current - 1
        some = view.changes > 0
        self.previous.setEnabled(some)
        self.next.setEnabled(some)
        for part in (self._rule, self.reviewed):
            part.setVisible(some and view.can_tick)
        self.reviewed.setEnabled(at >= 0)
        with QSignalBlocker(self.reviewed):
            self.reviewed.setChecked(at in view.reviewed)
        self.take_all.setEnabled(view.decidable and bool(view.reverted))
        self.take_none.setEnabled(view.decidable and len(view.reverted) < view.changes)
        folds = view.sheet.folds
        self.fold.setEnabled(bool(folds.all))
        hidden = folds.any_hidden
        self.fold.setText(
            tr("Show unchanged paragraphs (E)") if hidden else tr("Fold unchanged paragraphs (F)")
        )


_HIGH, _ARROW = 26, 26.0


class DiffHead(FontAware, QWidget):
    """Two captions at the heads of a view's panes; beside each other where there is one column."""

    def __init__(self, view: DiffView) -> None:
        super().__init__()
        self._view, self._captions = view, ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        view.moved.connect(self.update)

    def show_captions(self, old: str, new: str) -> None:
        """Say what stands at the left and at the right."""
        self._captions = (old, new)
        self.setAccessibleName(" → ".join(filter(None, self._captions)))
        self.update()

    def sizeHint(self) -> QSize:
        """As high as its words, at least as drawn."""
        return QSize(100, max(_HIGH, QFontMetrics(caption_font(self.font())).height() + 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        c, geometry, painter = colours(), self._view.sheet.geometry, QPainter(self)
        painter.fillRect(self.rect(), QColor(c.window))
        painter.setPen(QColor(c.hairline))
        painter.drawLine(self.rect().bottomLeft(), self.rect().bottomRight())
        painter.setFont(caption_font(self.font()))
        metrics, high = painter.fontMetrics(), float(self.height() - 1)
        old, new = self._captions
        if geometry.one_column:
            left = geometry.x("inline") + PAD
            right = left + metrics.horizontalAdvance(old) + _ARROW
            if old and new:
                paint_icon(
                    painter, QRectF(right - _ARROW, (high - 14) / 2, _ARROW, 14), "arrow-right", "muted"
                )
            room = right - _ARROW - left, self.width() - right - PAD
        else:
            left, right = (geometry.x(pane) + PAD for pane in ("left", "right"))
            room = (geometry.pane - PAD,) * 2
        painter.setPen(QColor(c.muted))
        for words, x, wide in zip(self._captions, (left, right), room, strict=True):
            fitting = metrics.elidedText(words, Qt.TextElideMode.ElideRight, round(wide) + 1)
            painter.drawText(QRectF(x, 0.0, wide + 1, high), int(Qt.AlignmentFlag.AlignVCenter), fitting)

    def _fit(self) -> None:
        self.updateGeometry()


class FormattedPair(QSplitter):
    """Two views of safe text."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.old = SafeTextView(tr("Older text, formatted"))
        self.new = SafeTextView(tr("Newer text, formatted"))
        self.addWidget(self.old)
        self.addWidget(self.new)
        self.setChildrenCollapsible(False)
        self._following = False
        for here, there in ((self.old, self.new), (self.new, self.old)):
            here.verticalScrollBar().valueChanged.connect(partial(self._follow, here, there))

    def _follow(self, here: SafeTextView, there: SafeTextView, value: int) -> None:
        """Scroll the other text to the same part of it."""
        if self._following:
            return
        self._following = True
        bar, other = here.verticalScrollBar(), there.verticalScrollBar()
        other.setValue(round(value / max(1, bar.maximum()) * other.maximum()))
        self._following = False

    def show_texts(self, old: str, new: str) -> None:
        self.old.show_text(old)
        self.new.show_text(new)
