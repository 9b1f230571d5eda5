"""Words of the form that a reply gives back say nothing; what is a value stays."""

from __future__ import annotations

import pytest

from app import resources
from app.domain.messages import ChatMessage
from app.workflows.common.reading.form import FORM as FORM_LINE
from app.workflows.common.reading.form import without_form_words

SAYS = "Reply with one JSON object and nothing else:\n"
FORM = (
    '{"answer": "the answer as Markdown", "label": "Answer 1", "agreed": ["…"], '
    '"winner": "first, second or tie", "aspect": "eye colour", "why": "one sentence", '
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
