"""What changed between two texts: exact, by words, never inside one."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.diffing.hunks import Comparison, Hunk, compare
    from app.diffing.spans import Span, change_ratio, diff_texts, similarity
    from app.diffing.tokens import prepare, tokenize

__all__ = [
    "Comparison",
    "Hunk",
    "Span",
    "change_ratio",
    "compare",
    "diff_texts",
    "prepare",
    "similarity",
    "tokenize",
]
_MODULES = {
    **dict.fromkeys(("Comparison", "Hunk", "compare"), "hunks"),
    **dict.fromkeys(("Span", "change_ratio", "diff_texts", "similarity"), "spans"),
    **dict.fromkeys(("prepare", "tokenize"), "tokens"),
}


def __getattr__(name: str) -> object:
    # Late for start-up cost: nothing is compared before the first answers are there.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
