"""The words and figures of reports: machine values as a person would say them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.i18n import Message, format_number, ngettext, translate, words
from app.domain.money import sum_words
from app.domain.reply_repairs import listed, several_of
from app.projections.report import Cost, Measure

BY: Mapping[str, Message] = {
    "person": words("by the person"),
    "policy": words("by the gate policy, without asking"),
    "flag": words("unattended: nobody was to be asked in this run"),
    "file": words("by an answer prepared in a file"),
    "timeout": words("because the time to answer was over"),
    "agent": words("by an agent"),
}
STATUS: Mapping[str, Message] = {
    "changed": words("changed"),
    "minor": words("changed a little"),
    "held": words("unchanged"),
    "failed": words("no new text"),
    "skipped": words("left out"),
}
REPLY: Mapping[str, Message] = {
    "addressed": words("addressed"),
    "stands_by_it": words("stands by its text"),
    "no_reply": words("no reply"),
}
VERDICT: Mapping[str, Message] = {
    "accept": words("The person accepted it"),
    "dismiss": words("The person dismissed it"),
    "defer": words("The person deferred it"),
}
VERDICT_OF_AGENT: Mapping[str, Message] = {
    "accept": words("The agent {agent} accepted it"),
    "dismiss": words("The agent {agent} dismissed it"),
    "defer": words("The agent {agent} deferred it"),
}
COUNTED: Mapping[str, tuple[Message, Message]] = {
    "accept": (words("accepted {n} critique"), words("accepted {n} critiques")),
    "dismiss": (words("dismissed {n} critique"), words("dismissed {n} critiques")),
    "defer": (words("deferred {n} critique"), words("deferred {n} critiques")),
}
RATED: Mapping[str, Message] = {"good": words("good"), "poor": words("poor")}
"""What a person finds of a member's answer."""
SEVERITIES: Mapping[str, Message] = {
    "low": words("low"),
    "medium": words("medium"),
    "high": words("high"),
}
CHOICE: Mapping[str, Message] = {
    "refined": words("the revised answer"),
    "previous": words("the previous answer"),
    "edit": words("a text of its own"),
}
STATE: Mapping[str, Message] = {
    "finished": words("Finished"),
    "failed": words("Ended by an error, without a final answer,"),
    "stopped": words("Stopped without a final answer"),
    "paused": words("Paused"),
    "waiting": words("Waiting for a decision"),
    "running": words("Still running"),
    "interrupted": words("Interrupted"),
}
WITHOUT_ANSWERS: Mapping[str, Message] = {"failed": words("Ended by an error"), "stopped": words("Stopped")}
"""The same where a session never ends with a final answer."""
JUDGED: Mapping[str, Message] = {
    "better": words("The person judged it better than the best first answer."),
    "same": words("The person judged it as good as the best first answer."),
    "worse": words("The person judged it worse than the best first answer."),
}
STOP: Mapping[str, Message] = {
    "now": words("Asked to stop"),
    "after_round": words("Asked to stop after the round"),
    "with_answer": words("Asked to stop with an answer"),
}
_CLOSING = "”“’\"'»)"
"""Marks that close a quotation or a bracket, in which a sentence may have ended."""
LIMIT: Mapping[str, Message] = {
    "cost": words("cost"),
    "dollars": words("cost"),
    "tokens": words("tokens"),
    "rounds": words("rounds"),
}


def spelled(name: str) -> str:
    """Return a machine name in words, begun with a capital."""
    return name.replace("_", " ").strip().capitalize()


def percent(value: float, against: float | None = None) -> str:
    """Return a figure of a hundred as “72 %”, finer where it would look like its limit and is not."""
    for decimals in range(4):
        digits = f"{value:.{decimals}f}"
        if against is None or value == against or float(digits) != round(against, decimals):
            break
    return f"{format_number(digits)} %"


def plain_number(value: float) -> str:
    """Return a figure with at most two decimals."""
    return format_number(f"{value:,.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:,.0f}")


def figure(measure: Measure, value: float, against: float | None = None) -> str:
    """Return a measure's figure with its unit."""
    return percent(value, against) if measure.unit == "%" else plain_number(value)


def dollars(cost: float) -> str:
    """Return a sum."""
    return str(sum_words(cost))


def price(cost: Cost) -> str:
    """Return what calls cost, with what is not known of it."""
    parts = [str(cost.price)]
    if cost.unpriced and cost.dollars:
        parts.append(ngettext(cost.unpriced, "{n} call of unknown cost", "{n} calls of unknown cost"))
    return ", ".join(parts)


def tokens(number: int, cost: Cost) -> str:
    """Return tokens, marked where we counted them ourselves."""
    return f"≈ {format_number(f'{number:,}')}" if cost.tokens_estimated else format_number(f"{number:,}")


def rounds(number: int, noun: Message) -> str:
    """Return “1 round”, “3 rounds”, in the workflow's word for them."""
    return f"{format_number(f'{number:,}')} {noun if number == 1 else several_of(noun)}"


def times(number: int) -> str:
    """Return “3 times”."""
    return ngettext(number, "{n} time", "{n} times")


def ended(line: str) -> str:
    """Return a line that ends as a sentence does."""
    return line if line.rstrip(_CLOSING).endswith((".", "!", "?", "…", ":")) else f"{line}."


def with_passages(taken: Sequence[str]) -> str:
    """Return “, with passages of “A” and “B””: sessions by their titles; empty for none."""
    if not taken:
        return ""
    return translate(", with passages of {titles}", titles=listed([f"“{title}”" for title in taken]))
