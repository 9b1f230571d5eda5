"""The order in which Tab goes through the window: as the eye does, pane by pane.

Qt's own order is that in which controls were made. Panels, buttons and sections are made when they are first
needed, so by it Tab would leave the page in the middle and come back to it at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QSplitter, QWidget

_LINE = 12
"""Controls whose middles are not farther apart, in pixels, stand on one line."""


def in_turn(window: QWidget, panes: Sequence[QWidget], stacked: Sequence[QWidget]) -> list[QWidget]:
    """Return the controls that Tab stops at: those of the panes, then those beside them.

    `stacked` panes go line by line; in the others what belongs together was made together.
    """
    left = _stops(window)
    found: list[QWidget] = []
    for pane in panes:
        own = [made for made in left if holds(pane, made)]
        left = [made for made in left if made not in own]
        found += _by_lines(own, window) if pane in stacked else own
    return [*found, *left]


def entrance(pane: QWidget) -> QWidget | None:
    """Return what takes the focus when a pane is entered: the filled button, else the first control."""
    if pane.focusPolicy() & Qt.FocusPolicy.TabFocus:
        return pane
    stops = _stops(pane)
    # As the eye goes: the order they were made in begins at the bottom of the insights, out of sight.
    places = {made: made.mapTo(pane, QPoint()) for made in stops}
    stops.sort(key=lambda made: (places[made].y(), places[made].x()))
    primary = [made for made in stops if made.objectName() == "primary"]
    return next(iter(primary or stops), None)


def holds(pane: QWidget, control: QWidget | None) -> bool:
    """Tell whether a control is a pane, or in it."""
    return control is not None and (control is pane or pane.isAncestorOf(control))


def _stops(pane: QWidget) -> list[QWidget]:
    # By children, not by `nextInFocusChain`: its wrappers take what they show along when they go.
    return [
        made
        for made in _below(pane)
        if made.focusPolicy() & Qt.FocusPolicy.TabFocus
        and made.focusProxy() is None
        and made.isVisible()
        and made.isEnabled()
        and made.window() is pane.window()
    ]


def _below(widget: QWidget) -> Iterator[QWidget]:
    parts = [made for made in widget.children() if isinstance(made, QWidget)]
    if isinstance(widget, QSplitter):
        # It keeps what it parts from the last to the first, and its handles among them.
        parts.sort(key=widget.indexOf)
    for made in parts:
        yield made
        yield from _below(made)


def _by_lines(made: Sequence[QWidget], window: QWidget) -> list[QWidget]:
    places = {one: one.mapTo(window, one.rect().center()) for one in made}
    lines: list[list[QWidget]] = []
    for one in sorted(made, key=lambda one: places[one].y()):
        if lines and places[one].y() - places[lines[-1][0]].y() <= _LINE:
            lines[-1].append(one)
        else:
            lines.append([one])
    return [one for line in lines for one in sorted(line, key=lambda one: places[one].x())]
