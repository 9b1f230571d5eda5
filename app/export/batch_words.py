"""How figures of a batch's report are written: shares, points, money, and tables of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.i18n import Message, format_number, ngettext, translate, words
from app.domain.money import cost_words
from app.export.html_text import plain
from app.export.plots import percent
from app.projections.evaluation import Outcome, TeamWorth
from app.projections.grading import Way
from app.projections.intervals import Share

STATES: Mapping[str, Message] = {
    "not begun": words("not begun"),
    "elsewhere": words("in another process"),
    "running": words("running"),
    "waiting": words("waiting"),
    "paused": words("paused"),
    "stopped": words("stopped"),
    "interrupted": words("interrupted"),
    "failed": words("failed", "batch"),
    "finished": words("finished", "batch"),
    "unreadable": words("unreadable"),
    "set aside": words("set aside"),
}
NOTHING = "–"
SHORT = 10
"""Signs of a session's id: no two of a batch share them."""
KNOWN: Mapping[bool | None, Message] = {True: words("right"), False: words("wrong"), None: words("unknown")}
WAYS: Mapping[Way, Message] = {
    "number": words("a number"),
    "words": words("words"),
    "date": words("a date"),
    "time": words("a time of day"),
    "list": words("a list"),
    "choice": words("a choice"),
    "yes or no": words("yes or no"),
    "decade": words("a decade"),
    "ratio": words("a ratio"),
    "formula": words("a formula"),
    "pattern": words("a pattern"),
    "no rule": words("a test that no rule here knows"),
}
"""How results were held against what is expected."""


def verdict(one: Outcome) -> Message:
    """Return whether a result is right, in a word or two."""
    return words("partly right") if one.partly else KNOWN[one.result]


def result_said(one: Outcome) -> str:
    """Return the same in the language that is spoken."""
    return str(verdict(one))


def states_text(states: Mapping[str, int]) -> str:
    """Return how many sessions stand how."""
    return ", ".join(
        f"{format_number(f'{count:,}')} {STATES.get(state, state)}" for state, count in states.items()
    )


def number(value: int) -> str:
    """Return a count as the language that is spoken has it."""
    return format_number(f"{value:,}")


def share_text(share: Share) -> str:
    """Return a share with its interval: “67% (21% to 94%)”."""
    value, low, high = map(percent, (share.value, share.low, share.high))
    return translate("{share} ({low} to {high})", share=value, low=low, high=high)


def share_of(share: Share) -> str:
    """Return a share with its interval and of how many it is; a dash where there are none."""
    if not share.of:
        return NOTHING
    return translate("{share} of {n}", share=share_text(share), n=f"{share.of:,}")


def points_text(share: Share) -> str:
    """Return a difference with its sign and its interval: “+12 points (−3 to +20)”."""
    value, low, high = (_signed(one) for one in (share.value, share.low, share.high))
    return translate("{n} points ({low} to {high})", n=value, low=low, high=high)


def points_of(share: Share) -> str:
    """Return a difference with its interval and the questions it is of; a dash where there are none."""
    if not share.of:
        return NOTHING
    return translate("{points} of {n}", points=points_text(share), n=questions(share.questions))


def questions(count: int) -> str:
    """Return “3 questions”."""
    return ngettext(count, "{n} question", "{n} questions")


def _signed(value: float) -> str:
    whole = round(value * 100)
    return f"{whole:+d}".replace("-", "−") if whole else "0"


def part(count: float, all_of: int, *, of: bool = True) -> str:
    """Return a share, with how many of how many; a dash where there were none."""
    if not all_of:
        return NOTHING
    share = percent(count / all_of)
    return (
        translate("{share} ({n} of {all})", share=share, n=f"{count:,}", all=f"{all_of:,}") if of else share
    )


def money(cost: float | None, known: float = 0.0, uncertain: float = 0.0) -> str:
    """Return what something cost, as `cost_words` says it."""
    return str(cost_words(cost, known, uncertain))


def tokens(count: int, cached: int) -> str:
    """Return tokens, with how many of them a cache gave."""
    of_which = translate(", of which {n} cached", n=f"{cached:,}") if cached else ""
    return f"{format_number(f'{count:,}')}{of_which}"


def price_of_right(team: TeamWorth) -> str:
    """Return what a right result cost."""
    if not team.accuracy.of:
        return NOTHING
    return money(team.cost_per_right) if team.right else translate("none was right")


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, wide: bool = False) -> str:
    """Return a table as HTML; `wide`: the first column needs room, and the last may break anywhere."""
    kind = "table wide" if wide else "table"
    top = "".join(f"<th>{plain(cell)}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{plain(cell)}</td>' for cell in row)}</tr>\n" for row in rows)
    return f'<div class="{kind}"><table><thead><tr>{top}</tr></thead>\n<tbody>\n{lines}</tbody></table></div>'


def section(title: str, body: str) -> str:
    """Return a part of the page under its heading; nothing where it is empty."""
    return f"<h2>{plain(title)}</h2>\n{body}" if body else ""


def items(lines: Sequence[str]) -> str:
    """Return lines of HTML as a list."""
    told = "".join(f"<li>{line}</li>\n" for line in lines)
    return f"<ul>\n{told}</ul>" if lines else ""
