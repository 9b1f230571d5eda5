"""Words on screen that live in layers without Qt.

Rule: a layer without Qt never formats a sentence for the screen. It hands out `Words`, a source
sentence with its parameters, and the face translates the source and fills the parameters in.
`lupdate` finds the sources by the name of the marker function.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


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

    def text(self, translate: Callable[[str, str], str] | None = None) -> str:
        """Return the sentence, its source passed through `translate(context, source)` first."""
        source = translate(self.context, self.source) if translate else self.source
        params = {k: v.text(translate) if isinstance(v, Words) else v for k, v in self.params.items()}
        return source.format_map(params) if params else source

    def filled(self, **params: object) -> Words:
        """Return the sentence with further places filled."""
        return Words(self.source, {**self.params, **params}, self.context)

    def __str__(self) -> str:
        return self.text()


def words(source: str, context: str = "app", /, **params: object) -> Words:
    """Build `Words` from a source sentence and its named parameters."""
    return Words(source, params, context)
