"""Light, dark and system appearance: Fusion with palettes of our own.

Why own palettes: `setColorScheme` changes nothing without a desktop platform theme. The primary
button's colours are fixed by a rule, because Fusion lightens a palette-coloured one below 3:1.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Literal, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from app import resources
from app.ui.kit.font_aware import fit_anew

Theme = Literal["system", "light", "dark"]


class Colours(NamedTuple):
    """The colours a theme is made of; no dataclass, whose making costs 50 ms once Qt is imported."""

    window: str
    rail: str
    base: str
    raised: str
    surface2: str
    """The ground of heads: of a card, of a table."""
    hover: str
    selection: str
    line: str
    hairline: str
    edge: str
    """The border of what can be typed into: 3:1 against its ground."""
    text: str
    text2: str
    muted: str
    disabled: str
    accent: str
    """Links, focus rings and what is chosen."""
    fill: str
    """The ground of the one button that goes on; white stands on it."""
    fill_hover: str
    fill_off: str
    on_fill: str
    accent_row: str
    accent_line: str
    waiting: str
    waiting_row: str
    warn_row: str
    """The ground of the bar that waits for a decision."""
    warn_line: str
    finished: str
    finished_row: str
    failed: str
    failed_row: str
    insert_row: str
    insert_word: str
    insert_line: str
    delete_row: str
    delete_word: str
    new_word: str
    """The ground of new words in an answer, which are underlined in `insert_line`."""
    hit: str
    """The ground of words that were searched for."""
    scrim: str
    """What a window is dimmed with while something stands in front of it."""

    @property
    def good(self) -> str:
        """What went well."""
        return self.finished

    @property
    def bad(self) -> str:
        """What went wrong."""
        return self.failed

    def tone(self, name: str) -> str:
        """Return a colour by its name here."""
        return str(self[self._fields.index(name)])


_BOTH = {
    # name: light, dark
    "window": ("#f4f5f7", "#15171b"),
    "rail": ("#eceef2", "#111316"),
    "base": ("#ffffff", "#1b1e23"),
    "raised": ("#ffffff", "#1b1e23"),
    "surface2": ("#f7f8fa", "#20242a"),
    "hover": ("#e9ecf1", "#282d35"),
    "selection": ("#dde6fb", "#26345a"),
    "line": ("#d9dde4", "#343a44"),
    "hairline": ("#e6e9ee", "#2a2f37"),
    "edge": ("#7e8695", "#737c8b"),
    "text": ("#1a1e26", "#e7e9ed"),
    "text2": ("#434a58", "#c3c8d1"),
    "muted": ("#5b6372", "#9ba4b3"),
    "disabled": ("#7e8695", "#737c8b"),
    "accent": ("#2a4fbd", "#8faeff"),
    "fill": ("#2f57cc", "#3f67db"),
    "fill_hover": ("#2648ad", "#3357c4"),
    "fill_off": ("#5f6b85", "#5f6b85"),
    "on_fill": ("#ffffff", "#ffffff"),
    "accent_row": ("#e6edfc", "#222e4f"),
    "accent_line": ("#b9caf4", "#3e5596"),
    "waiting": ("#855000", "#f3be5c"),
    "waiting_row": ("#fff0d0", "#382b12"),
    "warn_row": ("#fffbf1", "#211d15"),
    "warn_line": ("#e3b65c", "#7a5c1e"),
    "finished": ("#17663a", "#74d29a"),
    "finished_row": ("#dff3e6", "#17311f"),
    "failed": ("#ae231b", "#ff9a90"),
    "failed_row": ("#fce5e3", "#3e1e1d"),
    "insert_row": ("#ebf8ef", "#182a1e"),
    "insert_word": ("#a5dfb6", "#256b38"),
    "insert_line": ("#2e8b57", "#4c9a6c"),
    "delete_row": ("#fdecea", "#35201f"),
    "delete_word": ("#f6bfba", "#7a2f2b"),
    "new_word": ("#d6f2de", "#1d4029"),
    "hit": ("#ffe3a3", "#5a4412"),
    "scrim": ("#5c141822", "#80000000"),
}
LIGHT = Colours(**{name: light for name, (light, _) in _BOTH.items()})
DARK = Colours(**{name: dark for name, (_, dark) in _BOTH.items()})
SEAT_COLOURS = (
    # light, dark; those of three members are drawn in the look, the others keep away from the states' colours
    ("#7a4fc0", "#b597f2"),
    ("#0b7f86", "#4fc3ca"),
    ("#b83a7e", "#f08bc0"),
    ("#6f6a12", "#cfca68"),
    ("#4a6785", "#9fbcd8"),
    ("#7d5a44", "#d3ae96"),
    ("#7d6292", "#cbb6dc"),
    ("#5b6372", "#b6bdc9"),
)

FAMILY = "Inter"
CODE = "JetBrains Mono NL"
"""Of code and of files shown as they are: letters of one width, without ligatures."""
BODY = 13
"""Pixels of the text at 100 %."""
CAPTION = 12 / 13
"""Captions, counts, chips, units: as a part of the body's size, which the zoom sets. Nothing is smaller."""
READING = 14 / 13
"""What is read like a book: the final answer, and the text of a work."""
TITLE = 15 / 13
"""Titles of a session and of a dialog, the largest heading inside an answer."""
FIGURE = 18 / 13
"""Figures of tiles, names of providers."""
WELCOME = 22 / 13
_dark_property = "roundtableDark"
_base_size = "roundtableBaseSize"
_applied = "roundtableApplied"
_styled = "roundtableStyled"
_dressed = "roundtableDressed"


def the_app() -> QApplication:
    """Return the program, which there is one of, in its style from the first moment on."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    # Named like this it is no object of PySide's, for which a style is eleven enums to build: four
    # milliseconds.
    app = QApplication([*sys.argv[:1], "-style", "Fusion"])
    app.setProperty(_styled, True)
    return app


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


@cache
def _rules(c: Colours) -> str:
    words = {**c._asdict(), "icons": resources.path("icons").as_posix()}
    rules = resources.path("theme.qss").read_text(encoding="utf-8")
    # The longer ones first: some begin with another. The folder last: whatever it is called stays so.
    for name in sorted(words, key=lambda word: (word != "icons", len(word)), reverse=True):
        rules = rules.replace(f"@{name}", words[name])
    return rules


def dress(window: QWidget) -> None:
    """Give a window without a parent the theme's rules, and those of each theme that follows.

    They are the window's, not the application's, and it gets them once it is built: with the application's,
    whatever joins another part has its looks sought anew, and so has all that is in it. That is half the time
    in which a window is built.
    """
    window.setProperty(_dressed, True)
    window.setStyleSheet(_rules(colours()))


@contextmanager
def _undressed(app: QApplication) -> Iterator[None]:
    """Take the rules off meanwhile: in force, each widget would be polished for them and for what changes.

    That takes 0.4 s of a full window instead of 0.1. And what the rules speak of takes no other font.
    """
    windows = [window for window in app.topLevelWidgets() if window.property(_dressed)]
    for window in windows:
        window.setStyleSheet("")
    yield
    for window in windows:
        dress(window)
    _scale_labels(app)


def apply_theme(app: QApplication, theme: Theme, *, letters: bool = True) -> None:
    """Install style, letters, palette and rules; `system` follows the desktop where it says.

    `letters` False leaves them for later: a frame without words is painted sooner without.
    """
    hints = QGuiApplication.styleHints()
    dark = theme == "dark" or (theme == "system" and hints.colorScheme() == Qt.ColorScheme.Dark)
    done = f"{dark} {letters}"
    if app.property(_applied) == done:
        # Every widget would be polished anew: half a second of a full window, to look the same.
        return
    app.setProperty(_dark_property, dark)
    if letters:
        # The sketch of the window has none: to read the first font takes six milliseconds.
        _give_font(app)
    with _undressed(app):
        _give_style(app)
        app.setPalette(_palette(colours()))
        _deliver(QEvent.Type.ApplicationPaletteChange)
    app.setProperty(_applied, done)


def _give_style(app: QApplication) -> None:
    if app.property(_styled) is None:
        app.setProperty(_styled, True)
        if app.style().objectName().lower() != "fusion":
            app.setStyle("Fusion")


def _give_font(app: QApplication) -> None:
    """Set the program's own letters, once; other scripts' come from the system."""
    if app.property(_base_size) is not None:
        return
    # Open and true type ones.
    for name in resources.names("fonts", "tf"):
        QFontDatabase.addApplicationFont(str(resources.path("fonts") / name))
    font = QFont(FAMILY)
    # Hinted, its letters stand at whole pixels and the semi-bold ones run into each other.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    # With it 0x7f is drawn as a product: letters must not change what was written.
    font.setFeature(QFont.Tag("calt"), 0)
    font.setPointSizeF(BODY * 72 / app.primaryScreen().logicalDotsPerInch())
    app.setFont(font)
    app.setProperty(_base_size, font.pointSizeF())


def apply_zoom(app: QApplication, percent: int) -> None:
    """Set the size of all text; labels that are larger or smaller than the rest keep their proportion."""
    font = app.font()
    size = app.property(_base_size) * percent / 100
    if font.pointSizeF() == size:
        return
    font.setPointSizeF(size)
    with _undressed(app):
        app.setFont(font)
        _deliver(QEvent.Type.ApplicationFontChange)
    fit_anew(app)


def text_scale(widget: QWidget) -> float:
    """Return how large a widget's text is beside that at 100 %."""
    app = QApplication.instance()
    base = app.property(_base_size) if app is not None else None
    return widget.font().pointSizeF() / base if isinstance(base, float) and base > 0 else 1.0


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
    light, dark = SEAT_COLOURS[index % len(SEAT_COLOURS)]
    return QColor(dark if colours() is DARK else light)
