"""What an interruption's gate says, in the bar and in lines of text, and data that would answer it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from app.domain.canonical import JsonValue
from app.domain.cut_ways import cut_ways, used_up, way_lines
from app.domain.excerpt import cut
from app.domain.gates import GatePlace
from app.domain.i18n import Message, enumerated, format_number, words
from app.domain.message_lookup import read_clause, read_sentence
from app.domain.money import UNKNOWN, cost_words, limit_words, sum_words
from app.domain.payload import Payload, amount_of, items_of, number_of, texts_of, verbs_of
from app.domain.tool_gate import tool_lines

_EXAMPLE_MODEL = "openai/gpt-4o-mini"


def may_sit_out(payload: Payload) -> tuple[frozenset[str], int]:
    """Return which failing seats the session can do without, and how many of them at most."""
    seats, most = frozenset(texts_of(payload, "may_sit_out")), payload.get("most_absent")
    most = most if isinstance(most, int) else len(seats)
    return (seats, most) if most > 0 else (frozenset(), 0)


# --- failure --------------------------------------------------------------------------------------


def failure_headline(payload: Payload, wording: GatePlace) -> Message:
    """Return who did not answer, or what else a workflow says where calls of this purpose fail."""
    items = items_of(payload)
    names = enumerated(wording.who(str(item["seat"])) for item in items)
    missing = _missing(items, wording)
    if missing is not None:
        return missing[0].filled(names=names)
    if all((item.get("cut") or item.get("reason") == "truncated") and item.get("partial") for item in items):
        one, several = words("{names}'s answer is cut off."), words("The answers of {names} are cut off.")
        return (several if len(items) > 1 else one).filled(names=names)
    if items and all(item.get("whole") for item in items):
        return words("{names} answered, and the answer says nothing.", names=names)
    return words("{names} did not answer.", names=names)


def failure_brief(payload: Payload, wording: GatePlace) -> Sequence[Message]:
    """Return the cause of each failure, and what going on without leaves out where a workflow says so."""
    items = items_of(payload)
    missing = _missing(items, wording)
    if len(items) == 1:
        # Who it is stands before it.
        causes: list[Message] = [_why(items[0])]
    else:
        who = (wording.who(str(item["seat"])) for item in items[:4])
        causes = [_of(one, _why(item)) for one, item in zip(who, items, strict=False)]
    came = any(item.get("partial") for item in items)
    kept = words("What came is kept.") if came else words("What finished is kept.")
    return [*causes, missing[1] if missing is not None else kept]


def _missing(items: Sequence[Mapping[str, JsonValue]], wording: GatePlace) -> tuple[Message, Message] | None:
    purposes = {str(item.get("purpose")) for item in items}
    return wording.missing.get(purposes.pop()) if len(purposes) == 1 else None


def _why(item: Mapping[str, JsonValue]) -> Message:
    message, tries = str(item.get("message", "")), item.get("tries", 1)
    what, hint = read_clause(cut(message, 160)), cut(str(item.get("hint") or ""), 400)
    if cut_ways(item):
        # The buttons beside it say what can be done, and each of them may have been tried.
        return used_up(message) or words("{what}.", what=what)
    sentence = words("{what}.", what=what) if tries == 1 else words("{what}, tried {n}×.", what=what, n=tries)
    return words("{told} {hint}", told=sentence, hint=read_sentence(hint)) if hint else sentence


def failure_lines(payload: Payload) -> Iterator[Message]:
    """Yield who did not answer and why, what helps, and who could sit out."""
    items = items_of(payload)
    # Members of one provider fail for one reason: said once.
    seats: dict[tuple[str, str, int], list[str]] = {}
    for item in items:
        tries = item.get("tries")
        why = (str(item.get("message", "")).strip(), str(item.get("hint", "")).strip())
        who = seats.setdefault((*why, tries if isinstance(tries, int) else 1), [])
        if str(item.get("seat")) not in who:
            who.append(str(item.get("seat")))
    for (message, hint, tries), who in seats.items():
        cause = read_clause(message) if message else words("no answer came")
        often = words(", tried {n} times", n=tries) if tries > 1 else ""
        yield words("{who}: {why}{often}.", who=", ".join(who), why=cause, often=often)
        if hint:
            yield words("  {hint}", hint=read_sentence(hint))
    yield from way_lines(payload)
    yield from _sitting_out(payload)
    if items:
        yield words("What the others answered is kept.")


def _sitting_out(payload: Payload) -> Iterator[Message]:
    """Yield who could sit out this round."""
    may, most = texts_of(payload, "may_sit_out"), number_of(payload, "most_absent")
    if may and most > 0:
        who_may = enumerated(may)
        if most < len(may):
            yield words("Of {who}, {n} may sit out this round.", who=who_may, n=most)
        else:
            yield words("May sit out this round: {who}.", who=who_may)


def failure_example(payload: Payload) -> Mapping[str, JsonValue]:
    """Return another model for every seat that failed, or nobody in it where it may sit out."""
    may, left = may_sit_out(payload)
    replace: dict[str, JsonValue] = {}
    for seat in dict.fromkeys(str(item.get("seat")) for item in items_of(payload)):
        sits_out = seat in may and left > 0
        left -= 1 if sits_out else 0
        replace[seat] = None if sits_out else _EXAMPLE_MODEL
    return {"replace": replace}


# --- uncertain ------------------------------------------------------------------------------------


def uncertain_headline(payload: Payload, wording: GatePlace) -> Message:
    """Return of how many calls it is not known whether they were finished."""
    items = items_of(payload)
    calls, stored = len(items), sum("use_stored" in verbs_of(item) for item in items)
    if calls == stored and any(_changed(item) for item in items):
        return (
            words("{n} saved answer is to another question than is asked now.", n=stored)
            if stored == 1
            else words("{n} saved answers are to other questions than are asked now.", n=stored)
        )
    if calls == stored:
        return (
            words("{n} saved answer comes from an older version.", n=stored)
            if stored == 1
            else words("{n} saved answers come from an older version.", n=stored)
        )
    if calls - stored == 1:
        return words("1 call was cut off.")
    return words("{n} calls were cut off.", n=calls - stored)


def uncertain_brief(payload: Payload, wording: GatePlace) -> Sequence[Message]:
    """Return what is there of each call, and what asking again may cost."""
    return [
        _there(item, wording.who(str(item["seat"])), wording.doing(str(item.get("purpose", ""))))
        for item in items_of(payload)[:4]
    ]


def _there(item: Mapping[str, JsonValue], who: str, what: object) -> Message:
    if item.get("tool"):
        return words(
            "{who}: it is not known whether {server}/{tool} was run; once more may be once too often.",
            who=who,
            server=cut(str(item.get("server")), 60),
            tool=cut(str(item["tool"]), 60),
        )
    price = limit_words(amount_of(item, "cost"))
    if "use_stored" in verbs_of(item) and _changed(item):
        return words(
            "{who} ({what}): this session was changed from outside; the saved answer may not fit it any "
            "more; asking again: {cost}.",
            who=who,
            what=what,
            cost=price,
        )
    if "use_stored" in verbs_of(item):
        return words(
            "{who} ({what}): the whole answer is saved; asking again in the new wording: {cost}.",
            who=who,
            what=what,
            cost=price,
        )
    arrived = len(str(item.get("partial") or ""))
    got = words("nothing arrived")
    if arrived:
        n = f"{arrived:,}"
        got = words("{n} character arrived", n=n) if arrived == 1 else words("{n} characters arrived", n=n)
    return words("{who} ({what}): {got}; asking again: {cost}.", who=who, what=what, got=got, cost=price)


def _changed(item: Mapping[str, JsonValue]) -> bool:
    """Tell whether a saved answer is to another question because its session was changed from outside."""
    return item.get("older") is False


def uncertain_lines(payload: Payload) -> Iterator[Message]:
    """Yield the same under the keys by which calls are answered; of a tool all that a person should know."""
    for item in items_of(payload):
        who, key = str(item.get("seat", "")), str(item.get("key", ""))
        yield _there(item, f"{who} ({key})" if item.get("tool") else who, key)
        yield from (words("  {line}", line=line) for line in tool_lines(item))


# --- what does not fit the model ------------------------------------------------------------------


def context_headline(payload: Payload, wording: GatePlace) -> Message:
    """Return whose question, or whose history, is too long."""
    items = items_of(payload)
    names = enumerated(wording.who(str(item["seat"])) for item in items)
    if any("tried" in item for item in items):
        return words("The history no longer fits the model.")
    if len(items) > 1:
        return words("What {names} are asked does not fit their models.", names=names)
    return words("What {names} is asked does not fit the model.", names=names)


def context_brief(payload: Payload, wording: GatePlace) -> Sequence[Message]:
    """Return how much each question needs and how much its model takes in; of a history, nothing."""
    items = [item for item in items_of(payload) if "tried" not in item]
    if len(items) == 1:
        # Who it is stands before it.
        return [_too_long(items[0])]
    return [_of(wording.who(str(item["seat"])), _too_long(item)) for item in items[:4]]


def context_lines(payload: Payload) -> Iterator[Message]:
    """Yield how much each needs, what helps, and who could sit out."""
    items = items_of(payload)
    for item in items:
        who = str(item.get("seat", ""))
        if "tried" in item:
            yield words(
                "{seat}: the history no longer fits the model. Only reflections can be carried on, or a "
                "summary.",
                seat=who,
            )
            return
        yield _of(who, _too_long(item))
    hints = dict.fromkeys(str(item.get("hint") or "") for item in items)
    yield from (words("  {hint}", hint=read_sentence(hint)) for hint in hints if hint)
    yield from _sitting_out(payload)


def _of(who: str, said: Message) -> Message:
    return words("{who}: {said}", who=who, said=said)


def _too_long(item: Mapping[str, JsonValue]) -> Message:
    needs, limit = item.get("needs"), item.get("limit")
    if not isinstance(needs, int) or not isinstance(limit, int):
        return words("{what}.", what=read_clause(cut(str(item.get("message", "")), 160)))
    return words(
        "About {needs} tokens are to be read, and the model takes in {limit} with the answer.",
        needs=format_number(f"{needs:,}"),
        limit=format_number(f"{limit:,}"),
    )


# --- limits ---------------------------------------------------------------------------------------


class ReachedLimit(NamedTuple):
    """A limit that stands in the way: what is spent of it, and what the next call needs."""

    limit: float
    spent: float
    needs: float
    tokens: bool
    """In tokens; else in dollars."""


def limit_of(payload: Payload) -> ReachedLimit:
    """Return the limit that a gate asks about; what is not known of it counts as nothing."""
    item = next(iter(items_of(payload)), {})
    limit, spent, needs = (amount_of(item, name) or 0 for name in ("limit", "spent", "needs"))
    return ReachedLimit(limit, spent, needs, item.get("unit") == "tokens")


def budget_headline(payload: Payload, wording: GatePlace) -> Message:
    """Return which limit the next call would pass, or which is reached."""
    reached = limit_of(payload)
    if reached.spent >= reached.limit:
        return words("The token limit is reached.") if reached.tokens else words("The cost limit is reached.")
    if reached.tokens:
        return words("The next call could pass the token limit.")
    return words("The next call could pass the cost limit.")


def budget_brief(payload: Payload, wording: GatePlace | None = None) -> Sequence[Message]:
    """Return what is used of it, and what the next call may take."""
    item = next(iter(items_of(payload)), {})
    who = _who_is_next(item, wording)
    if item.get("unit") == "tokens":
        figures = {name: f"{item.get(name) or 0:,}" for name in ("spent", "limit", "needs")}
        return [words("{spent} of {limit} tokens used; {who} may take up to {needs}.", who=who, **figures)]
    values = {name: amount_of(item, name) for name in ("limit", "needs")}
    sums = {name: UNKNOWN if value is None else sum_words(value) for name, value in values.items()}
    sums["spent"] = _spent_of(payload) if item.get("spent") is not None else UNKNOWN
    return [words("{spent} of {limit} spent; {who} may cost up to {needs}.", who=who, **sums)]


def _spent_of(payload: Payload) -> Message:
    """Return what was spent, and apart from it what calls may have cost whose end nobody knows."""
    item = next(iter(items_of(payload)), {})
    spent, unsure = limit_of(payload).spent, float(amount_of(item, "uncertain") or 0)
    return cost_words(spent - unsure, spent - unsure, unsure) if unsure else sum_words(spent)


def _who_is_next(item: Mapping[str, JsonValue], wording: GatePlace | None) -> Message:
    """Return whose call would pass a limit, and what it is for."""
    # A key begins with its purpose.
    purpose, seat = str(item.get("key", "")).partition("/")[0], str(item.get("seat") or "")
    if wording is None or not purpose or not seat:
        return words("the next call")
    return words("{who} ({what})", who=wording.who(seat), what=wording.doing(purpose))


def budget_lines(payload: Payload) -> Sequence[Message]:
    """Return the same where nobody's names are known."""
    return budget_brief(payload) if items_of(payload) else ()


def budget_example(payload: Payload) -> Mapping[str, JsonValue]:
    """Return twice the limit in force, or as much as the next call may take where that is more."""
    limit, spent, needs, _tokens = limit_of(payload)
    return {"limit": max(2 * limit, spent + needs) or 1.0}
