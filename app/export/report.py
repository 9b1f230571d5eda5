"""A session as a Markdown document: the answer first, then how it came about, round by round.

Rules: foreign text stands in fences or escaped on a line; a section without content is left out; the
same session gives the same bytes (no clock, no locale).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from app.domain.canonical import JsonValue, dumps
from app.domain.fact_base import FactCatalogue
from app.domain.facts import SHARED_FACTS, CriterionMeasured
from app.engine.ports import ExportRequest
from app.export.changes import snippets
from app.export.happenings import Story, Told, tell
from app.export.marks import Names, cell, fence, inline, table
from app.projections import SessionFold, fold_session
from app.projections.critiques import Point
from app.projections.desk import letter_tags
from app.projections.spend import Account
from app.projections.texts import RESULT_SLOTS, Version

REASONS: Mapping[str, str] = {
    "user_stopped": "The person stopped it.",
    "error_occurred": "It ended because of an error.",
    "max_rounds_reached": "The last planned round was reached.",
    "context_limit_reached": "The limit of tokens was nearly used up.",
    "models_converged": "The models converged.",
    "no_significant_changes": "Nothing significant changed any more.",
    "full_convergence": "All criteria were met.",
    "early_convergence": "The criteria were met early.",
    "partial_convergence": "It ended with some criteria unmet.",
    "cycles_completed": "All planned cycles were completed.",
}
"""Termination reasons in words; another one is shown by its name."""


class ReportExporter:
    """Writes one document to read and to hand on."""

    name = "md"
    suffix = ".md"

    def write(self, request: ExportRequest) -> bytes:
        """Return the file's bytes."""
        catalogue = request.catalogue or FactCatalogue(SHARED_FACTS)
        page = _Page(
            request,
            fold_session(catalogue, request.records, request.headline),
            tell(catalogue, request.records),
        )
        return ("\n\n".join(page.blocks()) + "\n").encode()


class _Page:
    def __init__(self, request: ExportRequest, fold: SessionFold, story: Story) -> None:
        self.request, self.fold, self.story = request, fold, story
        models = {name: seat.model for name, seat in fold.session.seats.items()}
        self.setup = next((r.body().get("setup") for r in request.records if r.type == "session_created"), {})
        hidden = isinstance(self.setup, dict) and self.setup.get("hide_names") is True
        # Names that the person does not want to see yet are not in a file either.
        hidden = hidden and fold.session.state != "finished"
        self.names = Names(
            models, redact=request.redact_names or hidden, shown=self._letters() if hidden else None
        )

    def _letters(self) -> dict[str, str]:
        catalogue = self.request.catalogue or FactCatalogue(SHARED_FACTS)
        dealing = letter_tags(catalogue)
        for record in self.request.records:
            dealt = record.body().get("letters") if record.type in dealing else None
            if isinstance(dealt, dict):
                return {seat: f"Response {letter}" for seat, letter in dealt.items()}
        return {}

    def blocks(self) -> Iterator[str]:
        session, line, text = self.fold.session, self._line, self.names.text
        yield f"# {line(session.title) or 'Session'}"
        yield self._facts()
        yield from _section("## Final answer", self._result())
        # What the workflow tells under a title of its own is not told twice.
        told = any(_unfenced(body) == session.question.strip() for _, body in self.request.parts)
        asked = session.question.strip() and not told
        yield from _section("## Question", [fence(text(session.question))] if asked else [])
        yield from _section("## Context", _list(line(name) for name in self._context()))
        yield from _section("## Team", self._team())
        for title, body in self.request.parts:
            yield from _section(f"## {line(title)}", [text(body).strip("\n")] if body.strip() else [])
        given = {title.casefold() for title, _ in self.request.parts}
        if "dissent" not in given:
            yield from _section("## Dissent", _list(self._dissent()))
        if "degradation" not in given:
            yield from _section("## Degradation", _list(self._degraded()))
        for number, row in sorted(self.fold.timeline.rounds.items()):
            for attempt in row.attempts:
                yield from self._round(number, attempt.number, attempt.accepted, len(row.attempts))
        outside = [told for told in self.story.decisions if told.round not in self.fold.timeline.rounds]
        yield from _section("## Decisions outside the rounds", _list(map(self._told, outside)))
        yield from _section("## Figures of the workflow", self._summary())
        yield from _section("## Tokens and cost", self._spend())

    # --- the head -----------------------------------------------------------------------------

    def _facts(self) -> str:
        session = self.fold.session
        rows = [f"Workflow: {inline(session.workflow)}", f"State: {session.state}"]
        if session.state == "finished" or session.reason:
            reason = session.reason
            rows.append(
                f"Why it ended: {REASONS.get(reason) or inline(reason.replace('_', ' '))}" if reason else ""
            )
        rows.append(f"Started: {_time(session.created_at)}")
        if session.parent is not None:
            rows.append(f"Forked from: {inline(session.parent.session)} at record {session.parent.seq}")
        rows.append(f"Tags: {', '.join(map(self._line, session.tags))}" if session.tags else "")
        if self.story.judged is not None:
            rows.append(
                f"The person's word on the result against the first best answer: {self.story.judged.verdict}"
            )
        return "".join(_list(row for row in rows if row))

    def _result(self) -> list[str]:
        version = self.fold.texts.result()
        if version is None:
            return []
        standing = self.names.text(self.fold.texts.standing_text(version))
        return [fence(standing)] if standing.strip() else []

    def _context(self) -> Iterator[str]:
        setup = self.setup if isinstance(self.setup, dict) else {}
        for field in ("context", "context_files", "files", "folder"):
            value = setup.get(field)
            for item in value if isinstance(value, list) else [value]:
                name = item.get("name", item.get("path")) if isinstance(item, dict) else item
                if isinstance(name, str) and name:
                    yield name
        if isinstance(setup.get("context_text"), str) and str(setup["context_text"]).strip():
            yield "text given by the person"

    def _team(self) -> list[str]:
        seats = self.fold.session.seats
        if self.names.redact:
            return _list(f"{self.names.seat(name)}, {self._line(seat.role)}" for name, seat in seats.items())
        return _list(
            f"{self.names.seat(name)}: {inline(seat.model)}, {inline(seat.role)}"
            for name, seat in seats.items()
        )

    def _dissent(self) -> Iterator[str]:
        for point in self.fold.critiques.points.values():
            held = point.answers and point.answers[-1].answer == "held"
            if held and not (point.decided and point.decided.verdict == "dismiss"):
                why = self._line(point.answers[-1].justification)
                yield f"{self._who(point)}: {self._line(point.filed.claim)}" + (
                    f" – held: {why}" if why else ""
                )

    def _degraded(self) -> Iterator[str]:
        for told in self.story.degraded:
            where = f" ({self.request.round_word.lower()} {told.round})" if told.round else ""
            model = told.kind == "got another model"
            text = "" if model and self.names.redact else self._line(told.text)
            yield f"{self.names.seat(told.who)} – {told.kind}{where}" + (f": {text}" if text else "")

    # --- a round ------------------------------------------------------------------------------

    def _round(self, number: int, attempt: int, accepted: bool | None, attempts: int) -> Iterator[str]:
        title = f"## {inline(self.request.round_word)} {number}"
        if attempts > 1:
            title += f", attempt {attempt}"
        title += {True: "", False: " (rejected)", None: " (undecided)"}[accepted]
        figures = self.fold.criteria.by_attempt.get((number, attempt), {}).values()
        points = self.fold.critiques.of_round(number, attempt)
        decisions = [told for told in self.story.decisions if (told.round, told.attempt) == (number, attempt)]
        body = [
            *_section("### Figures", self._figures(figures)),
            *_section("### Answers", self._answers(number, attempt)),
            *_section("### Critiques", _list(map(self._critique, points))),
            *_section("### Decisions", _list(map(self._told, decisions))),
        ]
        yield from _section(title, body)

    def _figures(self, figures: Iterable[CriterionMeasured]) -> list[str]:
        rows = [
            (
                cell(one.name),
                "unknown" if one.value is None else f"{one.value:g}",
                "–" if one.threshold is None else f"{one.threshold:g}",
                {True: "yes", False: "no", None: "–"}[one.passes],
                cell(self.names.text(one.note)),
            )
            for one in figures
        ]
        return [table(("Figure", "Value", "Threshold", "Met", "Note"), rows)] if rows else []

    def _answers(self, number: int, attempt: int) -> list[str]:
        newest: dict[tuple[str, str], Version] = {}
        for version in self.fold.texts.versions.values():
            if (version.round, version.attempt) == (number, attempt) and version.slot not in RESULT_SLOTS:
                newest[version.slot, version.seat] = version
        return [block for version in newest.values() for block in self._answer(version)]

    def _answer(self, version: Version) -> Iterator[str]:
        texts = self.fold.texts
        base, standing = texts.base_text(version), texts.standing_text(version)
        head = f"#### {self.names.seat(version.seat)}"
        if version.assessed is not None:
            head += f" – {version.assessed.status}, {version.assessed.ratio:.0%} changed"
        lines = []
        if version.assessed is not None:
            lines += [self._line(version.assessed.summary), self._line(version.assessed.justification)]
        if version.decided is not None and version.decided.choice != "refined":
            kept = {"previous": "The person kept the previous text.", "edit": "The person edited the text."}
            lines.append(kept[version.decided.choice])
        body = _list(line for line in lines if line)
        if standing.strip():
            body.append(fence(self.names.text(standing)))
        if base is not None and base != standing:
            marked = _list(snippets(self.names.text(base), self.names.text(standing)))
            body += ["What changed:", *marked]
        yield from _section(head, body)

    def _critique(self, point: Point) -> str:
        filed, line = point.filed, self._line
        parts = [f"{self._who(point)}, {filed.severity}: {line(filed.claim)}"]
        if filed.suggestion.strip():
            parts.append(f"suggests: {line(filed.suggestion)}")
        if filed.quote.strip():
            parts.append(f"quotes: “{line(filed.quote)}”")
        if point.decided is not None:
            why = f" – {line(point.decided.reason)}" if point.decided.reason.strip() else ""
            words = {"accept": "accepted", "dismiss": "dismissed", "defer": "deferred"}
            parts.append(f"the person {words[point.decided.verdict]} it{why}")
        for answer in point.answers:
            why = f" – {line(answer.justification)}" if answer.justification.strip() else ""
            parts.append(f"{self.names.seat(answer.seat)}: {answer.answer}{why}")
        return "\n  - ".join(parts)

    def _who(self, point: Point) -> str:
        target = self.names.seat(point.filed.target) if point.filed.target else "all others"
        return f"{self.names.seat(point.filed.critic)} → {target}"

    def _told(self, told: Told) -> str:
        said = self._line(told.text)
        return f"{inline(told.kind)} (by {inline(told.who)})" + (f" – {said}" if said else "")

    # --- the end ------------------------------------------------------------------------------

    def _summary(self) -> list[str]:
        hidden = ("cost",) if self.request.redact_costs else ()
        shown = {k: v for k, v in sorted(self.request.summary.items()) if not any(h in k for h in hidden)}
        rows = [
            (cell(key.replace("_", " ")), cell(self.names.text(_plain(value))))
            for key, value in shown.items()
            if not isinstance(value, dict | list) and value is not None
        ]
        blocks = [table(("Figure", "Value"), rows)] if rows else []
        for value in shown.values():
            lines = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
            if lines:
                head = list(dict.fromkeys(key for row in lines for key in row))
                cells = [[cell(self.names.text(_plain(row.get(key)))) for key in head] for row in lines]
                blocks.append(table([cell(key.replace("_", " ")) for key in head], cells))
        return blocks

    def _spend(self) -> list[str]:
        spend = self.fold.spend
        if not spend.total.calls and not spend.inherited.calls:
            return []
        accounts = [(self.names.seat(seat), account) for seat, account in sorted(spend.by_seat.items())]
        accounts.append(("In all", spend.total))
        if spend.inherited.calls:
            accounts.append(("Inherited, not charged", spend.inherited))
        head = ["Seat", "Calls", "Tokens in", "Tokens out"] + ([] if self.request.redact_costs else ["Cost"])
        rows = [
            [name, str(a.calls), _count(a.tokens_in, a), _count(a.tokens_out, a)]
            + ([] if self.request.redact_costs else [_cost(a)])
            for name, a in accounts
            if a.calls
        ]
        return [table(head, rows)]

    def _line(self, text: str) -> str:
        return inline(self.names.text(text))


def _section(title: str, body: list[str]) -> list[str]:
    return [title, *body] if body else []


def _unfenced(body: str) -> str:
    """Return what a section holds where that is one fence, else the section."""
    first, *inner = body.strip().splitlines() or [""]
    fenced = first.startswith(("```", "~~~")) and inner and first.startswith(inner[-1])
    return ("\n".join(inner[:-1]) if fenced else body).strip()


def _list(lines: Iterable[str]) -> list[str]:
    """Return the lines as one list block, nothing where there are none."""
    found = "\n".join(f"- {line}" for line in lines)
    return [found] if found else []


def _plain(value: JsonValue) -> str:
    return "" if value is None else value if isinstance(value, str) else dumps(value)


def _count(tokens: int, account: Account) -> str:
    return f"≈ {tokens}" if account.estimated else str(tokens)


def _cost(account: Account) -> str:
    if account.unpriced and not account.cost:
        return "unknown price"
    known = f"${account.cost:.4f}"
    return f"{known} and {account.unpriced} calls of unknown price" if account.unpriced else known


def _time(at: int) -> str:
    return datetime.fromtimestamp(at // 1_000_000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
