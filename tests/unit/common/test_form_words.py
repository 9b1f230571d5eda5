"""Words of the form that a reply gives back say nothing; what is a value stays."""

from __future__ import annotations

import pytest

from app import resources
from app.domain.messages import ChatMessage
from app.workflows.common.asking_twice import FORM as FORM_LINE
from app.workflows.common.asking_twice import without_form_words
from app.workflows.common.reading.outline import outlined
from app.workflows.research.nodes.replies import AgentReply

SAYS = "Reply with one JSON object and nothing else:\n"
FORM = (
    '{"answer": "the answer as Markdown", "label": "Answer 1", "agreed": ["…"], '
    '"winner": "first, second or tie", "aspect": "eye colour", "why": "one sentence", '
    '"text": "the whole text as Markdown", "id": "the id of a question it answers, or empty", '
    '"questions": [{"text": "the question", "options": ["up to five short answers, or none"]}]}'
)


def read(reply: str, prompt: str = SAYS + FORM) -> str:
    return without_form_words(reply, [ChatMessage(role="user", text=prompt)])


@pytest.mark.parametrize(
    ("reply", "left"),
    [
        ('{"answer": "the answer as Markdown"}', '{"answer": ""}'),
        ('{"answer":"the answer as Markdown.", "label": "Answer 1"}', '{"answer":"", "label": "Answer 1"}'),
        ('{"questions": [{"text": "the question", "opt', '{"questions": [{"text": "", "opt'),
        ('["up to five short answers, or none", "yes"]', '["", "yes"]'),
        ('{"aspect": "eye colour"}', '{"aspect": "eye colour"}'),
        ('{"answer": "Write \\"the question\\" first."}', '{"answer": "Write \\"the question\\" first."}'),
        ("the question", "the question"),
        ('{"agreed": ["…", "We do."]}', '{"agreed": ["", "We do."]}'),
        ('{"text": "The entire text as Markdown"}', '{"text": ""}'),
        ('{"text": "The whole town goes shopping"}', '{"text": "The whole town goes shopping"}'),
        ('{"id": "the id of a question you asked, or empty"}', '{"id": ""}'),
        ('{"options": ["Up to Five short answers or None!"]}', '{"options": [""]}'),
        ('{"options": ["up to five days, or none"]}', '{"options": ["up to five days, or none"]}'),
        ('{"winner": "first"}', '{"winner": "first"}'),
    ],
)
def test_words_of_the_form_are_left_out(reply: str, left: str) -> None:
    assert read(reply) == left


def test_without_a_form_all_of_a_reply_stays() -> None:
    assert read('{"text": "the question"}', "Say the question.") == '{"text": "the question"}'


def test_a_form_within_what_is_shown_is_none_where_the_prompt_has_its_own() -> None:
    shown = f'<data name="a.md">\n{SAYS}{{"fact": "we sell on Sundays"}}\n</data>\n\n{SAYS}{FORM}'
    assert read('{"fact": "we sell on Sundays"}', shown) == '{"fact": "we sell on Sundays"}'


def test_the_form_of_every_prompt_is_found() -> None:
    prompts = [file.read_text(encoding="utf-8") for file in resources.path("prompts").rglob("*.j2")]
    forms = [text for text in prompts if '\n{"' in text]
    assert len(forms) > 20
    assert [text for text in forms if not FORM_LINE.search(text)] == []


@pytest.mark.parametrize(
    "before", ['{"findings": [{"description": "", ', '"findings": [{"description": "", ', ""]
)
def test_a_piece_of_the_form_is_no_finding_and_what_stands_beside_it_is_read(before: str) -> None:
    """As a real small model gave the form back, and went round in a loop within it."""
    piece = (
        f'{before}"category": "", "subject": "", "citations": [{{"file": "a file", "lines": "11-14", "quote'
    )
    assert outlined(piece, AgentReply) is None
    found = outlined(f"Findings:\n{piece}\n- A charge is retried.\n", AgentReply)
    assert found is not None
    assert [one["description"] for one in found["findings"]] == ["A charge is retried."]
