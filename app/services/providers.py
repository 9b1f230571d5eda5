"""Connecting models: providers and their keys, local servers, and which models can be put into a seat."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

from pydantic import ValidationError

from app.domain.errors import InputError, NotFound
from app.domain.i18n import words
from app.domain.refusals import first_refusal
from app.engine.ports import (
    KeyStore,
    LocalServer,
    ModelGateway,
    ModelInfo,
    ProviderGateway,
    ProviderInfo,
    TestResult,
)
from app.settings.providers import ADDRESS, ENDPOINT_NAME, Endpoint, ProviderTable


class ProviderSettingsFile(Protocol):
    """Where settings of providers are kept."""

    def read(self) -> ProviderTable:
        """Return what is set; raises InputError."""
        ...

    def write(self, table: ProviderTable) -> None:
        """Write it whole; raises InputError or StorageError."""
        ...

    def approve(self, *addresses: str) -> None:
        """Remember that seats may name these servers."""
        ...


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that can be put into a seat now, and what is known of it."""

    info: ModelInfo
    title: str
    """The provider's name in words."""
    connected: bool = True

    @property
    def price(self) -> str:
        """Say the price in words: dollars per million tokens in and out."""
        into, out = self.info.price_in, self.info.price_out
        if into is None or out is None:
            return "price unknown"
        return "free" if into == 0 == out else f"${into:g} in, ${out:g} out per million tokens"


@dataclass
class Providers:
    """Everything a face needs to connect models."""

    gateway: ModelGateway
    desk: ProviderGateway
    keys: KeyStore
    settings: ProviderSettingsFile
    _local: Sequence[LocalServer] = ()
    """What was found when a person last asked."""
    _listed: dict[str, dict[str, None]] = field(default_factory=dict)
    """What the person's own servers said they have when a person last asked, by server, in order."""

    async def list(self) -> Sequence[ProviderInfo]:
        """List the providers; looks for keys and contacts nobody."""
        return await self.desk.providers()

    async def get(self, name: str) -> ProviderInfo:
        """Return one provider; raises NotFound naming those there are."""
        found = await self.list()
        for provider in found:
            if provider.name == name:
                return provider
        raise NotFound(
            words("There is no provider called “{name}”.", name=name),
            words("Use one of: {names}.", names=", ".join(provider.name for provider in found)),
        )

    async def check(self, name: str) -> TestResult:
        """Ask a provider for its models: costs nothing and shows whether the key is good."""
        provider = await self.get(name)
        result = await self.desk.check(name)
        if provider.own and result.ok:
            self._listed[name] = _named(name, result)
        return result

    def loading(self, models: Iterable[str]) -> bool:
        """Tell whether asking one of these has to wait until the connections are loaded."""
        return not all(self.desk.loaded(model) for model in models)

    async def put_key(self, name: str, key: str, *, session_only: bool = False) -> str:
        """Keep a key; return the place it went to. Raises InputError."""
        await self.get(name)
        return await asyncio.to_thread(lambda: self.keys.put(name, key, session_only=session_only))

    async def forget_key(self, name: str) -> None:
        """Remove a key from this session and the keyring."""
        await self.get(name)
        await asyncio.to_thread(self.keys.forget, name)

    def put_endpoint(self, name: str, endpoint: Endpoint) -> None:
        """Set up a server of the person's own, its models are `name/…`, or change it.

        Raises InputError, StorageError.
        """
        check_endpoint(name, endpoint)
        self._listed.pop(name, None)
        table = self.settings.read()
        # What a change does not name stays: the dialect and the pace have no control in the window.
        before = table.endpoints[name].model_dump(exclude_unset=True) if name in table.endpoints else {}
        told = {**before, **endpoint.model_dump(exclude_unset=True)}
        self._write(table, endpoints={**table.endpoints, name: told})

    async def forget_endpoint(self, name: str) -> None:
        """Remove a server of the person's own, and its key; raises InputError, StorageError."""
        await self.forget_key(name)
        self._listed.pop(name, None)
        table = self.settings.read()
        self._write(table, endpoints={n: e for n, e in table.endpoints.items() if n != name})

    def _write(self, table: ProviderTable, **changes: object) -> None:
        try:
            made = ProviderTable.model_validate({**dict(table), **changes})
        except ValidationError as error:
            where, why = first_refusal(error, ProviderTable)
            raise InputError(
                words("{where}: {why}.", where=where, why=why), words("Correct it and try again.")
            ) from error
        self.settings.write(made)

    def approve(self, address: str) -> str:
        """Allow seats to name a server; return it as scheme://host:port. Raises InputError."""
        place = server_of(address)
        self.settings.approve(place)
        return place

    async def find_local(self) -> Sequence[LocalServer]:
        """Look for model servers on this machine; only when a person asks."""
        self._local = await self.desk.find_local()
        return self._local

    async def models(
        self, *, everything: bool = False, local: bool = True, ask: bool = False
    ) -> Sequence[ModelChoice]:
        """Return what can be put into a seat: offline, found on this machine, and of connected providers.

        `local`: look for servers on this machine now; else those found before count.
        `everything`: also models of providers that have no key. `ask`: the providers themselves say which
        models they have; else those count that the person's own servers listed when they were tested.
        """
        choices = [ModelChoice(info, "Offline council") for info in await self.gateway.models()]
        providers = {provider.name: provider for provider in await self.list()}
        for server in await self.find_local() if local else self._local:
            choices += [
                ModelChoice(ModelInfo(name, server.name, server.title, None, 0.0, 0.0), server.title)
                for name in server.models
            ]
        remote = [p for p in providers.values() if not p.local and not p.own]
        wanted = {p.name: p for p in remote if p.connected or everything}
        listed = {p.name for p in remote if p.connected} | {p.name for p in providers.values() if p.own}
        known = {name: dict(models) for name, models in self._listed.items() if name in listed}
        asked = await self._ask(sorted(listed)) if ask else known
        if wanted:
            for info in await self.desk.catalogue():
                if info.provider in wanted and info.provider not in asked:
                    provider = wanted[info.provider]
                    choices.append(ModelChoice(info, provider.title, provider.connected))
                elif info.name in asked.get(info.provider, ()):
                    asked[info.provider].pop(info.name)
                    choices.append(ModelChoice(info, wanted[info.provider].title))
        choices += [
            ModelChoice(ModelInfo(name, owner, title, None, *providers[owner].rates), title)
            for owner, names in asked.items()
            for title in (providers[owner].title,)
            for name in names
        ]
        return choices

    async def _ask(self, names: Sequence[str]) -> dict[str, dict[str, None]]:
        """Return the models that providers list, by provider, in order; those that fail are left out."""
        results = await asyncio.gather(*(self.desk.check(name) for name in names))
        return {name: _named(name, result) for name, result in zip(names, results, strict=True) if result.ok}


def _named(provider: str, result: TestResult) -> dict[str, None]:
    """Return the models a provider listed as they are put into a seat, in order."""
    return dict.fromkeys(f"{provider}/{model}" for model in result.models)


def check_endpoint(name: str, endpoint: Endpoint) -> None:
    """Look at what a person typed for a server; raises InputError in words for what is no name or address."""
    if not ENDPOINT_NAME.fullmatch(name):
        raise InputError(
            words("“{name}” cannot be a server's name.", name=name),
            words("Use small letters, digits, “-” and “_”, a letter first, no spaces."),
        )
    if not ADDRESS.fullmatch(endpoint.base_url.strip()):
        raise InputError(
            words("“{address}” is no address.", address=endpoint.base_url),
            words("Write it whole, like https://llm.example/v1 or http://127.0.0.1:4010/v1."),
        )


def server_of(address: str) -> str:
    """Return an address as scheme://host:port; raises InputError."""
    try:
        parts = urlsplit(address.strip())
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        parts, port = urlsplit(""), 0
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InputError(
            words("“{address}” is no server's address.", address=address),
            words("Write it like https://llm.example or http://127.0.0.1:4010."),
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}:{port}"


def servers_named(base_urls: Sequence[str | None]) -> tuple[str, ...]:
    """Return the servers that seats name, once each; raises InputError."""
    return tuple(dict.fromkeys(server_of(url) for url in base_urls if url is not None))
