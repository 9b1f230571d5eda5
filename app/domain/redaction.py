"""Texts without the names of members and models, for a person who judges without knowing them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping

from app.domain.ids import RESERVED_SEATS, SeatName
from app.domain.seats import Seat

LEAST = 3
"""Characters of a part of a model's name that is looked for in texts by itself."""
MAKERS = {"gemini": ("google",), "vertex_ai": ("google",), "azure": ("microsoft",), "xai": ("grok",)}
"""What a provider is called besides, in the words of an error."""
_BRANDS = frozenset(
    """
    alibaba anthropic azure bedrock chatgpt claude codestral cohere deepseek devstral fireworks gemini
    gemma google grok groq huggingface kimi llama magistral meta microsoft ministral mistral mistralai
    mixtral moonshot nemotron nvidia ollama openai openrouter perplexity phi qwen sonar vertex xai zhipu
    """.split()  # noqa: SIM905  a list of forty quoted words is no easier to read
)
"""Names without a figure or a sign that are still a maker's or its model's; any other is a word of the
language: a server called “office”, a model called “third”."""


def veil_over(
    seats: Mapping[SeatName, Seat],
    models: Iterable[str],
    called: Mapping[SeatName, str],
    *,
    model: str,
    address: str,
) -> Callable[[str], str]:
    """Return what takes the names out of a text: of who sits at the table, of models and of servers.

    `models`: those that sat there before, too. `called` says what each place is called instead, `model` and
    `address` stand for whatever model and server is named. A member's name counts as it is written, or in
    capitals: “a grace period” names nobody.
    """
    instead: dict[str, str] = {}
    for name in (*models, *(seat.model for seat in seats.values())):
        provider, _, own = name.partition("/")
        parts = (provider, own, own.rpartition("/")[2], *MAKERS.get(provider, ()))
        instead |= {part.casefold(): model for part in parts if len(part) >= LEAST and not _is_word(part)}
        instead[name.casefold()] = model
    people: dict[str, str] = {}
    for seat_name, seat in seats.items():
        for identifier in (seat.base_url, seat.api_key_env):
            if identifier:
                instead[identifier.casefold()] = address
        # Whoever sits there has a name of its own, also the chair.
        people.setdefault(seat.name, called[seat_name])
    people |= {seat_name: name for seat_name, name in called.items() if seat_name not in RESERVED_SEATS}
    for name in list(people):
        # As it stands in a record.
        people.setdefault(json.dumps(name, ensure_ascii=False)[1:-1], people[name])
    for name in list(people):
        people.setdefault(name.upper(), people[name])
    ids, names = (sorted(filter(None, found), key=len, reverse=True) for found in (instead, people))
    either = [f"(?i:{re.escape(name)})" for name in ids] + [re.escape(name) for name in names]
    if not either:
        return str
    pattern = re.compile(rf"(?<![^\W_])(?:{'|'.join(either)})(?![^\W_])")
    return lambda text: pattern.sub(
        lambda found: people.get(found.group()) or instead[found.group().casefold()], text
    )


def _is_word(part: str) -> bool:
    return part.isalpha() and part.casefold() not in _BRANDS
