"""Rail, page and insights side by side: what hides at which width, and the layout of each kind of session."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.domain.whole_numbers import whole_number
from app.ui.kit.font_aware import FontAware
from app.ui.kit.layouts import in_column, split
from app.ui.kit.preferences import Preferences
from app.ui.kit.theme import text_scale
from app.ui.shell.sizes import COLUMN_HIDES_BELOW, RAIL_HIDES_BELOW, WIDTHS, Side
from app.ui.shell.tab_order import entrance


class Panes(FontAware, QWidget):
    """A splitter of three; what hides for lack of width can be laid over the page."""

    fitted = Signal()
    """What is to be seen may have changed."""

    def __init__(self, rail: QWidget, middle: QWidget, preferences: Preferences) -> None:
        super().__init__()
        self._sides: dict[Side, QWidget] = {"rail": rail}
        """The insights come with the first session."""
        self._preferences = preferences
        self._kind = ""
        self.wanted: dict[Side, bool] = {"rail": True, "column": True}
        """What the person wants to see where there is room."""
        self.over: Side | None = None
        """The side that lies over the page now."""
        self._under: QWidget | None = None
        """What had the focus before it came."""
        self.usable: dict[Side, bool] = {"rail": False, "column": False}
        """Whether a side has anything to show."""
        self._page_needs = 0
        """Pixels of the page in which all of it is side by side."""
        self._widths: dict[Side, int] = dict(WIDTHS)
        """What the person gave each side: one that was hidden or squeezed has it again."""
        self.split = split(rail, middle)
        self.split.setStretchFactor(1, 1)
        # A line; Qt takes hold of it a little to its left and right, too.
        self.split.setHandleWidth(1)
        # Esc puts away what lies over the page; it never stops a run, and else is for what has the focus.
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        self._escape.activated.connect(self.close_over)
        self.reset()
        self.setLayout(in_column(self.split))
        self.split.splitterMoved.connect(self._on_moved)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        # What lies over the page goes as soon as the person does something else.
        app.focusChanged.connect(self._on_focus_changed)

    def use_column(self, column: QWidget) -> None:
        """Take the insights in, hidden until they are `usable`."""
        column.hide()
        self._sides["column"] = column
        self.split.addWidget(column)

    def room_for(self, side: Side) -> bool:
        """Tell whether a side has its own place at this width."""
        if not self.isVisible():
            return True
        if side == "rail":
            return self.width() >= RAIL_HIDES_BELOW
        rail = self._wide("rail") if self.usable["rail"] and self.wanted["rail"] else 0
        alone = self.width() - rail
        # Where their place is all that the page lacks to show everybody, the insights give way.
        gives_way = alone - self._widths["column"] < self._page_needs <= alone
        return self.width() >= COLUMN_HIDES_BELOW and not gives_way

    def give_page(self, pixels: int) -> None:
        """Let the page have these pixels, where that is all it takes to show everything side by side."""
        if pixels != self._page_needs:
            self._page_needs = pixels
            self.fit()

    def shown(self, side: Side) -> bool:
        return side in self._sides and not self._sides[side].isHidden()

    def toggle(self, side: Side, on: bool) -> None:
        """Show or hide a side; where there is no room it comes over the page until it loses interest."""
        if self.room_for(side):
            self.wanted[side] = on
            self.remember()
        else:
            self._under = self.window().focusWidget() if on else None
            self.over = side if on else None
        self.fit()
        inside = entrance(self._sides[side]) if self.over == side else None
        if inside is not None:
            # By keys nobody could come to it: it goes with the first step elsewhere.
            inside.setFocus(Qt.FocusReason.TabFocusReason)

    def close_over(self) -> None:
        """Put away what lies over the page, with the focus where it was."""
        side = self._sides[self.over] if self.over is not None else None
        if side is None:
            return
        focused: QWidget | None = self.window().focusWidget()
        self.over = None
        if focused is not None and side.isAncestorOf(focused) and isValid(self._under) and self._under:
            self._under.setFocus(Qt.FocusReason.OtherFocusReason)
        self.fit()

    def fit(self) -> None:
        """Apply the width rules."""
        before = self._beside()
        for side, widget in self._sides.items():
            room = self.room_for(side)
            if room and self.over == side:
                self.over = None
            laid_over = self.over == side and self.usable[side]
            if laid_over and widget.parent() is self.split:
                widget.setParent(self)
                widget.setAutoFillBackground(True)
            elif not laid_over and widget.parent() is not self.split:
                self.split.insertWidget(0 if side == "rail" else 2, widget)
                self.split.setStretchFactor(1, 1)
                widget.setAutoFillBackground(False)
            widget.setVisible(self.usable[side] and (laid_over or (room and self.wanted[side])))
            if laid_over:
                self._place(side)
        if self._beside() != before:
            self._give_widths()
        self._escape.setEnabled(self.over is not None)
        self.fitted.emit()

    def _beside(self) -> set[Side]:
        """Return the sides that stand beside the page."""
        return {
            side for side, part in self._sides.items() if self.shown(side) and part.parent() is self.split
        }

    def _give_widths(self) -> None:
        """Give each side beside the page its width, and the page the rest.

        Qt would share by what it held before a side was taken out: insights could be half the window.
        """
        widths = {side: self._wide(side) if side in self._beside() else 0 for side in WIDTHS}
        if self.split.count() == len(self._sides) + 1:
            handles = self.split.handleWidth() * len(self._beside())
            rest = max(self.width() - handles - sum(widths.values()), 1)
            self.split.refresh()
            self.split.setSizes([widths["rail"], rest, widths["column"]])

    _fit = _give_widths

    def _wide(self, side: Side) -> int:
        """Return a side's pixels: those of the rail grow with its letters, up to a fifth of the window."""
        own = self._widths[side]
        return max(own, min(round(own * text_scale(self)), self.width() // 5)) if side == "rail" else own

    def _place(self, side: Side) -> None:
        widget = self._sides[side]
        width = min(300, max(220, self.width() // 3))
        widget.setGeometry(0 if side == "rail" else self.width() - width, 0, width, self.height())
        widget.raise_()

    # --- the layout of each kind --------------------------------------------------------------

    def reset(self) -> None:
        """Put everything where it was at first."""
        self.wanted = {"rail": True, "column": True}
        self._widths = dict(WIDTHS)
        self.split.setSizes([WIDTHS["rail"], 880, WIDTHS["column"]])

    def use_kind(self, kind: str) -> None:
        """Take up the layout last used with this kind of session."""
        self._kind = kind
        saved = str(self._preferences.read(f"layout/{kind}") or "")
        numbers = [number for number in map(whole_number, saved.split(",")) if number is not None]
        if len(numbers) == 5:
            self.wanted = {"rail": bool(numbers[0]), "column": bool(numbers[1])}
            self._widths = {"rail": numbers[2] or WIDTHS["rail"], "column": numbers[4] or WIDTHS["column"]}
        # First shown, then sized: a hidden side takes no width.
        self.fit()
        if len(numbers) == 5:
            self._give_widths()

    def _on_moved(self, _pos: int, handle: int) -> None:
        """Keep the width to which a person dragged a side: the rail's without what its letters add."""
        side: Side = "column" if self.split.widget(handle) is self._sides.get("column") else "rail"
        width = self._sides[side].width()
        grown = side == "rail" and width <= self.width() // 5
        self._widths[side] = round(width / text_scale(self)) if grown else width
        self.remember()

    def remember(self) -> None:
        """Keep the layout for this kind of session; what the page squeezed is not what was wanted."""
        if self._kind:
            flags = [int(self.wanted["rail"]), int(self.wanted["column"])]
            # As earlier versions wrote it: in the middle stands the page, which has the rest.
            widths = [self._widths["rail"], 0, self._widths["column"]]
            self._preferences.write(f"layout/{self._kind}", ",".join(map(str, [*flags, *widths])))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
        # What was squeezed in a narrower window gets its width back.
        self._give_widths()

    def showEvent(self, event: QShowEvent) -> None:
        """Apply the width rules: what was not in sight had room for everything."""
        super().showEvent(event)
        self.fit()

    def _on_focus_changed(self, _before: QWidget | None, now: QWidget | None) -> None:
        side = self._sides[self.over] if self.over else None
        if side is not None and now is not None and now is not side and not side.isAncestorOf(now):
            self.close_over()
