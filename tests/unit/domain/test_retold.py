"""What other processes and the journal say in English is said again in the language that is spoken."""

from __future__ import annotations

import pytest

from app.domain.canonical import JsonValue
from app.domain.gate_lines import failure_brief
from app.domain.gates import GatePlace
from app.domain.i18n import Speech, use_language
from app.domain.retold import retold
from app.domain.servers import NamedServer
from app.gateway.host.errors import HINTS, SENTENCES, fault_of_status
from app.gateway.routes import not_approved

BRACKETS = Speech(lambda _context, source: f"⟦{source}⟧" if source.strip("{}") != "text" else source)


def brackets(text: str) -> str:
    with use_language(BRACKETS):
        return str(retold(text))


@pytest.mark.parametrize("kind", sorted(SENTENCES))
def test_every_end_that_a_provider_gives_a_call_can_be_said_again(kind: str) -> None:
    assert brackets(f"{SENTENCES[kind]} (429): Quota of org-1.").startswith("⟦")  # type: ignore[index]


@pytest.mark.parametrize("hint", sorted(set(HINTS.values())))
def test_every_hint_can_be_said_again(hint: str) -> None:
    assert brackets(hint) == f"⟦{hint}⟧"


def test_a_fault_and_what_helps_are_said_again_and_the_providers_own_words_stand() -> None:
    fault = fault_of_status(401, {}, b'{"error": {"message": "Bad key sk-x"}}', "https://one.example/v1")
    told = brackets(f"{fault.message} {HINTS['auth']}")
    assert "⟦The key was refused (401): Bad key sk-x.⟧" in told
    assert f"⟦{HINTS['auth']}⟧" in told


def test_what_helps_is_told_apart_from_the_fault_where_it_names_something() -> None:
    told = brackets(
        "There is no key for Google Gemini. Enter one under Models and keys (or: roundtable key gemini), "
        "or set the variable GEMINI_API_KEY or GOOGLE_API_KEY."
    )
    assert "⟦There is no key for Google Gemini.⟧" in told
    assert "⟦Enter one under Models and keys (or: roundtable key gemini), or set" in told


def test_the_names_of_one_who_is_not_approved_are_data_and_all_else_is_said_again() -> None:
    said = not_approved(NamedServer("https://llm.example", "MY_KEY"))
    assert dict(retold(said.message).params) == {"server": "https://llm.example", "variable": "MY_KEY"}
    assert dict(retold(not_approved(NamedServer("https://llm.example", "")).message).params) == {
        "server": "https://llm.example"
    }
    failure: JsonValue = {"seat": "Ann", "message": said.message, "hint": said.hint}
    (told,) = map(str, failure_brief({"items": [failure]}, GatePlace()))
    assert told.endswith("(without a terminal: --allow-server llm.example).")


def test_a_reason_within_a_sentence_is_said_again_as_well() -> None:
    assert brackets("The provider cannot be reached (no connection).") == (
        "⟦The provider cannot be reached (⟦no connection⟧).⟧"
    )


@pytest.mark.parametrize("text", ["", "The members agree.", "A. B.", "{n} {text}", "x" * 10_000])
def test_what_is_not_known_stands_as_it_came(text: str) -> None:
    assert brackets(text) == text
    assert str(retold(text)) == text
