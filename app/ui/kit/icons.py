"""Drawn icons in the colours of the theme, whichever is in force when they are painted."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import ClassVar, Literal

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton
from shiboken6 import isValid

from app import resources
from app.ui.kit.theme import colours

Tone = Literal["text", "text2", "muted", "disabled", "accent", "on_fill", "waiting", "finished", "failed"]
"""A colour of the theme that is 3:1 against every ground it is used on."""


def icon(name: str, tone: Tone = "text2") -> QIcon:
    """Return an icon by its file's name in `resources/icons/lucide`; disabled, it is paler."""
    return drawn(_ThemedIcon, name, tone)


def drawn(kind: Callable[..., Drawn], *what: Hashable) -> QIcon:
    """Return an icon that is drawn by such a one of what it is given."""
    # A copy: to PySide what draws an icon is a part of the first object that Python has of it. Were that one
    # in a ring that is collected, it would be taken apart though a control still shows the icon.
    return QIcon(_first(kind, *what))


@cache
def _first(kind: Callable[..., Drawn], *what: Hashable) -> QIcon:
    return QIcon(kind(*what))


def set_icon(button: QAbstractButton, name: str, tone: Tone = "text", side: int = 16) -> None:
    """Put an icon before a button's words, a little apart from them."""
    button.setIcon(icon(name, tone))
    button.setIconSize(QSize(side + 4, side))


def paint_icon(painter: QPainter, box: QRectF, name: str, tone: Tone) -> None:
    """Draw an icon, sharp on every screen, in the middle of a box."""
    side = min(box.width(), box.height())
    square = QRectF(0, 0, side, side)
    square.moveCenter(box.center())
    ratio = painter.device().devicePixelRatio()
    painter.drawPixmap(square, _drawn(name, tone, round(side * ratio)), QRectF())


class Drawn(QIconEngine):
    """Looks the colours up whenever it is painted: baked icons vanish in the other theme."""

    _clones: ClassVar[set[Drawn]] = set()
    """Qt deletes a clone with its icon, but does not hold its Python object, which would take it along."""

    def __init__(self, *what: Hashable) -> None:
        super().__init__()
        self._what = what

    def clone(self) -> QIconEngine:
        """Return another one like it, for an icon that Qt changes while others show it, too."""
        clone = type(self)(*self._what)
        self._clones.difference_update([one for one in self._clones if not isValid(one)])
        self._clones.add(clone)
        return clone

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        picture = QPixmap(size)
        if picture.isNull():
            return picture
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.paint(painter, picture.rect(), mode, state)
        painter.end()
        return picture


class _ThemedIcon(Drawn):
    """A drawing of a file."""

    def __init__(self, name: str, tone: Tone) -> None:
        super().__init__(name, tone)
        self._name, self._tone = name, tone

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        del state
        paint_icon(painter, QRectF(rect), self._name, self._tone_in(mode))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return it as it looks now; in a wide place it stands in the middle, away from what is beside it."""
        del state
        side = min(size.width(), size.height())
        picture = _drawn(self._name, self._tone_in(mode), side)
        if picture.isNull() or size.width() == size.height():
            return picture
        wide = QPixmap(size)
        wide.fill(Qt.GlobalColor.transparent)
        painter = QPainter(wide)
        painter.drawPixmap((size.width() - side) // 2, (size.height() - side) // 2, picture)
        painter.end()
        return wide

    def _tone_in(self, mode: QIcon.Mode) -> Tone:
        return "disabled" if mode == QIcon.Mode.Disabled else self._tone


def _drawn(name: str, tone: Tone, pixels: int) -> QPixmap:
    if pixels <= 0:
        # A squeezed control has no room for any, and Qt warns of each stroke on nothing.
        return QPixmap()
    colour = colours().tone(tone)
    key = f"{name} {colour} {pixels}"
    picture = QPixmap()
    if QPixmapCache.find(key, picture):
        return picture
    picture = QPixmap(pixels, pixels)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    source = _source(name).replace("currentColor", colour)
    QSvgRenderer(QByteArray(source.encode())).render(painter)
    painter.end()
    QPixmapCache.insert(key, picture)
    return picture


@cache
def _source(name: str) -> str:
    return resources.text(f"icons/lucide/{name}.svg")
