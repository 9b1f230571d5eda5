"""What a comparison amounts to in figures, for a line above the text."""

from __future__ import annotations

from dataclasses import dataclass

from app.diffing.hunks import Comparison
from app.diffing.tokens import count_words


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of changes by kind, of words on both sides, and the ratio of changed characters (0 to 1)."""

    changes: int
    changed: int
    inserted: int
    deleted: int
    moved: int
    words_inserted: int
    words_deleted: int
    words_old: int
    words_new: int
    ratio: float


def figures(found: Comparison) -> Figures:
    """Count what a comparison holds. A moved piece counts as moved, its words as neither."""
    kinds = [hunk.kind for hunk in found.hunks]
    inserted = deleted = old = new = same = longest_old = longest_new = 0
    for row in found.rows:
        before = count_words(row.old.text) if row.old else 0
        same_text = row.kind == "unchanged"
        after = before if same_text else count_words(row.new.text) if row.new else 0
        old, new = old + before, new + after
        longest_old += len(row.old.text + row.old.gap) if row.old else 0
        longest_new += len(row.new.text + row.new.gap) if row.new else 0
        if row.old and row.new and row.kind == "unchanged":
            same += len(row.old.text) + min(len(row.old.gap), len(row.new.gap))
        elif row.spans and (row.moved is None or row.kind == "deleted"):
            same += sum(len(span.text) for span in row.spans if span.kind == "equal")
            deleted += sum(count_words(span.text) for span in row.spans if span.kind == "delete")
            inserted += sum(count_words(span.text) for span in row.spans if span.kind == "insert")
            if row.old and row.new:
                same += min(len(row.old.gap), len(row.new.gap))
        elif row.moved is None:
            deleted, inserted = deleted + before, inserted + after
    longest = max(longest_old, longest_new)
    return Figures(
        changes=len(kinds),
        changed=kinds.count("changed"),
        inserted=kinds.count("inserted"),
        deleted=kinds.count("deleted"),
        moved=kinds.count("moved"),
        # Parts of words joined by signs may be counted apart.
        words_inserted=min(inserted, new),
        words_deleted=min(deleted, old),
        words_old=old,
        words_new=new,
        ratio=1 - min(same, longest) / longest if longest else 0.0,
    )
