"""Connecting a first model: whose key it is, whether it works, and a team of what can be asked then."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from app.domain.errors import InputError, RoundtableError
from app.domain.i18n import words
from app.domain.seats import Seat, Team
from app.engine.ports import LocalServer, ProviderInfo, TestResult
from app.services.providers import Providers
from app.settings.teams import OFFLINE, TeamFiles

PLACES = (
    ("Ada", "cost and performance"),
    ("Bram", "risk and evidence"),
    ("Cleo", "the people affected"),
)
"""Who sits at a team's table: names, and what each looks for."""
_SIZE = re.compile(r"(\d+(?:\.\d+)?)b\b", re.IGNORECASE)
LARGEST = 15.0
"""Billions of parameters that most machines answer with in good time."""


def whose_key(key: str, providers: Sequence[ProviderInfo]) -> Sequence[ProviderInfo]:
    """Return the providers whose keys begin like this one, those with the longest such beginning alone."""
    found = [
        (max((len(one) for one in provider.key_begins if key.startswith(one)), default=0), provider)
        for provider in providers
    ]
    longest = max((length for length, _ in found), default=0)
    return [provider for length, provider in found if longest and length == longest]


@dataclass
class Connecting:
    """What a person who has no model yet is offered."""

    providers: Providers
    teams: TeamFiles

    def is_needed(self) -> bool:
        """Tell whether the offline council sits down by itself, and the person made no team; asks nobody."""
        with suppress(RoundtableError):
            own = any(self.teams.shipped_as(name) is None for name in self.teams.names())
            return not own and self.teams.default() == self.teams.load(OFFLINE)
        return False

    async def connect(self, provider: ProviderInfo, key: str = "") -> TestResult:
        """Try a key, and keep it only where it works, with or without credit, and a team sits down.

        `key`: empty for the one that is there. Raises InputError for what is no key, or opens no model.
        """
        if key:
            await self.providers.put_key(provider.name, key)
        result = await self.providers.check(provider.name)
        works = result.ok or result.kind == "no_credit"
        seated = works and await self.seat_provider(provider, result)
        if key and not seated:
            # Kept without a team it would leave the rules at the table, as if they were its models.
            await self.providers.forget_key(provider.name)
        if works and not seated:
            why = words("{provider} accepts the key, but lists no model.", provider=provider.title)
            raise InputError(why)
        return result

    async def seat_provider(self, provider: ProviderInfo, result: TestResult) -> bool:
        """Let a provider's models sit down: those the shipped teams name, else the first it has, if any.

        Raises InputError, StorageError.
        """
        listed = {f"{provider.name}/{model}" for model in result.models}
        known = [c.info.name for c in await self.providers.models(local=False)]
        there = [
            name for name in known if name.startswith(f"{provider.name}/") and name in (listed or {name})
        ]
        named = [
            seat.model
            for name in self.teams.names()
            if self.teams.shipped_as(name) is not None
            for seat in self.teams.load(name).table().values()
        ]
        proven = [model for model in dict.fromkeys(named) if model in there]
        models = (proven or there or sorted(listed))[:3]
        if models:
            self.seat(provider.title, models)
        return bool(models)

    def use(self, server: LocalServer) -> str:
        """Let the models of a server on this machine sit down, the largest three that most machines bear."""

        def size(model: str) -> float:
            figure = _SIZE.search(model)
            return float(figure[1]) if figure is not None else 0.0

        small = [model for model in server.models if size(model) <= LARGEST]
        return self.seat(server.title, sorted(small or server.models, key=size, reverse=True)[:3])

    def seat(self, title: str, models: Sequence[str]) -> str:
        """Make a team of up to three models the one that sits down by itself; return its name.

        Raises InputError, StorageError.
        """
        chosen = [models[at % len(models)] for at in range(len(PLACES))]
        members = tuple(
            Seat(name=name, role=role, model=model)
            for (name, role), model in zip(PLACES, chosen, strict=True)
        )
        number, kept = 1, self.teams.names()
        while self.teams.called(name := title if number == 1 else f"{title} {number}") in kept:
            number += 1
        team = Team(name=name, members=members, chair=Seat(name="Chair", model=models[-1]))
        saved = self.teams.save(team)
        self.teams.make_default(saved)
        return saved
