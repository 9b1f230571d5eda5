"""Record words: every record says what happened in a sentence, none by the names of its fields."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest

from app import workflows
from app.domain.fact_base import Fact, FactCatalogue, PlainBodies, Record, agent_called
from app.domain.facts import (
    SHARED_FACTS,
    AutoApproveChanged,
    CritiqueAnswered,
    CritiqueFiled,
    GateAnswered,
    GateOpened,
    GuidanceGiven,
    HelpFailed,
    LimitChanged,
    RunStarted,
    SeatAbsent,
    TextAssessed,
    TextDecided,
)
from app.domain.i18n import Message, Speech, use_language
from app.domain.verdict_facts import SeatRated
from app.engine.record_words import ROWS, RecordWords
from app.projections.folding import fold_session
from app.workflows.registry import Registry
from tests.support.toy import ToyPlugin

PLUGINS = Registry().plugins


def told(*facts: Fact) -> list[str]:
    rows = [
        Record(seq, seq, 0, 1, 1, fact.type, fact.schema_version, json.dumps(fact.body()), PlainBodies())
        for seq, fact in enumerate(facts, 1)
    ]
    catalogue = FactCatalogue(SHARED_FACTS)
    plugin = ToyPlugin()
    said = RecordWords(plugin, plugin, catalogue, fold_session(catalogue, rows), lambda seat: seat)
    return [said.sentence(row) for row in rows]


def test_every_fact_that_workflows_share_has_its_words() -> None:
    assert set(SHARED_FACTS) == set(ROWS)


@pytest.mark.parametrize("fact", [fact for fact, row in ROWS.items() if row.by in fact.model_fields])
def test_each_value_that_a_sentence_is_chosen_by_has_one(fact: type[Fact]) -> None:
    row, annotation = ROWS[fact], fact.model_fields[ROWS[fact].by].annotation
    assert not isinstance(row.said, Message)
    told_apart = get_args(annotation) if get_origin(annotation) is Literal else row.said
    assert set(row.said) >= set(told_apart)


@pytest.mark.parametrize("name", PLUGINS)
def test_every_fact_of_a_workflow_has_its_words(name: str) -> None:
    (table,) = (Path(workflows.__path__[0]) / name).rglob("record_words.py")
    source = table.read_text("utf-8")
    assert [fact.__name__ for fact in PLUGINS[name].facts if fact.__name__ not in source] == []


def test_what_a_person_and_the_table_did_is_told_in_sentences() -> None:
    assert told(
        RunStarted(app_version="1"),
        RunStarted(app_version="2"),
        GateOpened(kind="approval", payload={}, verbs=("approve",)),
        GateAnswered(gate="g3", verb="approve", by="flag", note="well done"),
        CritiqueFiled(critique="c1", critic="Ada", target="Bram", label="B", claim="too short"),
        CritiqueAnswered(critique="c1", seat="Bram", answer="held", justification="it is enough"),
        TextAssessed(slot="answer", seat="Bram", status="minor", ratio=0.125, summary="one word"),
        TextDecided(slot="answer", seat="Bram", choice="previous"),
        SeatRated(seat="Ada", rating="good"),
        GuidanceGiven(text="Be brief.", pinned=False),
        LimitChanged(limit="cost", value=2.5),
        LimitChanged(limit="tokens", value=None),
        AutoApproveChanged(until_figure=90, rounds=1, until_cost=None),
        AutoApproveChanged(),
        RunStarted(app_version="3", actor=agent_called("scout")),
    ) == [
        "The run begins (version 1)",
        "The run goes on (version 2)",
        "Approval: your decision is needed",
        "→ Approve (by --approve) – well done",
        "Ada on Bram, medium: too short",
        "Bram on the critique of Ada: it stays with its answer: it is enough",
        "Bram’s answer changed a little, 12 % changed – one word",
        "You choose the text before of Bram",
        "You found the answer of Ada good",
        "Your guidance for the next turn: Be brief.",
        "Limit of cost: $2.50",
        "Limit of tokens: none any more",
        "You let turns be approved without asking: until the figure reaches 90 % and for 1 turn at most",
        "You want to be asked again",
        "By the agent scout: The run goes on (version 3)",
    ]


def test_only_a_fact_that_names_its_call_is_told_by_it() -> None:
    for fact, row in ROWS.items():
        sentences = [row.said] if isinstance(row.said, Message) else row.said.values()
        places = {place for one in sentences for place in re.findall(r"\{(\w+)\}", one.source)} | {row.then}
        assert not places & {"who", "what", "took"} or "asked" in fact.model_fields, fact.__name__


def test_help_that_failed_is_told_with_what_it_was_for() -> None:
    (line,) = told(HelpFailed(purpose="critique", seat="Ada", reason="the server was busy"))
    assert line.startswith("Ada did not answer, and it goes on without (")
    assert line.endswith("): the server was busy")


def test_why_nobody_answered_is_told_in_the_language_of_the_rest() -> None:
    lost = "The provider held the answer back ({finish})."
    known = {"{seat} sits out: {reason}": "{seat} setzt aus: {reason}", lost: "Zurückgehalten ({finish})."}
    with use_language(Speech(translate=lambda _context, text: known.get(text, text), code="de")):
        said = told(SeatAbsent(seat="Cleo", reason=lost.format(finish="filter")))
    assert said == ["Cleo setzt aus: Zurückgehalten (filter)."]
