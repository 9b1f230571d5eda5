"""What is learnt over many sessions: who was right (forecast, decision, outcome), and rules from refusals.

A forecast is written before the first round opens, when no answer is there yet, and stays as it is. Rules are
proposed from what a person refuses again and again; nothing changes unless one is accepted, for new sessions.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from app.domain.errors import InputError
from app.domain.fact_base import Fact
from app.domain.i18n import words
from app.domain.ids import RESERVED_SEATS
from app.domain.untrusted_files import is_there
from app.domain.verdict_facts import DecisionRecorded, ForecastMade, OutcomeRecorded, seat_who
from app.engine.plugin import WorkflowPlugin
from app.engine.session_rows import SessionRow, counted_once
from app.projections.intervals import RightRate, rates
from app.projections.session import Session
from app.settings.toml_files import read_model, write_toml

MOST = 300
"""Characters of a forecast: one line."""


def check_looking_back(session: Session, fact: Fact) -> None:
    """Refuse what may not be told now, or names nobody; raises InputError."""
    match fact:
        case ForecastMade():
            _check_forecast(session, fact.text)
        case DecisionRecorded():
            if not fact.text.strip():
                raise InputError(
                    words("A decision of no words tells nothing later."),
                    words("Say in a line what was decided."),
                )
            if fact.look_back:
                day_of(fact.look_back)
        case OutcomeRecorded():
            known = who_may_be_right(session)
            for who in fact.right:
                if who not in known:
                    raise InputError(
                        words("Nobody here is called “{who}”.", who=who),
                        words("Use one of: {names}.", names=", ".join(known)),
                    )
        case _:
            pass


def _check_forecast(session: Session, text: str) -> None:
    if session.rounds_opened:
        raise InputError(
            words(
                "The first answers are open: what was expected before can no longer be written or changed."
            ),
            words("Write a note instead, or a forecast in the next session before it begins."),
        )
    if not text.strip() or "\n" in text.strip() or len(text) > MOST:
        raise InputError(
            words("A forecast is one line of at most {n} characters.", n=MOST),
            words("Say in one line what you expect."),
        )


def day_of(text: str) -> date:
    """Return a day that was typed as 2027-01-31; raises InputError."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError as error:
        raise InputError(
            words("“{text}” is no day.", text=text), words("Write it as year-month-day: 2027-01-31.")
        ) from error


def in_months(day: date, number: int) -> date:
    """Return the same day some months later, or the last one of a month that is shorter."""
    month = day.month - 1 + number
    year, month = day.year + month // 12, month % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def who_may_be_right(session: Session) -> tuple[str, ...]:
    """Return the names by which an outcome tells who was right."""
    members = [name for name in session.seats if name not in RESERVED_SEATS]
    return (*OutcomeRecorded.beside_seats, *map(seat_who, members))


def who_was_right(rows: Iterable[SessionRow]) -> tuple[int, tuple[RightRate, ...]]:
    """Return how many sessions have an outcome that says who was right, and how often each was.

    A copy counts only where the session that it is of tells of no outcome.
    """
    told = {str(row.session): row.right for row in counted_once(row for row in rows if row.right)}
    return len(told), rates(told)


# --- rules from refusals ------------------------------------------------------------------------------------

FROM = 5
"""Sessions with refusals of one kind from which a rule is proposed."""
_OF_MARKS = {
    "mark unsourced": "Every claim names its source, or is marked as a guess.",
    "mark unclear": "A reader without special knowledge understands every sentence.",
    "mark too_long": "It is as short as it can be; nothing is said twice.",
}
"""What is proposed for marks. Models read it, so it is never translated."""
_MOST_CASES = 10


_Kind = Annotated[str, StringConstraints(min_length=1, max_length=120)]


class Rule(BaseModel):
    """What became of a proposal."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verdict: Literal["accepted", "never"]
    use: Literal["must_have", "critics"] = "must_have"
    text: str = Field(default="", max_length=500)


class _RuleTable(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    rules: dict[_Kind, Rule] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A rule that a person may accept, with the cases that it comes from."""

    kind: str
    use: Literal["must_have", "critics"]
    text: str
    cases: tuple[tuple[str, str], ...]
    """Title of the session, and what was refused there."""


class Rules:
    """Proposes rules, and keeps what became of them in `rules.toml`."""

    def __init__(self, config: Path) -> None:
        self._path = config / "rules.toml"

    def decided(self) -> Mapping[str, Rule]:
        """Return what became of proposals, by kind; raises InputError naming the place that is wrong."""
        return read_model(self._path, _RuleTable).rules if is_there(self._path) else {}

    def _put(self, kind: str, rule: Rule | None) -> None:
        kept = {name: one for name, one in self.decided().items() if name != kind}
        table = _RuleTable(rules=kept if rule is None else {**kept, kind: rule})
        write_toml(self._path, table.model_dump(mode="json"))

    def proposals(self, rows: Iterable[SessionRow]) -> tuple[Proposal, ...]:
        """Return what may be proposed now, the commonest first."""
        decided, cases = self.decided(), dict[str, list[tuple[str, str]]]()
        for row in counted_once(row for row in rows if row.refused):
            for kind, case in row.refused.items():
                cases.setdefault(kind, []).append((row.title, case))
        found = [
            Proposal(kind, *_proposed(kind), tuple(each[:_MOST_CASES]))
            for kind, each in sorted(cases.items(), key=lambda one: (-len(one[1]), one[0]))
            if len(each) >= FROM and kind not in decided
        ]
        return tuple(found)

    def accept(self, rows: Iterable[SessionRow], kind: str, text: str = "") -> Rule:
        """Put a proposed rule in force for new sessions, with these words where some are given."""
        one = self._proposal(rows, kind)
        rule = Rule(verdict="accepted", use=one.use, text=text.strip() or one.text)
        self._put(kind, rule)
        return rule

    def never(self, rows: Iterable[SessionRow], kind: str) -> None:
        """Propose this never again."""
        self._proposal(rows, kind)
        self._put(kind, Rule(verdict="never"))

    def forget(self, kind: str) -> None:
        """Take back what was decided of a proposal: the rule holds no longer, and may be proposed again."""
        if kind not in self.decided():
            raise InputError(
                words("There is no rule “{kind}”.", kind=kind), words("“roundtable rules list” shows all.")
            )
        self._put(kind, None)

    def applied(self, plugin: WorkflowPlugin, setup: Mapping[str, object]) -> dict[str, object]:
        """Return a setup with the accepted rules that its workflow has a place for."""
        found = dict(setup)
        for rule in self.decided().values():
            name = {"must_have": "must_haves", "critics": "critic_rules"}[rule.use]
            if rule.verdict == "accepted" and rule.text and name in plugin.setup.model_fields:
                given = found.get(name, ())
                lines = given.splitlines() if isinstance(given, str) else list(_texts(given))
                found[name] = (*lines, *([] if rule.text in lines else [rule.text]))
        return found

    def _proposal(self, rows: Iterable[SessionRow], kind: str) -> Proposal:
        found = {one.kind: one for one in self.proposals(rows)}
        if kind not in found:
            raise InputError(
                words("Nothing is proposed for “{kind}”.", kind=kind),
                words("“roundtable rules list” shows what is."),
            )
        return found[kind]


def _texts(given: object) -> Iterable[str]:
    return map(str, given) if isinstance(given, Iterable) else ()


def _proposed(kind: str) -> tuple[Literal["must_have", "critics"], str]:
    if kind in _OF_MARKS:
        return "must_have", _OF_MARKS[kind]
    return "critics", f"Make no points of the kind “{kind.removeprefix('dismissed ')}”."
