"""What other processes and the journal say in English is said again in the language that is spoken."""

from __future__ import annotations

import pytest

from app.domain.i18n import Speech, speaking
from app.domain.retold import retold
from app.gateway.host.errors import HINTS, SENTENCES, fault_of_status

BRACKETS = Speech(lambda _context, source: f"⟦{source}⟧" if source.strip("{}") != "text" else source)


def brackets(text: str) -> str:
    with speaking(BRACKETS):
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


def test_a_reason_within_a_sentence_is_said_again_as_well() -> None:
    assert brackets("The provider cannot be reached (no connection).") == (
        "⟦The provider cannot be reached (⟦no connection⟧).⟧"
    )


@pytest.mark.parametrize("text", ["", "The members agree.", "A. B.", "{n} {text}", "x" * 10_000])
def test_what_is_not_known_stands_as_it_came(text: str) -> None:
    assert brackets(text) == text
    assert str(retold(text)) == text
