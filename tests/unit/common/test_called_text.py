"""Calls of tools are read out of a text in the forms that models of one's own were trained to write."""

from __future__ import annotations

import json

import pytest

from app.domain.messages import Reply
from app.workflows.common.calls import read_calls

WROTE = {
    "hermes": '<tool_call>\n{"name": "read", "arguments": {"key": "plan"}}\n</tool_call>',
    "qwen": "<tool_call>\n<function=read>\n<parameter=key>\nplan\n</parameter>\n</function>\n</tool_call>",
    "llama": '{"name": "read", "parameters": {"key": "plan"}}',
    "llama's tag": '<|python_tag|>{"name": "read", "parameters": {"key": "plan"}}<|eom_id|>',
    "llama's function": '<function=read>{"key": "plan"}</function>',
    "mistral": '[TOOL_CALLS][{"name": "read", "arguments": {"key": "plan"}}]',
    "granite": '<|tool_call|>[{"name": "read", "arguments": {"key": "plan"}}]',
    "minimax": '<minimax:tool_call>\n<invoke name="read">\n<parameter name="key">plan</parameter>\n'
    "</invoke>\n</minimax:tool_call>",
    "openai's": '{"type": "function", "function": {"name": "read", "arguments": "{\\"key\\": \\"plan\\"}"}}',
    "tool_use": '<tool_use>{"name": "read", "input": {"key": "plan"}}</tool_use>',
}


@pytest.mark.parametrize("form", WROTE)
@pytest.mark.parametrize("before", ["", "I look it up.\n"])
def test_a_call_is_read_out_of_a_text(form: str, before: str) -> None:
    text, calls, mends = read_calls(Reply(text=before + WROTE[form]), (1, 1, 1), ["read"])
    assert [(one.name, json.loads(one.arguments)) for one in calls] == [("read", {"key": "plan"})]
    assert text == before.strip()
    assert "calls" in mends


def test_two_calls_in_a_row_are_two() -> None:
    wrote = WROTE["llama"] + "\n" + '{"name": "list", "parameters": {}}'
    assert [one.name for one in read_calls(Reply(text=wrote), (1, 1, 1), ["read"]).calls] == [
        "read",
        "list",
    ]


@pytest.mark.parametrize(
    "said",
    [
        'The record was {"name": "read", "parameters": {"key": "plan"}} and no more.',
        '{"name": "Ada", "age": 40}',
        '{"name": "Ada"}',
        "[1, 2]",
        "A list:\n[one]",
        "",
    ],
)
def test_what_is_no_call_stays_in_the_text(said: str) -> None:
    text, calls, _ = read_calls(Reply(text=said), (1, 1, 1), ["read"])
    assert (text, calls) == (said, ())
