"""The CSV writer of a session: its figures, one a line, for a spreadsheet.

Each line is one figure; `of` says what it is of: an attempt, a text, a round, a seat, or the session. Numbers
are written as programs read them; a text that a spreadsheet would take for a formula stands behind an
apostrophe.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.i18n import format_number, ngettext, translate, words
from app.domain.message_lookup import read_sentence
from app.engine.exporting import ExportRequest
from app.export.names import Names
from app.export.report_model import report_of
from app.export.spreadsheet import spreadsheet
from app.export.wording import dollars
from app.markup.visible import visible
from app.projections.report import Cost, Report

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
Line = tuple[str, ...]


def write(request: ExportRequest) -> bytes:
    """Return the figures of a session as a table."""
    report = report_of(request)
    names = Names.of(request, report)
    rows = _lines(report, names, costs=not request.redact_costs)
    # A line of a cell would be a line of the table to programs that split at line ends.
    lines = ((report.session, names.title(report), *row) for row in rows)
    return spreadsheet(HEAD, ([" ".join(visible(cell).split()) for cell in line] for line in lines))


def _lines(report: Report, names: Names, *, costs: bool) -> Iterator[Line]:
    for measure in report.measures:
        yield _line(
            translate("attempt"),
            measure.title,
            measure.value,
            measure.unit,
            place=(str(measure.round), str(measure.attempt)),
            threshold=_number(measure.threshold),
            passes={True: translate("yes"), False: translate("no"), None: ""}[measure.passes],
            note=names.known_by_letter(str(read_sentence(measure.note)), measure.round),
        )
    for row in report.rounds:
        for attempt in row.attempts:
            if attempt.closed_at is not None:
                seconds = (attempt.closed_at - attempt.opened_at).total_seconds()
                place = (str(row.number), str(attempt.number))
                yield _line(translate("attempt"), translate("Time taken"), seconds, "s", place=place)
    for one in report.assessments:
        title, changed = translate("Share of the text that changed"), round(100 * one.changed, 2)
        place, seat = (str(one.round), str(one.attempt)), names.plain(one.seat)
        yield _line(translate("text"), title, changed, "%", place=place, seat=seat)
    for number, cost in sorted(report.costs.by_round.items()):
        # Round 0 is what was before the first.
        yield from _used(translate("round"), cost, costs=costs, place=(str(number), ""))
    for seat, cost in report.costs.by_seat.items():
        yield from _used(translate("seat"), cost, costs=costs, seat=names.plain(seat))
    yield from _used(translate("session"), report.costs.total, costs=costs)


def _used(
    of: str, cost: Cost, *, costs: bool, place: tuple[str, str] = ("", ""), seat: str = ""
) -> Iterator[Line]:
    """Yield what calls used."""
    estimated = translate("counted by this program") if cost.tokens_estimated else ""
    unpriced = ngettext(cost.unpriced, "{n} call of unknown cost", "{n} calls of unknown cost")
    at_worst = translate("of it {sum} at worst", sum=dollars(cost.worst_case)) if cost.worst_case else ""
    from_cache = ("cached", words("Tokens read from a cache"), cost.tokens_cached, "", estimated)
    cached = [from_cache] if cost.tokens_cached else []
    for name, figure, value, unit, note in (
        ("calls", words("Calls"), cost.calls, "", ""),
        ("in", words("Tokens in"), cost.tokens_in, "", estimated),
        *cached,
        ("out", words("Tokens out"), cost.tokens_out, "", estimated),
        ("cost", words("Cost"), cost.dollars, "USD", unpriced if cost.unpriced else at_worst),
    ):
        if costs or name != "cost":
            yield _line(of, str(figure), value, unit, place=place, seat=seat, note=note)


def _line(
    of: str,
    figure: str,
    value: float | None,
    unit: str,
    *,
    place: tuple[str, str] = ("", ""),
    seat: str = "",
    threshold: str = "",
    passes: str = "",
    note: str = "",
) -> Line:
    """Return a line in the order of HEAD; `place`: a round and its attempt."""
    return (of, *place, seat, figure, _number(value), unit, threshold, passes, note)


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return format_number(str(int(value)) if value == int(value) else f"{value:.10f}".rstrip("0"))
