"""What an interruption's gate says in lines of text, and data that would answer it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from app.domain.canonical import JsonValue
from app.domain.i18n import Words, words

Payload = Mapping[str, JsonValue]
EXAMPLE_MODEL = "openai/gpt-4o-mini"


def items_of(payload: Payload) -> list[Mapping[str, JsonValue]]:
    """Return the items of an interruption."""
    items = payload.get("items")
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def failure_lines(payload: Payload) -> Sequence[Words]:
    """Return who did not answer and why, what helps, and who could sit out."""
    return tuple(_failures(payload))


def _failures(payload: Payload) -> Iterator[Words]:
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
        told = message.rstrip(".") or "no answer came"
        often = words(", tried {n} times", n=tries) if tries > 1 else ""
        yield words("{who}: {why}{often}.", who=", ".join(who), why=told, often=often)
        if hint:
            yield words("  {hint}", hint=hint)
    allowed, most = payload.get("may_sit_out"), payload.get("most_absent")
    may = [str(seat) for seat in allowed] if isinstance(allowed, list) else []
    if may and isinstance(most, int) and most > 0:
        who_may = ", ".join(may)
        if most < len(may):
            yield words("Of {who}, {n} may sit out this round.", who=who_may, n=most)
        else:
            yield words("May sit out this round: {who}.", who=who_may)
    if items:
        yield words("What the others answered is kept.")


def failure_example(payload: Payload, verb: str) -> Mapping[str, JsonValue]:
    """Return another model for every seat that failed, or nobody in it where it may sit out."""
    if verb != "fallback":
        return {}
    allowed = payload.get("may_sit_out")
    may = {str(seat) for seat in allowed} if isinstance(allowed, list) else set()
    most = payload.get("most_absent")
    left = most if isinstance(most, int) else len(may)
    replace: dict[str, JsonValue] = {}
    for seat in dict.fromkeys(str(item.get("seat")) for item in items_of(payload)):
        sits_out = seat in may and left > 0
        left -= 1 if sits_out else 0
        replace[seat] = None if sits_out else EXAMPLE_MODEL
    return {"replace": replace}


def uncertain_lines(payload: Payload) -> Sequence[Words]:
    """Return which calls nobody knows the end of, what had arrived, and what asking again may cost."""
    return tuple(_uncertain(item) for item in items_of(payload))


def _uncertain(item: Mapping[str, JsonValue]) -> Words:
    cost = item.get("cost")
    again = words("${cost:.2f}", cost=cost) if isinstance(cost, int | float) else words("an unknown price")
    key, who = str(item.get("key", "")), str(item.get("seat", ""))
    if "stored" in item:
        return words(
            "{who} ({key}): answered in full; the program has changed since, and would ask in other words, "
            "for up to {again}.",
            who=who,
            key=key,
            again=again,
        )
    arrived = len(str(item.get("partial") or ""))
    return words(
        "{who} ({key}): it is not known whether this call was finished; {n} characters arrived. "
        "Asking again may cost {again}.",
        who=who,
        key=key,
        n=arrived,
        again=again,
    )


def budget_lines(payload: Payload) -> Sequence[Words]:
    """Return what is spent of which limit, and what the next call may take."""
    found = items_of(payload)[:1]
    return tuple(_budget(item) for item in found)


def _budget(item: Mapping[str, JsonValue]) -> Words:
    spent, limit, needs = (
        value if isinstance(value, int | float) else 0
        for value in (item.get(name) for name in ("spent", "limit", "needs"))
    )
    if item.get("unit") == "tokens":
        return words(
            "{spent:,} of {limit:,} tokens are used; the next call may take up to {needs:,}.",
            spent=spent,
            limit=limit,
            needs=needs,
        )
    return words(
        "${spent:.2f} of ${limit:.2f} are spent; the next call may cost up to ${needs:.2f}.",
        spent=spent,
        limit=limit,
        needs=needs,
    )


def budget_example(payload: Payload, verb: str) -> Mapping[str, JsonValue]:
    """Return twice the limit in force."""
    if verb != "raise":
        return {}
    found = items_of(payload)
    limit = found[0].get("limit") if found else None
    return {"limit": 2 * limit if isinstance(limit, int | float) and limit else 1.0}


def context_lines(payload: Payload) -> Sequence[Words]:
    """Return what does not fit where."""
    return tuple(
        words(
            "{who}: the history no longer fits the model. Only reflections can be carried on, or a summary.",
            who=str(item.get("seat", "")),
        )
        for item in items_of(payload)[:1]
    )
