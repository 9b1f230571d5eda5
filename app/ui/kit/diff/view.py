"""The diff: two texts side by side, aligned at every width; one column where it is narrow.

Letters work here alone: N and P go from change to change, A keeps the new text and R the old one, Space
ticks a change and goes on, E opens the folds, F folds again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QContextMenuEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QFrame

from app.ui.kit.chip import caption_font
from app.ui.kit.diff import painting
from app.ui.kit.diff.area import Columns, SheetArea
from app.ui.kit.diff.deciding import GutterButtons
from app.ui.kit.diff.rows import Pane, Prepared, prepare, utf16_length, utf16_part
from app.ui.kit.diff.selecting import Selection, Spot
from app.ui.kit.diff.sheet import AROUND, BARELY, GAP, PAD
from app.ui.kit.menu_button import add_tick, passing_menu
from app.ui.kit.tasks import Tasks
from app.ui.kit.texts import count, single_line, tr
from app.ui.kit.theme import colours

IN_THREAD_FROM = 20_000
"""Characters of both texts from which on they are compared in a thread."""
MOST_FOUND = 1000
"""Places of some words that are gone through."""


class Place(NamedTuple):
    """Where a reader is: the current change (or -1), the line at the upper border, how far it is above it."""

    change: int
    line: int
    offset: float


class Hit(NamedTuple):
    """What lies at a point: what can be pressed; a line, its top in view, its pane; a fold and its part."""

    control: Literal["", "fold"] = ""
    line: int = -1
    top: float = 0.0
    pane: Pane | None = None
    fold: tuple[int, int] = (-1, -1)


class DiffView(SheetArea):
    """Compares two texts, and shows them and what was decided on the changes."""

    compared = Signal()
    """What was asked for last is shown."""
    keep_wanted = Signal(int, bool)
    """(change, whether the new text is kept)"""
    tick_wanted = Signal(int, bool)
    """(change, whether it was reviewed)"""
    quoted = Signal(str, str)
    """(selected words that the person wants in the feedback, the pane they are from)"""

    def __init__(self, *, deciding: bool = False) -> None:
        """`deciding`: keep room between the panes for what is decided there."""
        super().__init__()
        self._deciding = deciding
        self.setAccessibleName(tr("Old and new text side by side"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self.strike = True
        self.selection = Selection()
        self.decidable = self.can_tick = self.can_quote = False
        self.comparing = False
        """Whether what was asked for last is still being compared."""
        self.reverted: frozenset[int] = frozenset()
        self.reviewed: frozenset[int] = frozenset()
        self._tasks = Tasks(self)
        self._at = -1
        self._hover = Hit().fold
        self._under = -1
        """The change under the pointer."""
        self.buttons = GutterButtons(self.viewport())
        self.buttons.keep_wanted.connect(self._on_keep_pressed)
        self.buttons.tick_wanted.connect(self._on_tick_pressed)
        self.between = self._room_between()
        self.moved.connect(self._place_buttons)
        self._selecting = False

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

    @property
    def active(self) -> int:
        """The change that is framed: under the pointer, else the one gone to, else the first."""
        if self._under >= 0:
            return self._under
        return self._at if self._at >= 0 else min(0, self.changes - 1)

    def place_words(self) -> str:
        """Return “2 of 9 changes”; before somebody goes to one, how many there are, once that is known."""
        if self.comparing:
            return tr("Comparing…")
        if not self.changes:
            return tr("No difference")
        if not self.current:
            return count(self.changes, "{n} change", "{n} changes")
        return tr("{at} of {all} changes", at=self.current, all=self.changes)

    def compare(self, old: str, new: str, granularity: str = "word") -> bool:
        """Compare and show two texts, long ones in a thread; return whether they are shown at once.

        What was compared before goes: it is of other texts, maybe of another session.
        """
        self._tasks.cancel()
        if len(old) + len(new) > IN_THREAD_FROM:
            self.comparing = True
            if (self.prepared.old, self.prepared.new) != (old, new):
                self.show_prepared(prepare("", ""))
            self._tasks.start(self._compare_in_thread(old, new, granularity))
            return False
        self._show_compared(prepare(old, new, granularity))
        return True

    async def _compare_in_thread(self, old: str, new: str, granularity: str) -> None:
        self._show_compared(await asyncio.to_thread(prepare, old, new, granularity))

    def _show_compared(self, prepared: Prepared) -> None:
        self.comparing = False
        self.show_prepared(prepared)
        self.compared.emit()

    def show_prepared(self, prepared: Prepared) -> None:
        """Show a comparison from its beginning."""
        self.sheet.show(prepared)
        self.selection = Selection()
        self._at, self._anchor = -1, (0, 0.0)
        self.reverted = self.reviewed = frozenset()
        self._hover, self._under = Hit().fold, -1
        self._describe()
        self._fit()

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
        self._fit()

    def set_roomy(self, roomy: bool) -> None:
        """Tell whether there is room for two columns, however wide the view is."""
        if roomy != self.roomy:
            self.roomy = roomy
            self._fit()

    def set_strike(self, strike: bool) -> None:
        """Strike deletions through, or underline them with dashes."""
        self.strike = strike
        self.viewport().update()

    def fold_all(self, folded: bool) -> None:
        """Fold everything unchanged, or open all folds."""
        line = self._line_in_sight()
        self.sheet.folds.fold_all(folded)
        self._rearrange(line)

    # --- going about --------------------------------------------------------------------------

    def go(self, step: int) -> None:
        """Go to the next (1) or previous (-1) change."""
        if self.changes:
            self.go_to(max(0, min(self.changes - 1, self._at + step)))

    def go_to(self, change: int) -> None:
        """Go to a change and say it to a screen reader."""
        self._at = change
        self._bring(self.prepared.first_lines[change])
        self._describe()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.accessibleDescription()))

    def mark_reviewed(self) -> None:
        """Tick the change that is chosen, or take its tick away; once ticked, go to the next without one."""
        if not self.can_tick or not self.changes:
            return
        if self._at < 0:
            self.go(1)
        at = self._at
        self.tick_wanted.emit(at, at not in self.reviewed)
        # From the beginning again where none follows.
        others = (*range(at + 1, self.changes), *range(at))
        left = [change for change in others if change not in self.reviewed]
        if at in self.reviewed and left:
            self.go_to(left[0])

    def scroll_to_part(self, part: float) -> None:
        """Scroll so that a part of the whole (0 to 1) is in the middle."""
        bar = self.verticalScrollBar()
        bar.setValue(int(part * self.sheet.height - self.viewport().height() / 2))

    def _describe(self) -> None:
        if self.comparing or self._at < 0:
            self.setAccessibleDescription(self.place_words())
        else:
            index = self.prepared.first_lines[self._at]
            line = self.prepared.lines[index]
            words = {"delete": tr("deleted: {text}"), "insert": tr("inserted: {text}")}
            parts = [
                words[kind].format(text=single_line(text, 300)) for kind, text in line.parts if kind in words
            ]
            if line.kind == "moved":
                parts.append(painting.moved_words(index, line))
            heading = self.prepared.comparison.hunks[self._at].heading
            self.setAccessibleDescription(
                tr("Change {at} of {all}", at=self._at + 1, all=self.changes)
                + (f", {single_line(heading, 80)}. " if heading else ". ")
                + "; ".join(parts[:12])
            )

    # --- deciding -----------------------------------------------------------------------------

    def _place_buttons(self) -> None:
        """Show what can be decided at the active change, as far as that is in sight."""
        change, sheet = self.active, self.sheet
        if change < 0 or not (self.decidable or self.can_tick):
            self.buttons.hide()
            return
        first = self.prepared.first_lines[change]
        last = first
        while last + 1 < len(self.prepared.lines) and self.prepared.lines[last + 1].change == change:
            last += 1
        scroll = self.verticalScrollBar().value()
        begin, end = sheet.item_of(first), sheet.item_of(last)
        top, bottom = sheet.tops[begin] - scroll, sheet.tops[end + 1] - scroll
        state = (change in self.reverted, change in self.reviewed)
        self.buttons.show_for(change, *state, decidable=self.decidable)
        self.buttons.put(sheet.geometry.gutter, self.between, top, bottom, self.viewport().height())

    def _on_keep_pressed(self, change: int, new: bool) -> None:
        if self._take(change):
            self.keep_wanted.emit(change, new)

    def _on_tick_pressed(self, change: int) -> None:
        if self._take(change):
            self.tick_wanted.emit(change, change not in self.reviewed)

    def _take(self, change: int) -> bool:
        """Make a change the current one where it is; False where other texts came since it was pressed."""
        if change >= self.changes:
            return False
        self._at = change
        self._describe()
        self.moved.emit()
        return True

    # --- painting -----------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        decided = (self.reverted, self.reviewed, self.decidable or self.can_tick)
        active = self.active if self._under >= 0 or self._at >= 0 or decided[2] else -1
        sheet, look = self.sheet, painting.Look(colours(), self.strike, active, *decided)
        painter = QPainter(self.viewport())
        painter.setFont(caption_font(self.font()))
        painting.paint_ground(painter, sheet, float(self.viewport().height()), look.colours)
        scroll = float(self.verticalScrollBar().value())
        for index in range(self._anchor[0], self._last_in_sight() + 1):
            item, y = sheet.items[index], sheet.tops[index] - scroll
            if item.fold >= 0:
                hover = self._hover[1] if self._hover[0] == item.fold else -1
                words = self.fold_words(item.fold)
                painting.paint_fold(painter, self._fold_box(y), words, hover, look.colours)
                continue
            painting.paint_line(painter, sheet, item.line, y, look, self.selection)
        if self.hasFocus():
            painter.setPen(QColor(look.colours.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.viewport().rect().adjusted(0, 0, -1, -1))

    def fold_words(self, fold: int) -> list[str]:
        """Return what is written on a fold: one part, or three that are pressed one by one."""
        found = self.sheet.folds.all[fold]
        if not found.hidden:
            return [tr("Fold again ({n} unchanged)", n=found.size)]
        lines = sum(line.close for line in self.prepared.lines[found.start : found.end])
        middle = (
            count(found.hidden, "{n} unchanged line", "{n} unchanged lines")
            if 2 * lines > found.size
            else count(found.hidden, "{n} unchanged paragraph", "{n} unchanged paragraphs")
        )
        if found.hidden <= 3:
            return [middle]
        return [tr("3 more"), middle, tr("3 more")]

    def _fold_box(self, top: float) -> QRectF:
        return QRectF(0.0, top - AROUND, float(self.viewport().width()), self.sheet.fold_height - GAP)

    # --- pointing -----------------------------------------------------------------------------

    def _hit(self, at: QPointF) -> Hit:
        """Return what lies at a point of the view."""
        sheet, scroll = self.sheet, self.verticalScrollBar().value()
        y = at.y() + scroll
        if not sheet.items or not sheet.tops[0] <= y <= sheet.tops[-1]:
            return Hit()
        index = sheet.at(y)
        item, top = sheet.items[index], sheet.tops[index] - scroll
        if item.fold >= 0:
            zones = painting.fold_zones(self._fold_box(top), len(self.fold_words(item.fold)))
            parts = [part for part, zone in enumerate(zones) if zone.contains(at)]
            return Hit("fold", fold=(item.fold, parts[0])) if parts else Hit()
        return Hit("", item.line, top, self._pane_at(at.x()))

    def _pane_at(self, x: float) -> Pane | None:
        g = self.sheet.geometry
        if g.gutter <= x < g.gutter + g.between:
            return None
        return "inline" if g.one_column else "left" if x < g.gutter else "right"

    def _spot(self, hit: Hit, at: QPointF, pane: Pane) -> Spot:
        """Return the place in a line's text on one side that is nearest to a point."""
        layout = self.sheet.laid(hit.line).sides.get(pane)
        if layout is None:
            return Spot(hit.line, 0)
        rows = map(layout.lineAt, range(layout.lineCount()))
        below = (row for row in rows if at.y() - hit.top < row.y() + row.height())
        row = next(below, layout.lineAt(layout.lineCount() - 1))
        return Spot(hit.line, row.xToCursor(at.x() - self.sheet.geometry.x(pane) - PAD))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press a fold, or begin to select."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        hit = self._hit(event.position())
        if hit.control == "fold":
            self._press_fold(*hit.fold)
        elif hit.pane is not None:
            line = self.prepared.lines[hit.line]
            if line.partner >= 0 and not line.has(hit.pane):
                self._bring(line.partner)
            else:
                self._begin_selecting(line.change, hit.pane, self._spot(hit, event.position(), hit.pane))
        self.viewport().update()

    def _begin_selecting(self, change: int, pane: Pane, spot: Spot) -> None:
        if change >= 0:
            self._at = change
            self._describe()
            self.moved.emit()
        self.selection.select(pane, spot)
        self._selecting = True

    def _press_fold(self, index: int, part: int) -> None:
        fold = self.sheet.folds.all[index]
        if not fold.hidden:
            fold.close()
        elif len(self.fold_words(index)) == 1 or part == 1:
            fold.open()
        else:
            fold.open_step(below=part == 2)
        line = fold.end if part == 2 else fold.start
        self._rearrange(min(line, len(self.prepared.lines) - 1))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select on, or show what can be pressed."""
        at = event.position()
        hit = self._hit(at)
        if self._selecting:
            if hit.line >= 0:
                self.selection.head = self._spot(hit, at, self.selection.pane)
                self.viewport().update()
            return
        shape = Qt.CursorShape.IBeamCursor if self._pane_at(at.x()) else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if hit.control else shape)
        if hit.fold != self._hover:
            self._hover = hit.fold
            self.viewport().update()
        self._point_at(self.prepared.lines[hit.line].change if hit.line >= 0 else -1)

    def _point_at(self, change: int) -> None:
        """Offer what can be decided on the change under the pointer."""
        if change != self._under:
            self._under = change
            self._place_buttons()
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._selecting = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        hit = self._hit(event.position())
        layout = self.sheet.laid(hit.line).sides.get(hit.pane) if hit.pane is not None else None
        if hit.pane is None or layout is None:
            return
        spot = self._spot(hit, event.position(), hit.pane)
        start = layout.previousCursorPosition(spot.offset + 1, layout.CursorMode.SkipWords)
        end = layout.nextCursorPosition(start, layout.CursorMode.SkipWords)
        word = utf16_part(layout.text(), start, end).rstrip()
        self.selection.select(hit.pane, Spot(hit.line, start), Spot(hit.line, start + utf16_length(word)))
        self.viewport().update()

    def viewportEvent(self, event: QEvent) -> bool:
        """Turn back to the change gone to once the pointer is elsewhere."""
        if event.type() == QEvent.Type.Leave:
            self._point_at(-1)
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
                self.keep_wanted.emit(self._at, key == Qt.Key.Key_A)
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
        menu, some, change = passing_menu(self), not self.selection.empty, self.active
        if self.decidable and change >= 0:
            menu.addAction(tr("Keep old"), lambda: self._on_keep_pressed(change, False))
            menu.addAction(tr("Keep new"), lambda: self._on_keep_pressed(change, True))
        if self.can_tick and change >= 0:
            ticked = change in self.reviewed
            add_tick(menu, tr("Reviewed"), lambda: self._on_tick_pressed(change), on=ticked)
        menu.addSeparator()
        if self.can_quote:
            quote = partial(self.quoted.emit, self.selection.text(self.prepared), self.selection.pane)
            menu.addAction(tr("Quote in feedback"), quote).setEnabled(some)
        menu.addAction(tr("Copy"), self.copy).setEnabled(some)
        menu.addAction(tr("Select all"), self.select_all)
        menu.popup(event.globalPos())

    def select_all(self) -> None:
        """Select the side that was selected in last."""
        self.selection.all_of(self.prepared, self.selection.pane)
        self.viewport().update()

    def reading_place(self) -> Place:
        """Return where the reader is, to come back to."""
        item, offset = self._anchor
        line = self.sheet.items[item].line if item < len(self.sheet.items) else 0
        return Place(self._at, line, offset)

    def go_back_to(self, position: Place) -> None:
        """Go where the reader was in this comparison."""
        if position.line < len(self.prepared.lines) and position.change < self.changes:
            self._at = position.change
            self._anchor = (self.sheet.item_of(position.line), position.offset)
            self._describe()
            self._settle()

    def find_places(self, words: str) -> list[Callable[[], None]]:
        """Return, for every place of these words in either text, what brings it into sight and selects it."""
        found: list[Callable[[], None]] = []
        sought = words.casefold()
        for index, line in enumerate(self.prepared.lines):
            sides = self.sheet.geometry.panes
            if line.change < 0:
                # What both texts have is found once, in the newer one.
                sides = sides[-1:]
            for pane in sides:
                text = line.text(pane) if line.has(pane) else ""
                folded = text.casefold()
                at = folded.find(sought)
                while at >= 0 and len(found) < MOST_FOUND:
                    # Folding can lengthen a text; places are then a little off, never wrong in the line.
                    start = utf16_length(text[:at])
                    end = start + utf16_length(text[at : at + len(words)])
                    found.append(partial(self._select, pane, Spot(index, start), Spot(index, end)))
                    at = folded.find(sought, at + len(sought))
        return found

    def _select(self, pane: Pane, start: Spot, end: Spot) -> None:
        self.selection.select(pane, start, end)
        self._bring(start.line)

    def find_change(self, passage: str) -> int:
        """Return the change nearest behind a passage of either text, else the first one; -1 for none."""
        words = "".join(passage.split())
        if not self.changes or not words:
            return min(0, self.changes - 1)
        sides: tuple[Pane, ...] = ("left", "right")
        for index, line in enumerate(self.prepared.lines):
            if any(words in "".join(line.text(pane).split()) for pane in sides):
                later = (line.change for line in self.prepared.lines[index:] if line.change >= 0)
                return next(later, self.changes - 1)
        return 0

    def _fit(self) -> None:
        self.between = self._room_between()
        super()._fit()

    def _room_between(self) -> float:
        needed = self.buttons.refit(self.font())
        return needed if self._deciding else BARELY

    def _on_fitted(self) -> None:
        if self.sheet.geometry.one_column != (self.selection.pane == "inline"):
            self.selection = Selection("inline" if self.sheet.geometry.one_column else "left")
