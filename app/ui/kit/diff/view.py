"""The diff: two texts side by side, aligned at every width; one column where it is narrow.

Letters work here alone: N and P go from change to change, A keeps the new text and R the old one, Space
ticks a change and goes on, E opens the folds, F folds again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from app.ui.kit.diff import painting
from app.ui.kit.diff.area import Columns, SheetArea
from app.ui.kit.diff.painting import Look, fold_zones, keep_rect, tick_rect
from app.ui.kit.diff.rows import Line, Pane, Prepared, units
from app.ui.kit.diff.selecting import Selection, Spot
from app.ui.kit.diff.sheet import GAP, GUTTER, PAD
from app.ui.kit.menu_button import passing_menu
from app.ui.kit.texts import count, shown, tr
from app.ui.kit.theme import colours


class Place(NamedTuple):
    """Where a reader is: the current change (or -1), the line at the upper border, how far it is above it."""

    change: int
    line: int
    offset: float


class AlignedDiffView(SheetArea):
    """Shows a prepared comparison and what was decided on its changes."""

    keep_wanted = Signal(int, bool)
    """(change, whether the new text is kept)"""
    tick_wanted = Signal(int, bool)
    """(change, whether it was reviewed)"""
    quoted = Signal(str, str)
    """(selected words that the person wants in the feedback, the pane they are from)"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Old and new text side by side"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.strike = True
        self.selection = Selection()
        self.decidable = self.can_tick = self.can_quote = False
        self.reverted: frozenset[int] = frozenset()
        self.reviewed: frozenset[int] = frozenset()
        self._at = -1
        self._hover: tuple[int, int] = (-1, -1)
        self._selecting = False
        self._offsets: list[float] = []

    # --- what is shown ------------------------------------------------------------------------

    @property
    def prepared(self) -> Prepared:
        """The comparison in sight."""
        return self.sheet.prepared

    @property
    def changes(self) -> int:
        """How many changes there are."""
        return self.prepared.changes

    @property
    def current(self) -> int:
        """The change last gone to, from 1; 0 before the first."""
        return self._at + 1

    def show_prepared(self, prepared: Prepared, *, keep_place: bool = False) -> None:
        """Show a comparison from its beginning, or where the reader is."""
        anchor, at = self._anchor, self._at
        self.sheet.show(prepared)
        self.selection = Selection("inline" if self._geometry().one_column else "left")
        self._at = min(at, prepared.changes - 1) if keep_place else -1
        self._anchor = anchor if keep_place else (0, 0.0)
        self.reverted = self.reviewed = frozenset()
        self._hover = (-1, -1)
        self._describe()
        self._refit()

    def show_decisions(
        self, reverted: frozenset[int], reviewed: frozenset[int], *, decidable: bool, can_tick: bool
    ) -> None:
        """Show what was decided on the changes, by index."""
        self.reverted, self.reviewed = reverted, reviewed
        self.decidable, self.can_tick = decidable, can_tick
        self.viewport().update()
        self.moved.emit()

    def set_columns(self, columns: Columns) -> None:
        """Show one column, two, or what the width allows."""
        self.columns = columns
        self._refit()

    def set_strike(self, strike: bool) -> None:
        """Strike deletions through, or underline them with dashes."""
        self.strike = strike
        self.viewport().update()

    def fold_all(self, folded: bool) -> None:
        """Fold everything unchanged, or open all folds."""
        line = self._line_in_sight()
        (self.sheet.folds.close_all if folded else self.sheet.folds.open_all)()
        self._rearrange(line)

    def alignment_error(self) -> float:
        """Return by how many pixels the two sides of any line in sight were painted apart."""
        self.viewport().repaint()
        return max(self._offsets, default=0.0)

    # --- going about --------------------------------------------------------------------------

    def go(self, step: int) -> None:
        """Go to the next (1) or previous (-1) change."""
        if self.changes:
            self.go_to(max(0, min(self.changes - 1, self._at + step)))

    def go_to(self, change: int) -> None:
        """Go to a change and say it to a screen reader."""
        self._at = change
        line = self.prepared.places[change]
        self.sheet.folds.open_to(line)
        self.sheet.arrange()
        self._bring(line)
        self._describe()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.accessibleDescription()))

    def go_to_unreviewed(self) -> None:
        """Go to the next change without a tick, from the beginning again where none follows."""
        places = [*range(self._at + 1, self.changes), *range(self._at + 1)]
        left = [change for change in places if change not in self.reviewed]
        if left and left[0] != self._at:
            self.go_to(left[0])

    def mark_reviewed(self) -> None:
        """Tick the change that is chosen, or take its tick away; once ticked, go to the next without one."""
        if not self.can_tick or not self.changes:
            return
        if self._at < 0:
            self.go(1)
        at = self._at
        self.tick_wanted.emit(at, at not in self.reviewed)
        if at in self.reviewed:
            self.go_to_unreviewed()

    def scroll_to_part(self, part: float) -> None:
        """Scroll so that a part of the whole (0 to 1) is in the middle."""
        bar = self.verticalScrollBar()
        bar.setValue(int(part * self.sheet.height - self.viewport().height() / 2))

    def _describe(self) -> None:
        if not self.changes:
            self.setAccessibleDescription(tr("No difference"))
        elif self._at < 0:
            self.setAccessibleDescription(count(self.changes, "{n} change", "{n} changes"))
        else:
            line = self.prepared.lines[self.prepared.places[self._at]]
            parts = [
                (tr("deleted: {text}") if kind == "delete" else tr("inserted: {text}")).format(
                    text=shown(text, 300)
                )
                for kind, text in line.parts
                if kind in ("delete", "insert")
            ]
            if line.kind == "moved":
                parts.append(painting.moved_words(self.prepared.places[self._at], line))
            heading = self.prepared.comparison.hunks[self._at].heading
            self.setAccessibleDescription(
                tr("Change {at} of {all}", at=self._at + 1, all=self.changes)
                + (f", {shown(heading, 80)}. " if heading else ". ")
                + "; ".join(parts[:12])
            )

    # --- painting -----------------------------------------------------------------------------

    def _look(self) -> Look:
        return Look(
            colours(), self.strike, self._at, self.reverted, self.reviewed, self.decidable, self.can_tick
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        sheet, look = self.sheet, self._look()
        c = look.colours
        painter = QPainter(self.viewport())
        painter.setFont(self.font())
        painting.paint_ground(painter, sheet, float(self.viewport().height()), c)
        scroll = float(self.verticalScrollBar().value())
        self._offsets = []
        for place in range(self._anchor[0], self._last_in_sight() + 1):
            item, y = sheet.items[place], sheet.tops[place] - scroll
            if item.fold >= 0:
                box = self._fold_box(place, scroll)
                hover = self._hover[1] if self._hover[0] == item.fold else -1
                painting.paint_fold(painter, box, self.fold_words(item.fold), hover, c)
                continue
            laid = sheet.laid(item.line)
            selected = {}
            for pane, layout in laid.sides.items():
                found = self.selection.on(item.line, pane, len(layout.text()), c)
                if found is not None:
                    selected[pane] = found
            starts = painting.paint_line(painter, sheet, item.line, laid, y, look, selected)
            if len(starts) == 2:
                self._offsets.append(abs(starts["left"] - starts["right"]))
            if self.prepared.lines[item.line].change >= 0:
                painting.paint_gutter(painter, sheet, item.line, y, laid.height, look)

    def fold_words(self, fold: int) -> list[str]:
        """Return what is written on a fold: one part, or three that are pressed one by one."""
        found = self.sheet.folds.all[fold]
        if not found.hidden:
            return [tr("⋯ fold again ({n} unchanged) ⋯", n=found.size)]
        lines = sum(line.close for line in self.prepared.lines[found.start : found.end])
        middle = (
            tr("⋯ {n} unchanged lines ⋯", n=found.hidden)
            if 2 * lines > found.size
            else tr("⋯ {n} unchanged paragraphs ⋯", n=found.hidden)
        )
        if found.hidden <= 3:
            return [middle]
        return [tr("↓ 3 more"), middle, tr("↑ 3 more")]

    def _fold_box(self, place: int, scroll: float) -> QRectF:
        height = self.sheet.fold_height - GAP
        return QRectF(0.0, self.sheet.tops[place] - scroll - 2, float(self.viewport().width()), height)

    # --- pointing -----------------------------------------------------------------------------

    def _item_at(self, at: QPointF) -> int:
        y = at.y() + self.verticalScrollBar().value()
        if not self.sheet.items or not self.sheet.tops[0] <= y <= self.sheet.tops[-1]:
            return -1
        return self.sheet.at(y)

    def _fold_at(self, at: QPointF) -> tuple[int, int]:
        """Return (fold, part) at a point, or -1 twice."""
        place = self._item_at(at)
        if place >= 0 and (fold := self.sheet.items[place].fold) >= 0:
            box = self._fold_box(place, float(self.verticalScrollBar().value()))
            zones = fold_zones(box, len(self.fold_words(fold)))
            for part, zone in enumerate(zones):
                if zone.contains(at):
                    return fold, part
        return -1, -1

    def _control_at(self, at: QPointF) -> tuple[str, int]:
        """Return what of the middle column is at a point (tick, keep or nothing), and of which change."""
        line, y = self._line_at(at)
        if line is None or not line.first:
            return "", -1
        if self.can_tick and tick_rect(self.sheet, y).adjusted(-4, -4, 3, 4).contains(at):
            return "tick", line.change
        if self.decidable and keep_rect(self.sheet, y).adjusted(-2, -4, 4, 4).contains(at):
            return "keep", line.change
        return "", -1

    def _line_at(self, at: QPointF) -> tuple[Line | None, float]:
        place = self._item_at(at)
        if place < 0 or self.sheet.items[place].fold >= 0:
            return None, 0.0
        y = self.sheet.tops[place] - self.verticalScrollBar().value()
        return self.prepared.lines[self.sheet.items[place].line], y

    def _spot_at(self, at: QPointF, pane: Pane | None = None) -> tuple[Pane, Spot] | None:
        """Return the place in a text at a point; with `pane`, the nearest of that side."""
        place = self._item_at(at)
        if place < 0:
            return None
        item = self.sheet.items[place]
        if pane is None:
            pane = self._pane_at(at.x())
        if pane is None or item.fold >= 0:
            return None
        layout = self.sheet.laid(item.line).sides.get(pane)
        if layout is None:
            return pane, Spot(item.line, 0)
        y = at.y() + self.verticalScrollBar().value() - self.sheet.tops[place]
        x = at.x() - self.sheet.geometry.x(pane) - PAD
        for number in range(layout.lineCount()):
            text_line = layout.lineAt(number)
            if y < text_line.y() + text_line.height() or number == layout.lineCount() - 1:
                return pane, Spot(item.line, text_line.xToCursor(x))
        return None

    def _pane_at(self, x: float) -> Pane | None:
        g = self.sheet.geometry
        if g.gutter <= x < g.gutter + GUTTER:
            return None
        return "inline" if g.one_column else "left" if x < g.gutter else "right"

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press a tick, a switch or a fold, or begin to select."""
        at = event.position()
        if event.button() != Qt.MouseButton.LeftButton:
            return
        control, change = self._control_at(at)
        fold, part = self._fold_at(at)
        line, _ = self._line_at(at)
        if control == "tick":
            self._at = change
            self.tick_wanted.emit(change, change not in self.reviewed)
        elif control == "keep":
            self._at = change
            self.keep_wanted.emit(change, change in self.reverted)
        elif fold >= 0:
            self._press_fold(fold, part)
        elif line is not None and line.partner >= 0 and (p := self._pane_at(at.x())) and not line.has(p):
            self.sheet.folds.open_to(line.partner)
            self.sheet.arrange()
            self._bring(line.partner)
        elif (found := self._spot_at(at)) is not None:
            if line is not None and line.change >= 0:
                self._at = line.change
                self._describe()
                self.moved.emit()
            self.selection.begin(*found)
            self._selecting = True
        self.viewport().update()

    def _press_fold(self, fold: int, part: int) -> None:
        folds = self.sheet.folds
        line = folds.all[fold].start
        if not folds.all[fold].hidden:
            folds.close(fold)
        elif len(self.fold_words(fold)) == 1 or part == 1:
            folds.open(fold)
        else:
            if part == 2:
                line = folds.all[fold].end
            folds.open_step(fold, below=part == 2)
        self._rearrange(min(line, len(self.prepared.lines) - 1))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select on, or show what can be pressed."""
        at = event.position()
        if self._selecting:
            found = self._spot_at(at, self.selection.pane)
            if found is not None:
                self.selection.head = found[1]
                self.viewport().update()
            return
        hover = self._fold_at(at)
        pressable = hover[0] >= 0 or bool(self._control_at(at)[0])
        text = self._pane_at(at.x()) is not None
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor
            if pressable
            else Qt.CursorShape.IBeamCursor
            if text
            else Qt.CursorShape.ArrowCursor
        )
        if hover != self._hover:
            self._hover = hover
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._selecting = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self._spot_at(event.position())
        layout = self.sheet.laid(found[1].line).sides.get(found[0]) if found else None
        if found is None or layout is None:
            return
        pane, spot = found
        start = layout.previousCursorPosition(spot.offset + 1, layout.CursorMode.SkipWords)
        end = layout.nextCursorPosition(start, layout.CursorMode.SkipWords)
        word = layout.text()[start:end].rstrip() if layout.text().isascii() else None
        self.selection.begin(pane, Spot(spot.line, start))
        self.selection.head = Spot(spot.line, end if word is None else start + len(word))
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        """Say what a tick, a switch or a fold does."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = QPointF(event.pos())
            control, change = self._control_at(at)
            words = ""
            if control == "tick":
                words = tr("Reviewed (Space)")
            elif control == "keep":
                words = (
                    tr("The old text is kept. Press to take the new one (A).")
                    if change in self.reverted
                    else tr("The new text is taken. Press to keep the old one (R).")
                )
            QToolTip.showText(event.globalPos() if words else QPoint(), words, self)
            return True
        return super().viewportEvent(event)

    # --- keys and other events ----------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Work the letters; the rest scrolls."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
            return
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.AltModifier)
        key = Qt.Key(event.key())
        if alt and key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.go(1 if key == Qt.Key.Key_Down else -1)
        elif held or alt or not self._letter(key):
            bar = self.verticalScrollBar()
            if key == Qt.Key.Key_Home:
                bar.setValue(0)
            elif key == Qt.Key.Key_End:
                bar.setValue(bar.maximum())
            else:
                super().keyPressEvent(event)

    def _letter(self, key: Qt.Key) -> bool:
        match key:
            case Qt.Key.Key_N | Qt.Key.Key_P:
                self.go(1 if key == Qt.Key.Key_N else -1)
            case Qt.Key.Key_A | Qt.Key.Key_R if self.decidable and self._at >= 0:
                at = self._at
                self.keep_wanted.emit(at, key == Qt.Key.Key_A)
                self.go(1)
            case Qt.Key.Key_Space if self.can_tick and self._at >= 0:
                self.mark_reviewed()
            case Qt.Key.Key_E | Qt.Key.Key_F:
                self.fold_all(key == Qt.Key.Key_F)
            case _:
                return False
        return True

    def copy(self) -> None:
        if not self.selection.empty:
            QGuiApplication.clipboard().setText(self.selection.text(self.prepared))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the selected words."""
        menu, some = passing_menu(self), not self.selection.empty
        if self.can_quote:
            menu.addAction(tr("Quote in feedback"), self._quote).setEnabled(some)
        menu.addAction(tr("Copy"), self.copy).setEnabled(some)
        menu.addAction(tr("Select all"), self.select_all)
        menu.popup(event.globalPos())

    def _quote(self) -> None:
        self.quoted.emit(self.selection.text(self.prepared), self.selection.pane)

    def select_all(self) -> None:
        """Select the side that was selected in last."""
        self.selection.all_of(self.prepared, self.selection.pane)
        self.viewport().update()

    def place(self) -> Place:
        """Return where the reader is, to come back to."""
        item, offset = self._anchor
        line = self.sheet.items[item].line if item < len(self.sheet.items) else 0
        return Place(self._at, line, offset)

    def go_back_to(self, place: Place) -> None:
        """Go where the reader was in this comparison."""
        if place.line < len(self.prepared.lines) and place.change < self.changes:
            self._at = place.change
            self._anchor = (self.sheet.item_of(place.line), place.offset)
            self._describe()
            self._settle()

    def find_places(self, words: str, most: int = 1000) -> list[Callable[[], None]]:
        """Return, for every place of these words in either text, what brings it into sight and selects it."""
        found: list[Callable[[], None]] = []
        sought = words.casefold()
        one = self.sheet.geometry.one_column
        for place, line in enumerate(self.prepared.lines):
            # What both texts have is found once, in the newer one.
            sides: tuple[Pane, ...] = (
                ("inline",) if one else ("left", "right") if line.change >= 0 else ("right",)
            )
            for pane in sides:
                text = line.text(pane) if line.has(pane) else ""
                folded = text.casefold()
                at = folded.find(sought)
                while at >= 0 and len(found) < most:
                    # Folding can lengthen a text; places are then a little off, never wrong in the line.
                    start = units(text[:at])
                    found.append(
                        partial(self._select, pane, place, start, start + units(text[at : at + len(words)]))
                    )
                    at = folded.find(sought, at + len(sought))
        return found

    def _select(self, pane: Pane, line: int, start: int, end: int) -> None:
        self.sheet.folds.open_to(line)
        self.sheet.arrange()
        self.selection.begin(pane, Spot(line, start))
        self.selection.head = Spot(line, end)
        self._bring(line)

    def find_change(self, passage: str) -> int:
        """Return the change nearest behind a passage of either text, else the first one; -1 for none."""
        words = "".join(passage.split())
        if not self.changes or not words:
            return min(0, self.changes - 1)
        sides: tuple[Pane, ...] = ("left", "right")
        for place, line in enumerate(self.prepared.lines):
            if any(words in "".join(line.text(pane).split()) for pane in sides):
                later = (line.change for line in self.prepared.lines[place:] if line.change >= 0)
                return next(later, self.changes - 1)
        return 0

    def _on_fitted(self) -> None:
        if self.sheet.geometry.one_column != (self.selection.pane == "inline"):
            self.selection = Selection("inline" if self.sheet.geometry.one_column else "left")

    def changeEvent(self, event: QEvent) -> None:
        """Lay out anew for another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._refit()
