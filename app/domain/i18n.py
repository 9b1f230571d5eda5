"""Words, figures and times on screen that live in layers without Qt.

Rule: a layer without Qt never formats a sentence for the screen. It hands out `Message`, a source
sentence with its parameters, and the face translates the source and fills the parameters in.
`lupdate` finds the sources by the name of the marker function.

What is read as a whole (a report, a workflow's own sections) is plain text and made where there is no face:
its sentences pass `translate`, and whoever asks for it says in which language (`use_language`). Outside of
that all is English: prompts and the journal know no other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from string import Formatter

Figure = Callable[[str], str]
"""Writes a figure, given as Python writes it (“1,234.5”, “$0.19”, “$0.07–$0.18”), as a language has it."""
_Translate = Callable[[str, str], str]
"""Returns a source sentence of a context in a language."""
_ONE = r"\$?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_FIGURES = rf"[≈≥≤<>+−-]?\s?{_ONE}(?:\s?[–-]\s?{_ONE})?\s?%?"
"""Compiled when a figure is first written, for start-up cost."""


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802  lupdate looks for this very name
    """Mark `text` as translatable and return it unchanged."""
    return text


@dataclass(frozen=True, slots=True)
class Speech:
    """A language: how its sentences are found, and how its figures are written (None: as Python does)."""

    translate: _Translate | None = None
    figure: Figure | None = None
    code: str = "en"
    """Its tag, as documents name it."""


ENGLISH = Speech()
_SPOKEN: ContextVar[Speech] = ContextVar("spoken", default=ENGLISH)


@contextmanager
def use_language(speech: Speech) -> Iterator[None]:
    """Make the texts of this block in a language; what it starts in threads and tasks too."""
    before = _SPOKEN.set(speech)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def language_in_use() -> Speech:
    """Return the language that texts are made in."""
    return _SPOKEN.get()


@dataclass(frozen=True, slots=True)
class Message:
    """A translatable sentence: the source with `{named}` places, and what goes into them."""

    source: str
    params: Mapping[str, object] = field(default_factory=dict)
    context: str = "app"

    def text(self, translate: _Translate | None = None, figure: Figure | None = None) -> str:
        """Return the sentence, its source passed through `translate(context, source)` first.

        `figure`: how the figures among its parameters are written; as Python does it without. Without a
        translation it is in the language that is spoken.
        """
        if translate is None:
            speech = _SPOKEN.get()
            translate, figure = speech.translate, speech.figure
        source = translate(self.context, self.source) if translate else self.source
        params = {
            k: v.text(translate, figure) if isinstance(v, Message) else v for k, v in self.params.items()
        }
        return filled_in(source, params, figure) if params else source

    def filled(self, **params: object) -> Message:
        """Return the sentence with further places filled."""
        return Message(self.source, {**self.params, **params}, self.context)

    def __str__(self) -> str:
        return self.text()


def words(source: str, context: str = "app", /, **params: object) -> Message:
    """Build `Message` from a source sentence and its named parameters."""
    return Message(source, params, context)


NO_MESSAGE = Message("")


class _Clause(Message):
    """A sentence as a part of another: without the stop at its end, in whatever language."""

    __slots__ = ()

    def text(self, translate: _Translate | None = None, figure: Figure | None = None) -> str:
        """Return it without its stop."""
        return Message.text(self, translate, figure).rstrip(".")


def without_stop(sentence: Message) -> Message:
    """Return a sentence to stand within another."""
    return _Clause(sentence.source, sentence.params, sentence.context)


def verbatim(text: str) -> Message:
    """Return what others wrote, as a message."""
    return Message("{text}", {"text": text})


def enumerated(names: Iterable[str]) -> Message:
    """Return names as a sentence holds them, each once: “a, b and c”."""
    each = list(dict.fromkeys(names))
    if len(each) < 2:
        return verbatim("".join(each))
    return words("{names} and {last}", names=", ".join(each[:-1]), last=each[-1])


def plural(number: int, one: Message, many: Message) -> Message:
    """Return the sentence for one, or the one for several with their number in its place `{n}`."""
    return one if number == 1 else many.filled(n=number)


def translate(source: str | Message, /, **params: object) -> str:
    """Return a sentence of a text in the language that is spoken, its named places filled."""
    return str(source.filled(**params) if isinstance(source, Message) else Message(source, params))


def ngettext(number: int, one: str | Message, many: str | Message, /, **params: object) -> str:
    """Return “3 calls”; `one` and `many` carry a place called n."""
    return translate(one if number == 1 else many, n=f"{number:,}", **params)


def format_number(figure: str) -> str:
    """Return a figure that Python wrote (“1,234.5”, “$0.19”) as the language that is spoken has it."""
    write = _SPOKEN.get().figure
    return write(figure) if write is not None else figure


def with_comma(figure: str) -> str:
    """Return a figure that Python wrote as languages do that have the comma within a number.

    A point between thousands would be taken for a decimal one where a figure is put into a sentence that is
    put into another: a narrow space says the same everywhere. The sign of the money stands behind it.
    """
    found = figure.translate({ord(","): "\N{NARROW NO-BREAK SPACE}", ord("."): ","})
    return f"{found.replace('$', '')}\N{NO-BREAK SPACE}$" if "$" in found else found


def filled_in(source: str, params: Mapping[str, object], figure: Figure | None = None) -> str:
    """Fill a sentence's places in; figures among what fills them are written by `figure`."""
    return source.format_map(params) if figure is None else _Filling(figure).vformat(source, (), params)


class _Filling(Formatter):
    """Formats as `str.format` does, with figures of a language of its own."""

    def __init__(self, figure: Figure) -> None:
        self._figure = figure

    def format_field(self, value: object, format_spec: str) -> str:
        text: str = super().format_field(value, format_spec)
        return self._figure(text) if re.fullmatch(_FIGURES, text) else text


_MONTHS = (
    words("January"),
    words("February"),
    words("March"),
    words("April"),
    words("May"),
    words("June"),
    words("July"),
    words("August"),
    words("September"),
    words("October"),
    words("November"),
    words("December"),
)


def when(at: datetime) -> str:
    """Return a time to the minute, in UTC."""
    return translate(
        "{day} {month} {year}, {hour} UTC",
        day=at.day,
        month=_MONTHS[at.month - 1],
        year=at.year,
        hour=f"{at:%H:%M}",
    )
