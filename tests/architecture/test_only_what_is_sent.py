"""No member sees more than a model would: a request carries what is sent, and nothing goes beside it."""

from __future__ import annotations

import ast
from dataclasses import fields
from pathlib import Path

from app.domain.messages import ModelRequest
from app.engine.node import Ask

SENT = {"messages", "tools", "reply_schema", "options", "embeds", "shared", "shared_by"}
"""`shared` holds lengths of what the messages say, for the marks of a cache: no words of its own."""
PRICES = {"price_in", "price_out", "price_cached", "price_stored"}
ROUTING = {"purpose", "seat", "model", "base_url", "api_key_env", "sees", *PRICES}
"""`sees`: whether the pictures of the messages go to it, as with a server that takes none."""
OF_AN_ASK = {
    "purpose",
    "seat",
    "part",
    "messages",
    "tools",
    "reply_schema",
    "embeds",
    "shared",
    "shared_by",
    "timeout",
}
OPTIONS = {"temperature", "top_p", "seed", "context_length", "room", "longest"}


def test_a_request_carries_what_is_sent_and_where_it_goes() -> None:
    assert set(ModelRequest.model_fields) == SENT | ROUTING
    assert {field.name for field in fields(Ask)} == OF_AN_ASK | OPTIONS


def test_nothing_is_handed_beside_a_request(repository: Path) -> None:
    # A template's variables beside the prompt hid two faults that every model met.
    found = [
        f"{file.relative_to(repository)}:{node.lineno}"
        for folder in ("engine", "gateway", "domain", "workflows")
        for file in sorted((repository / "app" / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Attribute) and node.attr == "inputs")
        or (isinstance(node, ast.keyword) and node.arg == "inputs")
    ]
    assert found == []


def test_the_gateway_of_the_tests_is_none_of_the_program(repository: Path) -> None:
    assert not (repository / "app" / "gateway" / "scripted.py").exists()
