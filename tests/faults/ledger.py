"""A server whose every answer names the request it belongs to, and what a journal must say of them.

An answer is marked with its seat and its number among all requests, and so are its counts of tokens. What a
journal holds can then be compared with what was really asked and said: word by word, and once each.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.domain.fact_base import Record
from app.gateway.host.textcalls import NATIVELY
from tests.faults import panel
from tests.faults.server import Act, Asked
from tests.faults.speaking import Said, events

IN, OUT = 100, 300
"""Tokens that request 0 is said to have used; each further one uses one more."""
GAP = 0.04
"""Seconds between two pieces of an answer."""
PRICE_IN, PRICE_OUT = 1e-6, 2e-6
"""Dollars per token of the seats of `debating.panel`."""
_MARK = re.compile(r"\b([a-z]+)-q(\d+)q")
_ENDS = frozenset({"call_completed", "call_failed", "call_interrupted", "call_cancelled"})
Messages = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Entry:
    """One request as the server saw it, and what it said."""

    number: int
    asked: Asked
    text: str

    @property
    def messages(self) -> Messages:
        """What was asked, as roles and texts; without what a server may be told of tools besides."""
        return tuple(
            (str(m["role"]), str(m.get("content") or "").partition(f"\n\n{NATIVELY}")[0])
            for m in self.asked.json["messages"]
        )


@dataclass
class Ledger:
    """The script of a server: answers each request in words of its own, and writes them down."""

    entries: list[Entry] = field(default_factory=list)
    gap: float = GAP

    def __call__(self, asked: Asked) -> Act:
        """Answer one request."""
        number = len(self.entries)
        mark = f"{asked.model}-q{number}q"
        plain = Said(tokens_in=IN + number, tokens_out=OUT + number, pieces=10)
        tools = asked.json.get("tools")
        if tools and asked.json["messages"][-1]["role"] != "tool":
            note = {"key": f"note-{number}", "value": mark}
            answer = replace(plain, text=f"I keep a note, {mark}.", tools=(("write", note),))
        elif tools:
            answer = replace(plain, text=f"Reflection {mark}: the limpets came back before the crabs did.")
        else:
            answer = replace(plain, text=panel.answer(asked.prompt, mark))
        self.entries.append(Entry(number, asked, answer.text))
        return Act(events(asked.dialect, answer), gap=self.gap)


@dataclass
class Account:
    """What was found in one finished journal."""

    completed: int = 0
    requests: int = 0
    again: int = 0
    """Calls that were asked again because somebody decided so."""
    whole_and_asked_again: int = 0
    """Answers that were on their way, whole, when the process died, and were never written down."""
    wrong: list[str] = field(default_factory=list)


def account_for(records: Sequence[Record], ledger: Sequence[Entry], cost: float) -> Account:
    """Compare a finished journal, and the cost that is shown, with what the server saw."""
    found = Account(requests=len(ledger))
    bodies: dict[int, dict[str, Any]] = {record.seq: dict(record.body()) for record in records}
    asked = {record.seq: bodies[record.seq] for record in records if record.type == "call_asked"}
    found.wrong += _each_key_by_decision_only(records, bodies, found)
    booked = 0.0
    answered: dict[int, int] = {}
    for record in records:
        if record.type not in _ENDS:
            continue
        body = bodies[record.seq]
        call = asked[body["asked"]]
        booked += _booked(record.type, body, call)
        if record.type == "call_completed":
            found.completed += 1
            found.wrong += _in_its_place(body, call, ledger, answered)
    if abs(booked - cost) > 1e-9:
        found.wrong.append(f"the session is said to cost {cost}, its calls come to {booked}")
    found.wrong += _as_often_as_told(asked.values(), ledger)
    found.wrong += _not_asked_after(answered, ledger, found)
    found.wrong += _texts_of_their_seats(records, bodies)
    return found


def _key(record: Record, body: Mapping[str, Any]) -> str:
    return f"{record.entry}/{body['purpose']}/{body['seat']}/{body['part']}"


def _each_key_by_decision_only(
    records: Sequence[Record], bodies: Mapping[int, dict[str, Any]], found: Account
) -> list[str]:
    """A call is asked again only if it never left, or was cut off and somebody decided to."""
    wrong = []
    keys: dict[int, str] = {}
    history: dict[str, list[str]] = defaultdict(list)
    for record in records:
        body = bodies[record.seq]
        if record.type == "call_asked":
            key = keys[record.seq] = _key(record, body)
            last = history[key][-2:]
            unsent = last[-1:] == ["unsent"]
            decided = last in (["interrupted", "ask_again"], ["died", "ask_again"])
            if last and not (unsent or decided):
                wrong.append(f"{key} was asked again after {last}")
            found.again += decided
            history[key].append("asked")
        elif record.type in _ENDS:
            died = record.type == "call_failed" and body["kind"] == "host_died"
            step = "unsent" if died and not body["sent"] else "died" if died else record.type[5:]
            history[keys[body["asked"]]].append(step)
        elif record.type == "call_resolved":
            history[keys[body["asked"]]].append(str(body["verb"]))
    wrong += [f"{key} ended as {steps}" for key, steps in history.items() if steps[-1] != "completed"]
    wrong += [f"{key} has two answers" for key, steps in history.items() if steps.count("completed") > 1]
    return wrong


def _in_its_place(
    body: Mapping[str, Any], call: Mapping[str, Any], ledger: Sequence[Entry], answered: dict[int, int]
) -> list[str]:
    """An answer is the whole of what was said to this very request, and of no other."""
    name = f"{call['purpose']} of {call['seat']}"
    number = body["usage"]["tokens_in"] - IN
    if not 0 <= number < len(ledger):
        return [f"{name}: no request has its count of tokens"]
    entry = ledger[number]
    wrong = []
    if number in answered:
        wrong.append(f"{name}: the answer to request {number} stands twice")
    answered[number] = body["asked"]
    if body["text"] != entry.text:
        wrong.append(f"{name}: the text is not what was said to request {number}")
    if call["model"].rpartition("/")[2] != entry.asked.model:
        wrong.append(f"{name}: answered by {entry.asked.model}")
    if _messages(call) != entry.messages:
        wrong.append(f"{name}: request {number} asked something else")
    cost = (IN + number) * PRICE_IN + (OUT + number) * PRICE_OUT
    usage = body["usage"]
    if usage["tokens_out"] != OUT + number or abs(usage["cost"] - cost) > 1e-9:
        wrong.append(f"{name}: booked as {usage}")
    return wrong


def _messages(call: Mapping[str, Any]) -> Messages:
    return tuple((str(m["role"]), str(m["text"])) for m in call["messages"])


def _booked(kind: str, body: Mapping[str, Any], call: Mapping[str, Any]) -> float:
    """What a call costs: what was used, or its reserve where nobody knows."""
    if body.get("usage"):
        return float(body["usage"]["cost"])
    unknown = kind == "call_interrupted" or (kind != "call_completed" and body["sent"])
    return float(call["reserved"]) if unknown else 0.0


def _as_often_as_told(asked: Any, ledger: Sequence[Entry]) -> list[str]:
    """The server saw no request that the journal does not tell of."""
    recorded = Counter((call["model"].rpartition("/")[2], _messages(call)) for call in asked)
    seen = Counter((entry.asked.model, entry.messages) for entry in ledger)
    return [
        f"{key[0]} was asked {n} times, told {recorded[key]}" for key, n in seen.items() if n > recorded[key]
    ]


def _not_asked_after(answered: Mapping[int, int], ledger: Sequence[Entry], found: Account) -> list[str]:
    """Nothing that is answered was asked again later."""
    wrong = []
    same: dict[str, list[int]] = defaultdict(list)
    for entry in ledger:
        same[entry.asked.hash].append(entry.number)
    for numbers in same.values():
        here = [number for number in numbers if number in answered]
        if here and here[0] != numbers[-1]:
            wrong.append(f"request {here[0]} was answered and asked again as {numbers[-1]}")
        found.whole_and_asked_again += sum(
            ledger[number].asked.whole for number in numbers if number not in answered
        )
    return wrong


def _texts_of_their_seats(records: Sequence[Record], bodies: Mapping[int, dict[str, Any]]) -> list[str]:
    """A seat's text has the marks of its own model alone; a chosen one begins with another's."""
    wrong: list[str] = []
    written: set[str] = set()
    seats = {name: seat["model"].rpartition("/")[2] for name, seat in bodies[1]["seats"].items()}
    for record in records:
        if record.type != "text_proposed":
            continue
        body = bodies[record.seq]
        text = str(body["text"])
        makers = {maker for maker, _ in _MARK.findall(text)}
        chosen = any(text.startswith(one) for one in written)
        if makers and makers != {seats[body["seat"]]} and not chosen:
            wrong.append(f"the text of {body['seat']} in {body['slot']} is by {sorted(makers)}")
        written.add(text)
    return wrong
