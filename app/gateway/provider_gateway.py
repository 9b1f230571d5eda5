"""The providers as a person sees them: which there are, where their keys lie, whether they answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.domain.errors import RoundtableError
from app.domain.i18n import words
from app.domain.ids import SeatName
from app.domain.messages import ModelRequest
from app.domain.seats import COMMAND, NamedServer, Obstacle, Seat
from app.domain.sentences import sentence_of
from app.engine.ports import Failed, LocalServer, ModelInfo, Parameter, ProviderInfo, TestResult
from app.gateway.commands.gateway import CommandGateway
from app.gateway.commands.known import found_programs
from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.gateway.local import find_local
from app.gateway.offline import PREFIX as OFFLINE
from app.gateway.providers import CARRIED_FIRST, PROVIDERS, SPOKEN, Provider, speaker_of
from app.gateway.reaching import Looks, asking, carried_wrong, routes_of, unreachable
from app.gateway.routes import ADDRESS, KEY, V1, Route, lacks, named_of, secret_owner, stranger
from app.settings.providers import ProviderSettings, ProviderTable

TAIL = 4
_LONG_KEY = 16
"""Characters from which the last ones may be shown."""


@dataclass
class HostedProviders:
    """The ProviderGateway of a HostedGateway."""

    hosted: HostedGateway
    keys: Keys
    commands: CommandGateway | None = None
    """What has the person's programs."""
    _looks: Looks = field(default_factory=Looks)

    async def providers(self) -> Sequence[ProviderInfo]:
        """List all, the person's own first; raises InputError where the settings are wrong."""
        table = self.hosted.table()
        # The keyring may ask a person or another program: not in the window's thread.
        return await asyncio.to_thread(self._infos, table)

    async def provider(self, name: str) -> ProviderInfo | None:
        """Return one, also a provider of litellm's that nobody set up."""
        table = self.hosted.table()
        known = PROVIDERS.get(name)
        if known is not None and known.carried and name not in table.endpoints:
            return await asyncio.to_thread(self._info, known, table)
        return next((one for one in await self.providers() if one.name == name), None)

    def _infos(self, table: ProviderTable) -> list[ProviderInfo]:
        infos = []
        for name, endpoint in table.endpoints.items():
            env = (endpoint.api_key_env,) if endpoint.api_key_env else ()
            key_place, tail = self._key(name, endpoint.api_key_env)
            title = endpoint.title or name
            infos.append(
                ProviderInfo(
                    name,
                    title,
                    endpoint.base_url,
                    own=True,
                    variables=env,
                    key_place=key_place,
                    key_tail=tail,
                    keyless=True,
                    rates=(endpoint.price_in, endpoint.price_out),
                    searches="" if speaker_of(endpoint.dialect).search is not None else None,
                )
            )
        carried = (*CARRIED_FIRST, *(one for one in table.providers if PROVIDERS[one].carried))
        listed = [*SPOKEN, *(one for one in dict.fromkeys(carried) if one not in table.endpoints)]
        return infos + [self._info(PROVIDERS[name], table) for name in listed]

    def _info(self, provider: Provider, table: ProviderTable) -> ProviderInfo:
        settings = table.providers.get(provider.name, ProviderSettings())
        own = (settings.api_key_env,) if settings.api_key_env else ()
        usual = provider.env[0] if provider.carried and provider.env else None
        key_place, tail = self._key(provider.name, settings.api_key_env or usual)
        info = ProviderInfo(
            provider.name,
            provider.title,
            settings.base_url or ("" if provider.carried else provider.base),
            local=provider.local,
            variables=(*own, *provider.env),
            key_place=key_place,
            key_tail=tail,
            page=provider.page,
            key_begins=provider.key_begins,
            searches=provider.search_in if provider.search is not None else None,
        )
        return self._with_parameters(info, provider) if provider.carried else info

    def _with_parameters(self, info: ProviderInfo, provider: Provider) -> ProviderInfo:
        """Return what is known of a provider of litellm's, with what it is told besides the key."""
        asked = ModelRequest(purpose="test", seat="-", model=f"{provider.name}/-", messages=())
        route = self.hosted.route(asked)
        if isinstance(route, Failed):
            return info
        named = named_of(route, self.keys)
        missing = lacks(route, info.key_place or None, named)
        parameters = []
        for name, variable in provider.named.items():
            secret = name in provider.secret
            told = named.get(name, "")
            if name == KEY:
                continue
            if secret and told:
                told = self.keys.find(secret_owner(provider.name, name), variable)[1]
            parameters.append(Parameter(name, variable, secret, told))
        lacking = str(missing.message.params["names"]) if missing is not None else ""
        return replace(info, parameters=tuple(parameters), lacking=lacking, keyless=missing is None)

    def _key(self, owner: str, env: str | None) -> tuple[str, str]:
        key, key_place = self.keys.find(owner, env)
        return key_place, key[-TAIL:] if key is not None and len(key) >= _LONG_KEY else ""

    async def catalogue(self) -> Sequence[ModelInfo]:
        return await self.hosted.models()

    async def check(self, provider: str) -> TestResult:
        route = self.hosted.route(ModelRequest(purpose="test", seat="-", model=f"{provider}/-", messages=()))
        if isinstance(route, Failed):
            return TestResult(False, route.message, route.hint, route.kind)
        result = await self.hosted.check(route)
        wrong = None
        if result.ok and route.provider.carried:
            wrong = await carried_wrong(self.hosted, route, Looks())
            if wrong is None:
                return await self._listed(route, result)
        return result if wrong is None else TestResult(False, *wrong, "connection")

    async def _listed(self, route: Route, untried: TestResult) -> TestResult:
        """Return what Azure says to a key when asked for its models, which costs nothing.

        `untried`: for others, and where an older address has no such list.
        """
        key, named = await self.hosted.key(route), await self.hosted.named(route)
        if route.provider.name != "azure" or key is None or ADDRESS not in named:
            return untried
        place = {"provider": speaker_of("").name, "base_url": named[ADDRESS].rstrip("/") + V1}
        answer = await self.hosted.ask("list", {**place}, key)
        if isinstance(answer.get("models"), list):
            return replace(untried, detail=words("{provider} accepts the key.", provider=route.title))
        if answer.get("kind") != "auth":
            return untried
        why, hint = (sentence_of(answer.get(part, "")) for part in ("problem", "hint"))
        return TestResult(False, why, hint, "auth")

    async def find_local(self) -> Sequence[LocalServer]:
        table = self.hosted.table()
        return await find_local({n: s.base_url for n, s in table.providers.items() if s.base_url})

    async def obstacles(self, seats: Mapping[SeatName, Seat], *, contact: bool) -> Sequence[Obstacle]:
        """Return why seats cannot be asked; raises InputError where the settings are wrong."""
        by_command = {name: seat for name, seat in seats.items() if seat.model.startswith(COMMAND)}
        by_server = {name: seat for name, seat in seats.items() if name not in by_command}
        routes, found = await routes_of(self.hosted, by_server)
        if self.commands is not None:
            found = [*found, *self.commands.obstacles(by_command)]
        if not contact or not routes:
            return found
        if self._looks.old:
            self._looks = Looks()
        found = [*found, *await unreachable(self.hosted, routes, self._looks)]
        if not found:
            # Before the first prompt is made: it is to fit.
            await asyncio.gather(*(self.hosted.learn_size(route) for route in routes.values()))
        # Counted from now: a host that had to be started first takes its time.
        self._looks.touch()
        return found

    def look_again(self) -> None:
        self._looks = Looks()

    def unapproved_servers(self, seats: Mapping[SeatName, Seat]) -> Sequence[NamedServer]:
        """Return the servers, with their variables, that must be approved first; contacts nobody."""
        programs = self.commands.unapproved(seats) if self.commands is not None else ()
        named = {name: seat for name, seat in seats.items() if seat.base_url or seat.api_key_env}
        if not named:
            return programs
        table = self.hosted.table()
        found: dict[tuple[str, str], list[SeatName]] = {}
        for name, seat in named.items():
            unknown = stranger(asking(name, seat), table)
            if unknown is not None:
                found.setdefault((unknown.origin, unknown.variable), []).append(name)
        servers = [NamedServer(server, variable, tuple(who)) for (server, variable), who in found.items()]
        return [*servers, *programs]

    def programs(self) -> Mapping[str, Mapping[str, object]]:
        """Return the known programs that are installed, each with the settings it would be added with."""
        return found_programs()

    def loaded(self, model: str) -> bool:
        """Tell whether the host is ready, or not needed for this model."""
        return model.startswith((OFFLINE, COMMAND)) or self.hosted.host_client.ready

    async def ready(self) -> TestResult:
        """Start the host, and tell how long it took."""
        answer = await self.hosted.ask("ping", {})
        if "problem" in answer:
            return TestResult(
                False, sentence_of(answer["problem"]), sentence_of(answer.get("hint", "")), "host_died"
            )
        seconds = self.hosted.host_client.import_seconds or 0.0
        told = words("The model host is ready ({seconds} s).", seconds=f"{seconds:.1f}")
        return TestResult(True, told, seconds=seconds)

    async def warm(self) -> None:
        """Start the host in the background where somebody is connected or a server was approved."""
        try:
            used = bool(self.hosted.table().approved) or any(p.connected for p in await self.providers())
        except RoundtableError:
            # Settings that cannot be read are said where they are used.
            return
        if used:
            await self.hosted.warm()
