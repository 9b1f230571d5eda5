"""Deleting widgets so that nothing of them stays behind.

WORKAROUND for Qt 6.11: where a window has a style sheet, Qt notes what it found out about a widget for as
long as that lives. For the inner widgets of others (a view's viewport, the list of a combo box) it never
learns of their end: each left a kilobyte behind, some ten of them for every session that was shown.
"""

from __future__ import annotations

from PySide6.QtCore import SIGNAL, QObject, Qt
from PySide6.QtWidgets import QWidget

_ENDED = SIGNAL("destroyed(QObject*)")


class _Styled(QWidget):
    """A widget whose signals the notes on style listen to; it says of others that they have ended."""


def dispose(widget: QWidget) -> None:
    """Delete a widget with all that lies in it, as soon as nothing is under way in it."""
    forget_style(widget)
    # It may hold what belongs to another session: until it goes, it is not seen below the new one's title.
    widget.hide()
    widget.deleteLater()


def forget_style(widget: QWidget) -> None:
    """See that what was noted of the style of a widget's inner ones goes when they go."""
    inner = widget.findChildren(QWidget)
    window = widget.window()
    told = window.findChild(_Styled, options=Qt.FindChildOption.FindDirectChildrenOnly)
    if told is None:
        told = _Styled(window)
        # Told of its style it is listened to.
        told.ensurePolished()
    if told.testAttribute(Qt.WidgetAttribute.WA_StyleSheet):
        for one in inner:
            if not one.testAttribute(Qt.WidgetAttribute.WA_StyleSheet):
                # By name, so that it stays inside Qt: by then there is no Python object any more.
                QObject.connect(one, _ENDED, told, _ENDED)
