"""What a project's past adds up to: attempts, what was asked for again and again, how much was changed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.diffing.tokens import count_words
from app.domain.i18n import NO_MESSAGE, Message, ngettext, translate, words
from app.domain.sentences import joined
from app.workflows.draft.rules.history_file import AcceptedIteration
from app.workflows.draft.rules.judging import conditional, points_of
from app.workflows.draft.rules.templates import Level

_WORD = re.compile(r"[^\W\d_][\w’'-]+")
_COMMON = frozenset(
    re.findall(
        r"\w+",
        """a about add again all also an and any are as at be but by can chapter chapters do does each for
        from give has have her his in into is it its let like make makes more most no not of on one or
        please put scene scenes section sections should so some text than that the their them then
        there they this to too two up use very was were what when where which while who will with would
        you your""",
    )
)
"""Words that say nothing of what was wanted."""
_PLACE = re.compile(r"\d|[“\"„«]|\.(?:md|txt|json)\b")
"""A number, words in quotation marks or a file: where something is to change."""
_KINDS: Mapping[str, Message] = {
    "place": words("{n} of {all} that name a place"),
    "whole": words("{n} of {all} of the whole"),
    "points": words("{n} of {all} of several points"),
    "condition": words("{n} of {all} with a condition"),
}
MOST_TOLD = 5


@dataclass(frozen=True, slots=True)
class _ProjectStatistics:
    """Figures of a project. `attempts`: of one acceptance, on average; None: nothing was accepted yet."""

    accepted: int
    undone: int
    over_judge: int
    attempts: float | None
    lines: int
    by_level: Mapping[str, int]
    at_once: Mapping[str, tuple[int, int]]
    """By kind of request: how many were approved at the first attempt, and how many there were."""
    wanted: tuple[tuple[str, int], ...]
    """What feedback asked for more than once, most often first."""


def statistics(past: Sequence[AcceptedIteration]) -> _ProjectStatistics:
    """Add up what was accepted; the generations of levels count as acceptances, but ask for nothing."""
    ours = [one for one in past if one.number]
    asked = [one for one in ours if not one.generated]
    tries = [one.attempts for one in ours]
    levels = Counter(one.level for one in ours)
    found: Counter[str] = Counter()
    for one in asked:
        # A word counts once an iteration: who asks at length does not ask more often.
        found.update({word.casefold() for word in _WORD.findall(one.feedback)} - _COMMON)
    wanted = sorted(((word, n) for word, n in found.items() if n > 1), key=lambda pair: (-pair[1], pair[0]))
    return _ProjectStatistics(
        accepted=len(ours),
        undone=sum(one.undone_at is not None for one in ours),
        over_judge=sum(one.over_judge for one in ours),
        attempts=round(sum(tries) / len(tries), 2) if tries else None,
        lines=sum(one.lines_changed for one in ours),
        by_level=dict(levels),
        at_once=_at_once(asked),
        wanted=tuple(wanted[:MOST_TOLD]),
    )


def _at_once(asked: Sequence[AcceptedIteration]) -> dict[str, tuple[int, int]]:
    kinds = [(_kind(one.feedback), one.attempts == 1 and not one.over_judge) for one in asked if one.feedback]
    return {
        kind: (sum(done for of, done in kinds if of == kind), number)
        for kind, number in Counter(kind for kind, _ in kinds).most_common()
    }


def requests_told(found: _ProjectStatistics) -> Message:
    """Return which kinds of request were approved at once, in a sentence; nothing where none was made."""
    if not found.at_once:
        return NO_MESSAGE
    each = [_KINDS[kind].filled(n=n, all=number) for kind, (n, number) in found.at_once.items()]
    return words("Requests approved at the first attempt: {each}", each=joined(each, ", "))


def _kind(feedback: str) -> str:
    if conditional(feedback):
        return "condition"
    if points_of(feedback):
        return "points"
    return "place" if _PLACE.search(feedback) else "whole"


@dataclass(frozen=True, slots=True)
class FileWords:
    """Words of one file; None: there is no such file on that side."""

    path: str
    before: int | None
    after: int | None


def words_by_file(level: Level, old: Mapping[str, str], new: Mapping[str, str]) -> tuple[FileWords, ...]:
    """Return how many words every file of a level had and has, in the order of the document."""
    return tuple(
        _words_of(path, count_words(old[path]) if path in old else None, new)
        for path in level.ordered({*old, *new})
    )


def growth(
    changed: Sequence[Sequence[FileWords]], now: Mapping[str, str]
) -> tuple[tuple[FileWords, int], ...]:
    """Return each file's words before its first change and as it is now, and how often it was changed.

    `changed`: the files of each acceptance, oldest first.
    """
    first: dict[str, int | None] = {}
    times: Counter[str] = Counter()
    for one in (one for files in changed for one in files):
        first.setdefault(one.path, one.before)
        times[one.path] += 1
    return tuple((_words_of(path, first[path], now), times[path]) for path in first)


def _words_of(path: str, before: int | None, now: Mapping[str, str]) -> FileWords:
    return FileWords(path, before, count_words(now[path]) if path in now else None)


def told(found: _ProjectStatistics, titles: Mapping[str, Message]) -> list[str]:
    """Return the figures as sentences for an export; nothing where nothing was accepted.

    `titles`: what levels are called, by their names; one that is not among them is called by its name.
    """
    if not found.accepted:
        return []
    several = [
        translate("{n} of {level}", n=number, level=titles.get(level, level))
        for level, number in found.by_level.items()
    ]
    levels = f" ({', '.join(several)})"
    if len(found.by_level) == 1:
        (level,) = found.by_level
        levels = translate(" of {level}", level=titles.get(level, level))
    lines = [
        translate(
            "Accepted: {iterations}{levels}. Lines changed in all: {lines}.",
            iterations=ngettext(found.accepted, "{n} iteration", "{n} iterations"),
            levels=levels,
            lines=f"{found.lines:,}",
        )
    ]
    if found.attempts == 1:
        lines.append(translate("An acceptance took 1 attempt on average."))
    elif found.attempts is not None:
        lines.append(translate("An acceptance took {n} attempts on average.", n=f"{found.attempts:g}"))
    if found.over_judge:
        lines.append(
            ngettext(
                found.over_judge, "{n} time the judge was overruled.", "{n} times the judge was overruled."
            )
        )
    if found.undone:
        lines.append(ngettext(found.undone, "{n} iteration was undone.", "{n} iterations were undone."))
    if found.wanted:
        again = ", ".join(f"{word} ({number}×)" for word, number in found.wanted)
        lines.append(translate("Asked for again and again: {again}.", again=again))
    return lines
