"""A line of foreign text stays a line, wherever it is put."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from app.export.names import Names
from app.markup.escaping import inline

HOSTILE = [
    "- not a list",
    "+ nor this",
    "---",
    "===",
    "1. nor a number",
    "12) nor this",
    "# no heading",
    "> no quote",
    "| no | table |",
    "``` no fence",
    "~~~ no fence",
    "<script>alert(1)</script>",
    "[x](http://evil)",
    "![x](http://evil)",
    "*no* **emphasis** _here_ ~~nor here~~",
    "&lt;entity&gt;",
    "2026 was a year.",
    "-1 is a number",
    "a\n- b\n\n# c",
    "\\- escaped before",
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("template", ["{}", "- {}", "- a\n  - {}", "# {}"])
def test_foreign_text_is_shown_letter_by_letter_and_marks_nothing(text: str, template: str) -> None:
    tokens = (
        MarkdownIt("commonmark").enable("table").enable("strikethrough").parse(template.format(inline(text)))
    )
    shown = [token for token in tokens if token.type == "inline"][-1]
    words = "".join(child.content for child in shown.children or ())
    assert words == " ".join(text.split())
    assert {child.type for child in shown.children or ()} <= {"text", "text_special"}
    kinds = {token.type for token in tokens} - {"inline"}
    plain = {token.type for token in MarkdownIt("commonmark").parse(template.format("x"))} - {"inline"}
    assert kinds == plain


def test_a_models_name_is_left_out_with_and_without_its_provider_and_no_common_word_is() -> None:
    names = Names({"Ada": "openai/gpt-4o", "Bo": "mistral/large"}, redact=True)
    told = names.text("I am gpt-4o, or openai/gpt-4o, in large letters; mistral/large is Bo.")
    assert told == "I am a model, or a model, in large letters; a model is Member 2."
