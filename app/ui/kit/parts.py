"""What lies in a widget, in the order it was put together.

By children, not by `nextInFocusChain`, `focusProxy` or `buddy`: PySide 6.11 counts what a method returns as a
part of whom it was asked of. A dialog that its last control was asked for belonged to that control, no longer
to its window: to Python's collector a ring that nobody holds, which it took apart while it was open.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QSplitter, QStackedWidget, QTabBar, QTabWidget, QWidget


def parts(widget: QWidget) -> Iterator[QWidget]:
    """Yield what lies in a widget, each before what lies in it."""
    found = [part for part in widget.children() if isinstance(part, QWidget)]
    if isinstance(widget, QSplitter):
        # It keeps what it parts from the last to the first, and its handles among them.
        found.sort(key=widget.indexOf)
    elif isinstance(widget, QTabWidget):
        # The row of tabs and what stands at its end were made before or after what they show, as it happens.
        found.sort(key=lambda part: (not isinstance(part, QTabBar), isinstance(part, QStackedWidget)))
    for part in found:
        yield part
        yield from parts(part)


def passes_on(control: QWidget) -> bool:
    """Tell whether a control gives the focus on to another one, as the line of a box for figures does."""
    proxy = control.focusProxy()
    if proxy is not None:
        # Back to whom it belongs.
        proxy.setParent(proxy.parentWidget())
    return proxy is not None
