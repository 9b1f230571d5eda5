"""The critique ledger as the panel shows it: its columns and filters, and a point in full. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.domain.i18n import Words, words
from app.engine.tabs import Choice, Column, Option
from app.projections.critiques import Point
from app.ui.kit.texts import shown, tr
from app.ui.view.naming import Names
from app.ui.view.session_view import SessionView

SEVERITY = {"high": words("▲ high"), "medium": words("■ medium"), "low": words("▽ low")}
ANSWERS = {"fixed": words("✓ fixed"), "held": words("✕ held"), "unanswered": words("○ unanswered")}
VERDICTS = {"accept": words("accepted"), "dismiss": words("dismissed"), "defer": words("deferred")}
STATES: dict[str, tuple[Words, Callable[[Point], bool]]] = {
    "open": (words("Open"), lambda point: point.open),
    "undecided": (words("Without your word"), lambda point: not point.verdict),
    "fixed": (words("Fixed"), lambda point: point.answered == "fixed"),
    "held": (words("Held"), lambda point: point.answered == "held"),
    "accepted": (words("Accepted"), lambda point: point.verdict == "accept"),
    "dismissed": (words("Dismissed"), lambda point: point.verdict == "dismiss"),
    "deferred": (words("Deferred"), lambda point: point.verdict == "defer"),
}

ROUND, CATEGORY, CLAIM, ANSWER, WORD = 0, 3, 4, 5, 6


def columns(pair: Callable[[Point], str]) -> tuple[Column[Point], ...]:
    """Return the columns of the list; `pair` says who criticised whom."""
    return (
        Column(words("Round"), lambda point: str(point.round), 52),
        Column(words("From → to"), pair, 112),
        Column(words("Severity"), lambda point: SEVERITY[point.filed.severity], 80),
        Column(words("Category"), lambda point: shown(point.filed.category, 30) or "–", 84),
        Column(words("Claim"), lambda point: point.filed.claim),
        Column(words("Answer"), lambda point: ANSWERS.get(point.answered, "–"), 84),
        Column(words("Your word"), lambda point: VERDICTS.get(point.verdict, "–"), 80),
    )


FILTERS: tuple[Choice[Sequence[Point], Point], ...] = (
    Choice(
        words("Only this severity"),
        words("All severities"),
        lambda _points: [Option(severity, title) for severity, title in SEVERITY.items()],
        lambda point, severity: point.filed.severity == severity,
    ),
    Choice(
        words("Only this category"),
        words("All categories"),
        lambda points: [Option(name, name) for name in sorted({p.filed.category for p in points} - {""})],
        lambda point, category: point.filed.category == category,
    ),
    Choice(
        words("Only in this state"),
        words("All states"),
        lambda _points: [Option(state, title) for state, (title, _) in STATES.items()],
        lambda point, state: STATES[state][1](point),
    ),
)


def text_of_answer(view: SessionView, point: Point) -> int:
    """Return the seq of the author's text that fixes a point, 0 where there is none."""
    answer = point.answer
    if answer is None or answer.answer != "fixed":
        return 0
    seqs_of_call = [v.seq for v in view.fold.texts.versions.values() if v.asked and v.asked == answer.asked]
    # Journals without call numbers have no better clue than which came next.
    later = (v.seq for v in view.fold.texts.of_seat(point.filed.target, view.slot) if v.seq > point.seq)
    return seqs_of_call[-1] if seqs_of_call else next(later, 0)


def parts_of(point: Point, names: Names) -> list[tuple[str, str]]:
    """Return a point in full, as headings with texts."""
    filed, author = point.filed, names.of(point.filed.target)
    head = (f"{names.of(filed.critic)} → {author}", tr(SEVERITY[filed.severity]), filed.category)
    parts = [(" · ".join(filter(None, head)), filed.claim)]
    if filed.quote:
        parts.append((tr("The words it is about"), f"“{filed.quote}”"))
    if filed.suggestion:
        parts.append((tr("Suggestion"), filed.suggestion))
    if point.answer is not None:
        heading = tr("Answer of {who}: {what}", who=author, what=tr(ANSWERS[point.answered]))
        parts.append((heading, point.answer.justification))
    if point.decided is not None:
        parts.append((tr("Your word: {what}", what=tr(VERDICTS[point.verdict])), point.decided.reason))
    if filed.unstructured:
        parts.append(("", tr("(The critic's reply was not in the asked form; shown whole.)")))
    return parts
