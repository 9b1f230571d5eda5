"""What is measured in a window: how much of it is read, what is cut, which words a person would not say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from PySide6.QtCore import QRect, QSize, Qt, QTranslator
from PySide6.QtGui import QFontMetricsF, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QCheckBox,
    QLabel,
    QRadioButton,
    QScrollArea,
    QSizePolicy,
    QTabBar,
    QTextEdit,
    QToolButton,
    QWidget,
)

from app.ui.kit.diff.view import DiffView
from app.ui.kit.text.safe_view import SafeTextView
from tests.support.painted import Words, painted_words

SMALLEST = 12
HIDDEN = 2
"""Pixels of letters that are there to be copied and not to be seen: the signs of Markdown."""
SIGNS = re.compile("[◆●■□▪✓✔✕✗✖⤢⤡±⇤⇥☰⇪▾▸▲▼◂○◐⚡⋯↺⟳🔍⌕]")
"""Letters that stood for drawings."""
TOOLS = {"pattern_search", "fly_drone", "send_message_to_operator", "trace_header"}
"""What an agent's tools are called: data; and a setting in a command that is to be typed as it stands."""
KEY = re.compile(r"(?<![\w/.])[a-z]+(?:_[a-z]+)+(?![\w/.])|\b(?:None|True|False|null)\b(?! [a-z])|\{\w+\}")
"""Names of the program's own, such as `max_rounds`, and places in a sentence that nothing was put into.

A sentence may begin with such a word (“True or old”): a value of the machine ends what it stands in.
"""


def texts_in_sight(root: QWidget) -> list[SafeTextView]:
    """Return the texts of models that can be read now."""
    return [view for view in root.findChildren(SafeTextView) if view.isVisible() and _seen(view.viewport())]


def _seen(widget: QWidget) -> int:
    return widget.visibleRegion().boundingRect().height()


def reading_height(view: SafeTextView) -> int:
    """Return how many pixels of a text's height can be seen."""
    return _seen(view.viewport())


def line_lengths(document: QTextDocument) -> list[int]:
    """Return the characters of every line that is wrapped, as it stands."""
    lengths, block = [], document.begin()
    while block.isValid():
        layout = block.layout()
        # The last line of a paragraph is as long as is left.
        lengths += [layout.lineAt(at).textLength() for at in range(layout.lineCount() - 1)]
        block = block.next()
    return lengths


def small(words: list[Words]) -> list[tuple[str, float]]:
    """Return what is written in letters that are too small to be read for hours."""
    return [(w.text, round(w.pixels, 1)) for w in words if HIDDEN < w.pixels < SMALLEST - 0.05]


def signs(words: list[Words]) -> list[str]:
    """Return what is written with letters in place of drawn icons."""
    # A key that is typed shows a dot for each of its letters.
    return [w.text for w in words if SIGNS.search(w.text) and set(w.text) != {"●"}]


def machine_words(words: list[Words], quoted: Collection[str] = ()) -> list[str]:
    """Return what only a program would say; `quoted`: lines of files, which are code."""
    return [w.text for w in words if w.text.strip() not in quoted and set(KEY.findall(w.text)) - TOOLS]


def all_windows(window: QWidget) -> list[QWidget]:
    """Return a window and the dialogs, menus and popups that are open in front of it."""
    others = [w for w in window.findChildren(QWidget) if w.isWindow() and w.isVisible() and w is not window]
    return [window, *others]


def painted(window: QWidget) -> list[Words]:
    """Return all text of a window and of what is open in front of it."""
    return [words for one in all_windows(window) for words in painted_words(one)]


# --- what is cut --------------------------------------------------------------------------------


class Longer(QTranslator):
    """A language that does not exist, in which everything is a third longer."""

    def isEmpty(self) -> bool:
        """Qt asks no translator that says it is empty."""
        return False

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:
        """Return the source and a third more, with its last sign still the last one."""
        del disambiguation, n
        if context.startswith("Q"):
            return source
        more = ("".join("uaoi"[at % 4] if at % 2 else "nmrl"[at % 4] for at in range(len(source) // 3 + 1)))[
            :-1
        ]
        more = re.sub(r"(.{7})", r"\1 ", more).strip()
        end = re.search(r"[…?.:]*$", source)
        assert end is not None
        middle = f" {more}" if len(more) > 4 else more
        return f"{source[: end.start()]}{middle}{end[0]}"


def cut(root: QWidget) -> list[str]:
    """Return the labels, buttons and tabs whose words do not fit and are not whole elsewhere."""
    found = []
    for widget in root.findChildren(QWidget):
        if widget.window() is not root or not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        problem = _too_small(widget)
        if problem and not _whole_elsewhere(widget):
            found.append(f"{type(widget).__name__} {_words_of(widget)!r}: {problem}")
    return [*found, *_outside(root), *_beyond(root)]


def _beyond(root: QWidget) -> Iterator[str]:
    """Yield what is scrolled up and down, and goes on beyond its right edge, where nothing scrolls to."""
    for area in root.findChildren(QScrollArea):
        inside = area.widget()
        if area.window() is not root or not area.isVisible() or inside is None:
            continue
        lost = inside.width() - area.viewport().width()
        if lost > 0 and area.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
            wide = max(
                (one for one in inside.findChildren(QWidget) if one.isVisible() and not one.layout()),
                key=lambda one: one.mapTo(inside, one.rect().topLeft()).x() + _least(one),
            )
            yield f"{type(wide).__name__} {_words_of(wide)!r} makes its column {lost} too wide"


def _least(widget: QWidget) -> int:
    """Return how wide its layout leaves a widget at least."""
    ignored = widget.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Ignored
    return widget.minimumWidth() or (0 if ignored else widget.minimumSizeHint().width())


def _words_of(widget: QWidget) -> str:
    return str(widget.text()) if isinstance(widget, QLabel | QAbstractButton) else widget.accessibleName()


def _whole_elsewhere(widget: QWidget) -> bool:
    """Tell whether a person can read the words that are cut where they point at them."""
    bare = _words_of(widget).replace("&", "").rstrip("…")
    return bool(bare) and bare[:12] in widget.toolTip()


def _too_small(widget: QWidget) -> str:
    match widget:
        case QLabel() if widget.text() and widget.wordWrap():
            needed = widget.heightForWidth(widget.width())
            return f"{widget.height()} of {needed} high" if needed > widget.height() + 2 else ""
        case QLabel() if widget.text():
            needed = _advance(widget, widget.text())
            room = widget.contentsRect().width()
            return f"{room} of {needed} wide" if needed > room + 2 else ""
        case QAbstractButton() if widget.text():
            shows = not isinstance(widget, QToolButton) or (
                widget.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly
            )
            needed = _advance(widget, widget.text().replace("&", "")) if shows else 0
            if isinstance(widget, QCheckBox | QRadioButton) or not widget.icon().isNull():
                needed += widget.iconSize().width()
            return f"{widget.width()} of {needed} wide" if needed > widget.width() + 2 else ""
        case QTabBar():
            tabs = [at for at in range(widget.count()) if widget.isTabVisible(at)]
            lost = [widget.tabText(at) for at in tabs if not widget.rect().contains(widget.tabRect(at))]
            return f"tabs out of sight: {lost}" if lost else ""
        case _:
            return ""


def _advance(widget: QWidget, text: str) -> int:
    if re.search(r"<\w+[^>]*>", text):
        return widget.sizeHint().width()
    metrics = QFontMetricsF(widget.font())
    return round(max(metrics.horizontalAdvance(line) for line in text.split("\n")))


def _outside(root: QWidget) -> Iterator[str]:
    """Yield the buttons and fields that are partly out of what they stand in."""
    for widget in root.findChildren(QWidget):
        if widget.window() is not root or not widget.isVisible() or not _acts(widget) or _scrolled(widget):
            continue
        seen: QRect = widget.visibleRegion().boundingRect()
        if seen.isEmpty() or seen.size() == widget.size():
            continue
        lost = QSize(widget.width() - seen.width(), widget.height() - seen.height())
        if lost.width() > 2 or lost.height() > 2:
            name = widget.accessibleName() or _words_of(widget)
            yield f"{type(widget).__name__} {name!r}: {lost.width()}×{lost.height()} out of sight"


def _acts(widget: QWidget) -> bool:
    return isinstance(widget, QAbstractButton | QTextEdit | QTabBar)


def _scrolled(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QAbstractScrollArea):
            return True
        parent = parent.parentWidget()
    return False


def sides_apart(view: DiffView) -> list[float]:
    """Return by how many pixels the two sides of each line in sight stand apart."""
    view.viewport().repaint()
    seen = view.sheet.items[view._anchor[0] : view._last_in_sight() + 1]
    both = [[*view.sheet.laid(item.line).sides.values()] for item in seen if item.fold < 0]
    return [abs(one.lineAt(0).y() - other.lineAt(0).y()) for one, *rest in both for other in rest]
