"""The tokens of a text for a renderer that knows the common ones alone: nothing rare is left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markdown_it.token import Token

from app.markup.parser import parse


def common_tokens(text: str, clean: Callable[[str], str]) -> list[Token]:
    """Return a text's tokens, formulas and escapes as text. Raises TooDeep.

    `clean` is applied to every content: what an entity spells is there only after parsing.
    """
    tokens = parse(text)
    _make_common(tokens, clean)
    return tokens


def _make_common(tokens: Sequence[Token], clean: Callable[[str], str]) -> None:
    for token in tokens:
        token.content, token.info = clean(token.content), clean(token.info)
        token.attrs = {name: clean(v) if isinstance(v, str) else v for name, v in token.attrs.items()}
        if token.type == "math_block":
            token.type = "fence"
        if token.type in ("text_special", "math_inline"):
            token.type = "text"
        if token.children:
            _make_common(token.children, clean)
