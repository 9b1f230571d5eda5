"""Marks that a person sets in a text: each is a point of criticism, accepted from the start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.domain.errors import InputError
from app.domain.facts import CritiqueFiled, MarkKind
from app.domain.i18n import Message, words
from app.domain.ids import PERSON, SeatName

LONGEST_QUOTE = 2_000
"""Characters; who means more than a page means the answer."""
LONGEST_COMMENT = 4_000

CLAIMS: Final[Mapping[MarkKind, tuple[str, str]]] = {
    "comment": ("", ""),
    "strike": ("These words should go.", "Take them out, and mend what stood around them."),
    "unsourced": ("This is said without a source.", "Say where it comes from, or mark it as a guess."),
    "unclear": ("This is not clear.", "Say it so that a reader without your knowledge understands it."),
    "wrong": ("This is wrong.", "Correct it, or take it out."),
    "too_long": ("This is too long.", "Say it in half as many words."),
}
"""By kind: what the author reads as claim and suggestion. Models read it, so it is never translated."""

NAMES: Final[Mapping[MarkKind, Message]] = {
    "comment": words("Comment"),
    "strike": words("Strike"),
    "unsourced": words("Unsourced"),
    "unclear": words("Unclear"),
    "wrong": words("Wrong"),
    "too_long": words("Too long"),
}


def mark_point(
    id: str, seat: SeatName, base: int, kind: MarkKind, quote: str, comment: str = "", *, author: str = ""
) -> CritiqueFiled:
    """Return a mark as the point its author is given; `base`: seq of the record whose text is marked.

    `author`: whose words it passes on, where they are not the person's own.
    Raises InputError where no words are marked, or a comment says nothing.
    """
    quote, comment = quote.strip(), comment.strip()
    if not quote:
        raise InputError(words("No words are marked."), words("Select some words of the text first."))
    if len(quote) > LONGEST_QUOTE or len(comment) > LONGEST_COMMENT:
        raise InputError(
            words("The mark is too long."),
            words("Mark at most {n} characters, or write feedback.", n=LONGEST_QUOTE),
        )
    if kind == "comment" and not comment:
        raise InputError(words("The comment is empty."), words("Say in a few words what should change."))
    claim, suggestion = CLAIMS[kind]
    return CritiqueFiled(
        critique=id,
        critic=PERSON,
        target=seat,
        label="",
        claim=comment or claim,
        suggestion=suggestion,
        category=kind.replace("_", " "),
        quote=quote,
        mark=kind,
        base=base,
        author=author,
    )
