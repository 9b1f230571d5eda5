"""Providers and estimates without a gateway, for the pictures and the tests of the window."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import BaseModel

from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.ids import SeatName
from app.domain.seats import Seat
from app.domain.servers import NamedServer
from app.engine.plugin import WorkflowPlugin
from app.engine.ports import LocalServer, ModelInfo, ProviderInfo, TestResult
from app.services.providers import Approval, ModelChoice, check_endpoint
from app.settings.providers import Endpoint

INFOS = (
    ProviderInfo("openai", "OpenAI", "https://api.openai.com/v1", variables=("OPENAI_API_KEY",)),
    ProviderInfo("anthropic", "Anthropic", "https://api.anthropic.com", variables=("ANTHROPIC_API_KEY",)),
    ProviderInfo("ollama", "Ollama", "http://127.0.0.1:11434", local=True),
)


LOCAL = (LocalServer("ollama", "Ollama", "http://127.0.0.1:11434", ("ollama/qwen3:8b",)),)
REFUSED = ("The key was refused (401).", "Enter the key again.")


class SampleReadiness:
    """Every team can begin."""

    async def check(
        self,
        plugin: WorkflowPlugin,
        setup: BaseModel,
        seats: Mapping[SeatName, Seat],
        *,
        contact: bool = True,
    ) -> None:
        """Find nothing in the way."""


@dataclass
class SampleProviders:
    """Three providers in memory; a key that ends in “bad” is refused."""

    keys: dict[str, str] = field(default_factory=dict)
    endpoints: dict[str, Endpoint] = field(default_factory=dict)
    approved: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Servers that seats may name, with the variables for them."""
    contacted: list[str] = field(default_factory=list)
    pace: float = 0.0
    """Seconds a provider takes to answer."""
    slow: bool = False
    """The connections are not loaded yet."""
    many: int = 0
    """Models there are besides, once there is a key."""

    async def list(self) -> Sequence[ProviderInfo]:
        """Return them with their keys."""
        own = [
            ProviderInfo(
                name, name, one.base_url, own=True, keyless=True, rates=(one.price_in, one.price_out)
            )
            for name, one in self.endpoints.items()
        ]
        return [
            *own,
            *(
                replace(one, key_place="keyring", key_tail=self.keys[one.name][-4:])
                if one.name in self.keys
                else one
                for one in INFOS
            ),
        ]

    async def check(self, name: str) -> TestResult:
        """Judge the key by its end."""
        self.contacted.append(name)
        await asyncio.sleep(self.pace)
        if self.keys.get(name, "").endswith("bad"):
            return TestResult(False, *REFUSED, "auth")
        return TestResult(True, "It lists 12 models.", models=("m",) * 12, seconds=0.412)

    async def put_key(self, name: str, key: str, *, session_only: bool = False) -> str:
        """Keep a key in memory."""
        if " " in key:
            raise InputError(words("That is no key: it must be one line."), words("Copy it again."))
        self.keys[name] = key
        return "this session" if session_only else "keyring"

    async def forget_key(self, name: str) -> None:
        """Forget it."""
        self.keys.pop(name, None)

    def put_endpoint(self, name: str, endpoint: Endpoint) -> None:
        """Keep a server in memory."""
        check_endpoint(name, endpoint)
        self.endpoints[name] = endpoint

    async def forget_endpoint(self, name: str) -> None:
        """Forget server and key."""
        self.keys.pop(name, None)
        self.endpoints.pop(name, None)

    def loading(self, models: Iterable[str]) -> bool:
        """Tell what it was told."""
        return self.slow and bool(list(models))

    def unapproved(self, seats: Mapping[SeatName, Seat]) -> Sequence[NamedServer]:
        """Return each server and variable that a seat names and that is not approved."""
        named = dict.fromkeys((s.base_url or "", s.api_key_env or "") for s in seats.values() if s.base_url)
        return [
            NamedServer(place, variable)
            for place, variable in named
            if place not in self.approved or (variable and variable not in self.approved[place])
        ]

    def approve(self, address: str, *variables: str) -> str:
        """Remember it."""
        self.approved[address] = (*self.approved.get(address, ()), *filter(None, variables))
        return address

    def approvals(self) -> Sequence[Approval]:
        """Return what was approved."""
        return [Approval(place, variables) for place, variables in self.approved.items()]

    def take_back(self, address: str, variable: str = "") -> Approval:
        """Forget it."""
        del variable
        return Approval(address, self.approved.pop(address))

    async def find_local(self) -> Sequence[LocalServer]:
        """Find one server."""
        self.contacted.append("local")
        return list(LOCAL)

    async def models(
        self, *, everything: bool = False, local: bool = True, ask: bool = False
    ) -> Sequence[ModelChoice]:
        """Return what the keys allow."""
        del everything, local, ask
        offline = ModelInfo("offline/analyst", "offline", price_in=0.0, price_out=0.0)
        priced = ModelInfo("openai/gpt-4o-mini", "openai", price_in=0.15, price_out=0.6)
        found = [ModelChoice(offline, "Offline council")]
        more = (
            ModelInfo(f"openai/model-{n}", "openai", price_in=1.0, price_out=2.0) for n in range(self.many)
        )
        others = [ModelChoice(one, "OpenAI") for one in more]
        return [*found, ModelChoice(priced, "OpenAI"), *others] if "openai" in self.keys else found
