"""Who writes a request: the dialect's module for servers of one's own, a profile, or else litellm."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from typing import Any

from app.domain.messages import ModelRequest
from app.gateway.host.dialects.writing import Feature
from app.gateway.host.errors import Fault
from app.gateway.host.library_process import LibraryProcess
from app.gateway.host.plain import compose_plainly, is_own
from app.gateway.host.profiles import MARK, Profile, ProfileStore, name_of
from app.gateway.host.wire import Composed, Unsendable, WireRequest
from app.gateway.providers import Provider, origin, provider_of

CHECK_AFTER = 24 * 3600
"""Seconds after which litellm is asked whether it still says so, once it disturbs nobody."""
CHECK_DELAY = 10.0
_log = logging.getLogger(__name__)


class Composing:
    """Composes requests."""

    def __init__(
        self, library: LibraryProcess, profiles: ProfileStore, check_delay: float = CHECK_DELAY
    ) -> None:
        self._library, self._profiles, self._check_delay = library, profiles, check_delay
        self._learning: dict[str, asyncio.Task[None]] = {}
        self._checking: set[str] = set()

    async def compose(
        self,
        request: ModelRequest,
        provider: Provider,
        key: str | None,
        without: frozenset[Feature] = frozenset(),
        *,
        proved: bool = True,
    ) -> Composed:
        """Return a request as it goes out, without what its server refuses; raises Unsendable.

        `proved`: as `compose_plainly` has it; providers' own servers pass over nothing.
        """
        if is_own(request, provider):
            return compose_plainly(request, provider, key, without, proved=proved)
        name = name_of(request, provider, without)
        profile = self._profiles.find(name)
        filled = profile.fill(request, provider, key) if profile is not None else None
        if profile is not None and filled is not None:
            self._check_later(name, profile, request, without)
            return filled
        answer = await self._library.ask(request, without)
        self._learn(name, request, without)
        return keyed(answer["composed"], request, provider, key)

    def warm(self, requests: Sequence[ModelRequest]) -> None:
        """Learn in the background how requests look that may soon be made; nobody is contacted."""
        for request in requests:
            provider = provider_of(request.model)
            if provider is None or request.embeds or is_own(request, provider):
                continue
            name = name_of(request, provider, frozenset())
            if self._profiles.find(name) is None:
                self._learn(name, request, frozenset())

    def _learn(self, name: str, request: ModelRequest, without: frozenset[Feature]) -> None:
        if name in self._learning:
            return
        task = asyncio.ensure_future(self._learned(name, request, without))
        self._learning[name] = task
        task.add_done_callback(lambda _: self._learning.pop(name, None))

    async def _learned(self, name: str, request: ModelRequest, without: frozenset[Feature]) -> None:
        """Keep the profile of a request as litellm writes it now, or forget the one it had."""
        try:
            answer = await self._library.ask(request, without, learns=True)
        except Unsendable as error:
            # The call that needs it says so.
            _log.info("no profile was learned for %s: %s", request.model, error)
            return
        known, found = self._profiles.find(name), answer["profile"]
        if found is None:
            if known is not None:
                _log.warning("requests for %s have no profile any more", request.model)
                self._profiles.drop(name)
            return
        profile = Profile(**found)
        if known is not None and known != profile:
            _log.warning("litellm composes requests for %s otherwise than before", request.model)
        self._profiles.put(name, profile)

    def _check_later(
        self, name: str, profile: Profile, request: ModelRequest, without: frozenset[Feature]
    ) -> None:
        if name in self._checking or time.time() - profile.checked < CHECK_AFTER:
            return
        self._checking.add(name)
        # After the first requests have left: it takes a processor for seconds.
        asyncio.get_running_loop().call_later(self._check_delay, self._learn, name, request, without)


def keyed(
    composed: Mapping[str, Any], request: ModelRequest, provider: Provider, key: str | None
) -> Composed:
    """Return what the library composed, with the key where the mark stands."""
    if origin(composed["url"]) != origin(request.base_url or provider.base):
        raise Unsendable(Fault("connection", "The request would go to a server that is not configured."))
    headers = {name: value.replace(MARK, key or "none") for name, value in composed["headers"].items()}
    body = composed["body"].encode("utf-8", "surrogatepass")
    return Composed(
        WireRequest("POST", composed["url"], headers, body),
        tuple(composed["dropped"]),
        composed["tools_as_text"],
        frozenset(composed["carried"]),
        composed["reply_tool"],
    )
