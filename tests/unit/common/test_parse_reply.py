"""Replies are read leniently in form and strictly in meaning."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from app.workflows.common.reading.reader import (
    ParseProblem,
    Reading,
    read_answer,
    read_prose,
    read_reply,
    readable,
)
from app.workflows.common.reading.shown import read_shown
from app.workflows.common.replies import (
    ClarificationReply,
    CompareReply,
    CritiqueReply,
    EvaluationReply,
    RefinementReply,
    SynthesisReply,
)
from app.workflows.research.nodes.replies import AgentReply
from tests.support.examples import sampled
from tests.support.pace import worked
from tests.support.read_replies import parse_reply

GOOD = {
    "plain": '{"text": "a", "summary": "b"}',
    "in a fence": '```json\n{"text": "a", "summary": "b"}\n```',
    "in a fence without a language": '```\n{"text": "a", "summary": "b"}\n```',
    "in a fence closed on its last line": '```json\n{"text": "a", "summary": "b"}```',
    "with white space around": '\n\n  {"text": "a", "summary": "b"}  \n',
    "in the one fence of a letter": 'Here you are:\n```json\n{"text": "a", "summary": "b"}\n```\nDone.',
    "behind its thoughts": '<think>{"text": "no"}\n\nBut…</think>\n{"text": "a", "summary": "b"}',
    "with a trailing comma": '{"text": "a", "summary": "b",}',
    "behind words": 'Sure! Here is the JSON: {"text": "a", "summary": "b"}',
    "before words": '{"text": "a", "summary": "b"} I hope this helps.',
    "in the last of two fences": '```json\n{"text": "x"}\n```\nor\n```json\n{"text":"a","summary":"b"}\n```',
    "in a list": '[{"text": "a", "summary": "b"}]',
    "cut behind its text": '{"text": "a", "summary": "b", "answers": [{"id": "1"',
    "with single quotes": "{'text': 'a', 'summary': 'b'}",
    "with more fields": '{"text": "a", "summary": "b", "mood": {"deep": [1, {"x": null}]}}',
}
BAD = {
    "nothing": "",
    "prose": "I agree with everything.",
    "a fence of something else": "See:\n```python\nprint()\n```",
    "a Markdown link": "[Have a look](https://example.org) at what I think of this.",
    "a list of numbers": "[1, 2, 3]",
    "a number": "7",
    "a missing field": '{"summary": "b"}',
    "an empty text": '{"text": ""}',
    "a wrong answer to a point": '{"text": "a", "answers": [{"id": "1", "answer": "perhaps"}]}',
    "cut short in its text": '{"text": "a plan that',
    "the schema said back": '{"type": "object", "properties": {"text": {"type": "string"}}}',
    "nested without end": "[" * 50_000,
    "objects nested without end": '{"text":' * 50_000 + "}",
}


@pytest.mark.parametrize("name", GOOD)
def test_a_reply_with_a_slip_in_its_form_is_read(name: str) -> None:
    reply = parse_reply(GOOD[name], RefinementReply)
    assert isinstance(reply, RefinementReply)
    assert (reply.text, reply.summary) == ("a", "b")


@pytest.mark.parametrize("name", BAD)
def test_a_reply_that_is_none_is_a_problem_in_words(name: str) -> None:
    problem = parse_reply(BAD[name], RefinementReply)
    assert isinstance(problem, ParseProblem)
    assert problem.why


ONE_POINT = {
    "below headings": "### Response A\nFine.\n\n### Response B\n- **Claim:** No cost\n- **Severity:** high\n"
    "- **Suggestion:** Measure it\n\n**Ranking:** Response A > Response B",
    "in a table": "| Target | Claim | Severity | Suggestion |\n|---|---|:-:|---|\n"
    "| Response B | No cost | high | Measure it |\n\nRanking: A > B",
    "under a name that nobody knows": '{"ranking": ["B"], "elementos": [{"target": "Response B", '
    '"claim": "No cost", "severity": "high", "suggestion": "Measure it"}]}',
    "in an object of its own": '{"target": "Response B", "claim": "No cost", "severity": "high", '
    '"suggestion": "Measure it"}\n{"ranking": ["Response A"]}',
    "with wide signs": '{"ranking"：["Response B"]，"items"：[{"target"："Response B"，"claim"："No cost"，'
    '"severity"："high"，"suggestion"："Measure it"}]}',
    "in Russian": '{"рейтинг": ["B"], "замечания": [{"цель": "Ответ B", "утверждение": "No cost", '
    '"важность": "высокая", "предложение": "Measure it"}]}',
    "in Japanese": '{"ランキング": ["B"], "項目": [{"対象": "回答B", "主張": "No cost", "重大度": "高", '
    '"提案": "Measure it"}]}',
    "as Python makes it": "ranking = ['Response B']\nitems = [{'target': 'Response B', 'claim': 'No cost', "
    "'severity': 'high', 'suggestion': 'Measure it'}]\nprint({'ranking': ranking, 'items': items})",
    "with all its marks escaped": json.dumps(
        '{"items": [{"target": "Response B", "claim": "No cost", "severity": "high", '
        '"suggestion": "Measure it"}]}'
    ).strip('"'),
    "said on and on": json.dumps(
        {
            "items": [
                {"target": "Response B", "claim": "No cost", "severity": "high", "suggestion": "Measure it"}
            ]
            * 25
        }
    ),
}


@pytest.mark.parametrize("name", ONE_POINT)
def test_a_point_is_read_in_whatever_form_it_is_made(name: str) -> None:
    read = read_shown(ONE_POINT[name], CritiqueReply, {"answer": ("Response A", "Response B")})
    assert isinstance(read, Reading)
    (item,) = read.value.items
    assert (item.target, item.claim, item.severity) == ("Response B", "No cost", "high")
    assert item.suggestion == "Measure it"


A, B = "Response A", "Response B"
CITED = {"file": "a.md", "lines": "1", "quote": "so"}
SAID: dict[str, tuple[type[BaseModel], Any, Any]] = {
    "marks, not places": (CritiqueReply, {"ranking": {A: 60, B: 90}, "items": []}, {"ranking": [B, A]}),
    "small marks": (CritiqueReply, {"ranking": {A: 0.9, B: 0.4}, "items": []}, {"ranking": [A, B]}),
    "marks of five": (CritiqueReply, {"ranking": {A: 1, B: 5}, "items": []}, {"ranking": [B, A]}),
    "marks without a first place": (
        CritiqueReply,
        {"ranking": {A: 2, B: 0}, "items": []},
        {"ranking": [A, B]},
    ),
    "places": (CritiqueReply, {"ranking": {A: 2, B: 1}, "items": []}, {"ranking": [B, A]}),
    "places in words": (CritiqueReply, {"ranking": {"1st": B, "2nd": A}, "items": []}, {"ranking": [B, A]}),
    "places in objects": (
        CritiqueReply,
        {"ranking": [{"rank": 2, "answer": A}, {"rank": 1, "answer": B}], "items": []},
        {"ranking": [B, A]},
    ),
    "signs between": (
        CritiqueReply,
        {"ranking": "B ≻ A", "items": None},
        {"ranking": ["B", "A"], "items": []},
    ),
    "answers in a row": (
        RefinementReply,
        {"text": "a", "answers": "1: fixed, 2: held – it stands"},
        {"answers": [("1", "fixed"), ("2", "held")]},
    ),
    "answers in lines": (
        RefinementReply,
        {"text": "a", "answers": ["1: fixed", "[2] – held"]},
        {"answers": [("1", "fixed"), ("2", "held")]},
    ),
    "no questions": (ClarificationReply, {"questions": [{"question": "N/A", "why": ""}]}, {"questions": []}),
    "counted questions": (ClarificationReply, {"questions": {"q1": "Why?"}}, {"questions": [("Why?", [])]}),
    "an option that is no": (
        ClarificationReply,
        {"questions": [{"question": "Why?", "options": ["yes", "no"]}]},
        {"questions": [("Why?", ["yes", "no"])]},
    ),
    "nobody dissents": (
        SynthesisReply,
        {"answer": "a", "dissent": [{"seat": "", "why": ""}, {"seat": "Nobody", "why": "All agree."}]},
        {"dissent": []},
    ),
    "no dissent in words": (
        SynthesisReply,
        {"answer": "a", "dissent": "There is no dissent."},
        {"dissent": []},
    ),
    "nothing is open": (SynthesisReply, {"answer": "a", "open_questions": ["None"]}, {"open_questions": []}),
    "nothing was found": (AgentReply, {"findings": "Nothing was found."}, {"findings": []}),
    "a citation beside": (AgentReply, {"findings": [{"claim": "It is.", **CITED}]}, {"findings": [CITED]}),
    "a file and its lines": (
        AgentReply,
        {"findings": [{"claim": "It is.", "citations": {"a.md": "1"}}]},
        {"findings": [{**CITED, "quote": ""}]},
    ),
    "one item alone": (AgentReply, {"claim": "It is.", "citations": [CITED]}, {"findings": [CITED]}),
    "items that are named": (
        AgentReply,
        {"findings": {"f1": {"claim": "It is.", "citations": [CITED]}, "f2": {"claim": "It was.", **CITED}}},
        {"findings": [CITED, CITED]},
    ),
    "a line for each item": (
        AgentReply,
        "\n".join(json.dumps({"claim": claim, "citations": [CITED]}) for claim in ("It is.", "It was.")),
        {"findings": [CITED, CITED]},
    ),
    "a row for each item": (
        AgentReply,
        "| claim | file | lines | quote |\n|---|---|---|---|\n| It is. | a.md | 1 | so |",
        {"findings": [CITED]},
    ),
    "YAML": (
        AgentReply,
        "```yaml\nfindings:\n- claim: It is.\n  citations:\n  - file: a.md\n    lines: 1\n    quote: so\n```",
        {"findings": [CITED]},
    ),
    "a name that stands twice": (
        AgentReply,
        f'{{"findings": [{json.dumps({"claim": "It is.", **CITED})}], "findings": []}}',
        {"findings": [CITED]},
    ),
    "the better": (CompareReply, {"winner": "Text 2 is clearly better"}, {"winner": "second"}),
}
"""What a reply says in a form of its own, and what a person reads there."""


@pytest.mark.parametrize("name", SAID)
def test_what_a_person_reads_in_a_reply_is_read(name: str) -> None:
    model, said, meant = SAID[name]
    reply = parse_reply(said if isinstance(said, str) else json.dumps(said, ensure_ascii=False), model)
    assert not isinstance(reply, ParseProblem), reply
    found = reply.model_dump(mode="json")
    short: dict[str, Callable[[Any], Any]] = {
        "answers": lambda one: (one["id"], one["answer"]),
        "questions": lambda one: (one["question"], one["options"]),
        "findings": lambda one: one["citations"][0],
    }
    for key, value in meant.items():
        said = [short[key](one) for one in found[key]] if key in short else found[key]
        assert said == value


def test_a_table_of_figures_is_read_by_its_names() -> None:
    reply = parse_reply(
        "| Criterion | Score |\n|---|---|\n| Agreement (0-100) | 85 |\n| Quality | 70 |", EvaluationReply
    )
    assert isinstance(reply, EvaluationReply)
    assert (reply.agreement, reply.quality) == (85, 70)


@pytest.mark.parametrize(
    "written", [r"$\frac{1}{2}$ or $\times \nu$", r"in C:\new\table\files at last", r"\(\beta\) and $\rho$"]
)
def test_a_formula_and_a_path_keep_their_backslashes(written: str) -> None:
    reply = parse_reply(f'{{"text": "It is {written}.\\n\\nThen."}}', RefinementReply)
    assert isinstance(reply, RefinementReply)
    assert reply.text == f"It is {written}.\n\nThen."


@pytest.mark.parametrize(
    "reply",
    [
        "Sure, here is my refined answer:\n\nTake it.\n\nI hope this helps!",
        "Hier ist die überarbeitete Fassung:\n\nTake it.\n\n---\n\nIch hoffe, das passt.",
        "```markdown\nTake it.\n```",
        '"Take it."',
    ],
)
def test_an_answer_in_prose_is_read_out_of_what_is_said_around_it(reply: str) -> None:
    assert read_answer(reply).text == "Take it."


@pytest.mark.parametrize("reply", ["Sure thing: take it.", "I hope this helps.", "Here: “a” and “b”."])
def test_prose_that_only_begins_like_an_introduction_stays(reply: str) -> None:
    assert read_prose(reply).text == reply


def test_json_inside_a_text_is_text() -> None:
    reply = parse_reply('{"text": "see {\\"text\\": \\"inner\\"} and ```json\\n{}\\n```"}', RefinementReply)
    assert isinstance(reply, RefinementReply)
    assert reply.text == 'see {"text": "inner"} and ```json\n{}\n```'


def test_severities_are_folded() -> None:
    points = parse_reply('{"items": [{"target": 1, "claim": "x", "severity": "Critical"}]}', CritiqueReply)
    assert isinstance(points, CritiqueReply)
    assert (points.items[0].target, points.items[0].severity) == ("1", "high")


@given(st.text())
def test_whatever_comes_back_is_a_reply_or_a_problem(text: str) -> None:
    for model in (CritiqueReply, EvaluationReply, SynthesisReply):
        assert isinstance(parse_reply(text, model), (model, ParseProblem))


MOST_WORK = 500
"""Units of work: a hundred times what the worst of them takes, and no more than some seconds."""
HOSTILE = {
    "line breaks in a fence": "```json\n" + "\n" * 500_000,
    "spaces in a fence": "```json\n" + " " * 500_000 + "x",
    "fences without end": "a\n" + "```json\nx\n" * 100_000,
    "thoughts without end": "<think>" * 100_000,
    "white space alone": " \n" * 500_000,
    "turns of a person in a fence": "```\n" + "<|user|>" * 100_000,
    "a long object with slips": "{" + ",a:1" * 200_000 + "}",
    "braces in white space": "{" + "\n" * 500_000,
    "a key of TOML of many parts": "a." * 19_000 + "a = 1",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_no_reply_takes_long_to_be_refused(name: str) -> None:
    found = []
    assert worked(lambda: found.append(parse_reply(HOSTILE[name], RefinementReply))) < MOST_WORK
    assert isinstance(found[0], ParseProblem)


ENDLESS = {
    "line breaks": "\n" * 1_000_000,
    "five megabytes of slips": "{" + ",a:1" * 1_250_000 + "}",
    "five megabytes of prose": "word " * 1_000_000,
    "lists in lists": "[" * 1_000_000,
    "objects in objects": '{"a":' * 100_000 + "1" + "}" * 100_000,
    "quotation marks": '{"a": "' + '" ' * 300_000,
    "objects in a row": '{"a":1}\n' * 300_000,
    "tags": "<text>" * 200_000,
    "ends of thoughts": "</think>" * 200_000,
    "headings": "# Text\n" * 100_000,
    "openings": '{ "' * 200_000,
    "comments": "{/*" * 200_000,
    "backslashes": '{"text":"' + "\\" * 1_000_001,
}


@pytest.mark.parametrize("name", ENDLESS)
def test_the_window_never_waits_for_what_a_model_writes(name: str) -> None:
    def read() -> None:
        for model in (RefinementReply, CritiqueReply):
            read_reply(ENDLESS[name], model, lenient=True)
        assert readable(ENDLESS[name]) is not None

    assert worked(read) < MOST_WORK


def test_five_megabytes_of_sound_json_are_read() -> None:
    text = "word \n" * 800_000
    read = read_reply('{"text": "' + text + 'x"}', RefinementReply)
    assert isinstance(read, Reading)
    assert read.value.text == text + "x"


PRAISE = {
    "strengths beside weaknesses": '{"Response A": {"strengths": ["Clear."], "weaknesses": ["No source."]}}',
    "strengths in an item": '{"items": [{"target": "A", "strengths": ["Clear."], "issues": ["No source."]}]}',
    "a list of feedback": '{"feedback": ["It is clear."], "ranking": ["Response A"]}',
    "strengths under a heading": (
        "## Critique\n\n### Response A\n**Strengths:**\n- Clear.\n**Weaknesses:**\n- No source."
    ),
    "headings": "## Feedback\n\n### Response A\n- It is clear.\n- Well done.",
}


@pytest.mark.parametrize("name", PRAISE)
def test_praise_never_becomes_a_critique(name: str) -> None:
    for lenient in (False, True):
        read = read_reply(PRAISE[name], CritiqueReply, lenient=lenient)
        claims = [item.claim for item in read.value.items] if isinstance(read, Reading) else []
        assert claims in ([], ["No source."])


def test_no_severity_verdict_or_figure_is_made_up() -> None:
    assert isinstance(read_reply("They agree, I would say, about 85 %.", EvaluationReply), ParseProblem)
    assert isinstance(read_reply('{"winner": "perhaps the second"}', CompareReply), ParseProblem)
    again = read_reply('{"winner": "perhaps the second"}', CompareReply, lenient=True)
    assert isinstance(again, Reading)
    assert again.value.winner is None
    severe = '{"items": [{"target": "A", "claim": "A terrible, critical flaw!"}]}'
    read = read_reply(severe, CritiqueReply)
    assert isinstance(read, Reading)
    assert read.value.items[0].severity == "medium"


@pytest.mark.parametrize(
    "reply",
    [
        "I have no questions.",
        "None.",
        "No clarifying questions",
        "No further clarifying questions are needed. The brief is clear.",
        "I don't have any clarifying questions.",
        "Keine Rückfragen.",
        "<think>Is anything open?</think>\n\nNone",
        "**Clarifying questions:** None",
    ],
)
def test_words_that_there_is_nothing_to_ask_are_no_questions(reply: str) -> None:
    read = read_reply(reply, ClarificationReply)
    assert isinstance(read, Reading), read
    assert read.value.questions == ()


@pytest.mark.parametrize(
    "reply",
    ["The answer is to move.", "I have no questions, but who pays?", "No, I would move.", "Who pays?"],
)
def test_prose_that_lists_no_questions_is_not_taken_for_having_none(reply: str) -> None:
    assert isinstance(read_reply(reply, ClarificationReply), ParseProblem)


@pytest.mark.parametrize(
    "reply",
    [
        "1. Who pays?\n2. When does it begin?",
        "Before I answer, I need to know:\n\n- **Who pays?**\n- When does it begin?\n\nThank you!",
        "## Clarifying questions\n\n1) Who pays?\n2) When does it begin?\n",
        "**Questions:**\n\nWho pays?\nWhen does it begin?",
    ],
)
def test_a_list_of_questions_in_prose_is_read_as_questions(reply: str) -> None:
    read = read_reply(reply, ClarificationReply)
    assert isinstance(read, Reading), read
    assert [one.question for one in read.value.questions] == ["Who pays?", "When does it begin?"]


def test_lines_below_a_listed_question_are_its_options_and_its_reason() -> None:
    read = read_reply("1. Who pays?\n   - The city\n   - The club\n   Why: the budget.", ClarificationReply)
    assert isinstance(read, Reading)
    (question,) = read.value.questions
    assert (question.question, question.options) == ("Who pays?", ("The city", "The club"))
    assert question.why == "the budget."


@pytest.mark.parametrize(
    "reply",
    [
        "**Winner: second**",
        "**Winner: second**\n\n**Why: It says when.**",
        "Winner: **Response B/second answer**\nWhy: It says when.",
        "**Winner:** The second text",
        "### Winner\n\nResponse B",
    ],
)
def test_a_winner_in_a_line_of_its_own_is_read(reply: str) -> None:
    read = read_reply(reply, CompareReply)
    assert isinstance(read, Reading), read
    assert read.value.winner == "second"
    assert read.value.why in ("", "It says when.")


def calls_of(text: str) -> int:
    """Return how many Python functions are called to put a reply into words: no clock has a part in it."""
    called = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal called
        called += event == "call"

    sys.setprofile(count)
    try:
        readable(text)
    finally:
        sys.setprofile(None)
    return called


@pytest.mark.parametrize(
    "unit", sampled(['{"text": "a" "b", ', "{'a': '", '[{"a":', "{`"], {'{"text": "a" "b", ', '[{"a":'})
)
def test_the_work_on_a_broken_object_has_a_bound_whatever_its_length(unit: str) -> None:
    short, long = (calls_of(unit * (size // len(unit))) for size in (60_000, 240_000))
    assert long < short * 1.5 + 1000, (short, long)


@pytest.mark.parametrize("read", [lambda text: read_prose(text).text, lambda text: read_answer(text).text])
@pytest.mark.parametrize("before", ["", "<think>Hm.</think>\n"])
def test_a_long_answer_in_prose_keeps_its_end(read: Callable[[str], str], before: str) -> None:
    answer = "A sentence with its reason. " * 20_000 + "The last word."
    assert read(before + answer) == answer
