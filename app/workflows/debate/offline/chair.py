"""The chair's final answer: what the members' answers bear, counted and quoted, and nothing besides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.domain.canonical import JsonValue
from app.domain.messages import ModelRequest
from app.workflows.common import prose
from app.workflows.debate.offline import words
from app.workflows.debate.offline.answers import (
    Draft,
    ReadAnswer,
    figure_lines,
    headline,
    listed,
    missing,
    position_of,
    read_answer,
    write,
)
from app.workflows.debate.offline.brief import BRIEF, Option
from app.workflows.debate.offline.case import Case, case_of
from app.workflows.debate.offline.demands import answer_demand, open_demands
from app.workflows.debate.offline.inputs import Inputs, as_json, pairs, rows_of, short, text_of
from app.workflows.debate.offline.material import Claim
from app.workflows.debate.offline.phrases import say, slots_of
from app.workflows.debate.offline.positions import Position, Seen
from app.workflows.debate.offline.quoting import cited, named, quoted, shortened, weighed
from app.workflows.debate.offline.refining import wish_line
from app.workflows.debate.offline.settled import Settled, settled_by, told_answers, wishes_of
from app.workflows.debate.offline.words import LENSES, Language

MOST_LINES = 6
"""Lines for and against that the final answer carries."""
MOST = 5
"""Entries of one list: more are no summary."""
LONGEST_SAID = 3
"""Sentences quoted of an answer that other hands wrote."""


@dataclass(frozen=True, slots=True)
class Table:
    """What lies before the chair: each member's last answer, read."""

    case: Case
    settled: Settled
    reads: dict[str, ReadAnswer]
    rounds: tuple[Inputs, ...]

    def drafts(self) -> dict[str, Draft]:
        """Return the answers of the council's own."""
        return {seat: read.own for seat, read in self.reads.items() if read.own is not None}

    def positions(self) -> dict[str, Position]:
        """Return where the members of the council's own stand."""
        return {seat: position_of(self.case, self.settled, draft) for seat, draft in self.drafts().items()}


def synthesize(request: ModelRequest) -> str:
    """Write the final answer and what stands around it."""
    inputs = request.inputs
    case, settled = case_of(inputs), settled_by(inputs)
    rounds = tuple(rows_of(inputs, "rounds"))
    answers = pairs(rounds[-1], "answers", "seat", "text") if rounds else []
    reads = {seat: read_answer(case, settled, text) for seat, text in answers}
    table = Table(case, settled, reads, rounds)
    if case.language == "other":
        text = write(case, settled, Draft("cost"))
        return as_json({"answer": text, "decision": say("en", "not_read"), "confidence": "low"})
    option, why = decide(table)
    position = _joined(table, option)
    why += _rule(case, position)
    answer = _answer(table, position, why, inputs)
    unmet = open_demands(case, [answer])
    reply: dict[str, JsonValue] = {
        "answer": answer,
        "decision": f"{headline(case, option).strip('*')} {why[0]}",
        "agreed": list[JsonValue](_agreed(table)),
        "disputed": _disputed(table),
        "only_one_says": _only_one(table),
        "what_changed": list[JsonValue](_changes(table)),
        "dissent": _dissent(table, option),
        "open_questions": list[JsonValue](_open(table)),
        "unmet_must_haves": list[JsonValue](unmet),
        "confidence": _confidence(table, option, unmet),
    }
    return as_json(reply)


def _rule(case: Case, position: Position) -> list[str]:
    """Return why it is not the full step that is recommended."""
    if position.option is None or position.option.part not in ("trial", "stay"):
        return []
    if position.passes or any(held.kept is False for held in position.checks):
        return [say(case.language, "stand.stopped")]
    return [say(case.language, "stand.trial")] if position.option.part == "trial" else []


def decide(table: Table) -> tuple[Option | None, list[str]]:
    """Return the option that stands, and the sentences that say by which rule."""
    case, language = table.case, table.case.language
    named_rules = say(language, "f.rules")
    if not table.reads:
        position = position_of(case, table.settled, Draft("cost"))
        return position.option, [say(language, "f.empty"), named_rules]
    if case.brief.kind == "open":
        return None, [say(language, "f.open"), named_rules]
    weight = table.settled.weight
    if weight is not None:
        seat = next((s for s, r in table.reads.items() if r.lens == weight and r.option is not None), None)
        if seat is not None:
            lens = say(language, f"lens.{weight}")
            return table.reads[seat].option, [say(language, "f.weight", lens, seat), named_rules]
    chosen = {seat: read.option for seat, read in table.reads.items() if read.option is not None}
    if not chosen:
        silent = "f.nobody" if case.material() else "f.nothing" if case.read else "f.none"
        return None, [say(language, silent), named_rules, say(language, "f.tells")]
    counts = Counter(chosen.values()).most_common()
    if len(counts) > 1 and counts[0][1] == counts[1][1]:
        each = "; ".join(say(language, "f.split.who", seat, named(case, o)) for seat, o in chosen.items())
        return None, [say(language, "f.split", each), named_rules, say(language, "f.tells")]
    option, count = counts[0]
    who = _all_of(language, [seat for seat, o in chosen.items() if o == option])
    total = len(table.reads)
    if count == total > 1:
        return option, [say(language, "f.all", total), named_rules]
    if count == 1:
        return option, [say(language, "f.sole" if total == 1 else "f.alone", who), named_rules]
    return option, [say(language, "f.majority", count, total, who), named_rules]


# --- the answer -------------------------------------------------------------------------------


def _joined(table: Table, option: Option | None) -> Position:
    """Return one position from all members' lines, the most quoted first, with all their figures."""
    case, settled = table.case, table.settled
    drafts = table.drafts() or {"": Draft("cost")}
    positions = table.positions() or {"": position_of(case, settled, Draft("cost"))}
    count = Counter(c for p in positions.values() for c in (*p.backing, *p.opposing))
    order = sorted(count, key=lambda c: (-count[c], -case.near(case.brief.keys, c), c.location))
    seen = Seen(
        sums=any(d.seen.sums or (d.lens == "cost" and settled.sums is True) for d in drafts.values()),
        bounds=any(p.passes for p in positions.values()),
        lenses=frozenset(LENSES),
    )
    whole = position_of(case, settled, Draft("cost", seen))
    if not any(p.checks for p in positions.values()):
        whole = replace(whole, checks=())
    backing = tuple(c for c in order if c.leans > 0)[:MOST_LINES]
    opposing = tuple(c for c in order if c.leans < 0)[:MOST_LINES]
    return replace(whole, option=option, backing=backing, opposing=opposing)


def _answer(table: Table, position: Position, why: Sequence[str], inputs: Inputs) -> str:
    case, language = table.case, table.case.language
    parts = [headline(case, position.option), " ".join(why)]
    parts += _reasons(case, position)
    draft = Draft("risk", conflicts=any(d.conflicts or d.lens == "risk" for d in table.drafts().values()))
    draft = draft if draft.conflicts else Draft("cost")
    parts.append(listed(case, "h.figures", figure_lines(case, table.settled, draft, position)))
    if position.option is None and not case.material():
        parts.append(
            listed(case, "h.brief", [cited(case, c) for c in case.claims if c.source == BRIEF][:MOST])
        )
    elif position.option is None and not position.backing and not position.opposing:
        # Whoever reads it must see what the rules could make nothing of.
        keys = case.brief.core | case.brief.keys
        nearest = sorted(case.material(), key=lambda c: -case.near(keys, c))[:MOST]
        parts.append(listed(case, "h.lines", [cited(case, c) for c in case.claims if c in nearest]))
    parts.append(listed(case, "h.members", _by_others(table)))
    if case.brief.demands:
        demand_answers = [answer_demand(case, d, position) for d in case.brief.demands]
        lines = [
            f"{n}. {say(language, 'demand', quoted(case, a.demand), a.text)}"
            for n, a in enumerate(demand_answers, 1)
        ]
        parts.append("\n".join([say(language, "h.demands"), "", *lines]))
    parts.append(listed(case, "h.wishes", _wishes(table, inputs)))
    parts.append(listed(case, "h.missing", _missing(table, position)))
    text = "\n\n".join(p for p in parts if p)
    answers = listed(case, "h.answers", told_answers(case, table.settled, text))
    return shortened(case, f"{text}\n\n{answers}\n" if answers else f"{text}\n")


def _reasons(case: Case, position: Position) -> list[str]:
    backing, opposing = position.backing, position.opposing
    if case.brief.kind == "open" or position.option is None:
        return [listed(case, "h.lines", [cited(case, c) for c in (*backing, *opposing)])]
    if case.brief.kind == "options":
        about = [c for c in (*backing, *opposing) if case.bound.get(c) == position.option]
        backing = tuple(c for c in about if c.leans > 0)
        opposing = (*(c for c in about if c.leans < 0), *(c for c in position.backing if c not in about))
    return [
        listed(case, "h.for", [cited(case, c) for c in backing], weighed(case, position.option)),
        listed(case, "h.against", [cited(case, c) for c in opposing], weighed(case, position.option)),
    ]


def _by_others(table: Table) -> list[str]:
    """Quote the answers that other hands wrote: a model's, or a person's edit."""
    lines = []
    for seat, read in table.reads.items():
        if read.own is None:
            # What it was asked for stands under a heading of its own, and is no part of what it says.
            words, _, _ = read.text[:20_000].partition(say(table.case.language, "h.wishes"))
            beginning = _beginning(prose.prose_sentences(words))
            if beginning:
                lines.append(say(table.case.language, "f.member", seat, quoted(table.case, beginning)))
    return lines


def _all_of(language: Language, names: list[str]) -> str:
    """Return names as they are read out: “Ada, Bram and Cleo”."""
    rest, last = ", ".join(names[:-1]), names[-1]
    return say(language, "and", rest, last) if rest else last


def _beginning(sentences: list[str]) -> str:
    """Return the first sentences of a text, with no quotation in them that is not closed."""
    for most in range(min(LONGEST_SAID, len(sentences)), 0, -1):
        beginning = " ".join(sentences[:most])
        # In German “ closes what „ opened.
        opened = beginning.count("„") + max(0, beginning.count("“") - beginning.count("„"))
        if opened == beginning.count("”") + min(beginning.count("“"), beginning.count("„")):
            return beginning
    return " ".join(sentences[:1])


def _wishes(table: Table, inputs: Inputs) -> list[str]:
    known = [line for draft in table.drafts().values() for line in draft.wishes]
    fresh = [
        wish_line(table.case, w)
        for w in wishes_of(inputs)
        if not any(quoted(table.case, w) in k for k in known)
    ]
    return list(dict.fromkeys([*known, *fresh]))


def _missing(table: Table, position: Position) -> list[str]:
    if position.option is not None:
        return missing(table.case, position)
    lines = [line for p in table.positions().values() if p.option is None for line in missing(table.case, p)]
    every = [say(table.case.language, f"needs.{lens}") for lens in LENSES]
    if all(need in lines for need in every):
        lines = [*(x for x in lines if x not in every), say(table.case.language, "needs.all")]
    return list(dict.fromkeys(lines)) or missing(table.case, position)


# --- where the members stand ------------------------------------------------------------------


def _top(case: Case, position: Position) -> Claim | None:
    """Return the line that a position rests on most."""
    if position.option is None:
        return None
    if case.brief.kind == "options":
        lines = [c for c in position.backing if case.bound.get(c) == position.option]
        lines += [cells.cells[0][1] for cells in position.compared if cells.cells[0][0] == position.option]
    else:
        lines = list(position.opposing if position.option.part == "stay" else position.backing)
    return max(lines, key=lambda c: (bool(c.figures), case.near(case.brief.keys, c), -c.line), default=None)


def _agreed(table: Table) -> list[str]:
    case = table.case
    if len(table.reads) < 2:
        return []
    options = {read.option for read in table.reads.values()}
    found = []
    if len(options) == 1 and None not in options:
        found.append(say(case.language, "s.agreed.option", named(case, next(iter(options)))))
    weighed = [{*p.backing, *p.opposing} for p in table.positions().values()]
    shared = [
        c for c in case.claims if len(weighed) == len(table.reads) and all(c in lines for lines in weighed)
    ]
    return [*found, *(say(case.language, "s.agreed.line", cited(case, c)) for c in shared)][:MOST]


def _disputed(table: Table) -> list[JsonValue]:
    case, language = table.case, table.case.language
    groups: dict[Option, list[str]] = {}
    for seat, read in table.reads.items():
        if read.option is not None:
            groups.setdefault(read.option, []).append(seat)
    if len(groups) < 2:
        return []
    positions = table.positions()
    sides: list[JsonValue] = []
    for option, seats in groups.items():
        top = next((t for seat in seats if seat in positions and (t := _top(case, positions[seat]))), None)
        reason = cited(case, top) if top else say(language, "d.position")
        side: dict[str, JsonValue] = {
            "who": ", ".join(seats),
            "says": say(language, "s.says", named(case, option), reason),
        }
        if top is not None and top.source != BRIEF and case.brief.kind != "options":
            side["assumes"] = say(language, "s.assumes", quoted(case, short(top.text, 8)))
        sides.append(side)
    issue = named(case, next(iter(groups)))
    for option in list(groups)[1:]:
        issue = say(language, "s.issue.between", issue, named(case, option))
    return [{"issue": say(language, "s.issue", issue), "sides": sides}]


def _only_one(table: Table) -> list[JsonValue]:
    count = Counter(c for p in table.positions().values() for c in (*p.backing, *p.opposing))
    found: list[JsonValue] = []
    if len(table.reads) < 2:
        return found
    for seat, position in table.positions().items():
        alone = [c for c in (*position.backing, *position.opposing) if count[c] == 1 and c.figures]
        alone.sort(key=lambda c: -table.case.near(table.case.brief.keys, c))
        found += [{"who": seat, "says": cited(table.case, c)} for c in alone[:2]]
    return found[:MOST]


def _changes(table: Table) -> list[str]:
    """Return what the members changed and whose point made them, changes of the recommendation first."""
    language = table.case.language
    flips, additions = [], []
    for accepted_round in table.rounds:
        for point in rows_of(accepted_round, "critiques"):
            author, critic, claim = (text_of(point, k) for k in ("target", "critic", "claim"))
            if point.get("answer") != "fixed" or not author:
                continue
            options = slots_of(language, "r.flipped", text_of(point, "justification"))
            if options is not None:
                flips.append(say(language, "s.flip", author, *options, critic, claim))
            else:
                additions.append(say(language, "s.added", author, critic, claim))
    return list(dict.fromkeys([*flips, *additions]))[:MOST]


def _dissent(table: Table, option: Option | None) -> list[JsonValue]:
    if option is None:
        return []
    found: list[JsonValue] = []
    positions = table.positions()
    for seat, read in table.reads.items():
        if read.option in (None, option):
            continue
        top = _top(table.case, positions[seat]) if seat in positions else None
        reason = cited(table.case, top) if top else say(table.case.language, "d.position")
        found.append(
            {
                "seat": seat,
                "why": say(table.case.language, "s.dissent", named(table.case, read.option), reason),
            }
        )
    return found


def _open(table: Table) -> list[str]:
    """Return what stays open: the questions nobody answered, and what the material marks as uncertain."""
    case = table.case
    asked = [a.question for a in case.answered if a.status in ("not_answered", "assume")]
    unsure = [c for c in case.claims if c.source == BRIEF and words.WARNS.search(c.text) and not c.row]
    return [*asked, *(cited(case, c) for c in unsure)][:MOST]


def _confidence(table: Table, option: Option | None, unmet: Sequence[str]) -> str:
    options = {read.option for read in table.reads.values()}
    if option is None or len(unmet) > len(table.case.brief.demands) / 3:
        return "low"
    return "high" if len(options) == 1 and not unmet and len(table.reads) > 1 else "medium"
