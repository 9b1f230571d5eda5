"""The words and figures of reports: machine values as a person would say them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from app.projections.report import Cost, Measure

BY: Mapping[str, str] = {
    "person": "by the person",
    "policy": "by the gate policy, without asking",
    "flag": "unattended: the run was started to ask nobody",
    "file": "by an answer prepared in a file",
    "timeout": "because the time to answer was over",
}
STATUS: Mapping[str, str] = {
    "changed": "changed",
    "minor": "minor wording change",
    "held": "unchanged",
    "failed": "no new text",
    "skipped": "left out",
}
REPLY: Mapping[str, str] = {
    "addressed": "addressed",
    "stands_by_it": "stands by its text",
    "no_reply": "no reply",
}
VERDICT: Mapping[str, str] = {"accept": "accepted", "dismiss": "dismissed", "defer": "deferred"}
CHOICE: Mapping[str, str] = {
    "refined": "the revised answer",
    "previous": "the previous answer",
    "edit": "a text of its own",
}
STATE: Mapping[str, str] = {
    "finished": "Finished",
    "failed": "Ended by an error, without a final answer,",
    "stopped": "Stopped without a final answer",
    "paused": "Paused",
    "waiting": "Waiting for a decision",
    "running": "Still running",
    "interrupted": "Interrupted",
}
WITHOUT_ANSWERS: Mapping[str, str] = {"failed": "Ended by an error", "stopped": "Stopped"}
"""The same where a session never ends with a final answer."""
JUDGED: Mapping[str, str] = {
    "better": "The person judged it better than the best first answer.",
    "same": "The person judged it as good as the best first answer.",
    "worse": "The person judged it worse than the best first answer.",
}
STOP: Mapping[str, str] = {
    "now": "Asked to stop",
    "after_round": "Asked to stop after the round",
    "with_answer": "Asked to stop with an answer",
}
_CLOSING = "”“’\"'»)"
"""Marks that close a quotation or a bracket, in which a sentence may have ended."""
LIMIT: Mapping[str, str] = {"cost": "cost", "dollars": "cost", "tokens": "tokens", "rounds": "rounds"}


def spelled(name: str) -> str:
    """Return a machine name in words, begun with a capital."""
    return name.replace("_", " ").strip().capitalize()


def percent(value: float, against: float | None = None) -> str:
    """Return a figure of a hundred as “72 %”, finer where it would look like its limit and is not."""
    for decimals in range(4):
        digits = f"{value:.{decimals}f}"
        if against is None or value == against or float(digits) != round(against, decimals):
            break
    return f"{digits} %"


def plain_number(value: float) -> str:
    """Return a figure with at most two decimals."""
    return f"{value:,.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:,.0f}"


def figure(measure: Measure, value: float, against: float | None = None) -> str:
    """Return a measure's figure with its unit."""
    return percent(value, against) if measure.unit == "%" else plain_number(value)


def dollars(cost: float) -> str:
    """Return a sum; the smaller it is, the finer it is told."""
    if cost == 0 or cost >= 0.1:
        return f"${cost:,.2f}"
    # Told as $0.0000 it would seem to be free.
    return "under $0.0001" if cost < 0.00005 else f"${cost:.4f}"


def price(cost: Cost) -> str:
    """Return what calls cost, with what is not known of it."""
    if cost.unpriced and not cost.dollars:
        return "unknown price"
    parts = [dollars(cost.dollars)]
    if cost.worst_case:
        parts.append(f"of it {dollars(cost.worst_case)} at worst")
    if cost.unpriced:
        parts.append(f"and {count(cost.unpriced, 'call')} of unknown price")
    return ", ".join(parts)


def tokens(number: int, cost: Cost) -> str:
    """Return tokens, marked where we counted them ourselves."""
    return f"≈ {number:,}" if cost.tokens_estimated else f"{number:,}"


def count(number: int, noun: str) -> str:
    """Return “1 round”, “3 rounds”."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def when(at: datetime) -> str:
    """Return a time to the minute, in UTC."""
    return f"{at.day} {at:%B} {at.year}, {at:%H:%M} UTC"


def ended(line: str) -> str:
    """Return a line that ends as a sentence does."""
    return line if line.rstrip(_CLOSING).endswith((".", "!", "?", "…", ":")) else f"{line}."


def listed(names: list[str]) -> str:
    """Return “a, b and c”."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def with_passages(taken: Sequence[str]) -> str:
    """Return “, with passages of “A” and “B””: sessions by their titles; empty for none."""
    return f", with passages of {listed([f'“{title}”' for title in taken])}" if taken else ""
