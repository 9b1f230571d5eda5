"""What other processes and the journal say in English is said again in the language that is spoken."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest

from app.domain import fault_hints, fault_messages
from app.domain.canonical import JsonValue
from app.domain.gate_lines import failure_brief
from app.domain.gates import GatePlace
from app.domain.i18n import Message, Speech, use_language
from app.domain.message_lookup import read_sentence
from app.domain.seats import NamedServer
from app.domain.sentences import recorded, sentence_of
from app.gateway.host.errors import fault_of_status
from app.gateway.host.redaction import redact_message
from app.gateway.routes import not_approved

BRACKETS = Speech(lambda _context, source: f"⟦{source}⟧" if source.strip("{}") != "text" else source)


def brackets(text: str) -> str:
    with use_language(BRACKETS):
        return str(read_sentence(text))


TEMPLATES = [
    one
    for module in (fault_messages, fault_hints)
    for value in vars(module).values()
    for one in (value.values() if isinstance(value, Mapping) else [value])
    if isinstance(one, Message)
]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda one: one.source[:40])
def test_each_message_that_is_stored_is_found_again_by_its_english_text(template: Message) -> None:
    places = dict.fromkeys(re.findall(r"{(\w+)}", template.source), "it said x.1")
    written = str(template.filled(**places))
    assert str(read_sentence(written)) == written
    assert brackets(written).startswith("⟦")


def test_how_long_a_provider_wants_to_wait_is_said_again_between_the_fault_and_what_helps() -> None:
    fault = fault_of_status(429, {"retry-after": "600"}, b"", "https://one.example/v1")
    told = brackets(f"{fault.message} {fault.hint}")
    assert "⟦It asks to be left alone for 10 minutes.⟧" in told
    assert "⟦Go on later, or use another model.⟧" in told


def test_a_message_that_crosses_the_pipe_is_the_same_and_holds_no_key() -> None:
    key = "sk-0123456789"
    body = json.dumps({"error": {"message": f"no {key}"}}).encode()
    fault = fault_of_status(401, {}, body, "https://one.example/v1")
    sent = sentence_of(json.loads(json.dumps(recorded(redact_message(fault.message, key)))))
    assert str(sent) == "The key was refused (401): no •••."
    with use_language(BRACKETS):
        assert str(sent).startswith("⟦The key was refused (401)")


def test_a_fault_and_what_helps_are_said_again_and_the_providers_own_words_stand() -> None:
    fault = fault_of_status(401, {}, b'{"error": {"message": "Bad key sk-x"}}', "https://one.example/v1")
    told = brackets(f"{fault.message} {fault_hints.BY_KIND['auth']}")
    assert "⟦The key was refused (401): Bad key sk-x.⟧" in told
    assert f"⟦{fault_hints.BY_KIND['auth']}⟧" in told


def test_what_helps_is_told_apart_from_the_fault_where_it_names_something() -> None:
    told = brackets(
        "There is no key for Google Gemini. Enter one under Models and keys (or: roundtable key gemini), "
        "or set the variable GEMINI_API_KEY or GOOGLE_API_KEY."
    )
    assert "⟦There is no key for Google Gemini.⟧" in told
    assert "⟦Enter one under Models and keys (or: roundtable key gemini), or set" in told


def test_the_names_of_one_who_is_not_approved_are_data_and_all_else_is_said_again() -> None:
    said = not_approved(NamedServer("https://llm.example", "MY_KEY"))
    assert dict(read_sentence(str(said.message)).params) == {
        "server": "https://llm.example",
        "variable": "MY_KEY",
    }
    assert dict(read_sentence(str(not_approved(NamedServer("https://llm.example", "")).message)).params) == {
        "server": "https://llm.example"
    }
    failure: JsonValue = {"seat": "Ann", "message": str(said.message), "hint": str(said.hint)}
    told, _kept = map(str, failure_brief({"items": [failure]}, GatePlace()))
    assert told.endswith("(without a terminal: --allow-server llm.example).")


def test_a_reason_within_a_sentence_is_said_again_as_well() -> None:
    assert brackets("The provider cannot be reached (no connection).") == (
        "⟦The provider cannot be reached (⟦no connection⟧).⟧"
    )


@pytest.mark.parametrize("text", ["", "The members agree.", "A. B.", "{n} {text}", "x" * 10_000])
def test_what_is_not_known_stands_as_it_came(text: str) -> None:
    assert brackets(text) == text
    assert str(read_sentence(text)) == text
