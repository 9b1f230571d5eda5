"""The aligned diff as other panels and dialogs use it: two texts, no decisions."""

from __future__ import annotations

from app.ui.diff.rows import Prepared, prepare
from app.ui.diff.view import AlignedDiffView


def pair_paragraphs(old: str, new: str) -> Prepared:
    """Compare two texts for a view; may run in any thread."""
    return prepare(old, new)


class DiffView(AlignedDiffView):
    """A diff that is only read."""

    def show_pairs(self, pairs: Prepared) -> None:
        """Show a comparison from its beginning."""
        self.show_prepared(pairs)
