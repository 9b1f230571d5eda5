"""Where each dialect is asked for an answer, for models and for vectors, and with what key."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from app.gateway.host.dialects.registry import DIALECTS
from app.gateway.providers import PROVIDERS, speaker_of

BASE = "https://llm.example"
BEARER = {"authorization": "Bearer k"}
CLAUDE = {"anthropic-version": "2023-06-01", "x-api-key": "k"}
GOOGLE = {"x-goog-api-key": "k"}
ASKED: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "openai": ("/chat/completions", BEARER),
    "anthropic": ("/v1/messages", CLAUDE),
    "gemini": ("/models/m:streamGenerateContent?alt=sse", GOOGLE),
    "ollama": ("/api/chat", BEARER),
}
LISTED: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "openai": ("/models", BEARER),
    "anthropic": ("/v1/models?limit=1000", CLAUDE),
    "gemini": ("/models?pageSize=1000", GOOGLE),
    "ollama": ("/api/tags", BEARER),
}
VECTORS = {"openai": "/embeddings", "anthropic": None, "gemini": None, "ollama": "/v1/embeddings"}


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_a_server_is_asked_where_and_how_its_makers_say(name: str) -> None:
    dialect = DIALECTS[name]
    path, headers = ASKED[name]
    assert (dialect.address(BASE, "m"), dialect.headers("k")) == (f"{BASE}{path}", headers)
    path, headers = LISTED[name]
    assert dialect.listing(BASE, "k") == (f"{BASE}{path}", headers)
    vectors = dialect.EMBEDDING.address(BASE) if dialect.EMBEDDING is not None else None
    assert vectors == (None if VECTORS[name] is None else f"{BASE}{VECTORS[name]}")


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_no_key_means_no_header_of_one(name: str) -> None:
    dialect = DIALECTS[name]
    for headers in (dialect.headers(None), dialect.listing(BASE, None)[1]):
        assert headers.keys() <= {"anthropic-version"}


@pytest.mark.parametrize("name", sorted(DIALECTS))
def test_a_server_of_ones_own_is_asked_as_the_provider_that_first_spoke_its_dialect(name: str) -> None:
    assert speaker_of(name) is PROVIDERS[name]


def test_a_server_of_which_nothing_is_said_is_asked_as_most_are() -> None:
    assert speaker_of("") is PROVIDERS["openai"]
