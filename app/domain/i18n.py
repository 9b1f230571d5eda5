"""Words on screen that live in layers without Qt.

Rule: a layer without Qt never formats a sentence for the screen. It hands out `Words`, a source
sentence with its parameters, and the face translates the source and fills the parameters in.
`lupdate` finds the sources by the name of the marker function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from string import Formatter

Figure = Callable[[str], str]
"""Writes a figure, given as Python writes it (“1,234.5”, “$0.19”, “$0.07–$0.18”), as a language has it."""
_ONE = r"\$?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
_FIGURES = re.compile(rf"[≈≥≤<>+−-]?\s?{_ONE}(?:\s?[–-]\s?{_ONE})?\s?%?")


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: N802  lupdate looks for this very name
    """Mark `text` as translatable and return it unchanged."""
    del context
    return text


@dataclass(frozen=True, slots=True)
class Words:
    """A translatable sentence: the source with `{named}` places, and what goes into them."""

    source: str
    params: Mapping[str, object] = field(default_factory=dict)
    context: str = "app"

    def text(self, translate: Callable[[str, str], str] | None = None, figure: Figure | None = None) -> str:
        """Return the sentence, its source passed through `translate(context, source)` first.

        `figure`: how the figures among its parameters are written; as Python does it without.
        """
        source = translate(self.context, self.source) if translate else self.source
        params = {k: v.text(translate, figure) if isinstance(v, Words) else v for k, v in self.params.items()}
        return filled_in(source, params, figure) if params else source

    def filled(self, **params: object) -> Words:
        """Return the sentence with further places filled."""
        return Words(self.source, {**self.params, **params}, self.context)

    def __str__(self) -> str:
        return self.text()


def words(source: str, context: str = "app", /, **params: object) -> Words:
    """Build `Words` from a source sentence and its named parameters."""
    return Words(source, params, context)


def filled_in(source: str, params: Mapping[str, object], figure: Figure | None = None) -> str:
    """Fill a sentence's places in; figures among what fills them are written by `figure`."""
    return source.format_map(params) if figure is None else _Filling(figure).vformat(source, (), params)


class _Filling(Formatter):
    """Formats as `str.format` does, with figures of a language of its own."""

    def __init__(self, figure: Figure) -> None:
        self._figure = figure

    def format_field(self, value: object, format_spec: str) -> str:
        text: str = super().format_field(value, format_spec)
        return self._figure(text) if _FIGURES.fullmatch(text) else text
