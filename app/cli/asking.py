"""Asking a person at a terminal what to answer at a gate."""

from __future__ import annotations

import asyncio
import math
import os
import sys

from app.cli.output import round_noun, say
from app.domain.canonical import JsonValue
from app.domain.gates import GateData
from app.engine.answering import kind_of
from app.engine.fold import SessionFold
from app.engine.position import Gate
from app.services.unattended import Given

_STOCK = frozenset({"approve", "finish"})
"""Verbs whose data is optional and too much for a terminal; the window has room for it."""


async def ask_at_terminal(gate: Gate, fold: SessionFold) -> Given | None:
    """Show a gate and read the answer; an empty line leaves the gate open."""
    payload = gate.fact.payload
    say("")
    say(f"◆ Waiting for you: {gate.fact.kind.replace('_', ' ')}, {round_noun(fold.plugin)} {gate.round}")
    _show_payload(payload)
    verbs = list(gate.fact.verbs)
    for number, verb in enumerate(verbs, 1):
        say(f"  {number}  {verb}{'  (recommended)' if verb == gate.fact.primary else ''}")
    while True:
        line = await _read("Your choice (empty: leave it open): ")
        if not line:
            return None
        verb = verbs[int(line) - 1] if line.isdigit() and 0 < int(line) <= len(verbs) else line
        if verb in verbs:
            break
        say(f"“{line}” is none of: {', '.join(verbs)}.")
    data = await _data(verb, payload, kind_of(fold.plugin, gate.fact.kind).verbs[verb])
    return None if data is None else Given(verb, data, "", "person")


def _show_payload(payload: dict[str, JsonValue]) -> None:
    items = payload.get("items")
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict):
            unknown = "it is not known whether this call was finished"
            if "stored" in item:
                unknown = "answered in full; the program has changed since, and would ask in other words"
            said = item.get("message") or unknown
            say(f"  {item.get('seat')}: {said}")
    questions = payload.get("questions")
    for item in questions if isinstance(questions, list) else []:
        if isinstance(item, dict):
            say(f"  {item.get('id')}: {item.get('text')}")
    for name in ("message", "reflection"):
        if payload.get(name):
            say(f"  {payload[name]}")
    for line in _standing(payload):
        say(f"  {line}")


def _standing(payload: dict[str, JsonValue]) -> list[str]:
    """Return where a round stands: the rule that holds, what is open, unmet and degraded, and the money."""
    lines = []
    if payload.get("rule"):
        lines.append(f"The rule that holds: {str(payload['rule']).replace('_', ' ')}")
    if payload.get("open_disagreements"):
        still = payload["open_disagreements"]
        lines.append(f"{still} {'point was' if still == 1 else 'points were'} held or not answered")
    unmet, degraded = payload.get("unmet_must_haves"), payload.get("degradation")
    lines += [f"Unmet: {text}" for text in unmet] if isinstance(unmet, list) else []
    lines += [f"Degraded: {text}" for text in degraded] if isinstance(degraded, list) else []
    spent, limit, coming = payload.get("cost"), payload.get("cost_limit"), payload.get("next_cost")
    if isinstance(spent, int | float):
        of = f" of ${limit:.2f}" if isinstance(limit, int | float) else ""
        then = f", the next round about ${coming:.2f}" if isinstance(coming, int | float) and coming else ""
        lines.append(f"Spent ${spent:.2f}{of}{then}")
    return lines


async def _data(
    verb: str, payload: dict[str, JsonValue], takes: type[GateData]
) -> dict[str, JsonValue] | None:
    if verb == "reject":
        feedback = ""
        while not feedback:
            feedback = await _read("What should change? ")
        return {"feedback": feedback}
    if verb == "raise":
        while True:
            line = await _read(f"New limit in {_unit(payload)}: ")
            try:
                amount = float(line)
            except ValueError:
                amount = math.nan
            if math.isfinite(amount) and amount >= 0:
                return {"limit": amount}
            say(f"“{line}” is no amount.")
    if verb == "answer":
        return {"answers": await _answers(payload)}
    if verb == "approve" and "statuses" in payload:
        guidance = await _read("Guidance for the next round (empty: none): ")
        return {"guidance": guidance} if guidance else {}
    if verb == "fallback":
        replace: dict[str, JsonValue] = {}
        items = payload.get("items")
        seats = (
            [str(item["seat"]) for item in items if isinstance(item, dict)] if isinstance(items, list) else []
        )
        for seat in dict.fromkeys(seats):
            line = await _read(f"Model for {seat} (empty: sits out): ")
            replace[seat] = line or None
        return {"replace": replace}
    return await _texts(takes) if verb not in _STOCK else {}


def _unit(payload: dict[str, JsonValue]) -> str:
    items = payload.get("items")
    found = [item.get("unit") for item in items if isinstance(item, dict)] if isinstance(items, list) else []
    return "tokens" if "tokens" in found else "dollars"


async def _texts(takes: type[GateData]) -> dict[str, JsonValue]:
    """Read the texts a verb takes; those it can do without may be left empty."""
    found: dict[str, JsonValue] = {}
    for name, info in takes.model_fields.items():
        if info.annotation is not str:
            continue
        line = ""
        while not line:
            line = await _read(f"{name.capitalize()}{'' if info.is_required() else ' (may be empty)'}: ")
            if not info.is_required():
                break
        if line:
            found[name] = line
    return found


async def _answers(payload: dict[str, JsonValue]) -> dict[str, JsonValue]:
    answers: dict[str, JsonValue] = {}
    questions = payload.get("questions")
    say("Empty: not answered; ?: not sure, assume something; !words: none of the options, but this.")
    for item in questions if isinstance(questions, list) else []:
        if not isinstance(item, dict):
            continue
        given = item.get("options")
        options = [str(option) for option in given] if isinstance(given, list) else []
        shown = "".join(f"\n  {number}  {option}" for number, option in enumerate(options, 1))
        line = await _read(f"{item.get('text')}{shown} ")
        if line == "?":
            answers[str(item["id"])] = {"status": "assume"}
        elif line.startswith("!") and line[1:].strip():
            answers[str(item["id"])] = {"status": "none_fits", "note": line[1:].strip()}
        elif line.isdigit() and 0 < int(line) <= len(options):
            answers[str(item["id"])] = {"status": "answered", "option": options[int(line) - 1]}
        elif line:
            answers[str(item["id"])] = {"status": "answered", "note": line}
    return answers


async def _read(prompt: str) -> str:
    """Return the line a person types, empty at the end of input."""
    say(prompt)
    if sys.platform == "win32":
        try:
            return (await asyncio.to_thread(input)).strip()
        except EOFError:
            return ""
    # Not a thread: one that waits for a line keeps the program from ending when the question is taken back.
    loop, terminal = asyncio.get_running_loop(), sys.stdin.fileno()
    line: asyncio.Future[bytes] = loop.create_future()

    def take() -> None:
        # A terminal hands out whole lines.
        if not line.done():
            line.set_result(os.read(terminal, 1 << 16))

    loop.add_reader(terminal, take)
    try:
        return (await line).decode(sys.stdin.encoding, "replace").strip()
    finally:
        loop.remove_reader(terminal)
