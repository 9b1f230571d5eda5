"""Writing a member's answer from its position, and reading one back: the text alone is the memory.

An answer that reads back to the same text is the council's own and is written anew when something is added;
any other (a person's edit, a model's) keeps every word, and what is added stands under a heading of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from app.workflows.debate.offline.brief import Option
from app.workflows.debate.offline.case import Case, Conflict, Passed, conflicts, passed, summed_check
from app.workflows.debate.offline.demands import answer_demand, told_check, told_fact
from app.workflows.debate.offline.material import Claim
from app.workflows.debate.offline.phrases import say
from app.workflows.debate.offline.positions import (
    Comparison,
    Out,
    Position,
    Seen,
    broken,
    comparisons,
    unsettled,
    weigh,
)
from app.workflows.debate.offline.quoting import (
    cited,
    holds,
    location_words,
    named,
    quoted,
    shortened,
    weighed,
)
from app.workflows.debate.offline.settled import Settled, told_answers
from app.workflows.debate.offline.words import LENSES, Lens

ABOUT = ("h.for", "h.against")
"""Headings that name what is weighed."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What an answer is written from."""

    lens: Lens
    seen: Seen = field(default_factory=Seen)
    conflicts: bool = False
    wishes: tuple[str, ...] = ()
    """Lines that answer what the person asked for, as they are written."""


def position_of(case: Case, settled: Settled, draft: Draft) -> Position:
    """Return where a draft stands."""
    seen = replace(draft.seen, sums=draft.seen.sums or settled.sums is True)
    return weigh(case, draft.lens, seen, settled.wrong, adds=settled.sums is not False)


def write(case: Case, settled: Settled, draft: Draft) -> str:
    """Return the whole answer as Markdown."""
    position = position_of(case, settled, draft)
    if case.language == "other":
        return _unread(case)
    parts = [
        headline(case, position.option),
        " ".join(standing(case, position)),
        *_lines(case, position),
        _section(case, "h.figures", figure_lines(case, settled, draft, position)),
        _demands(case, position),
        _section(case, "h.wishes", draft.wishes),
        _section(case, "h.missing", missing(case, position)),
    ]
    text = "\n\n".join(part for part in parts if part)
    answers = _section(case, "h.answers", told_answers(case, settled, text))
    return shortened(case, f"{text}\n\n{answers}\n" if answers else f"{text}\n")


def headline(case: Case, option: Option | None) -> str:
    """Return the line that recommends."""
    return (
        say(case.language, "no_choice")
        if option is None
        else say(case.language, "recommends", named(case, option))
    )


def _section(case: Case, heading: str, lines: Sequence[str], option: Option | None = None) -> str:
    return listed(case, heading, lines, weighed(case, option)) if lines else ""


def listed(case: Case, heading: str, lines: Sequence[str], about: str = "") -> str:
    """Return a section with its lines as a list, nothing where there are none."""
    head = say(case.language, heading, about) if heading in ABOUT else say(case.language, heading)
    return "\n".join([head, "", *(f"- {line}" for line in lines)]) if lines else ""


def _unread(case: Case) -> str:
    """Answer a brief in a language the rules do not read: say so, and choose nothing."""
    lines = [f"- {cited(case, c)}" for c in case.material()[:5]]
    return (
        "\n".join([say(case.language, "no_choice"), "", say(case.language, "not_read"), "", *lines]).rstrip()
        + "\n"
    )


def standing(case: Case, position: Position) -> list[str]:
    """Return the sentences that say how the position came about."""
    language, lens = case.language, say(case.language, f"lens.{position.lens}")
    found: list[str] = []
    backing, opposing = len(position.backing), len(position.opposing)
    if case.brief.kind == "open":
        return [say(language, "stand.open" if backing + opposing else "stand.nothing", lens)]
    if case.brief.kind == "options":
        if position.option is not None:
            return [say(language, "stand.options", lens)]
        if len(position.out) == len(case.brief.options):
            return [say(language, "stand.all_out", lens)]
        has_evidence = position.compared or any(
            c in case.bound for c in (*position.backing, *position.opposing)
        )
        return [say(language, "stand.tie" if has_evidence else "stand.nothing", lens)]
    if not backing + opposing:
        return [say(language, "stand.nothing", lens)]
    if position.option is None:
        close = say(language, "stand.close", lens, backing, opposing)
        return [close, say(language, "stand.unsettled")] if unsettled(case, frozenset()) else [close]
    found.append(
        say(language, "stand", backing + opposing, lens, backing, weighed(case, position.option), opposing)
    )
    if any(position.lens not in c.lenses for c in (*position.backing, *position.opposing)):
        found.append(say(language, "stand.half"))
    stopped = bool(position.passes) or any(c.kept is False for c in position.checks)
    if stopped:
        found.append(say(language, "stand.stopped"))
    elif position.option.part == "trial":
        found.append(say(language, "stand.trial"))
    return found


def _lines(case: Case, position: Position) -> list[str]:
    if case.brief.kind == "open":
        return [_section(case, "h.lines", [cited(case, c) for c in (*position.backing, *position.opposing)])]
    backing, opposing = position.backing, position.opposing
    if case.brief.kind == "options":
        chosen = position.option
        about = [c for c in (*backing, *opposing) if chosen is None or case.bound.get(c) in (chosen, None)]
        others = [c for c in (*backing, *opposing) if c not in about]
        backing = (*(c for c in about if c.leans > 0), *(c for c in others if c.leans < 0))
        opposing = (*(c for c in about if c.leans < 0), *(c for c in others if c.leans > 0))
        if chosen is None:
            return [_section(case, "h.lines", [cited(case, c) for c in (*backing, *opposing)])]
    return [
        _section(case, "h.for", [cited(case, c) for c in backing], position.option),
        _section(case, "h.against", [cited(case, c) for c in opposing], position.option),
    ]


# --- figures ----------------------------------------------------------------------------------


def figure_lines(case: Case, settled: Settled, draft: Draft, position: Position) -> list[str]:
    """Return what the figures show: limits, bounds, comparisons, contradictions."""
    lines = [
        say(case.language, "limit", quoted(case, c.limit.text), told_check(case, c)) for c in position.checks
    ]
    lines += [passed_line(case, p) for p in position.passes]
    lines += [compared_line(case, c) for c in position.compared]
    lines += [out_line(case, out) for out in position.out]
    settled_lines = [settled_line(case, conflict, right) for conflict, right in settled.right]
    if draft.conflicts or draft.lens == "risk":
        known = [c for c, _ in settled.right]
        lines += [conflict_line(case, c) for c in conflicts(case) if c not in known]
    return [*dict.fromkeys(lines), *settled_lines]


def out_told(case: Case, out: Out) -> str:
    """Return what rules an option out."""
    if out.held is not None:
        lines = ", ".join(cited(case, claim) for claim in out.held.claims)
        return say(case.language, "fact", told_fact(case, out.held), lines)
    return cited(case, out.line) if out.line else ""


def out_line(case: Case, out: Out) -> str:
    """Return that an option is ruled out, by what, and the line that shows it."""
    return say(case.language, "out", named(case, out.option), quoted(case, out.demand), out_told(case, out))


def settled_line(case: Case, conflict: Conflict, right: Claim) -> str:
    """Return how a contradiction was settled."""
    return say(
        case.language, "conflict.settled", *(cited(case, c) for c in (conflict.first, conflict.second, right))
    )


def conflict_line(case: Case, conflict: Conflict) -> str:
    """Return a contradiction with both its places."""
    return say(case.language, "conflict", cited(case, conflict.first), cited(case, conflict.second))


def passed_line(case: Case, one: Passed) -> str:
    """Return the person's figure that passes a bound."""
    figures = (one.own_figure.text, one.bound_figure.text)
    return say(case.language, "bound.passed", cited(case, one.own), cited(case, one.bound), *figures)


def measured(comparison: Comparison) -> str:
    """Return what is compared, in the material's words."""
    claim = comparison.cells[0][1]
    return claim.column or comparison.word


def compared_line(case: Case, comparison: Comparison) -> str:
    """Return the options' figures on one thing, best first, each with its place."""
    cells = [
        say(
            case.language,
            "compare.cell",
            named(case, option),
            f"{quoted(case, claim.text if claim.row else figure.text)} ({location_words(case, claim)})",
        )
        for option, claim, figure in comparison.cells
    ]
    line = say(case.language, "compare", measured(comparison), ", ".join(cells))
    values = [figure.value for _, _, figure in comparison.cells]
    alike = len(set(values)) == 1
    verdict = (
        say(case.language, "alike")
        if alike
        else say(case.language, "best", named(case, comparison.cells[0][0]))
    )
    return line if not alike and values[0] == values[1] else f"{line} {verdict}"


# --- must-haves and what is missing -----------------------------------------------------------


def _demands(case: Case, position: Position) -> str:
    if not case.brief.demands:
        return ""
    demand_answers = [answer_demand(case, demand, position) for demand in case.brief.demands]
    lines = [
        f"{n}. {say(case.language, 'demand', quoted(case, a.demand), a.text)}"
        for n, a in enumerate(demand_answers, 1)
    ]
    return "\n".join([say(case.language, "h.demands"), "", *lines])


def missing(case: Case, position: Position) -> list[str]:
    """Return which figures are missing to choose."""
    lines = [say(case.language, "cut", quoted(case, name)) for name in case.cut]
    for comparison in position.compared:
        there = {option for option, _, _ in comparison.cells}
        absent = [o for o in case.brief.options if o not in there]
        lines += [say(case.language, "missing_for", named(case, o), measured(comparison)) for o in absent]
    seen = position.backing or position.opposing or position.compared
    if position.option is None and not lines and not seen and case.brief.kind != "open":
        lines.append(say(case.language, f"needs.{position.lens}"))
    return lines


# --- reading an answer back -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """An answer as it was found: `own` is None where other hands wrote or changed it."""

    text: str
    lens: Lens | None
    option: Option | None
    chooses: bool
    """Whether it says in the council's words what it recommends, or that it recommends nothing."""
    own: Draft | None


def read_answer(case: Case, settled: Settled, text: str) -> ReadAnswer:
    """Read an answer back."""
    head = text[:4000]
    lens = _lens_in(case, head)
    options = [o for o in case.brief.options if headline(case, o) in head]
    chooses = bool(options) or say(case.language, "no_choice") in head
    option = options[0] if options else None
    if lens is None:
        return ReadAnswer(text, None, option, chooses, None)
    draft = _draft_in(case, settled, text, lens)
    return ReadAnswer(text, lens, option, chooses, draft if write(case, settled, draft) == text else None)


def _lens_in(case: Case, head: str) -> Lens | None:
    paragraph = next((p for p in head.split("\n\n")[1:2]), "")
    found = [lens for lens in LENSES if say(case.language, f"lens.{lens}") in paragraph]
    return found[0] if found else None


def _draft_in(case: Case, settled: Settled, text: str, lens: Lens) -> Draft:
    sections = _sections(text)
    about = [weighed(case, option) for option in (None, *case.brief.options)]
    starts = (say(case.language, "h.lines"), *(say(case.language, h, name) for h in ABOUT for name in about))
    weighing = "\n".join(section for head, section in sections.items() if head.startswith(starts))
    figures = sections.get(say(case.language, "h.figures"), "")
    claims = frozenset(c for c in case.claims if c.leans and not c.row and cited(case, c) in weighing)
    totals = [summed_check(case, limit) for limit in case.brief.limits]
    sums = any(total is not None and holds(case, figures, told_check(case, total)) for total in totals)
    sums = sums or (lens != "cost" and any(holds(case, figures, out_line(case, out)) for out in broken(case)))
    bounds = any(holds(case, figures, passed_line(case, p)) for p in passed(case))
    lenses = frozenset(c.lens for c in comparisons(case) if compared_line(case, c) in figures) - {lens}
    conflict_lines = (conflict_line(case, c) for c in conflicts(case))
    named_conflicts = lens != "risk" and any(holds(case, figures, line) for line in conflict_lines)
    wishes = sections.get(say(case.language, "h.wishes"), "").splitlines()
    seen = Seen(claims, sums and settled.sums is not True, bounds and lens != "risk", lenses)
    return Draft(
        lens, seen, named_conflicts, tuple(w.removeprefix("- ") for w in wishes if w.startswith("- "))
    )


def _sections(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    heading = ""
    for line in text.splitlines():
        if line.startswith("## "):
            heading = line
            found[heading] = ""
        elif heading:
            found[heading] += line + "\n"
    return found
