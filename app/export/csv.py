"""HOW CSV writes a session: its figures, one a line, for a spreadsheet.

Each line is one figure; `of` says what it is of: an attempt, a text, a round, a seat, or the session. Numbers
are written as programs read them; a text that a spreadsheet would take for a formula stands behind an
apostrophe.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from app.domain.fact_base import FactCatalogue
from app.domain.facts import SHARED_FACTS
from app.domain.i18n import format_number, ngettext, translate, words
from app.domain.message_lookup import read_sentence
from app.engine.exporting import FIGURES, ExportRequest
from app.export.marks import Names
from app.markup.visible import visible
from app.projections.report import Cost, Report
from app.projections.reporting import build_report

HEAD = (
    words("session"),
    words("title"),
    words("of"),
    words("round"),
    words("attempt"),
    words("seat"),
    words("figure"),
    words("value"),
    words("unit"),
    words("threshold"),
    words("passes"),
    words("note"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
Line = tuple[str, ...]


class CsvExporter:
    """Writes the figures of a session."""

    name = "csv"
    suffix = ".csv"
    leaves_out = FIGURES

    def write(self, request: ExportRequest) -> bytes:
        """Return the file's bytes."""
        catalogue = request.catalogue or FactCatalogue(SHARED_FACTS)
        report = build_report(catalogue, request.records, request.workflow_report)
        names = Names.of(request, report)
        file = io.StringIO()
        # A spreadsheet takes semicolons where its language has the comma within its numbers.
        apart = ";" if format_number("0.5") == "0,5" else ","
        writer = csv.writer(file, delimiter=apart, lineterminator="\r\n")
        writer.writerow(map(str, HEAD))
        for row in _lines(report, names, costs=not request.redact_costs):
            line = (report.session, names.text(report.title), *row)
            writer.writerow([_safe(cell) for cell in line])
        # The mark at its beginning tells a spreadsheet that letters are UTF-8.
        return ("\ufeff" + file.getvalue()).encode()

    def schema(self) -> None:
        """Return None: its first line names the columns."""


def _lines(report: Report, names: Names, *, costs: bool) -> Iterator[Line]:
    for measure in report.measures:
        passes = {True: translate("yes"), False: translate("no"), None: ""}[measure.passes]
        yield (
            translate("attempt"),
            str(measure.round),
            str(measure.attempt),
            "",
            measure.title,
            _number(measure.value),
            measure.unit,
            _number(measure.threshold),
            passes,
            names.known_by_letter(str(read_sentence(measure.note)), measure.round),
        )
    for row in report.rounds:
        for attempt in row.attempts:
            if attempt.closed_at is not None:
                seconds = (attempt.closed_at - attempt.opened_at).total_seconds()
                yield (
                    translate("attempt"),
                    str(row.number),
                    str(attempt.number),
                    "",
                    translate("Time taken"),
                    _number(seconds),
                    "s",
                    *[""] * 3,
                )
    for one in report.assessments:
        changed = _number(round(100 * one.changed, 2))
        seat = names.plain(one.seat)
        yield (
            translate("text"),
            str(one.round),
            str(one.attempt),
            seat,
            translate("Share of the text that changed"),
            changed,
            "%",
            *[""] * 3,
        )
    for number, cost in sorted(report.costs.by_round.items()):
        yield from _used((translate("round"), str(number)), "", cost, costs=costs)
    for seat, cost in report.costs.by_seat.items():
        yield from _used((translate("seat"), ""), names.plain(seat), cost, costs=costs)
    yield from _used((translate("session"), ""), "", report.costs.total, costs=costs)


def _used(of: tuple[str, str], seat: str, cost: Cost, *, costs: bool) -> Iterator[Line]:
    """Yield what calls used; round 0 is what was before the first."""
    estimated = translate("counted by this program") if cost.tokens_estimated else ""
    unpriced = ngettext(cost.unpriced, "{n} call of unknown price", "{n} calls of unknown price")
    for name, figure, value, unit, note in (
        ("calls", words("Calls"), cost.calls, "", ""),
        ("in", words("Tokens in"), cost.tokens_in, "", estimated),
        ("out", words("Tokens out"), cost.tokens_out, "", estimated),
        ("cost", words("Cost"), cost.dollars, "USD", unpriced if cost.unpriced else ""),
    ):
        if costs or name != "cost":
            yield (*of, "", seat, str(figure), _number(value), unit, "", "", note)


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return format_number(str(int(value)) if value == int(value) else f"{value:.10f}".rstrip("0"))


def _safe(cell: str) -> str:
    """Return a cell that no spreadsheet takes for a formula, with marks for signs that nobody would see.

    A negative number is no formula.
    """
    cell = " ".join(visible(cell).split())
    try:
        float(cell.replace(",", "."))
    except ValueError:
        return f"'{cell}" if cell.startswith(_FORMULA) else cell
    return cell
