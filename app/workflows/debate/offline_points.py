"""What the offline council can find fault with, and how it mends it. Every check is a fact about the text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.workflows.common import prose
from app.workflows.debate.offline_inputs import cited, short

Context = Sequence[tuple[str, str]]
MOST = 5
"""Points one voice makes against one answer."""


@dataclass(frozen=True, slots=True)
class Found:
    """A point, as the critique reply has it."""

    category: str
    severity: Literal["high", "medium", "low"]
    claim: str
    suggestion: str
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Matter:
    """What a check looks at."""

    text: str
    wanted: Sequence[str]
    context: Context
    wishes: Sequence[str]


def _uncovered(m: Matter) -> list[Found]:
    known = prose.keys(m.text)
    points = []
    for requirement in [*m.wishes, *m.wanted]:
        share = prose.coverage(requirement, known)
        if share < 0.5:
            missing = sorted(prose.keys(requirement) - known)[:5]
            severity: Literal["high", "medium"] = (
                "high" if share < 0.25 or requirement in m.wishes else "medium"
            )
            points.append(
                Found(
                    "coverage",
                    severity,
                    f"Does not cover: {short(requirement, 30)} (missing: {', '.join(missing)}).",
                    f"Say what holds for: {short(requirement, 30)}",
                )
            )
    return points


def _long(m: Matter) -> list[Found]:
    return [
        Found(
            "long sentence", "low", f"A sentence of {count} words is hard to follow.", "Split it.", sentence
        )
        for sentence in prose.prose_sentences(m.text)
        if (count := len(prose.words_of(sentence))) > prose.LONG_SENTENCE
    ]


def _hedged(m: Matter) -> list[Found]:
    return [
        Found(
            "hedge", "low", f"Hedges with “{found[0]}” where a decision needs a word.", "State it.", sentence
        )
        for sentence in prose.prose_sentences(m.text)
        if (found := prose.hedges(sentence))
    ]


def _no_counter(m: Matter) -> list[Found]:
    if any(prose.speaks_against(s) for s in prose.prose_sentences(m.text)):
        return []
    claim = "Names nothing that speaks against its own answer."
    return [
        Found("counter-argument", "high", claim, "Name the strongest objection and what follows from it.")
    ]


def _no_example(m: Matter) -> list[Found]:
    if prose.gives_example(m.text):
        return []
    return [Found("example", "medium", "Gives no example.", "Add one case in which this was seen.")]


def _no_number(m: Matter) -> list[Found]:
    given = {name for name, _ in m.context}
    if prose.has_number(" ".join(prose.prose_sentences(m.text))) and any(name in m.text for name in given):
        return []
    return [
        Found("source", "medium", "Rests on no figure with a source.", "Give a figure and where it is from.")
    ]


def _repeated(m: Matter) -> list[Found]:
    seen: set[str] = set()
    points = []
    for sentence in prose.prose_sentences(m.text):
        if len(prose.words_of(sentence)) < 6 or sentence == prose.NOTHING_SAID:
            continue
        if sentence in seen:
            points.append(
                Found("repetition", "low", "Says the same sentence twice.", "Keep it once.", sentence)
            )
        seen.add(sentence)
    return points


_CHECKS: Mapping[str, tuple[Callable[[Matter], list[Found]], ...]] = {
    "analyst": (_uncovered, _no_number, _repeated),
    "sceptic": (_no_counter, _hedged, _no_example),
    "editor": (_long, _repeated, _hedged, _uncovered),
    "judge": (_uncovered, _no_counter, _no_number, _long),
}


def find_points(
    voice: str, text: str, wanted: Sequence[str], context: Context, wishes: Sequence[str]
) -> list[Found]:
    """Return what a voice finds in a text, gravest first, five at most."""
    matter = Matter(text, wanted, context, wishes)
    points = [point for check in _CHECKS.get(voice, _CHECKS["judge"]) for point in check(matter)]
    grave = {"high": 0, "medium": 1, "low": 2}
    return sorted(points, key=lambda point: grave[point.severity])[:MOST]


def mend(  # noqa: C901  one case a category
    text: str, point: Mapping[str, str], wanted: Sequence[str], context: Context
) -> tuple[str | None, str]:
    """Return the mended text (None: held) and what was done, or why the text is held."""
    category, quote = point["category"], point["quote"]
    match category:
        case "coverage":
            about = next((r for r in wanted if short(r, 30) in point["suggestion"]), point["suggestion"])
            found = prose.evidence(about, context, most=1, skip=text)
            if not found:
                return None, "The material given says nothing more about this."
            return _added(
                text, "Also required", f"{short(about)}: {cited(found[0])}"
            ), "covered a requirement"
        case "long sentence":
            parts = prose.split_long(quote)
            if parts is None or quote not in text:
                return None, "The sentence has no joint to be cut at without changing what it says."
            return text.replace(quote, parts, 1), "split a long sentence"
        case "hedge":
            if quote not in text:
                return None, "The sentence stands in a list or heading and is quoted, not mine to change."
            return text.replace(quote, prose.without_hedges(quote), 1), "dropped a hedge"
        case "counter-argument":
            found = [i for i in _all(wanted, context, text) if prose.speaks_against(i.text)]
            if not found:
                return None, "The material names no objection that is not in the answer already."
            return _added(text, "What speaks against it", cited(found[0])), "named an objection"
        case "example":
            found = [i for i in _all(wanted, context, text) if prose.has_number(i.text)]
            if not found:
                return None, "The material holds no further case."
            return _added(text, "Seen in practice", f"For example: {cited(found[0])}"), "added an example"
        case "source":
            found = [i for i in _all(wanted, context, text) if prose.has_number(i.text)]
            if not found:
                return None, "The material holds no further figure."
            return _added(text, "Figures", cited(found[0])), "added a figure with its source"
        case "repetition":
            first = text.find(quote)
            again = text.find(quote, first + 1)
            if first < 0 or again < 0:
                return None, "The sentence stands only once now."
            return _without(text, again, len(quote)), "dropped a repetition"
        case _:
            return None, "This is a matter of judgement, which rules cannot settle."


def _all(wanted: Sequence[str], context: Context, text: str) -> list[prose.Evidence]:
    return prose.evidence(" ".join(wanted), context, most=60, skip=text)


def _without(text: str, start: int, length: int) -> str:
    """Return a text without a passage, and without the list item it leaves empty."""
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start + length)
    line_end = len(text) if line_end < 0 else line_end
    left = text[line_start:start] + text[start + length : line_end]
    if not left.strip(" -*.0123456789"):
        return text[:line_start] + text[line_end + 1 :]
    return text[:start] + text[start + length :].lstrip(" ")


def _added(text: str, heading: str, line: str) -> str:
    """Add a line under a heading, making the heading where it is not there."""
    mark = f"## {heading}"
    if mark in text:
        head, _, tail = text.partition(mark)
        return f"{head}{mark}\n\n- {line}\n{tail.lstrip()}" if tail.strip() else f"{head}{mark}\n\n- {line}\n"
    return f"{text.rstrip()}\n\n{mark}\n\n- {line}\n"
