"""Words that a person took from another session into a text of their own, and where they come from."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from app.domain.frozen import Frozen

_TELLING = 12
"""Characters from which a line is more than a heading or a name that stands in many texts."""
_WITHIN = 50
"""Lines of a passage that are looked for within longer lines of a text."""


class TakenPassage(Frozen):
    """What was taken, as it stood there, and the session it comes from with its title then."""

    session: str = Field(min_length=1, max_length=64)
    title: str = Field(max_length=400)
    text: str = Field(min_length=1, max_length=10_000_000)

    def stands_in(self, text: str) -> bool:
        """Tell whether some of it is still there: one of its lines, of a short passage the whole."""
        lines = [line.strip() for line in self.text.splitlines()]
        telling = [line for line in lines if len(line) >= _TELLING] or [self.text.strip()]
        # Whole lines first; within others only some are looked for, as each is a walk through the text.
        whole = {line.strip() for line in text.splitlines()}
        return not whole.isdisjoint(telling) or any(line in text for line in telling[:_WITHIN])


def titles_of(passages: Sequence[TakenPassage]) -> list[str]:
    """Return the titles of the sessions that passages come from, each once, in their order."""
    return list(dict.fromkeys(passage.title for passage in passages))
