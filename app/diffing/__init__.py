"""What changed between two texts, exactly: word spans, aligned paragraphs, change ratio, similarity."""

from app.diffing.alignment import Alignment, Paragraph, Row, align
from app.diffing.measures import change_ratio, similarity
from app.diffing.spans import Span, TextDiff, diff_texts
from app.diffing.tokens import Granularity

__all__ = [
    "Alignment",
    "Granularity",
    "Paragraph",
    "Row",
    "Span",
    "TextDiff",
    "align",
    "change_ratio",
    "diff_texts",
    "similarity",
]
