"""Asking a person at a terminal what to answer at a gate."""

from __future__ import annotations

import asyncio
import math
import os
import sys

from app.cli.gate_text import asked, headline, labelled
from app.cli.names import Names
from app.cli.output import say, say_painted, say_wrapped, strong
from app.domain.canonical import JsonValue
from app.domain.gate_lines import items_of
from app.domain.gates import UNCERTAIN_VERBS, GateData
from app.engine.answering import kind_of
from app.engine.fold import SessionFold
from app.engine.position import Gate
from app.services.unattended import Given

BEGINNING = 100
"""Characters of a question that stand before its answer."""
_STOCK = frozenset({"approve", "finish"})
"""Verbs whose data is optional and too much for a terminal; the window has room for it."""


async def ask_at_terminal(gate: Gate, fold: SessionFold) -> Given | None:
    """Show a gate and read the answer; an empty line leaves the gate open."""
    payload = gate.fact.payload
    say("")
    say_painted(strong(headline(gate, fold), sys.stderr))
    for line in asked(gate, fold):
        say_wrapped(f"  {line}")
    verbs = list(gate.fact.verbs)
    for number, verb in enumerate(verbs, 1):
        say(f"  {number}  {verb}: {labelled(gate, fold, verb)}")
    while True:
        line = await read_line("Your choice, by number or word (empty: leave it open): ")
        if not line:
            return None
        verb = verbs[int(line) - 1] if line.isdigit() and 0 < int(line) <= len(verbs) else line
        if verb in verbs:
            break
        say(f"“{line}” is none of: {', '.join(verbs)}.")
    data = await _data(verb, payload, kind_of(fold.plugin, gate.fact.kind).verbs[verb], Names(fold))
    return None if data is None else Given(verb, data, "", "person")


async def _data(
    verb: str, payload: dict[str, JsonValue], takes: type[GateData], names: Names
) -> dict[str, JsonValue] | None:
    if verb == "reject":
        feedback = ""
        while not feedback:
            feedback = await read_line("What should change? ")
        return {"feedback": feedback}
    if verb == "raise":
        while True:
            line = await read_line(f"New limit in {_unit(payload)}: ")
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
        guidance = await read_line("Guidance for the next round (empty: none): ")
        if not guidance:
            return {}
        pinned = (await read_line("For all rounds that follow? (y/N) ")).casefold() in ("y", "yes")
        return {"guidance": guidance, **({"guidance_pinned": True} if pinned else {})}
    if verb == "fallback":
        return {"replace": await _replacements(payload, names)}
    if verb in UNCERTAIN_VERBS:
        return await _each_uncertain(verb, payload)
    return await _texts(takes) if verb not in _STOCK else {}


async def _replacements(payload: dict[str, JsonValue], names: Names) -> dict[str, JsonValue]:
    """Read another model for each seat that failed; who may not sit out is asked until one is named."""
    allowed, most = payload.get("may_sit_out"), payload.get("most_absent")
    may = {str(seat) for seat in allowed} if isinstance(allowed, list) else set()
    left = most if isinstance(most, int) else len(may)
    replace: dict[str, JsonValue] = {}
    for seat in dict.fromkeys(str(item.get("seat")) for item in items_of(payload)):
        if payload.get("models_stay"):
            replace[seat] = None
            continue
        absent = seat in may and left > 0
        how = "empty: it sits out this round" if absent else "it cannot sit out"
        model = ""
        while not model:
            model = await read_line(f"Another model for {names.of(seat)}, as provider/model ({how}): ")
            if absent:
                break
        left -= 0 if model else 1
        replace[seat] = model or None
    return replace


async def _each_uncertain(verb: str, payload: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Take one verb for all calls; where it does not fit one of them, ask about that one alone."""
    chosen: dict[str, JsonValue] = {}
    for item in items_of(payload):
        given = item.get("verbs")
        fitting = [str(one) for one in given] if isinstance(given, list) else []
        if verb in fitting or not fitting:
            continue
        line = ""
        while line not in fitting:
            line = await read_line(f"For {item.get('key')}, one of {', '.join(fitting)}: ")
        chosen[str(item.get("key"))] = line
    return {"items": chosen} if chosen else {}


def _unit(payload: dict[str, JsonValue]) -> str:
    return "tokens" if any(item.get("unit") == "tokens" for item in items_of(payload)) else "dollars"


async def _texts(takes: type[GateData]) -> dict[str, JsonValue]:
    """Read the texts a verb takes; those it can do without may be left empty."""
    found: dict[str, JsonValue] = {}
    for name, info in takes.model_fields.items():
        if info.annotation is not str:
            continue
        line = ""
        while not line:
            line = await read_line(f"{name.capitalize()}{'' if info.is_required() else ' (may be empty)'}: ")
            if not info.is_required():
                break
        if line:
            found[name] = line
    return found


async def _answers(payload: dict[str, JsonValue]) -> dict[str, JsonValue]:
    answers: dict[str, JsonValue] = {}
    questions = payload.get("questions")
    say_wrapped("For each a number, or your own words. Empty: not answered. ?: not sure, assume something.")
    say_wrapped("!words: none of the options, but this.")
    for item in questions if isinstance(questions, list) else []:
        if not isinstance(item, dict):
            continue
        given = item.get("options")
        options = [str(option) for option in given] if isinstance(given, list) else []
        # It stands above in full; its beginning tells which one is meant.
        say_wrapped(f"{item.get('id')}: {_begin(str(item.get('text')))}")
        line = await read_line("".join(f"  {number}  {option}\n" for number, option in enumerate(options, 1)))
        if line == "?":
            answers[str(item["id"])] = {"status": "assume"}
        elif line.startswith("!") and line[1:].strip():
            answers[str(item["id"])] = {"status": "none_fits", "note": line[1:].strip()}
        elif line.isdigit() and 0 < int(line) <= len(options):
            answers[str(item["id"])] = {"status": "answered", "option": options[int(line) - 1]}
        elif line:
            answers[str(item["id"])] = {"status": "answered", "note": line}
    return answers


def _begin(text: str) -> str:
    return text if len(text) <= BEGINNING else text[:BEGINNING].rsplit(" ", 1)[0] + " …"


async def read_line(prompt: str) -> str:
    """Return the line a person types, empty at the end of input."""
    say(prompt.rstrip("\n"))
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
