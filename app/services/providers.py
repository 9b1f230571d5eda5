"""Connecting models: providers and their keys, local servers, and which models can be put into a seat."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pydantic import ValidationError

from app.domain.errors import InputError, NotFound, RoundtableError, one_of
from app.domain.i18n import Message, verbatim, words
from app.domain.ids import SeatName
from app.domain.money import rate_words
from app.domain.refusals import first_refusal
from app.domain.seats import COMMAND, NamedServer, Seat
from app.domain.sentences import joined
from app.engine.ports import (
    KeyStore,
    LocalServer,
    ModelGateway,
    ModelInfo,
    ProviderGateway,
    ProviderInfo,
    TestResult,
)
from app.services.programs import Programs
from app.settings.programs import CommandFile
from app.settings.providers import ADDRESS, NAME, Endpoint, ProviderFile, ProviderTable


@dataclass(frozen=True, slots=True)
class Approval:
    """A server that seats may name, and the variables whose values they may have it sent."""

    place: str
    variables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that can be put into a seat now, and what is known of it."""

    info: ModelInfo
    title: Message
    """The provider's name in words."""
    connected: bool = True
    local: bool = False
    """Whether a server on this computer has it."""
    tested: TestResult | None = None
    """What the last test of its provider said, since the program was started."""

    @property
    def price(self) -> str:
        """Say the price in words: dollars per million tokens in and out."""
        if self.info.name.startswith(COMMAND):
            return str(words("subscription"))
        return str(rate_words(self.info.price_in, self.info.price_out))


def trimmed(key: str) -> str:
    """Return a key without what was copied along with it."""
    return key.strip(" \t\r\n\"'`“”‘’")


_ADDRESS_PARAMETER = "api_base"
"""What litellm calls a provider's address."""


def _parameter(provider: ProviderInfo, name: str, *, secret: bool) -> None:
    """Check that a provider is told something of this name; raises NotFound."""
    names = [one.name for one in provider.parameters if one.secret is secret]
    if name not in names:
        raise NotFound(
            words("{provider} is told nothing called “{name}”.", provider=provider.title, name=name[:60]),
            one_of(f"{provider.name}.{one}" for one in names),
        )


@dataclass
class Providers:
    """Everything a face needs to connect models."""

    gateway: ModelGateway
    desk: ProviderGateway
    keys: KeyStore
    settings: ProviderFile
    commands: CommandFile
    """The person's programs that answer for a seat."""
    found_here: Sequence[LocalServer] | None = None
    """The servers on this computer that answered when a person last looked; None: nobody looked yet."""
    _tested: dict[str, TestResult] = field(default_factory=dict)
    """What the last test of a provider said, until its key or address is another one."""
    _listed: dict[str, dict[str, None]] = field(default_factory=dict)
    """What the person's own servers said they have when a person last asked, by server, in order."""

    @property
    def programs(self) -> Programs:
        """The person's programs, and the known ones that are installed."""
        return Programs(self.commands, self.desk, self.gateway)

    async def list(self) -> Sequence[ProviderInfo]:
        """List the providers; looks for keys and contacts nobody."""
        return await self.desk.providers()

    async def get(self, name: str) -> ProviderInfo:
        """Return one provider; raises NotFound naming those there are."""
        one = await self.desk.provider(name)
        if one is not None:
            return one
        found = await self.list()
        raise NotFound(
            words("There is no provider called “{name}”.", name=name),
            one_of(provider.name for provider in found),
        )

    def tested(self, name: str) -> TestResult | None:
        """Return what the last test of a provider said; None: none since it has this key."""
        return self._tested.get(name)

    async def check(self, name: str) -> TestResult:
        """Ask a provider for its models: costs nothing and shows whether the key is good."""
        provider = await self.get(name)
        result = self._tested[name] = await self.desk.check(name)
        if provider.own and result.ok:
            self._listed[name] = _named(name, result)
        return result

    def loading(self, models: Iterable[str]) -> bool:
        """Tell whether asking one of these has to wait until the connections are loaded."""
        return not all(self.desk.loaded(model) for model in models)

    async def put_key(self, name: str, key: str, *, session_only: bool = False) -> str:
        """Keep a key, or a secret of a provider (`azure.client_secret`); return the place it went to.

        Raises InputError.
        """
        provider = await self.keyed(name)
        self._tested.pop(provider.name, None)
        key = trimmed(key)
        kept = await asyncio.to_thread(lambda: self.keys.put(name, key, session_only=session_only))
        if provider.parameters:
            self._set_up(provider.name, listed=True)
        return kept

    async def keyed(self, name: str) -> ProviderInfo:
        """Return whose a key or a secret of this name is; raises NotFound."""
        owner, _, parameter = name.partition(".")
        provider = await self.get(owner)
        if parameter:
            _parameter(provider, parameter, secret=True)
        return provider

    async def set_parameter(self, name: str, value: str) -> None:
        """Tell a provider of litellm's something besides its key (`azure.api_version`); empty: no longer.

        Raises NotFound and InputError.
        """
        owner, _, parameter = name.partition(".")
        _parameter(await self.get(owner), parameter, secret=False)
        if parameter == _ADDRESS_PARAMETER:
            self._set_up(owner, base_url=value or None, listed=True)
            return
        table = self.settings.read()
        before = dict(table.providers[owner].named) if owner in table.providers else {}
        named = {**before, parameter: value}
        self._set_up(owner, named={one: told for one, told in named.items() if told}, listed=True)

    def parameters(self) -> Mapping[str, str]:
        """Return what providers are told besides their keys, by the names that `set_parameter` takes."""
        found: dict[str, str] = {}
        for owner, one in self.settings.read().providers.items():
            address = {_ADDRESS_PARAMETER: one.base_url} if one.listed and one.base_url else {}
            found |= {f"{owner}.{name}": told for name, told in (address | one.named).items()}
        return found

    def _set_up(self, name: str, **changes: object) -> None:
        self._tested.pop(name, None)
        table = self.settings.read()
        before = table.providers[name].model_dump(exclude_unset=True) if name in table.providers else {}
        self._write(table, providers={**table.providers, name: {**before, **changes}})

    async def forget_key(self, name: str) -> None:
        """Remove a key from this session and the keyring."""
        provider = await self.keyed(name)
        self._tested.pop(provider.name, None)
        await asyncio.to_thread(self.keys.forget, name)

    def put_endpoint(self, name: str, endpoint: Endpoint) -> None:
        """Set up a server of the person's own, its models are `name/…`, or change it.

        Raises InputError, StorageError.
        """
        _check_endpoint(name, endpoint)
        self._listed.pop(name, None)
        self._tested.pop(name, None)
        table = self.settings.read()
        # What a change does not name stays: the dialect and the pace have no control in the window.
        before = table.endpoints[name].model_dump(exclude_unset=True) if name in table.endpoints else {}
        merged = {**before, **endpoint.model_dump(exclude_unset=True)}
        self._write(table, endpoints={**table.endpoints, name: merged})

    async def forget_endpoint(self, name: str) -> None:
        """Remove a server of the person's own, and its key; raises InputError, StorageError."""
        await self.forget_key(name)
        self._listed.pop(name, None)
        table = self.settings.read()
        self._write(table, endpoints={n: e for n, e in table.endpoints.items() if n != name})

    def _write(self, table: ProviderTable, **changes: object) -> None:
        try:
            updated_table = ProviderTable.model_validate({**dict(table), **changes})
        except ValidationError as error:
            where, why = first_refusal(error, ProviderTable)
            raise InputError(
                words("{where}: {why}.", where=where, why=why), words("Correct it and try again.")
            ) from error
        self.settings.write(updated_table)

    def unapproved(self, seats: Mapping[SeatName, Seat]) -> Sequence[NamedServer]:
        """Return the servers that seats name, with their variables, of which the person must be asked first.

        Contacts nobody; raises InputError where the settings are wrong.
        """
        check_addresses(seats)
        return self.desk.unapproved_servers(seats)

    def approve(self, address: str, *variables: str) -> str:
        """Allow seats to name a server and variables for it; return scheme://host:port. Raises InputError."""
        origin = server_of(address)
        self.settings.approve(origin, *filter(None, variables))
        return origin

    def approve_named(self, named: NamedServer) -> None:
        """Remember that seats may name this server or program; raises InputError, StorageError."""
        if named.line:
            self.commands.approve(named.line)
        else:
            self.approve(named.origin, named.variable)

    def allow(self, named: NamedServer) -> None:
        """Approve a server and its variable, or a program, for as long as this process lasts."""
        if named.line:
            self.commands.allow(named.line)
            return
        self.settings.allow(named.origin, *filter(None, (named.variable,)))

    def approvals(self) -> Sequence[Approval]:
        """Return the servers that were approved, by name; raises InputError."""
        table = self.settings.read()
        bound = {origin: tuple(names) for origin, names in table.variables.items()}
        return [Approval(origin, bound.get(origin, ())) for origin in sorted({*table.approved, *bound})]

    def take_back(self, address: str, variable: str = "") -> Approval:
        """Approve a server no longer, or a variable for it; return what was taken back. Raises InputError."""
        origin = server_of(address)
        # A file that a person wrote may spell it in several ways.
        found = [one for one in self.approvals() if server_of(one.place) == origin]
        bound = tuple(dict.fromkeys(name for one in found for name in one.variables))
        if not found or (variable and variable not in bound):
            names = ", ".join(one.place for one in self.approvals())
            raise InputError(
                words("{server} was not approved.", server=f"{origin} {variable}".strip()),
                words("Those that were: {names}.", names=names or "none"),
            )
        for one in found:
            self.settings.take_back(one.place, variable)
        return Approval(origin, (variable,) if variable else bound)

    async def find_local(self) -> Sequence[LocalServer]:
        """Look for model servers on this machine; only when a person asks."""
        self.found_here = found = await self.desk.find_local()
        return found

    async def models(
        self, *, everything: bool = False, local: bool = True, ask: bool = False
    ) -> Sequence[ModelChoice]:
        """Return what can be put into a seat: offline, found on this machine, and of connected providers.

        `local`: look for servers on this machine now; else those found before count.
        `everything`: also models of providers that have no key. `ask`: the providers themselves say which
        models they have; else those count that the person's own servers listed when they were tested.
        """
        choices = [
            ModelChoice(
                info, words("By command") if info.name.startswith(COMMAND) else words("Offline council")
            )
            for info in await self.gateway.models()
        ]
        providers = {provider.name: provider for provider in await self.list()}
        for server in await self.find_local() if local else self.found_here or ():
            choices += [
                ModelChoice(ModelInfo(name, server.name, title, None, 0.0, 0.0), verbatim(title), local=True)
                for title in (server.title,)
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
                    tested = self._tested.get(info.provider)
                    choices.append(
                        ModelChoice(info, verbatim(provider.title), provider.connected, tested=tested)
                    )
                elif info.name in asked.get(info.provider, ()):
                    asked[info.provider].pop(info.name)
                    tested = self._tested.get(info.provider)
                    choices.append(ModelChoice(info, verbatim(wanted[info.provider].title), tested=tested))
        choices += [
            ModelChoice(
                ModelInfo(name, owner, title, None, *providers[owner].rates),
                verbatim(title),
                tested=self._tested.get(owner),
            )
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


def _check_endpoint(name: str, endpoint: Endpoint) -> None:
    """Look at what a person typed for a server; raises InputError in words for what is no name or address."""
    if not NAME.fullmatch(name):
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


def check_addresses(seats: Mapping[SeatName, Seat]) -> None:
    """Raise InputError where a seat names a server by what is no address."""
    for seat in seats.values():
        if seat.base_url is not None:
            server_of(seat.base_url)


Approve = Callable[[Mapping[SeatName, Seat]], Awaitable[None]]
"""Asks whether the servers that seats name may be sent to; raises NotApproved where not."""


class NotApproved(InputError):
    """Seats name servers, or variables for them, that the person has not approved; nothing was sent."""

    kind = "not_approved"

    def __init__(self, named: Sequence[NamedServer]) -> None:
        self.named = tuple(named)
        hosts = " ".join(f"--allow-server {host}" for host in dict.fromkeys(map(host_of, named)))
        super().__init__(
            joined([sentence(one) for one in named], " "),
            words("Approve it if you know it: {hosts}. Else use other models.", hosts=hosts),
        )

    def parts(self) -> Sequence[RoundtableError]:
        """Return each server by itself, with what to do about it."""
        return [NotApproved([one]) for one in self.named] if len(self.named) > 1 else [self]


def host_of(named: NamedServer) -> str:
    """Return a named server as HOST:PORT, a program as its model."""
    return named.origin if named.line else urlsplit(named.origin).netloc


def sentence(named: NamedServer) -> Message:
    """Say which server is named, by whom, and what it would be sent."""
    who = ", ".join(named.seats)
    if named.line:
        return words(
            "You have not approved that this program answers for {who}: {line}.", who=who, line=named.line
        )
    if named.variable:
        return words(
            "You have not approved that {who} asks the server {server} and sends it the value of {variable}.",
            server=named.origin,
            who=who,
            variable=named.variable,
        )
    return words("You have not approved that {who} asks the server {server}.", server=named.origin, who=who)
