"""What was done to a model's reply so that it could be read, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from app.domain.i18n import Message, enumerated, translate, words

if TYPE_CHECKING:
    # For start-up cost: the window's own words are among those who import this.
    from app.domain.facts import ReplyMended

Mend = Literal[
    "thoughts",
    "fence",
    "around",
    "several",
    "list",
    "envelope",
    "names",
    "string",
    "quotes",
    "commas",
    "comments",
    "python",
    "line_breaks",
    "slips",
    "cut",
    "values",
    "left_out",
    "not_given",
    "unknown",
    "twice",
    "too_many",
    "passed_over",
    "outline",
    "tags",
    "prose",
    "readable",
    "asked_again",
    "calls",
    "tool_names",
    "no_reason",
    "read_less",
    "end_unseen",
    "pictures_unseen",
    "pictures_unknown",
    "cut_used",
    "form_words",
]
_MOST_SPANS = 6
"""Spans of rounds that are named one by one; of more their number is told."""

_WORDS: dict[str, Message] = {
    "thoughts": words("its thoughts were left out"),
    "fence": words("read out of a code fence"),
    "around": words("words around the answer were left out"),
    "several": words("of several answers the last was read"),
    "list": words("it came as a list"),
    "envelope": words("it was wrapped in another object"),
    "names": words("fields had other names"),
    "string": words("it was JSON within a text"),
    "quotes": words("repaired: quotation marks"),
    "commas": words("repaired: a comma too many"),
    "comments": words("comments were left out"),
    "python": words("repaired: Python words in place of JSON’s"),
    "line_breaks": words("repaired: line breaks within a text"),
    "slips": words("repaired: slips in its JSON, such as a missing bracket or comma"),
    "cut": words("it broke off: what was whole was read"),
    "values": words("figures or words were given in another form"),
    "left_out": words("parts that could not be read were left out"),
    "not_given": words("figures or words outside what was asked for count as not given"),
    "unknown": words("it named what it was not shown; that was left out"),
    "twice": words("it said different things of one and the same; none of them counts"),
    "too_many": words("it said more than was asked for; the rest was left out"),
    "passed_over": words("it said nothing of some of what it was asked about"),
    "outline": words("read from its headings and lines, for it was no JSON"),
    "tags": words("read from its tags, for it was no JSON"),
    "prose": words("its text was used as it stands"),
    "readable": words("it had no known form and was put into words"),
    "asked_again": words("it was asked a second time, for the first reply could not be read"),
    "calls": words("its tool calls were read out of its text"),
    "tool_names": words("tools had their names written another way"),
    "cut_used": words("it was cut off before its end and is used as it is"),
    "form_words": words("it gave back words of the form; they count as nothing said"),
    "no_reason": words("the server did not say why it ended"),
    "end_unseen": words("carried by litellm: nobody saw whether the server said that it was whole"),
    "pictures_unseen": words("it was told of the pictures and not shown them"),
    "pictures_unknown": words("it is not known whether it saw the pictures: too few tokens were counted"),
    "read_less": words("the server read far less than it was sent: the model's window is too small"),
}


def mended(how: Iterable[str]) -> str:
    """Return what was done in one line, for reports and logs."""
    return "; ".join(str(one) for one in mend_words(how))


def mend_words(how: Iterable[str]) -> list[Message]:
    """Return what was done in words; what a later version may have written is passed over."""
    return [_WORDS[one] for one in dict.fromkeys(how) if one in _WORDS]


def mended_lines(
    found: Iterable[tuple[int, ReplyMended]], noun: Message, purpose: Callable[[str], str]
) -> list[tuple[str, str]]:
    """Return what was done to replies, as (seat, line): the same once, with all its rounds.

    `noun` is the workflow's word for a round in a sentence; `purpose` says what a call was for.
    """
    rounds: dict[tuple[str, str, str], dict[int, None]] = {}
    for number, fact in found:
        if summary := mended(fact.how):
            rounds.setdefault((fact.seat, purpose(fact.purpose), summary), {})[number] = None
    return [
        (seat, f"{doing} ({_where(sorted(numbers), noun)}): {summary}")
        for (seat, doing, summary), numbers in rounds.items()
    ]


def _where(numbers: list[int], word: Message) -> str:
    """Return “round 1”, “rounds 1–3 and 5”, “before the first round”."""
    noun, plural = str(word), several_of(word)
    spans = list(_spans([number for number in numbers if number]))
    if not spans:
        return translate("before the first {noun}", noun=noun)
    before = translate("before the first {noun} and in ", noun=noun) if not numbers[0] else ""
    if len(spans) > _MOST_SPANS:
        many = sum(last - first + 1 for first, last in spans)
        return before + translate(
            "{n} {nouns} between {first} and {last}",
            n=f"{many:,}",
            nouns=plural,
            first=spans[0][0],
            last=spans[-1][1],
        )
    named_spans = [str(first) if first == last else f"{first}–{last}" for first, last in spans]
    several = len(spans) > 1 or spans[0][0] != spans[0][1]
    return f"{before}{plural if several else noun} {listed(named_spans)}"


_SEVERAL = (words("rounds"), words("cycles"), words("iterations"))
"""What several rounds are called in workflows: for translators."""


def several_of(noun: Message) -> str:
    """Return what several of what a workflow calls a round are called: “rounds”."""
    return str(Message(f"{noun.source}s"))


def listed(names: Sequence[str]) -> str:
    """Return “a, b and c”."""
    return str(enumerated(names))


def _spans(numbers: list[int]) -> Iterator[tuple[int, int]]:
    first = last = 0
    for number in numbers:
        if first and number == last + 1:
            last = number
            continue
        if first:
            yield first, last
        first = last = number
    if first:
        yield first, last
