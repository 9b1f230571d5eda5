"""The order in which Tab goes through the window: as the eye does, pane by pane.

Qt's own order is that in which controls were made. Panels, buttons and sections are made when they are first
needed, so by it Tab would leave the page in the middle and come back to it at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.ui.kit.parts import parts, passes_on

_LINE = 12
"""Controls whose middles are not farther apart, in pixels, stand on one line."""


def in_turn(window: QWidget, panes: Sequence[QWidget], stacked: Sequence[QWidget]) -> list[QWidget]:
    """Return the controls that Tab stops at: those of the panes, then those below and those above them.

    `stacked` panes go line by line; in the others what belongs together was made together.
    """
    left = _stops(window)
    turn: list[QWidget] = []
    for pane in panes:
        own = [control for control in left if holds(pane, control)]
        left = [control for control in left if control not in own]
        turn += _by_lines(own, window) if pane in stacked else own
    middle = window.height() // 2
    return [*turn, *sorted(left, key=lambda control: control.mapTo(window, QPoint()).y() < middle)]


def entrance(pane: QWidget) -> QWidget | None:
    """Return what takes the focus when a pane is entered: the filled button, else the first control."""
    if pane.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return pane
    stops = _by_place(pane)
    primary = [control for control in stops if control.objectName() == "primary"]
    return next(iter(primary or stops), None)


def reading_place(panel: QWidget) -> QWidget | None:
    """Return where a panel is read: the uppermost of its texts and lists, else its first control."""
    texts = [stop for stop in _by_place(panel) if isinstance(stop, QAbstractScrollArea)]
    return texts[0] if texts else entrance(panel)


def holds(pane: QWidget, control: QWidget | None) -> bool:
    """Tell whether a control is a pane, or in it."""
    return control is not None and (control is pane or pane.isAncestorOf(control))


def _by_place(pane: QWidget) -> list[QWidget]:
    """Return the stops as the eye goes: in the order they were made the insights begin at their bottom."""
    stops = _stops(pane)
    corners = {control: control.mapTo(pane, QPoint()) for control in stops}
    return sorted(stops, key=lambda control: (corners[control].y(), corners[control].x()))


def _stops(pane: QWidget) -> list[QWidget]:
    return [
        control
        for control in parts(pane)
        if control.focusPolicy() & Qt.FocusPolicy.TabFocus
        and not passes_on(control)
        and control.isVisible()
        and not control.isHidden()
        and control.isEnabled()
        and control.window() is pane.window()
    ]


def _by_lines(controls: Sequence[QWidget], window: QWidget) -> list[QWidget]:
    centres = {control: control.mapTo(window, control.rect().center()) for control in controls}
    lines: list[list[QWidget]] = []
    for control in sorted(controls, key=lambda control: centres[control].y()):
        if lines and centres[control].y() - centres[lines[-1][0]].y() <= _LINE:
            lines[-1].append(control)
        else:
            lines.append([control])
    return [control for line in lines for control in sorted(line, key=lambda control: centres[control].x())]
