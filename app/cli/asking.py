"""Asking a person at a terminal what to answer at a gate."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import get_origin

from pydantic import ValidationError

from app.cli.gate_text import asked, headline, labelled
from app.cli.inputs import agrees, read_line, read_passage, text_or_file
from app.cli.names import Names
from app.cli.output import clean, say, say_painted, say_wrapped, strong, wrapped
from app.cli.person_commands import AskedInLine
from app.cli.reading_changes import by_pages, shows_changes
from app.domain.canonical import JsonValue
from app.domain.errors import GateError, InputError
from app.domain.excerpt import cut, excerpt
from app.domain.gate_lines import may_sit_out
from app.domain.gates import GateData, GateKind, Typed, Verb, Way, spelled
from app.domain.i18n import words
from app.domain.payload import Payload, items_of, verbs_of
from app.domain.refusals import first_refusal
from app.domain.sentences import sentence_of
from app.domain.typed_answers import CHANGES, typed_answer, typed_as
from app.domain.whole_numbers import whole_number
from app.engine.answering import kind_of
from app.engine.fold import SessionFold
from app.projections.gate_inbox import Gate
from app.services.unattended import Options

BEGINNING = 100
"""Characters of a question that stand before its answer."""


async def ask_by_lines(gate: Gate, fold: SessionFold, beside: AskedInLine | None = None) -> Options | None:
    """Read lines that come through a pipe, at gates that take whole lines; others stay open."""
    reads = kind_of(fold.plugin, gate.fact.kind).reads
    return await _ask_in_lines(gate, fold, reads, beside) if reads is not None else None


async def ask_at_terminal(gate: Gate, fold: SessionFold, beside: AskedInLine | None = None) -> Options | None:
    """Show a gate and read the answer; an empty line leaves the gate open."""
    kind = kind_of(fold.plugin, gate.fact.kind)
    if kind.reads is not None:
        return await _ask_in_lines(gate, fold, kind.reads, beside)
    say("")
    say_painted(strong(headline(gate, fold), sys.stderr))
    line = await by_pages([wrapped(f"  {clean(line)}", sys.stderr) for line in asked(gate, fold)])
    verbs = list(gate.fact.verbs)
    for number, name in enumerate(verbs, 1):
        verb = kind.verb(name)
        heard = f", {typed_as(verb)}" if verb.heard else ""
        say(f"  {number}  {name}{heard}: {labelled(gate, fold, name)}")
    first = {verb.name: verb for verb, _ in await _offered(beside, len(verbs))}
    changed = await beside.changes(gate) if beside is not None and shows_changes(fold) else ()
    if changed:
        several = ", “diff 1” those of the first attempt" if gate.attempt > 1 else ""
        say_wrapped(f"  diff: the changes themselves; “diff FILE”, or FILE, those of one file{several}")
    known = [*map(kind.verb, verbs), *first.values()]
    while True:
        line = line or await read_line("Your choice, by number or word (empty: leave it open): ")
        if not line:
            return None
        typed, line = typed_answer(line, known, gate.fact.primary or "", changed), ""
        number = whole_number(typed.text) or 0
        name = known[number - 1].name if 0 < number <= len(known) else typed.name
        if name in verbs:
            with suppress(_Back):
                data = await _data(kind, kind.verb(name), gate.fact.payload, Names(fold))
                return Options(name, data, "", "person")
        elif name and beside is not None:
            wanted = first[name]
            asks = GateKind(name, wanted.label, (wanted,))
            with suppress(_Back):
                await beside.ask(name, await _data(asks, wanted, gate.fact.payload, Names(fold)))
            looks = wanted.looks and typed.heard and changed
            if looks and await agrees("View the changes in full? (yes/no): "):
                line = await beside.read(gate, "")
        elif typed.changes is not None and beside is not None:
            line = await beside.read(gate, typed.changes)
        elif not typed.passes:
            names = [*(verb.name for verb in known), *([CHANGES] if changed else [])]
            say(f"“{cut(typed.text, BEGINNING)}” is none of: {', '.join(names)}.")


async def _offered(beside: AskedInLine | None, after: int) -> Sequence[tuple[Verb, str]]:
    """Return what can be asked for before answering, once it was listed behind the answers."""
    found = await beside.offers() if beside is not None else ()
    if found:
        say("  Before you answer you can ask for:")
    for number, (verb, price) in enumerate(found, after + 1):
        say(f"  {number}  {verb.name}: {verb.plain}{f' – {price}' if price else ''}")
    return found


async def _ask_in_lines(
    gate: Gate,
    fold: SessionFold,
    reads: Callable[[Payload, str], Typed | None],
    beside: AskedInLine | None,
) -> Options | None:
    """Read lines until one answers; the end of input leaves the gate open."""
    say("")
    say_painted(strong(headline(gate, fold), sys.stderr))
    for told in asked(gate, fold):
        say_wrapped(f"  {told}")
    kind = kind_of(fold.plugin, gate.fact.kind)
    while (line := await read_passage("> ")) is not None:
        typed = reads(gate.fact.payload, line)
        for sentence in typed.said if typed is not None else ():
            say_wrapped(f"  {sentence}")
        if typed is not None and typed.opens:
            raise GoTo(typed.opens)
        if typed is not None and typed.asks and beside is not None:
            await beside.ask(typed.asks, typed.data)
        if typed is None or not typed.verb:
            continue
        try:
            if typed.verb not in gate.fact.verbs:
                raise GateError(words("That cannot be done now."), words("Type something else."))
            kind.check(gate.fact.verbs, gate.fact.payload, typed.verb, typed.data)
        except GateError as error:
            # Nothing is lost: the line is typed again, as it should be.
            say_wrapped(f"  {error.message}")
            continue
        return Options(typed.verb, typed.data, "", "person")
    return None


class GoTo(Exception):
    """A person wants to go on in another folder's session."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self.folder = folder


class _Back(Exception):
    """A person chooses another answer after all; so does the end of input, which gives empty lines."""


async def _or_back(prompt: str) -> str:
    line = await read_line(prompt)
    if not line:
        raise _Back
    return line


async def _data(kind: GateKind, verb: Verb, payload: Payload, names: Names) -> dict[str, JsonValue]:
    """Read what a verb takes, by what it asks; what can be left out may stay empty."""
    if verb.asked == "in the bar":
        # Which texts go on is too much for a terminal; the window and `--data` have room for it.
        return await _line(verb, str(kind.hinted(payload, (verb.name,))[0]))
    match verb.form:
        case "per call":
            return await _each(verb.name, payload)
        case _ if verb.asked == "at once" or verb.said_alone:
            return {}
        case "feedback":
            feedback = ""
            while not feedback:
                feedback = await read_line("What should change? ")
            return {"feedback": feedback}
        case "limit":
            return {"limit": await _limit(payload)}
        case "questions":
            return {"answers": await _answers(payload)}
        case "models":
            return {"replace": await _replacements(payload, names)}
        case "pieces":
            return await _pieces(payload)
        case _:
            ready = [way for way in verb.ways(payload) if way.data] if verb.ways is not None else []
            return await _one_of(ready) if len(ready) > 1 else await _fields(verb.data)


async def _one_of(ways: Sequence[Way]) -> dict[str, JsonValue]:
    """Read which of the ways of an answer is taken, by its number."""
    for number, way in enumerate(ways, 1):
        say_wrapped(f"  {number}  {str(way.label).rstrip('…')}")
    while True:
        line = await _or_back("Which one, by number (empty: back): ")
        number = whole_number(line) or 0
        if 0 < number <= len(ways):
            return dict(ways[number - 1].data or {})
        say(f"“{line}” is none of these numbers.")


async def _line(verb: Verb, hint: str) -> dict[str, JsonValue]:
    """Read the words that go along, and whether they hold for longer where they can."""
    words = await read_line(f"{hint} (empty: none): ")
    if not words:
        return {}
    pinned = verb.pin and await agrees("For all rounds that follow? (y/N) ")
    return {verb.line: words, **({verb.pin: True} if pinned else {})}


async def _pieces(payload: Payload) -> dict[str, JsonValue]:
    """Read which files are taken whole, and which changes of others: “1 3.2 3.4”."""
    files = items_of(payload, "files")
    known: dict[str, tuple[str, int | None]] = {}
    for number, item in enumerate(files, 1):
        path = str(item.get("path"))
        known[str(number)] = (path, None)
        say_wrapped(f"  {number}  {path}: {sentence_of(item.get('said'))}")
        for hunk in items_of(item, "hunks"):
            place = hunk.get("number")
            if isinstance(place, int):
                known[f"{number}.{place}"] = (path, place)
                where, said = (sentence_of(hunk.get(name)) for name in ("where", "said"))
                say_wrapped(f"     {number}.{place}  {where}: {said}")
    while True:
        line = await _or_back("What is taken, by number (2: a file, 2.1: a change of it; empty: back): ")
        chosen = line.replace(",", " ").split()
        wrong = next((one for one in chosen if one not in known), None)
        if wrong is not None:
            say(f"“{wrong}” is none of these numbers.")
        else:
            break
    whole = [path for path, place in (known[one] for one in chosen) if place is None]
    hunks: dict[str, list[int]] = {}
    for path, place in (known[one] for one in chosen):
        if place is not None and path not in whole:
            hunks.setdefault(path, []).append(place)
    return {"files": [*dict.fromkeys(whole)], "hunks": {path: [*places] for path, places in hunks.items()}}


async def _limit(payload: Payload) -> float:
    unit = "tokens" if any(item.get("unit") == "tokens" for item in items_of(payload)) else "dollars"
    while True:
        line = await _or_back(f"New limit in {unit} (empty: back): ")
        try:
            amount = float(line)
        except ValueError:
            amount = math.nan
        if math.isfinite(amount) and amount >= 0:
            return amount
        say(f"“{line}” is no amount.")


async def _replacements(payload: Payload, names: Names) -> dict[str, JsonValue]:
    """Read another model for each seat that failed; who may not sit out is asked until one is named."""
    may, left = may_sit_out(payload)
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


async def _each(verb: str, payload: Payload) -> dict[str, JsonValue]:
    """Take one verb for all calls; where it does not fit one of them, ask about that one alone."""
    chosen: dict[str, JsonValue] = {}
    items = items_of(payload)
    # A verb that is no item's own decides them all: what stands first of an item is what Enter takes.
    deciding = not any(verb in verbs_of(item) for item in items)
    for item in items:
        fitting = verbs_of(item)
        if verb in fitting or not fitting:
            continue
        told = f" ({cut(excerpt(str(item['partial'])), 100)})" if deciding and item.get("partial") else ""
        enter = f" (Enter: {fitting[0]})" if deciding else ""
        line = ""
        while line not in fitting:
            line = await read_line(f"For {item.get('key')}{told}, one of {', '.join(fitting)}{enter}: ")
            line = fitting[0] if deciding and not line else line
        chosen[str(item.get("key"))] = line
    return {"items": chosen} if chosen else {}


async def _fields(takes: type[GateData]) -> dict[str, JsonValue]:
    """Read each field that a verb declares; those it can do without may be left empty."""
    while True:
        found: dict[str, JsonValue] = {}
        for name, info in takes.model_fields.items():
            title = info.title or spelled(name)
            more = info.json_schema_extra
            from_file = isinstance(more, dict) and more.get("from_file") is True
            read, hint = (_or_back, "; empty: back") if info.is_required() else (read_line, "; may be empty")
            hint = f"or @FILE{hint}" if from_file else hint.removeprefix("; ")
            line = await read(f"{title} ({hint}): ")
            if from_file and line.startswith("@"):
                try:
                    line = text_or_file(line, str(title))
                except InputError as error:
                    say_wrapped(f"{error.message} {error.next}")
                    return await _fields(takes)
            if line:
                found[name] = line if info.annotation is str else _value(line, info.annotation)
        try:
            takes.model_validate(found)
        except ValidationError as error:
            where, why = first_refusal(error, takes)
            say(f"{where}: {why}." if where else f"{why}.")
        else:
            return found


def _value(line: str, annotation: object) -> JsonValue:
    """Return a figure, or several values with commas between them; the data model says whether it fits."""
    if get_origin(annotation) in (tuple, list) and not line.startswith("["):
        return [part.strip() for part in line.split(",") if part.strip()]
    try:
        value: JsonValue = json.loads(line)
    except ValueError:
        return line
    return value


async def _answers(payload: Payload) -> dict[str, JsonValue]:
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
        elif 0 < (number := whole_number(line) or 0) <= len(options):
            answers[str(item["id"])] = {"status": "answered", "option": options[number - 1]}
        elif line:
            answers[str(item["id"])] = {"status": "answered", "note": line}
    return answers


def _begin(text: str) -> str:
    return text if len(text) <= BEGINNING else text[:BEGINNING].rsplit(" ", 1)[0] + " …"
