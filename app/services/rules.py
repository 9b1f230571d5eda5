"""Rules proposed from what a person refuses again and again; nothing changes unless one is accepted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from app.domain.errors import InputError
from app.domain.frozen import Frozen
from app.domain.i18n import words
from app.domain.untrusted_files import is_there
from app.engine.plugin import WorkflowPlugin
from app.engine.session_rows import SessionRow, counted_once
from app.settings.toml_files import read_model, write_toml

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


class Rule(Frozen):
    """What became of a proposal."""

    verdict: Literal["accepted", "never"]
    use: Literal["must_have", "critics"] = "must_have"
    text: str = Field(default="", max_length=500)


class _RuleTable(Frozen):
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
