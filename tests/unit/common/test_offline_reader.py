"""The offline council's reader: what a prompt shows, what texts state and where, and what bears on what."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.messages import ChatMessage, ModelRequest, ToolCall
from app.prompts.fences import fenced
from app.workflows.common.offline.demands import demands_of
from app.workflows.common.offline.language import language_of
from app.workflows.common.offline.matching import Index, unsupported_figures
from app.workflows.common.offline.prompt import read_prompt, tool_results, turn_of
from app.workflows.common.offline.statements import cited, figures_of, statements_of
from tests.support.commands import SAMPLES

BRIEF = (SAMPLES / "four-day-week-brief.md").read_text(encoding="utf-8")
NOTES = (SAMPLES / "four-day-week-context.md").read_text(encoding="utf-8")


def _request(*messages: ChatMessage, fields: tuple[str, ...] = ()) -> ModelRequest:
    return ModelRequest(
        model="offline/analyst",
        purpose="proposal",
        seat="ada",
        messages=messages,
        reply_schema={"properties": {field: {} for field in fields}} if fields else None,
    )


def test_a_prompt_is_read_as_it_is_sent() -> None:
    user = "\n".join(
        [
            "The question:",
            fenced("Buy or lease?", "question"),
            "Context files given with the question:",
            fenced("It costs 9 euros.", "a.md"),
            fenced("not the question", "question"),
            "Review these answers.",
            fenced("Buy.", "Response B"),
            "Reply with JSON.",
        ]
    )
    prompt = read_prompt(
        _request(
            ChatMessage(role="system", text="You are Ada."),
            ChatMessage(role="user", text=user),
            fields=("items",),
        )
    )
    assert prompt.system == "You are Ada."
    assert prompt.first("The question") == prompt.text("question") == "Buy or lease?"
    assert [text.name for text in prompt.under("Context files")] == ["a.md", "question"]
    assert [text.text for text in prompt.under("Review these answers")] == ["Buy."]
    assert prompt.text("nothing") == ""
    assert prompt.closing == "Reply with JSON."
    assert prompt.fields == ("items",)
    assert prompt.says("Review these")
    assert not prompt.says("It costs 9 euros")


def test_what_tools_returned_is_read_with_the_call_that_it_answers() -> None:
    call = ToolCall(id="t1", name="search", arguments='{"text": "ferry"}')
    before = ChatMessage(role="tool", tool_call_id="t0", text="of an earlier turn")
    turn = turn_of(
        (
            before,
            ChatMessage(role="user", text="Go on."),
            ChatMessage(role="assistant", tool_calls=(call,)),
            ChatMessage(role="tool", tool_call_id="t1", text="a.md:3: the ferry"),
        )
    )
    assert [(r.tool, r.arguments, r.text) for r in tool_results(turn)] == [
        ("search", '{"text": "ferry"}', "a.md:3: the ferry")
    ]


@given(st.text(alphabet="aB ä.\n#-*|`1)?„“>\t", max_size=200))
def test_every_statement_stands_where_it_says_word_for_word(text: str) -> None:
    lines = text.split("\n")
    for statement in statements_of(text, "x.md"):
        rest = " ".join(" ".join(lines[statement.line - 1 :]).split())
        assert statement.text.split()[0] in lines[statement.line - 1]
        # Marks of a list or a quotation may stand between two lines of one sentence.
        assert all(word in rest for word in statement.text.split())


def test_statements_know_their_line_heading_and_kind() -> None:
    text = "# Costs\n\nIt costs 5 euros. Dr. Ott says\nso, e.g. in May.\n\n"
    text += "2. Second\n| a | b |\n|---|---|\n| 1 | 2 |\n```\nx = 1\n```\n"
    read = [(s.line, s.heading, s.kind, s.number, s.text) for s in statements_of(text, "n.md")]
    assert read == [
        (1, "", "heading", "", "Costs"),
        (3, "Costs", "sentence", "", "It costs 5 euros."),
        (3, "Costs", "sentence", "", "Dr. Ott says so, e.g. in May."),
        (6, "Costs", "item", "2", "Second"),
        (7, "Costs", "heading", "", "| a | b |"),
        (9, "Costs", "row", "", "| 1 | 2 |"),
        (11, "Costs", "code", "", "x = 1"),
    ]
    assert statements_of("def f():\n", "a.py")[0].kind == "code"
    assert statements_of("text", "a.md", first_line=40)[0].line == 40


def test_the_demands_of_a_brief_are_its_listed_requirements_and_one_decision() -> None:
    demands = demands_of(BRIEF)
    assert demands[0].text == "Should Halden Instruments adopt a four-day week?"
    assert [d.decides for d in demands] == [True] + [False] * 8
    assert demands[1].text.startswith("The recommendation must keep the agreed answer times")
    assert demands[8].line == 34
    # What is named beside the brief comes first and stands for its sentences.
    named = demands_of("It must be cheap. How long does it take?", ["It must be safe."])
    assert [d.text for d in named] == ["It must be safe.", "How long does it take?"]


@pytest.mark.parametrize(
    ("brief", "texts"),
    [
        ("Kaufen? Der Bus muss 8 Sitze haben. Er ist alt.", ["Kaufen?", "Der Bus muss 8 Sitze haben."]),
        ("Kaufen? Er soll 8 Sitze haben. Er ist alt.", ["Kaufen?", "Er soll 8 Sitze haben."]),
        ("Anforderungen:\n- acht Sitze\n- unter 9.000 Euro", ["acht Sitze", "unter 9.000 Euro"]),
        ("Das Dach darf nicht mehr als 9 Tonnen tragen.", ["Das Dach darf nicht mehr als 9 Tonnen tragen."]),
        ("Our bus is old. It breaks down.", ["Our bus is old.", "It breaks down."]),
    ],
)
def test_demands_are_read_in_english_and_german(brief: str, texts: list[str]) -> None:
    assert [demand.text for demand in demands_of(brief)] == texts


def test_the_lines_that_bear_on_a_demand_are_found_and_others_are_not() -> None:
    index = Index(statements_of(NOTES, "notes.md"))
    found = {demand.line: [m.statement.line for m in index.near(demand.text)] for demand in demands_of(BRIEF)}
    assert found[27] == [19]  # answer times on five days
    assert found[28] == [33, 13]  # the cost of labour
    assert found[31] == [37]  # how a trial ends
    assert found[32] == [33]  # part-time employees
    assert found[34] == []  # no line has a date
    assert index.near("Quantum chromodynamics of gluons") == ()
    assert index.near("") == ()


def test_german_compounds_meet_their_parts() -> None:
    index = Index(statements_of("Die Arbeitskosten stiegen um zwei Prozent. Der Himmel ist blau.", "n.md"))
    assert [m.statement.line for m in index.near("Was kostet die Arbeit?")] == [1]


def test_a_year_answers_when_something_was_whatever_its_century() -> None:
    index = Index(statements_of("The tower is high. The tower was built in 1802.", "n.md"))
    assert [m.statement.text for m in index.near("When was the tower built?")] == [
        "The tower was built in 1802."
    ]


def test_figures_are_read_as_they_are_written() -> None:
    assert figures_of("from 25,000 to €9.50, 3 per cent of 2.900 Euro in v1.2/3") == (
        "25,000 to",
        "€9.50",
        "3 per cent",
        "2.900 Euro",
    )
    assert unsupported_figures("37 % of 2900 people, 2,900 of them", ["2,900 people"]) == ("37 %",)


def test_a_quotation_has_the_marks_of_its_language_and_its_place() -> None:
    statement = statements_of("It **must** hold.", "a.md")[0]
    assert cited(statement, "en") == "“It must hold.” (a.md, line 1)"
    assert cited(statement, "de") == "„It must hold.“ (a.md, Zeile 1)"


def test_the_language_is_told_by_small_words() -> None:
    assert language_of("Sollen wir den Bus kaufen oder mieten?") == "de"
    assert language_of("Should we buy the bus?") == "en"
    assert language_of("") == "en"
