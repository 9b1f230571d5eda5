"""The table of a batch given back with what was answered: a line for each session, or for each row.

The row's own columns come first, as they stand in the table; rows that are not finished or could not be used
are there, too. In JSONL the columns have English names, as programs read them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.domain.canonical import JsonValue, unhidden
from app.domain.i18n import Message, format_number, translate, words
from app.domain.money import UNKNOWN
from app.export.batch_words import (
    KNOWN,
    NOTHING,
    SHORT,
    STATES,
    WAYS,
    money,
    result_said,
    section,
    tokens,
    verdict,
)
from app.export.html_text import plain
from app.export.spreadsheet import decimal_comma, spreadsheet, workbook
from app.projections.evaluation import BatchReport, Outcome, ReportLine

_SIDE_BY_SIDE = ("answer", "short answer", "result", "read as", "agreement", "cost", "tokens", "session")
"""What is told of each arm where they stand side by side."""
_LABEL = 12
"""Characters by which a whole answer may be longer than its short form and still say no more."""
_LONGEST_SHOWN = 200
"""Characters of one of the row's own cells on a page; the tables hold all of it."""


class _Column(NamedTuple):
    name: Message
    told: Callable[[ReportLine], JsonValue]
    """As programs read it."""


def _of(told: Callable[[Outcome], JsonValue]) -> Callable[[ReportLine], JsonValue]:
    return lambda line: told(line.outcome) if line.outcome is not None else None


_COLUMNS: Sequence[_Column] = (
    _Column(words("answer"), _of(lambda one: one.answer)),
    _Column(words("short answer"), _of(lambda one: one.short)),
    _Column(words("result"), _of(lambda one: verdict(one).source)),
    _Column(words("read as"), _of(lambda one: WAYS[one.way].source if one.way else "")),
    _Column(words("graded by"), _of(lambda one: by.source if (by := _graded_by(one)) is not None else "")),
    _Column(words("agreement"), _of(lambda one: one.agreement)),
    _Column(words("same answer"), _of(lambda one: None if one.united is None else round(one.united))),
    _Column(words("dissent"), _of(lambda one: one.dissent)),
    _Column(words("state"), lambda line: line.state),
    _Column(words("why"), lambda line: line.why),
    _Column(words("team"), lambda line: line.arm),
    _Column(words("seed"), lambda line: line.seed),
    _Column(words("settings"), _of(lambda one: "; ".join(f"{n}={v}" for n, v in one.settings.items()))),
    _Column(words("rounds"), _of(lambda one: one.number_of_rounds)),
    _Column(words("vote"), _of(lambda one: KNOWN[one.vote].source)),
    _Column(words("last vote"), _of(lambda one: KNOWN[one.last_vote].source)),
    _Column(words("oracle"), _of(lambda one: KNOWN[one.oracle].source)),
    _Column(words("cost"), _of(lambda one: one.cost)),
    _Column(words("tokens"), _of(lambda one: one.tokens)),
    _Column(words("of which cached"), _of(lambda one: one.tokens_cached)),
    _Column(words("seconds"), _of(lambda one: one.seconds)),
    _Column(words("session"), lambda line: line.session),
)
_BY_NAME = {one.name.source: one for one in _COLUMNS}
_SAID = ("why", "result", "read as", "graded by", "vote", "last vote", "oracle")
"""Columns that hold words of this program: a person reads them in the language that is spoken."""


def _graded_by(one: Outcome) -> Message | None:
    """Return who graded a result; None: nobody could."""
    if one.by_person:
        return words("person")
    if one.result is None:
        return None
    return words("rubric") if one.by_rubric else words("rules")


@dataclass(frozen=True, slots=True)
class _Table:
    """Headings and rows, as programs read them; `said`: which columns hold words of this program."""

    own: Sequence[str]
    head: Sequence[tuple[str, str]]
    """Of the columns behind the row's own: what each is, and the arm it is of."""
    rows: Sequence[Sequence[JsonValue]]

    def names(self) -> Sequence[str]:
        """Return the headings that programs read: none is there twice."""
        return [*self.own, *(self._free(_joined(name, arm)) for name, arm in self.head)]

    def shown(self) -> Sequence[str]:
        """Return the headings that a person reads."""
        told = (_joined(translate(_BY_NAME[name].name), arm) for name, arm in self.head)
        return [*self.own, *(self._free(one) for one in told)]

    def _free(self, name: str) -> str:
        return f"{name} (Roundtable)" if name in self.own else name


def _joined(name: str, arm: str) -> str:
    return f"{name} · {arm}" if arm else name


def _table(report: BatchReport, *, side_by_side: bool) -> _Table:
    cells = report.table or {line.row: _asked(line) for line in report.lines}
    own = list(dict.fromkeys(heading for row in cells.values() for heading in row))
    head = [(one.name.source, "") for one in _COLUMNS]
    found: list[tuple[int, Sequence[JsonValue]]] = []
    if side_by_side:
        arms = list(dict.fromkeys(line.arm for line in report.lines))
        head = [("state", "")] + [(name, arm) for arm in arms for name in _SIDE_BY_SIDE]
        by_row: dict[tuple[int, int], dict[str, ReportLine]] = {}
        runs = Counter[tuple[int, str]]()
        for line in report.lines:
            # Runs of one question stand below each other: as often as the arm that ran it most.
            by_row.setdefault((line.row, runs[line.row, line.arm]), {})[line.arm] = line
            runs[line.row, line.arm] += 1
        for (row, _), lines in by_row.items():
            states = dict.fromkeys(line.state for line in lines.values())
            told = [_BY_NAME[name].told(lines[arm]) if arm in lines else None for name, arm in head[1:]]
            found.append((row, [", ".join(states), *told]))
    else:
        found = [(line.row, [one.told(line) for one in _COLUMNS]) for line in report.lines]
    for row, why in report.why_aside.items():
        state = {"state": "set aside", "why": why}
        found.append((row, [state.get(name) for name, _ in head]))
    found.sort(key=lambda one: one[0])
    rows = [[*(cells.get(row, {}).get(heading) for heading in own), *told] for row, told in found]
    return _Table(own, head, rows)


def _asked(line: ReportLine) -> Mapping[str, JsonValue]:
    """Return what is known of a row of which an earlier version kept no columns."""
    text = line.outcome.text if line.outcome is not None else ""
    return {"id": line.id, "question": text, **({"expected": line.expected} if line.expected else {})}


def answers_jsonl(report: BatchReport, *, side_by_side: bool = False) -> bytes:
    """Return the table with its answers as JSONL, a line for each session."""
    table = _table(report, side_by_side=side_by_side)
    lines = (dict(zip(table.names(), row, strict=True)) for row in table.rows)
    return "".join(f"{unhidden(json.dumps(line, ensure_ascii=False))}\n" for line in lines).encode()


def answers_csv(report: BatchReport, *, side_by_side: bool = False) -> bytes:
    """Return the table with its answers as CSV for a spreadsheet, in the language that is spoken."""
    table, comma = _table(report, side_by_side=side_by_side), decimal_comma()

    def written(cell: object) -> object:
        return str(cell).replace(".", ",") if comma and isinstance(cell, float) else cell

    return spreadsheet(table.shown(), ([written(cell) for cell in row] for row in _rows(table)))


def answers_workbook(report: BatchReport, *, side_by_side: bool = False) -> bytes:
    """Return the table with its answers as a workbook (XLSX), in the language that is spoken."""
    table = _table(report, side_by_side=side_by_side)
    return workbook(report.name, table.shown(), _rows(table))


def _rows(table: _Table) -> Iterator[Sequence[object]]:
    """Yield the rows as a person reads them."""
    for row in table.rows:
        told = list(zip(table.head, row[len(table.own) :], strict=True))
        # An empty cell would be read as nothing to pay; a sum leaves words out.
        used = {arm for (name, arm), cell in told if name == "tokens" and cell is not None}
        unknown = [name == "cost" and cell is None and arm in used for (name, arm), cell in told]
        yield [
            *(_flat(cell) for cell in row[: len(table.own)]),
            *(
                str(UNKNOWN) if hidden else _shown(name, cell)
                for ((name, _), cell), hidden in zip(told, unknown, strict=True)
            ),
        ]


def _shown(name: str, cell: JsonValue) -> object:
    if name == "state" and isinstance(cell, str):
        return ", ".join(str(STATES.get(one, one)) for one in cell.split(", "))
    if name == "seconds" and isinstance(cell, float):
        return round(cell, 1)
    if name == "cost" and isinstance(cell, float):
        return round(cell, 6)
    return translate(Message(cell)) if name in _SAID and isinstance(cell, str) and cell else _flat(cell)


def _flat(cell: JsonValue) -> object:
    """Return a cell as one of a table: of what JSON nests, its text."""
    if cell is None:
        return ""
    return json.dumps(cell, ensure_ascii=False) if isinstance(cell, list | dict | bool) else cell


def answers_section(report: BatchReport) -> str:
    """Return the answers as a part of the page: each whole answer folded behind its short form."""
    finished = [line for line in report.lines if line.outcome is not None]
    if not finished:
        return ""
    cells = report.table or {line.row: _asked(line) for line in report.lines}
    own = list(dict.fromkeys(heading for row in cells.values() for heading in row))
    told = (
        words("Answer"),
        words("Result"),
        words("Read as"),
        words("Agreement"),
        words("Dissent"),
        words("Team"),
        words("Cost"),
        words("Tokens"),
        words("Time"),
        words("Session"),
    )
    top = "".join(f"<th>{plain(name)}</th>" for name in [*own, *map(str, told)])
    lines = "".join(
        f"<tr>{''.join(_page_cells(line, own, cells.get(line.row, {})))}</tr>\n" for line in finished
    )
    table = f"<table><thead><tr>{top}</tr></thead>\n<tbody>\n{lines}</tbody></table>"
    return section(translate("Answers"), f'<div class="table wide">{table}</div>')


def _page_cells(line: ReportLine, own: Sequence[str], row: Mapping[str, JsonValue]) -> Iterator[str]:
    one = line.outcome
    assert one is not None
    for heading in own:
        text = str(_flat(row.get(heading)))
        cut = f"{text[:_LONGEST_SHOWN]}…" if len(text) > _LONGEST_SHOWN else text
        yield f"<td>{plain(cut)}</td>"
    short, whole = plain(one.short), plain(one.answer)
    folded = f"<details><summary>{short or NOTHING}</summary><pre>{whole}</pre></details>"
    folds = len(one.answer.strip()) > len(one.short.strip()) + _LABEL
    yield f"<td>{folded if folds else short}</td>"
    by = _graded_by(one)
    said = f"{result_said(one)} ({by})" if by is not None else result_said(one)
    yield f"<td>{plain(said)}</td><td>{plain(str(WAYS[one.way]) if one.way else NOTHING)}</td>"
    yield f"<td>{plain(_agreement(one))}</td>"
    yield f"<td>{plain(one.dissent or NOTHING)}</td><td>{plain(line.arm)}</td>"
    yield f"<td>{plain(money(one.cost, one.known_cost, one.uncertain_cost))}</td>"
    yield f"<td>{plain(tokens(one.tokens, one.tokens_cached))}</td>"
    took = NOTHING if one.seconds is None else f"{format_number(f'{one.seconds:,.1f}')} s"
    yield f"<td>{plain(took)}</td><td>{plain(line.session[:SHORT])}</td>"


def _agreement(one: Outcome) -> str:
    """Return how far the members agree as a judge measured it, else how many of them answer the same."""
    if one.agreement is not None:
        return f"{one.agreement:.0f} %"
    return NOTHING if one.united is None else translate("{n} % the same answer", n=f"{one.united:.0f}")
