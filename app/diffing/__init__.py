"""What changed between two texts: exact, by words, never inside one."""

from app.diffing.figures import Figures, figures
from app.diffing.hunks import Comparison, Hunk, compare
from app.diffing.ratio import change_ratio, similarity
from app.diffing.spans import Span, TextDiff, diff_texts
from app.diffing.tokens import prepare

__all__ = [
    "Comparison",
    "Figures",
    "Hunk",
    "Span",
    "TextDiff",
    "change_ratio",
    "compare",
    "diff_texts",
    "figures",
    "prepare",
    "similarity",
]
