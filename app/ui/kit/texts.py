"""Words on screen and small widgets that can only ever show plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from unicodedata import bidirectional

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QSize, Qt
from PySide6.QtGui import QFont, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QStylePainter,
    QWidget,
)

from app.domain import whole_numbers
from app.domain.errors import RoundtableError, no_room
from app.domain.i18n import Figure, Message, Speech, filled_in, use_language, with_comma
from app.domain.money import cost_words
from app.domain.no_model import no_model
from app.domain.reply_repairs import mend_words
from app.ui.kit.buttons import PushButton
from app.ui.kit.paragraph import Paragraph
from app.ui.kit.theme import CAPTION

# Controls that turn text around or hide it; taken out where a name is shown, kept on disk.
_UNSEEN = re.compile("[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def tr(source: str | Message, **params: object) -> str:
    """Return a sentence in the person's language, its named places filled."""
    if isinstance(source, Message):
        return source.text(QCoreApplication.translate, _figure() if source.params else None)
    text = QCoreApplication.translate("ui", source)
    return filled_in(text, params, _figure()) if params else text


def in_words_shown() -> AbstractContextManager[None]:
    """Make the texts of a block, such as a workflow's own, in the language that the window speaks."""
    return use_language(Speech(QCoreApplication.translate, _figure(), QLocale().bcp47Name()[:2]))


def figure(text: str) -> str:
    """Return a figure that Python wrote (“1,234.5”, “$0.19”) as the person's language has it."""
    write = _figure()
    return write(text) if write is not None else text


def day(at: datetime, *, year: bool = False, hour: bool = False) -> str:
    """Return a day as the person's language has it, such as “3 Nov”, with its year or its hour."""
    pattern = tr("dd MMM yyyy") if year else tr("dd MMM, HH:mm") if hour else tr("dd MMM")
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(at.timestamp())), pattern)


def _figure() -> Figure | None:
    """Return how figures are written; None: as Python writes them, in English."""
    locale = QLocale()
    if locale.language() in (QLocale.Language.English, QLocale.Language.C):
        return None
    return with_comma if locale.decimalPoint() == "," else None


def round_noun(word: str | Message) -> str:
    """Return what a workflow calls a round, as it stands in the middle of a sentence (`Vocabulary.noun`)."""
    return tr(Message(str(word).lower()))


def model_text(model: str, longest: int = 60, *, short: bool = False) -> str:
    """Return a model's name, `short`: without its provider's; of who is no model, that it is none."""
    kind = no_model(model)
    return (
        single_line(model.rpartition("/")[2] if short else model, longest) if kind is None else tr(kind.short)
    )


def single_line(text: str, limit: int = 200) -> str:
    """Return a title or name as one safe line of at most `limit` characters."""
    line = " ".join(_UNSEEN.sub("", text).split())
    line = line if len(line) <= limit else line[: limit - 1] + "…"
    # One that ends in letters from the right would take a figure behind it along to its left.
    end = next((kind for kind in map(bidirectional, reversed(line)) if kind in ("L", "R", "AL")), "L")
    return line if end == "L" else f"{line}\N{LEFT-TO-RIGHT MARK}"


def team_titles(titles: Mapping[str, Message | str]) -> dict[str, str]:
    """Return what each kept team is called where one is chosen; the person's own are never translated."""
    return {n: tr(t) if isinstance(t, Message) else single_line(t, 60) for n, t in titles.items()}


def escaped(text: str) -> str:
    """Return text for a tool tip, which Qt may take for markup."""
    # Not by `html`: it brings a table of two thousand signs, for which the start would wait.
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", "<br>")


def count(number: int, one: str, many: str) -> str:
    """Return “3 answers”; `one` and `many` carry a place called n."""
    return tr(one if number == 1 else many, n=f"{number:,}")


def error_text(error: BaseException) -> str:
    """Return what happened and the next action."""
    error = no_room(error) or error
    if isinstance(error, RoundtableError):
        return " ".join(filter(None, (tr(error.message), tr(error.next))))
    return tr("Something went wrong inside the program: {what}", what=f"{type(error).__name__}: {error}")


def mended_text(how: Iterable[str]) -> str:
    """Return what was done to read a reply, as a sentence; empty where it needed nothing."""
    sentence = "; ".join(tr(words) for words in mend_words(how))
    return sentence[:1].upper() + sentence[1:]


def percent(value: float) -> str:
    """Return a figure, which is of a hundred, as “67 %”."""
    return tr("{n} %", n=f"{value:g}")


def whole_percent(value: float, needed: float | None = None) -> str:
    """Return a figure as a whole “67 %”; one that falls short of what is needed is not rounded up to it."""
    return percent(whole_numbers.whole_percent(value, needed))


def money(cost: float | None, known: float = 0.0, uncertain: float = 0.0) -> str:
    """Return what something cost, as `cost_words` says it."""
    return tr(cost_words(cost, known, uncertain))


class Said(Paragraph):
    """A label that a screen reader tells with what it is about; a name alone would keep its words back."""

    def __init__(self, about: str) -> None:
        super().__init__()
        self._about = about

    def setText(self, text: str) -> None:
        super().setText(text)
        # Without a name a label is told by its words.
        self.setAccessibleName(f"{self._about}: {text}" if self._about and text else self._about)

    def speak_of(self, about: str) -> None:
        """Say what it is about; empty: it is told by its words alone, beside what tells more."""
        self._about = about
        self.setText(self.text())


class CutLine(Said):
    """One line of words that is cut at its end where there is no room, and is whole in its tip."""

    def setText(self, text: str) -> None:
        super().setText(text)
        self.setToolTip(escaped(text))

    def minimumSizeHint(self) -> QSize:
        """As narrow as may be: it must not make the window wide."""
        return QSize(20, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, alignment = QStylePainter(self), int(self.alignment())
        words = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawItemText(
            self.rect(), alignment, self.palette(), self.isEnabled(), words, self.foregroundRole()
        )


def label(
    text: str = "",
    *,
    bold: bool = False,
    scale: float = 1.0,
    wrap: bool = False,
    muted: bool = False,
    widget: QLabel | None = None,
) -> QLabel:
    """Return a label that shows plain text only; `widget`: one of another class, to be dressed."""
    widget = widget or (Paragraph() if wrap else QLabel())
    widget.setTextFormat(Qt.TextFormat.PlainText)
    widget.setText(text)
    widget.setWordWrap(wrap)
    font = QFont(widget.font())
    # Inter is shipped in two weights: a third would be drawn by smearing the first.
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    widget.setFont(font)
    if scale != 1.0:
        rescale(widget, scale)
    if muted:
        widget.setProperty("muted", True)
    return widget


def rescale(widget: QWidget, scale: float) -> None:
    """Give a widget letters of another size than the rest, in which they keep to the zoom."""
    widget.setProperty("scale", scale)
    font = QFont(widget.font())
    font.setPointSizeF(font.pointSizeF() * scale)
    widget.setFont(font)


def button(
    text: str, *, primary: bool = False, beside: bool = False, tip: str = "", name: str = ""
) -> QPushButton:
    """Return a push button, told to a screen reader by its text where that says it.

    `beside`: it stands beside a field, and is as high.
    """
    push_button = PushButton(text)
    push_button.setAccessibleName(name or text.replace("&", ""))
    push_button.setAutoDefault(False)
    if tip:
        push_button.setToolTip(tip)
    if primary:
        # The theme's rules know it by this name.
        push_button.setObjectName("primary")
    if beside:
        push_button.setProperty("beside", True)
    return push_button


def link_button(words: str, *, name: str = "", tip: str = "", small: bool = False) -> QPushButton:
    """Return a button that looks like a link; `small`: in the letters of a caption."""
    link = button(words, name=name, tip=tip)
    link.setObjectName("link")
    if small:
        rescale(link, CAPTION)
    return link


def rename(push_button: QAbstractButton, words: str) -> None:
    """Give a button other words, on the screen and for a screen reader."""
    push_button.setText(words)
    push_button.setAccessibleName(words)


def problem_label(*, scale: float = 1.0) -> QLabel:
    """Return a label for what went wrong, which is told by `say`; until then it is hidden."""
    found = label("", wrap=True, scale=scale)
    found.setProperty("bad", True)
    found.hide()
    return found


def say(where: QLabel, text: str) -> None:
    """Show a text; where it is empty, the label goes."""
    where.setText(text)
    where.setVisible(bool(text))


def inset(box: QAbstractSpinBox) -> None:
    """Keep a figure off its box's edge, where Qt begins it under a style sheet whatever the padding."""
    box.lineEdit().setTextMargins(4, 0, 0, 0)


def restyle(widget: QWidget) -> None:
    """Apply the rules for what a widget has become; it keeps its font.

    Qt gives back the font from before the rules were first applied, which no zoom has reached.
    """
    font = widget.font()
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    if widget.font() != font:
        widget.setFont(font)


class PlainView(QPlainTextEdit):
    """Read-only text that keeps the reading position when it is replaced by a longer one."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setReadOnly(True)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.setMinimumHeight(40)
        self._shown = ""

    def show_text(self, text: str) -> None:
        """Show `text`; one that only grew is appended, so that streaming costs little."""
        if text == self._shown:
            return
        bar = self.verticalScrollBar()
        at_end, position = bar.value() >= bar.maximum() - 4, bar.value()
        if self._shown and text.startswith(self._shown):
            cursor = self.textCursor()
            cursor.movePosition(cursor.MoveOperation.End)
            cursor.insertText(text[len(self._shown) :])
            if at_end:
                bar.setValue(bar.maximum())
        else:
            self.setPlainText(text)
            bar.setValue(min(position, bar.maximum()))
        self._shown = text
