"""The toy's tabs: members' answers, a list with detail, a document, and the log – by description alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.domain.i18n import words
from app.engine.tabs import (
    Choice,
    Column,
    Copy,
    Detail,
    DocumentTab,
    Field,
    FilePlace,
    ListTab,
    Mark,
    Member,
    Option,
    RecordPlace,
    RowPlace,
    Search,
    Switch,
    Tab,
    TextPlace,
)


@dataclass(frozen=True, slots=True)
class Written:
    """An answer."""

    seq: int
    turn: int
    seat: str
    text: str


@dataclass(frozen=True, slots=True)
class Standing:
    """A member with what it wrote last: a row that changes."""

    seat: str
    turn: int
    times: int


def _standing(state: Any) -> Sequence[Standing]:
    counted: dict[str, int] = {}
    newest: dict[str, int] = {}
    for one in state.written:
        counted[one.seat] = counted.get(one.seat, 0) + 1
        newest[one.seat] = one.turn
    return [Standing(seat, newest[seat], times) for seat, times in sorted(counted.items())]


def _turns(state: Any) -> Sequence[Option]:
    return [Option(n, words("Turn {n}", n=n)) for n in range(1, state.rounds + 1)]


def _answer(state: Any, row: Written) -> Detail:
    notes_text = "\n".join(one.text for one in state.written)
    line = next(at for at, one in enumerate(state.written, 1) if one is row)
    return Detail(
        words("Turn {n}", n=row.turn),
        row.text,
        prose=True,
        fields=(
            Field(words("Member"), Member(row.seat)),
            Field(words("In the notes"), f"notes.txt:{line}", FilePlace("notes.txt", line, notes_text)),
            Field(words("Written"), words("record {n}", n=row.seq), RecordPlace(row.seq)),
            Field(words("Stands as"), Member(row.seat), RowPlace("members", row.seat)),
        ),
    )


ANSWERS: ListTab[Any, Written] = ListTab(
    name=words("Everything written"),
    columns=(
        Column(words("Turn"), lambda row: str(row.turn), 60),
        Column(
            words("Member"),
            lambda row: Member(row.seat),
            130,
            mark=lambda row: Mark("★", words("First turn")) if row.turn == 1 else None,
        ),
        Column(words("Says"), lambda row: row.text),
    ),
    rows=lambda state: state.written,
    key=lambda row: row.seq,
    record=lambda row: row.seq,
    detail=_answer,
    detail_name=words("The chosen answer"),
    filters=(
        Choice(
            words("Show only this turn"),
            words("All turns"),
            _turns,
            admits=lambda row, turn: row.turn == turn,
            of_round=lambda _state, number: number,
        ),
        Search(words("Search the answers"), lambda row: (row.text,)),
        Switch(words("First turn too"), words("Show the first turn too"), lambda row: row.turn == 1),
    ),
    tally=(words("{n} answer"), words("{n} answers")),
    copy=Copy(words("Copy answer"), words("Copy the chosen answer"), lambda _state, row: row.text),
    opens=lambda row: TextPlace(row.seat, row.text[:12], row.turn),
)

MEMBERS: ListTab[Any, Standing] = ListTab(
    name=words("Who wrote how often"),
    columns=(
        Column(words("Member"), lambda row: Member(row.seat), 130),
        Column(words("Times"), lambda row: str(row.times)),
    ),
    rows=_standing,
    stamp=lambda state: len(state.written),
    key=lambda row: row.seat,
    detail=lambda _state, row: Detail(words("Wrote {n} times", n=row.times)),
)


def _notes(state: Any) -> str:
    return "\n\n".join(f"# Answer {at}\n\n{one.text}" for at, one in enumerate(state.written, 1))


TABS = (
    Tab("answers", words("Answers"), "texts", slot="answer"),
    Tab("written", words("Written"), "list", source=ANSWERS),
    Tab("members", words("Members"), "list", source=MEMBERS),
    Tab("notes", words("Notes"), "document", source=DocumentTab(words("Notes"), _notes)),
    Tab("log", words("Log"), "log"),
)
