"""The table of the specification is complete, and names only tests that are there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import app.workflows.debate as api
from app.domain.facts import CritiqueAnswered, CritiqueDecided, Status
from app.domain.seats import Seat
from app.workflows.debate.face.gates import GATES
from app.workflows.debate.facts import QuestionAnswered, Reason
from app.workflows.debate.graph import GRAPH
from app.workflows.debate.offline import DEBATE_VOICES
from app.workflows.debate.rules.termination import RuleInputs, rules
from app.workflows.debate.setup import DebateSetup

TESTS = Path(__file__).resolve().parents[2]


def rows() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Read spec_table.md: (part, line, tests)."""
    found = []
    for row in (TESTS / "unit" / "debate" / "spec_table.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if row.startswith("| ") and cells[0] != "part":
            found.append((cells[0], cells[1], tuple(name.strip() for name in cells[2].split(","))))
    return tuple(found)


ROWS = rows()


def known_tests() -> set[str]:
    named = re.compile(r"^(?:async )?def test_(\w+)\(", re.MULTILINE)
    return {name for path in TESTS.rglob("test_*.py") for name in named.findall(path.read_text("utf-8"))}


def lines(section: str) -> set[str]:
    """Return the first words of a section's lines, without what follows a colon."""
    return {line.split(":")[0].split()[0] for name, line, _ in ROWS if name == section}


def literal(model: type, field: str) -> set[str]:
    return set(get_args(model.model_fields[field].annotation))  # type: ignore[attr-defined]


def test_every_line_names_tests_that_exist() -> None:
    known = known_tests()
    missing = {(line, name) for _, line, names in ROWS for name in names if name not in known}
    assert not missing
    assert all(names for _, _, names in ROWS)
    assert len({(section, line) for section, line, _ in ROWS}) == len(ROWS), "each line stands once"


def test_no_edge_of_the_graph_is_missing() -> None:
    edges = {f"{t.source} {t.signal} {t.target or 'end'}" for t in GRAPH.transitions}
    from_any = {edge for edge in edges if "STOPPED_WITH_RESULT" in edge and not edge.startswith("approval")}
    shown = {line for section, line, _ in ROWS if section == "graph"}
    assert {edge.lower() for edge in edges - from_any} == {line.lower() for line in shown}


STANDING = RuleInputs(
    current_round=1, max_rounds=2, statuses=["held"], asked=1, valid=1, tokens=0, context_budget=1000,
    termination="convergence", auto_stop=True, figure=None, threshold=80, high_open=False,
)  # fmt: skip


@pytest.mark.parametrize(
    ("section", "names"),
    [
        ("setup", set(DebateSetup.model_fields)),
        (
            "team",
            set(Seat.model_fields) - {"base_url", "api_key_env", "price_in", "price_out", "context_length"},
        ),
        ("status", set(get_args(Status))),
        ("policy", literal(DebateSetup, "gate_policy")),
        ("question", literal(QuestionAnswered, "status")),
        ("ledger", literal(CritiqueDecided, "verdict")),
        ("ledger", literal(CritiqueAnswered, "answer")),
        ("gate", {f"{kind.name}.{verb.name}" for kind in GATES.values() for verb in kind.verbs}),
        ("api", set(api.__all__)),
        ("purpose", {purpose for _, purpose in DEBATE_VOICES}),
        ("rule", {str(rule.number) for rule in rules(STANDING)}),
    ],
)
def test_no_name_the_program_has_is_missing(section: str, names: set[str]) -> None:
    assert names - lines(section) == set()


def test_every_rule_stands_in_its_order_with_its_reason() -> None:
    rule_lines = [line for section, line, _ in ROWS if section == "rule"]
    assert rule_lines == [f"{rule.number} {rule.reason}" for rule in rules(STANDING)]
    # An attack ends by no rule: one answer alone settles on nothing.
    assert {rule.reason for rule in rules(STANDING)} == set(get_args(Reason)) - {"attacked"}
