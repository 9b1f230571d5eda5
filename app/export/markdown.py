"""Markdown for people: the answer first, then how it came about. No section is empty."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from app.diffing import diff_texts
from app.domain.fact_base import FactCatalogue
from app.domain.facts import SHARED_FACTS
from app.domain.ids import RESERVED_SEATS
from app.engine.ports import ExportRequest
from app.export.story import Story, ToldCritique, ToldRound, tell

REASONS = {
    "max_rounds_reached": "the agreed number of rounds was reached",
    "models_converged": "the members converged",
    "user_stopped": "the person ended it",
    "no_significant_changes": "nothing of weight changed any more",
    "error_occurred": "too few members answered",
    "context_limit_reached": "the token budget was nearly used up",
}
AROUND = 40
"""Characters of unchanged text shown on either side of a change."""


class MarkdownExporter:
    """The session as one Markdown document."""

    name = "md"
    suffix = ".md"

    def write(self, request: ExportRequest) -> bytes:
        """Return the file's bytes."""
        story = tell(request.records, request.catalogue or FactCatalogue(SHARED_FACTS))
        blocks = [f"# {_line(story.title)}", _facts_line(story)]
        if story.result:
            blocks += ["## Final answer", _shifted(story.result, 2)]
        blocks += ["## How it ended", _ending(story)]
        if story.created is not None:
            blocks += _question(story)
        for told in story.rounds:
            blocks += _round(told)
        for title, text in request.parts:
            if text.strip():
                blocks += [f"## {title}", text]
        if story.notes:
            blocks += ["## Notes", "\n".join(f"- {_line(note)}" for note in story.notes)]
        blocks += ["## Cost", _cost(story)]
        return ("\n\n".join(blocks) + "\n").encode()


def _facts_line(story: Story) -> str:
    when = datetime.fromtimestamp(story.at / 1e6, UTC).strftime("%Y-%m-%d %H:%M UTC")
    workflow = story.created.workflow if story.created else "session"
    fork = f", a fork of {story.parent}" if story.parent else ""
    return f"*Roundtable {workflow}, begun {when}{fork}.*"


def _ending(story: Story) -> str:
    rounds = sum(1 for told in story.rounds if told.closed and told.closed.accepted)
    reason = REASONS.get(story.reason or "", "")
    text = f"State: **{story.state}** after {rounds} accepted round{'' if rounds == 1 else 's'}"
    text += f"; reason: {reason} (`{story.reason}`)." if reason else "."
    if story.verdict:
        text += f" The person judged the final text **{story.verdict}** than the best first answer."
    return text


def _question(story: Story) -> list[str]:
    assert story.created is not None
    setup = story.created.setup
    question = str(setup.get("question") or setup.get("brief") or setup.get("prompt") or "")
    blocks = ["## Question", _quoted(question)] if question.strip() else []
    context = setup.get("context")
    names = (
        [str(item["name"]) for item in context if isinstance(item, dict)] if isinstance(context, list) else []
    )
    if names:
        blocks.append("Context files: " + ", ".join(f"`{_line(name)}`" for name in names) + ".")
    lines = [
        f"- **{_line(name)}** — `{_line(seat.model)}`, {_line(seat.role)}"
        for name, seat in story.seats.items()
    ]
    return [*blocks, "## Team", "\n".join(lines)]


def _round(told: ToldRound) -> list[str]:
    attempt = f", attempt {told.attempt}" if told.attempt > 1 else ""
    rejected = " — rejected" if told.closed and not told.closed.accepted else ""
    blocks = [f"## Round {told.number}{attempt}{rejected}"]
    figures = [
        f"{_line(f.name)} {f.value:g} %"
        + (f" (threshold {f.threshold:g} %)" if f.threshold is not None else "")
        for f in told.figures
        if f.value is not None
    ]
    if figures:
        blocks.append("Figures: " + "; ".join(figures) + ".")
    for seat, texts in told.texts.items():
        blocks += _answer(told, seat, texts[-1][1])
    for assessed in told.assessed.values():
        if assessed.seat not in told.texts:
            blocks.append(f"### {_line(assessed.seat)}\n\n{assessed.status}: no text in this round.")
    if told.critiques:
        blocks += ["### Critiques", "\n".join(map(_critique, told.critiques))]
    decided = _decision(told)
    if decided:
        blocks += ["### Decision", decided]
    return blocks


def _answer(told: ToldRound, seat: str, text: str) -> list[str]:
    assessed = told.assessed.get(seat)
    head = f"### {_line(seat)}"
    blocks = [head]
    if assessed is not None:
        share = f", {assessed.ratio:.0%} of the text" if assessed.ratio else ""
        words = f" — {_line(assessed.summary)}" if assessed.summary else ""
        why = f" Justification: {_line(assessed.justification)}" if assessed.justification else ""
        blocks.append(f"*{assessed.status}{share}{words}*{why}")
    blocks.append(_quoted(text))
    base = told.bases.get(seat)
    if base is not None and base != text:
        blocks += ["Changes:", "\n".join(_changes(base, text))]
    return blocks


def _changes(old: str, new: str) -> list[str]:
    """Return a line per change: what went, what came, and the words around it."""
    spans = diff_texts(old, new).spans
    lines = []
    index = 0
    while index < len(spans):
        if spans[index].kind == "equal":
            index += 1
            continue
        before = spans[index - 1].text[-AROUND:] if index else ""
        gone = come = ""
        while index < len(spans) and spans[index].kind != "equal":
            if spans[index].kind == "delete":
                gone += spans[index].text
            else:
                come += spans[index].text
            index += 1
        after = spans[index].text[:AROUND] if index < len(spans) else ""
        marks = (f"~~{_line(gone)}~~ " if gone.strip() else "") + (
            f"**{_line(come)}** " if come.strip() else ""
        )
        lines.append(f"- …{_line(before)} {marks or '(white space) '}{_line(after)}…")
    return lines


def _critique(told: ToldCritique) -> str:
    f = told.fact
    text = f"- **{_line(f.critic)} → {_line(f.target)}** ({f.severity}"
    text += f", {_line(f.category)}" if f.category else ""
    text += ", unstructured" if f.unstructured else ""
    text += f"): {_line(f.claim)}"
    if f.suggestion:
        text += f" *Suggestion:* {_line(f.suggestion)}"
    if f.quote:
        text += f" *Quote:* “{_line(f.quote)}”"
    if told.decided is not None:
        reason = f" ({_line(told.decided.reason)})" if told.decided.reason else ""
        text += f"\n  - The person: {told.decided.verdict}{reason}"
    if told.answered is not None:
        why = f": {_line(told.answered.justification)}" if told.answered.justification else ""
        text += f"\n  - {_line(f.target)}: {told.answered.answer}{why}"
    return text


def _decision(told: ToldRound) -> str:
    lines = []
    if told.decision is not None:
        lines.append(f"- {told.decision.verb} (by {told.decision.by})")
    if told.closed is not None and told.closed.feedback:
        lines.append(f"- Feedback: {_line(told.closed.feedback)}")
    lines += [f"- {_line(c.seat)}: {'own edit' if c.choice == 'edit' else c.choice}" for c in told.choices]
    lines += [f"- Guidance: {_line(text)}" for text in told.guidance]
    return "\n".join(lines)


def _cost(story: Story) -> str:
    total = sum(s.cost for s in story.spent.values())
    tokens = sum(s.tokens for s in story.spent.values())
    unknown = any(s.unknown for s in story.spent.values())
    lines = [f"{tokens:,} tokens, ${total:.2f}{' and calls of unknown price' if unknown else ''}."]
    order = sorted(story.spent, key=lambda seat: (seat in RESERVED_SEATS, seat))
    if order:
        lines += ["", "| seat | calls | tokens | cost |", "|---|---:|---:|---:|"]
        for seat in order:
            s = story.spent[seat]
            cost = "unknown" if s.unknown else f"${s.cost:.4f}"
            lines.append(f"| {_line(seat)} | {s.calls} | {s.tokens:,} | {cost} |")
    return "\n".join(lines)


def _line(text: object) -> str:
    """Return a text on one line, with the characters that could open a Markdown structure made plain."""
    return re.sub(r"([\\`*_|<>\[\]#~])", r"\\\1", " ".join(str(text).split()))


def _quoted(text: str) -> str:
    """Return a text as a block quotation: no fence or heading in it can reach outside."""
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())


def _shifted(text: str, by: int) -> str:
    """Return Markdown with its headings set lower; lines inside code fences stay."""
    out, fenced = [], False
    for line in text.strip().splitlines():
        if re.match(r"\s*(```|~~~)", line):
            fenced = not fenced
        heading = re.match(r"(#{1,6})\s", line)
        out.append(
            line
            if fenced or not heading
            else "#" * min(6, len(heading[1]) + by - 1) + line[len(heading[1]) :]
        )
    if fenced:
        out.append("```")
    return "\n".join(out)
