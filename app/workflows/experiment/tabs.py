"""The tabs of an experiment: messages, reflections, memory, metrics, and the lines of its log."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from app.domain.canonical import JsonValue
from app.domain.excerpt import excerpt
from app.domain.fact_base import Record
from app.domain.i18n import Message, words
from app.domain.messages import ToolCall
from app.engine.tabs import (
    Arrived,
    Below,
    ChartTab,
    Choice,
    Column,
    CompareTab,
    Copy,
    Detail,
    Figure,
    Follow,
    ListTab,
    LiveReply,
    Mark,
    Option,
    Search,
    Steps,
    Switch,
    Tab,
    Text,
)
from app.projections.base import moment
from app.workflows.experiment.diversity import MILD, STRONG
from app.workflows.experiment.facts import CycleEnded
from app.workflows.experiment.log import EVENTS
from app.workflows.experiment.record_words import place_words
from app.workflows.experiment.state import AGENT, REFLECTION, Change, Cycle
from app.workflows.experiment.tools import OPERATOR_TOOL
from app.workflows.experiment.transcript import Said, Transcript

CYCLE = words("Cycle")


def cycle_number(number: int, attempt: int) -> str:
    """Return “4”, or “4.2” for a second attempt."""
    return f"{number}.{attempt}" if attempt > 1 else str(number)


def _cycle_words(cycle: Cycle) -> Message:
    """Return “Cycle 4”, with its attempt where it was done more than once."""
    if cycle.accepted is False:
        return words("Cycle {n}, attempt {a} (redone)", n=cycle.number, a=cycle.attempt)
    return place_words(cycle.number, cycle.attempt)


# --- the choice of a cycle --------------------------------------------------------------------------

Place = tuple[int, int]
"""A cycle and its attempt."""


def _cycle_options(book: Transcript) -> Sequence[Option]:
    return [Option((cycle.number, cycle.attempt), _cycle_words(cycle)) for cycle in book.state.cycles]


def _cycle_stamp(book: Transcript) -> Hashable:
    # Only the newest can still be done again: a thousand names need not be made for each record.
    newest = book.state.cycle
    return (len(book.state.cycles), newest.accepted if newest is not None else None)


def _looked_at(book: Transcript, number: int) -> Place | None:
    return next(((c.number, c.attempt) for c in book.state.cycles if c.number == number), None)


# --- messages ---------------------------------------------------------------------------------------

WHO = {
    "system": words("System prompt"),
    "instructions": words("Instructions"),
    "thoughts": words("Thoughts"),
    "agent": words("Agent"),
    "tool": words("Result"),
    "reflection": words("Reflection"),
    "cap": words("No reflection"),
}


def values_words(given: JsonValue) -> str:
    """Return what a tool was given, a line for each name; a long text stands as it was written."""
    if not isinstance(given, dict):
        return "" if given is None else _value_words(given)
    return "\n".join(f"{name}: {_value_words(value)}" for name, value in given.items())


def _value_words(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def call_words(call: ToolCall) -> str:
    """Return a call with what it was given; as the model wrote it where that cannot be read."""
    return "\n".join(filter(None, (f"→ {call.name}", values_words(_given(call)))))


def _given(call: ToolCall) -> JsonValue:
    try:
        given: JsonValue = json.loads(call.arguments)
    except ValueError:
        return call.arguments
    return given


def _called(call: ToolCall) -> str:
    """Return a call in a few words: what it is told the operator, else the tool's name."""
    given = _given(call) if call.name == OPERATOR_TOOL else None
    said = given.get("message") if isinstance(given, dict) else None
    return f"“{excerpt(said)}”" if isinstance(said, str) and said.strip() else call.name


def _who(message: Said) -> str | Message:
    return message.name if message.who == "tool" else WHO[message.who]


def _says(message: Said) -> str | Message:
    match message.who:
        case "system":
            return words("What it is told of its task, tools and earlier work")
        case "cap":
            return words("The cycle ended without one.")
        case "thoughts":
            return excerpt(message.whole())
        case "tool":
            return " → ".join(filter(None, (values_words(message.given), message.text)))
        case _:
            called = ", ".join(map(_called, message.calls))
            return " → ".join(filter(None, (excerpt(message.text), called)))


def _whole_message(book: Transcript, message: Said) -> Detail:
    head = words("{place} · {who}", place=place_words(message.cycle, message.attempt), who=_who(message))
    match message.who:
        case "reflection":
            return Detail(head, message.text, prose=True, mended=message.mended)
        case "agent" if message.text and not message.calls:
            return Detail(head, message.text, prose=True, mended=message.mended)
        case "agent":
            called = "\n\n".join(filter(None, (message.text, *map(call_words, message.calls))))
            return Detail(head, called, mended=message.mended)
        case "tool":
            return Detail(head, "\n\n".join(filter(None, (values_words(message.given), message.text))))
        case "cap":
            return Detail(head, words("This cycle wrote no reflection."))
        case _:
            return Detail(head, message.whole())


def _arriving(_book: Transcript, reply: LiveReply) -> Arrived | None:
    if reply.seat != AGENT or reply.state == "completed":
        return None
    if reply.state == "running":
        return Arrived(words("Cycle {n} · the agent is writing…", n=reply.round), reply.text)
    return Arrived(words("Cycle {n} · the answer broke off", n=reply.round), reply.text)


_MESSAGES: ListTab[Transcript, Said] = ListTab(
    name=words("Messages"),
    columns=(
        Column(CYCLE, lambda message: cycle_number(message.cycle, message.attempt), 54),
        Column(words("Who"), _who, 130),
        Column(words("Says"), _says, mark=lambda message: None if message.ok else Mark("✕", words("Failed"))),
    ),
    rows=lambda book: book.messages,
    key=lambda message: (message.seq, message.who),
    detail=_whole_message,
    detail_name=words("The chosen message"),
    filters=(
        Choice(
            words("Show only this cycle"),
            words("All cycles"),
            _cycle_options,
            admits=lambda message, chosen_cycle: (message.cycle, message.attempt) == chosen_cycle,
            stamp=_cycle_stamp,
            of_round=_looked_at,
        ),
    ),
    tally=(words("{n} message"), words("{n} messages")),
    hint=words("Choose a message to read all of it."),
    follow=Follow(words("Follow the newest message"), words("Keep the newest message in sight"), choose=True),
    arriving=_arriving,
)

# --- reflections ------------------------------------------------------------------------------------

_ADVICE = {
    "mild": words("The next prompt suggests a new direction."),
    "strong": words("The next prompt asks for something clearly different."),
}


def _reflection(cycle: Cycle) -> str:
    return cycle.ended.final_reflection if cycle.ended is not None else ""


def _reflections(book: Transcript) -> Sequence[Text]:
    return [Text(cycle.opened, _cycle_words(cycle), _reflection(cycle)) for cycle in book.ended()]


def _reflections_stamp(book: Transcript) -> Hashable:
    return (len(book.ended()), _cycle_stamp(book))


def _lacking(cycle: Cycle) -> Message:
    if cycle.ended is not None and cycle.ended.cap_reached:
        return words("Cycle {n} wrote no reflection: it reached its limit of tool calls.", n=cycle.number)
    return words("Cycle {n} wrote no reflection.", n=cycle.number)


def _of_two(book: Transcript, older: int, newer: int) -> Sequence[Message]:
    """Say which of two reflections is not there, else how alike the newer one is to those before it."""
    old, new = book.cycle(older), book.cycle(newer)
    if old is None or new is None or new.ended is None:
        return ()
    lacking, there = (new, old) if not _reflection(new) else (old, new)
    if not _reflection(lacking):
        instead = old is not new and _reflection(there)
        return (_lacking(lacking), *([words("Cycle {n} is shown.", n=there.number)] if instead else ()))
    return _alike(new.number, new.ended)


def _alike(number: int, ended: CycleEnded) -> Sequence[Message]:
    if ended.similarity is None:
        return ()
    share = f"{ended.similarity * 100:.0f}"
    lines = [
        words(
            "Cycle {n} is {share} % similar to cycle {other}.", n=number, share=share, other=ended.similar_to
        )
    ]
    if ended.advice:
        lines.append(_ADVICE[ended.advice])
    if ended.embedding_problem:
        model, why = ended.embedding_model, ended.embedding_problem
        lines.append(
            words("Its words were compared: {model} could not be asked. {why}", model=model, why=why)
        )
    return lines


_REFLECTIONS: CompareTab[Transcript] = CompareTab(
    name=words("The reflection"),
    older=words("Older reflection"),
    newer=words("Newer reflection"),
    texts=_reflections,
    stamp=_reflections_stamp,
    note=_of_two,
    empty=words("No cycle is over yet."),
    blank=words("No reflection."),
)

# --- memory -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _MemoryEntry:
    """A key with its newest change; `value` None where it is gone."""

    key: str
    value: str | None
    cycle: int


DELETED, WRITTEN = words("deleted"), words("written")
GONE = words("This note was deleted.")


def _notes(book: Transcript) -> Sequence[_MemoryEntry]:
    newest = {change.key: change for change in book.state.changes}
    kept = book.state.memory
    rows = [_MemoryEntry(key, text, newest[key].cycle if key in newest else 0) for key, text in kept.items()]
    rows += [_MemoryEntry(key, None, change.cycle) for key, change in newest.items() if key not in kept]
    return sorted(rows, key=lambda note: note.key)


def _memory_stamp(book: Transcript) -> Hashable:
    return (len(book.state.changes), len(book.state.memory), len(book.state.cycles), _cycle_stamp(book))


def _changed(book: Transcript, change: Change) -> Detail:
    when = words("as of cycle {n}", n=cycle_number(change.cycle, change.attempt))
    head = words("{note} · {when}", note=change.key, when=when)
    return Detail(head, GONE if change.value is None else change.value)


MEMORY: ListTab[Transcript, _MemoryEntry] = ListTab(
    name=words("Notes in the memory"),
    columns=(
        Column(words("Note"), lambda note: note.key, 150),
        Column(CYCLE, lambda note: str(note.cycle or "–"), 56),
        Column(words("Size"), lambda note: DELETED if note.value is None else f"{len(note.value):,}", 70),
        Column(words("Text"), lambda note: note.value or ""),
    ),
    rows=_notes,
    stamp=_memory_stamp,
    key=lambda note: note.key,
    detail=lambda _book, note: Detail(note.key, GONE if note.value is None else note.value),
    detail_name=words("Text of the chosen note"),
    filters=(
        Search(words("Search the memory"), lambda note: (note.key, note.value or "")),
        Switch(words("Deleted notes too"), words("Show deleted notes too"), lambda note: note.value is None),
    ),
    tally=(words("{n} note"), words("{n} notes")),
    empty=words("The memory is empty."),
    missing=words("No note contains that."),
    hint=words("Choose a note to see its text and its history."),
    below=Below(
        words("History of the chosen note"),
        (
            Column(CYCLE, lambda change: cycle_number(change.cycle, change.attempt), 64),
            Column(words("What"), lambda change: DELETED if change.value is None else WRITTEN, 90),
            Column(words("Text"), lambda change: change.value or ""),
        ),
        # Newest first: what stands now is the first row.
        rows=lambda book, note: [c for c in reversed(book.state.changes) if c.key == note.key],
        detail=_changed,
    ),
    widths=(440, 400),
)

# --- metrics ----------------------------------------------------------------------------------------


def _figure(name: str) -> Callable[[Cycle], float | None]:
    return lambda cycle: None if cycle.ended is None else float(getattr(cycle.ended.metrics, name))


def _similarity(cycle: Cycle) -> float | None:
    ended = cycle.ended
    return None if ended is None or ended.similarity is None else round(ended.similarity * 100, 1)


def _metrics_stamp(book: Transcript) -> Hashable:
    done = book.state.finished
    return (len(done), tuple((cycle.number, cycle.attempt) for cycle in done[-2:]))


_METRICS: ChartTab[Transcript, Cycle] = ChartTab(
    name=words("Figures of every cycle"),
    word=CYCLE,
    rows=lambda book: book.state.finished,
    stamp=_metrics_stamp,
    number=lambda cycle: cycle.number,
    label=lambda cycle: cycle_number(cycle.number, cycle.attempt),
    figures=(
        Figure(
            words("Similarity"),
            _similarity,
            "%",
            STRONG * 100,
            words(
                "(advice above {mild} % and {strong} %)", mild=f"{100 * MILD:g}", strong=f"{100 * STRONG:g}"
            ),
        ),
        Figure(words("Tool calls"), lambda cycle: float(cycle.calls)),
        Figure(words("Memory operations"), _figure("memory_ops_total")),
        Figure(words("Characters stored"), _figure("memory_write_chars")),
        Figure(words("Characters said"), _figure("response_chars")),
        Figure(words("Messages to you"), _figure("messages_to_operator")),
    ),
)

# --- the log's lines --------------------------------------------------------------------------------

CALLED = {
    "CYCLE_START": words("Cycle begun"),
    "LLM_INVOCATION": words("Model asked"),
    "TOOL_CALL": words("Tool called"),
    "CYCLE_END": words("Cycle over"),
}
"""What each type is called on screen; the line itself, which can be seen, has it as the file does."""


def _time(record: Record) -> str:
    return f"{moment(record.at).astimezone():%H:%M:%S}"


def _contents(record: Record) -> str:
    if record.type == "round_opened":
        return ""
    body = record.body()
    match record.type:
        case "tool_called":
            return f"{body['tool_name']}: {body['output']}"
        case "call_failed":
            return excerpt(str(body.get("partial") or body["message"]))
        case "cycle_ended":
            return excerpt(str(body["final_reflection"]))
        case _:
            calls = body.get("tool_calls")
            named = [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
            names = ", ".join(str(call["name"]) for call in named)
            return f"→ {names}" if names else excerpt(str(body.get("text", "")))


LINES: ListTab[Transcript, Record] = ListTab(
    name=words("Log"),
    columns=(
        Column(words("#"), lambda record: str(record.seq), 60),
        Column(words("Time"), _time, 74),
        Column(CYCLE, lambda record: cycle_number(record.round, record.attempt), 54),
        Column(words("Type"), lambda record: CALLED[EVENTS[record.type]], 150),
        Column(words("Details"), _contents),
    ),
    rows=lambda book: book.lines,
    key=lambda record: record.seq,
    record=lambda record: record.seq,
    detail=lambda book, record: Detail(text=json.dumps(book.line(record), ensure_ascii=False, indent=2)),
    detail_name=words("The chosen line"),
    # By the envelope alone: bodies are decoded when they are seen.
    filters=(
        Choice(
            words("Show only this type"),
            words("All types"),
            lambda _book: [Option(name, title) for name, title in CALLED.items()],
            admits=lambda record, name: EVENTS[record.type] == name,
            stamp=lambda _book: 1,
            ungrouped=True,
        ),
        Choice(
            words("Show only this cycle"),
            words("All cycles"),
            _cycle_options,
            admits=lambda record, chosen_cycle: (record.round, record.attempt) == chosen_cycle,
            stamp=_cycle_stamp,
        ),
    ),
    tally=(words("{n} line"), words("{n} lines")),
    hint=words("Choose a line to see all of it."),
    follow=Follow(),
    # An answer of the model, and the tool calls it led to.
    steps=Steps(
        head=lambda record: record.type == "call_completed",
        inside=lambda record: record.type == "tool_called",
        column=3,
    ),
    copy=Copy(
        words("Copy line"),
        words("Copy the line as it stands in the file"),
        lambda book, record: json.dumps(book.line(record), ensure_ascii=False),
    ),
    widths=(520, 320),
)

TABS = (
    Tab("messages", words("Messages"), "list", source=_MESSAGES),
    Tab("reflections", words("Reflections"), "diff", slot=REFLECTION, source=_REFLECTIONS),
    Tab("memory", words("Memory"), "list", source=MEMORY),
    Tab("metrics", words("Metrics"), "chart", source=_METRICS),
    Tab("log", words("Log"), "log", source=LINES),
)
