"""Whether a text says anything of its own, by its words: a question that repeats, an answer of nothing.

Rules judge no meaning: they claim something of a text only where hardly a word of it is left over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from app import diffing
from app.workflows.common import prose
from app.workflows.common.offline.language import telling

_REPEATED = 0.7
"""Share of a question's words that stand, in their order, in the one that it repeats."""
_COVERED = 0.5
"""Share of that one's words that it has: who asks about a part of it repeats nothing."""
_SHORT = 10
"""Telling words up to which an answer is held to have some from others; a longer one always has a few."""
_TOO_FEW = 2
"""Words of an answer of which nothing is claimed."""
_TAKEN_UP = 1 / 3
"""Share of a short answer's telling words that others had written, too."""
_LEAST_LENGTH = 200
"""Characters of a text that can be called shortened: of less, anything may be a third."""
_THIRD = 3
REPEATED = "[…]"
"""What stands for sentences that are shown elsewhere."""
_REPEATS = re.compile(r"\s*\0[\s\0]*")
_LESS = re.compile(
    r"\b(?:short|concise|brief|cut|trim|length|long|verbose|word[sy]|condens|less|fewer|redundan|repet|drop|delete"
    r"|remove|summar|kürz|kurz|knapp|länge|lang|weniger|streich|wiederhol)",
    re.IGNORECASE,
)


def much_shorter(before: str, after: str) -> bool:
    """Tell whether a text has less than a third of what it had."""
    return len(before) >= _LEAST_LENGTH and _THIRD * len(after) < len(before)


def asks_for_less(said: Iterable[str]) -> bool:
    """Tell whether a point or a person asks for a shorter text, by its words."""
    return any(_LESS.search(one) for one in said)


def no_longer_said(text: str, later: str) -> str:
    """Return the sentences of a text that a later one does not have, empty where it has them all.

    `REPEATED` stands for the others: whoever reads both texts reads every sentence once.
    """
    said = {sentence.strip() for sentence in diffing.tokenize(later, "sentence")}
    left = [
        one if one.isspace() or one.strip() not in said else "\0"
        for one in diffing.tokenize(text.strip(), "sentence")
    ]
    if all(one.isspace() or one == "\0" for one in left):
        return ""
    return _REPEATS.sub(
        lambda gap: f"\n{REPEATED}\n" if "\n" in gap[0] else f" {REPEATED} ", "".join(left)
    ).strip()


def repeats(asked: str, question: str) -> bool:
    """Tell whether a question only repeats another, or a sentence of it; a figure of its own makes it new."""
    mine = _roots(asked)
    for sentence in prose.prose_sentences(question):
        theirs = _roots(sentence)
        if not mine or not theirs or any(word.isdigit() and word not in theirs for word in mine):
            continue
        blocks = SequenceMatcher(None, mine, theirs, autojunk=False).get_matching_blocks()
        same = sum(block.size for block in blocks)
        if same >= _REPEATED * len(mine) and same >= _COVERED * len(theirs):
            return True
    return False


def takes_up_nothing(final: str, texts: Iterable[str]) -> bool:
    """Tell whether an answer has nothing of these texts; of “No.” and the like nothing is claimed."""
    theirs, mine = frozenset[str]().union(*map(telling, texts)), telling(final)
    said = prose.words_of(final)
    if not (theirs and mine) or len(said) <= _TOO_FEW:
        return bool(theirs) and not said
    shared = len(mine & theirs)
    return shared < _TAKEN_UP * len(mine) if len(mine) <= _SHORT else not shared


def _roots(text: str) -> list[str]:
    return [prose.root(word.casefold()) for word in prose.words_of(text)]
