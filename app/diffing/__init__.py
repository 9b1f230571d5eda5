"""What changed between two texts: exact, by words, never inside one."""

from app.diffing.ratio import change_ratio, similarity
from app.diffing.spans import Span, TextDiff, diff_texts

__all__ = ["Span", "TextDiff", "change_ratio", "diff_texts", "similarity"]
