"""How well a command fits what is typed, and which of its letters do. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

MOST = 60
Group = str
GROUPS = ("needs", "actions", "sessions", "places")
"""Kinds of commands, in the order in which they stand while nothing is typed."""
AT_FIRST, FOUND, _RARE = 6, 12, 20
"""Lines of a group while nothing is typed, and among what is found; by how much a rare one fits less."""


class Command(NamedTuple):
    """One line of the palette. `why` says why it cannot be run, where it cannot."""

    words: str
    kind: str | Callable[[], str]
    """What it is, or what says so: of thousands of sessions only those in sight are asked."""
    run: Callable[[], None]
    key: str = ""
    why: str = ""
    first: bool = False
    """Listed while nothing is typed yet, before the rest."""
    icon: str = "chevron-right"
    group: Group = "actions"
    rare: bool = False
    """Behind those that fit as well."""

    @property
    def told(self) -> str:
        """What kind it is, in words."""
        return self.kind if isinstance(self.kind, str) else self.kind()


def letters(typed: str, words: str) -> tuple[int, ...] | None:
    """Return the places in `words` of the letters typed; None: they are not in it.

    They stand together, or are the beginnings of words: each word typed that of one, or a single one those of
    two, or the first letters of several. Scattered letters would find anything.
    """
    text, wanted = words.casefold(), typed.casefold().strip()
    if len(text) != len(words):
        # A fold that is longer than its letter would shift every place behind it.
        text = words
    parts = wanted.split()
    if sum(map(len, parts)) > len(text):
        # Pasted by mistake, perhaps a whole page: it need not be tried letter by letter.
        return None
    at = _beginning(text, wanted)
    if at >= 0:
        return tuple(range(at, at + len(wanted)))
    return _in_turn(text, parts) if len(parts) > 1 else _two(text, wanted) or _in_turn(text, [*wanted])


def _in_turn(text: str, parts: Sequence[str]) -> tuple[int, ...] | None:
    """Return the places of parts that each begin a word, one behind the other."""
    found: list[int] = []
    for part in parts:
        at = _word(text, part, found[-1] + 1 if found else 0)
        if at < 0:
            return None
        found += range(at, at + len(part))
    return tuple(found)


def _two(text: str, wanted: str) -> tuple[int, ...] | None:
    """Return the places of a word that is the beginnings of two."""
    splits = (_in_turn(text, (wanted[:at], wanted[at:])) for at in range(len(wanted) - 1, 0, -1))
    return next((found for found in splits if found is not None), None)


def _word(text: str, part: str, start: int) -> int:
    """Return where a word begins so, -1 where none does."""
    at = text.find(part, start)
    while at > 0 and text[at - 1].isalnum():
        at = text.find(part, at + 1)
    return at


def _beginning(text: str, wanted: str) -> int:
    """Return where the words stand whole: at a word's beginning where they do so anywhere, else inside."""
    at = _word(text, wanted, 0)
    return at if at >= 0 else text.find(wanted)


def score(typed: str, words: str) -> int | None:
    """Return how well `typed` fits, smaller is better; None: it does not.

    Words that stand together count before letters of several words, beginnings before what is inside.
    """
    if not typed.strip():
        return 0
    places = letters(typed, words)
    if places is None:
        return None
    at = places[0]
    together = places[-1] - at == len(places) - 1
    if together:
        begins = at == 0 or not words[at - 1].isalnum()
        return min(at, 19) if begins else 20 + min(at, 79)
    return 100 + places[-1] - len(places)


class Fitting(NamedTuple):
    """The commands that fit what is typed, with how well: smaller is better."""

    typed: str
    scored: Sequence[tuple[int, Command]]


def fitting(commands: Sequence[Command], typed: str, before: Fitting | None = None) -> Fitting:
    """Return what fits. `before`: what fitted last; whatever fits more letters has fitted fewer of them."""
    narrower = before is not None and before.typed.strip() and typed.startswith(before.typed)
    among = [c for _, c in before.scored] if before is not None and narrower else commands
    found = ((score(typed, c.words), c) for c in among)
    return Fitting(typed, [(how + _RARE * c.rare, c) for how, c in found if how is not None])


def matching(found: Fitting) -> list[Command]:
    """Return the commands that fit, best first; what cannot be run comes after what can."""
    if not found.typed.strip():
        return sorted((c for _, c in found.scored), key=lambda c: (not c.first, bool(c.why), c.rare))[:MOST]
    return [c for _, c in sorted(found.scored, key=lambda pair: (bool(pair[1].why), pair[0]))][:MOST]


def grouped(found: Fitting) -> list[tuple[Group, list[Command]]]:
    """Return what fits by groups: that with the best line first, so that it is the first of all.

    While nothing is typed the groups stand as they always do, each with a few lines that can be run.
    """
    bare = not found.typed.strip()
    groups: dict[Group, list[Command]] = {group: [] for group in GROUPS} if bare else {}
    lines = matching(found)
    if bare:
        lines = sorted((c for _, c in found.scored if not c.why), key=lambda c: (not c.first, c.rare))
    for command in lines:
        groups.setdefault(command.group, []).append(command)
    most = AT_FIRST if bare else FOUND
    return [(group, lines[:most]) for group, lines in groups.items() if lines]
