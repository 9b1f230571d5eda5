"""Light, dark and system appearance: Fusion with palettes of our own.

Why own palettes: `setColorScheme` changes nothing without a desktop platform theme. The primary
button's colours are fixed by a rule, because Fusion lightens a palette-coloured one below 3:1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from app import resources

Theme = Literal["system", "light", "dark"]
SEAT_COLOURS = ("#10a37f", "#c96a2b", "#3a77d8", "#8a4fc9", "#b83b6e", "#6a7d1f", "#1f8a9c", "#8c6239")


class Colours(NamedTuple):
    """The colours a theme is made of; no dataclass, whose making costs 50 ms once Qt is imported."""

    window: str
    base: str
    raised: str
    text: str
    muted: str
    line: str
    edge: str
    """The border of what can be typed into: 3:1 against its ground."""
    accent: str
    selection: str
    insert_row: str
    insert_word: str
    delete_row: str
    delete_word: str
    good: str
    warn_row: str
    bad: str


_BOTH = {
    # name: light, dark
    "window": ("#f4f5f7", "#1f2024"),
    "base": ("#ffffff", "#17181b"),
    "raised": ("#ffffff", "#26282d"),
    "text": ("#1b1d21", "#e8e9ec"),
    "muted": ("#5a606b", "#a4a9b3"),
    "line": ("#c9cdd4", "#44474f"),
    "edge": ("#868c98", "#7b818d"),
    "accent": ("#2457c5", "#8fb2ff"),
    "selection": ("#dbe6fd", "#2a3d63"),
    "insert_row": ("#e6f6e9", "#1a2c20"),
    "insert_word": ("#a9dfb4", "#256b38"),
    "delete_row": ("#fdeaea", "#331f20"),
    "delete_word": ("#f4b4b4", "#7d2f2f"),
    "good": ("#1d6b33", "#7fd394"),
    "warn_row": ("#fff4d6", "#3b3113"),
    "bad": ("#a3231c", "#ff9d94"),
}
LIGHT = Colours(**{name: light for name, (light, _) in _BOTH.items()})
DARK = Colours(**{name: dark for name, (_, dark) in _BOTH.items()})

_dark_property = "roundtableDark"
_base_size = "roundtableBaseSize"
_applied = "roundtableApplied"


def colours() -> Colours:
    """Return the colours now in force."""
    app = QApplication.instance()
    return DARK if app is not None and app.property(_dark_property) else LIGHT


def _palette(c: Colours) -> QPalette:
    p = QPalette()
    role = QPalette.ColorRole
    painted: Sequence[tuple[str, Sequence[QPalette.ColorRole]]] = (
        (c.window, (role.Window, role.AlternateBase)),
        (c.base, (role.Base,)),
        (c.raised, (role.Button, role.ToolTipBase, role.Light)),
        (c.text, (role.WindowText, role.Text, role.ButtonText, role.ToolTipText, role.HighlightedText)),
        (c.muted, (role.PlaceholderText,)),
        (c.line, (role.Mid, role.Midlight)),
        (c.edge, (role.Dark, role.Shadow)),
        (c.selection, (role.Highlight,)),
        (c.accent, (role.Link, role.LinkVisited, role.Accent)),
    )
    for colour, roles in painted:
        for which in roles:
            p.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        p.setColor(QPalette.ColorGroup.Disabled, which, QColor(c.muted))
    return p


def _sheet(c: Colours) -> str:
    words = {**c._asdict(), "icons": resources.path("icons").as_posix()}
    rules = resources.path("theme.qss").read_text(encoding="utf-8")
    return re.sub(r"@(\w+)", lambda found: words[found[1]], rules)


def apply_theme(app: QApplication, theme: Theme, *, rules: bool = True) -> None:
    """Install style, palette and the few named rules; `system` follows the desktop where it says.

    `rules` False leaves the rules for later: an empty frame is painted sooner without them.
    """
    hints = QGuiApplication.styleHints()
    dark = theme == "dark" or (theme == "system" and hints.colorScheme() == Qt.ColorScheme.Dark)
    chosen = DARK if dark else LIGHT
    done = f"{dark} {rules}"
    if app.property(_applied) == done:
        # Every widget would be polished anew: half a second of a full window, to look the same.
        return
    app.setProperty(_applied, done)
    app.setProperty(_dark_property, dark)
    # Rules off, palette, rules on: with the rules in force each widget would be polished for both, which
    # takes 0.4 s of a full window instead of 0.1.
    app.setStyleSheet("")
    # Asked without the rules: with them the style has no name, and each widget would be polished once more.
    if app.style().objectName().lower() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(_palette(chosen))
    _deliver(QEvent.Type.ApplicationPaletteChange)
    if rules:
        app.setStyleSheet(_sheet(chosen))
        _scale_labels(app)


def apply_zoom(app: QApplication, percent: int) -> None:
    """Set the size of all text; labels that are larger or smaller than the rest keep their proportion."""
    base = app.property(_base_size)
    if base is None:
        base = app.font().pointSizeF()
        app.setProperty(_base_size, base)
    font = app.font()
    size = base * percent / 100
    if font.pointSizeF() == size:
        return
    font.setPointSizeF(size)
    # What the theme's rules speak of takes no other font while they are in force.
    rules = app.styleSheet()
    app.setStyleSheet("")
    app.setFont(font)
    _deliver(QEvent.Type.ApplicationFontChange)
    app.setStyleSheet(rules)
    _scale_labels(app)


def _deliver(change: QEvent.Type) -> None:
    """Hand a change to all widgets now: Qt posts it to its windows and hands it out with the next events.

    By then the rules are in force again, and what they speak of passes nothing on: a tab bar polished
    before its parent kept the text size of before. Which one that is, hangs on addresses in memory.
    """
    QCoreApplication.sendPostedEvents(None, change)


def _scale_labels(app: QApplication) -> None:
    """Give labels with a size of their own that size again: rules that are set anew take it from them."""
    plain = app.font().pointSizeF()
    for widget in app.allWidgets():
        scale = widget.property("scale")
        if isinstance(scale, float) and scale != 1.0:
            own = widget.font()
            own.setPointSizeF(plain * scale)
            widget.setFont(own)


def seat_colour(index: int) -> QColor:
    """Return the dot's colour of the n-th member; never the only sign of who it is."""
    return QColor(SEAT_COLOURS[index % len(SEAT_COLOURS)])
