"""Whether the models of a table can be asked, found out before anything is: keys, names, servers.

Rules: what can be told without contacting anybody is told so; a server is contacted once, whoever sits there,
and no look takes longer than its bound. For a provider of the table a connection is enough, unless a name is
in doubt; a server of the person's own is asked what it has, for nobody else knows. Where a proxy stands
between, nobody is contacted: the proxy's answer would not be the provider's.
"""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from ipaddress import ip_address
from urllib.parse import urlsplit

from app.domain.ids import SeatName
from app.domain.messages import ModelRequest
from app.domain.seats import Seat
from app.domain.servers import Obstacle
from app.engine.ports import Failed, LocalServer, TestResult
from app.gateway.hosted import HostedGateway
from app.gateway.local import models_of
from app.gateway.routes import Route, no_key, route_of

CONNECT_SECONDS = 3.0
"""For a connection; a lost first packet is sent again after one second."""
LIST_SECONDS = 4.0
"""For the list of a usual server of this machine."""
OTHERS_SECONDS = 10.0
"""For another server's list, which may have to wake up first; the start of the host does not count."""
NAMED = 5
"""Models that are named where another one is looked for."""

KEPT_SECONDS = 10.0
"""For which what was found out counts again: several teams may be looked at one after the other."""
Routes = Mapping[SeatName, Route]


@dataclass
class Looks:
    """What was found out lately, so that nobody is asked twice."""

    at: float = field(default_factory=time.monotonic)
    closed: dict[str, str] = field(default_factory=dict)
    """Why a server takes no connection, empty where it does."""
    listed: dict[tuple[str, str, str], TestResult] = field(default_factory=dict)
    """What a server says it has, by its address and by where the key lies that it was asked with."""
    here: dict[tuple[str, str], LocalServer | str | None] = field(default_factory=dict)
    """By address and provider: what a server of this machine says it has, or why it says nothing."""

    def touch(self) -> None:
        """Let it count from now on."""
        self.at = time.monotonic()

    @property
    def old(self) -> bool:
        """Whether it no longer counts."""
        return time.monotonic() - self.at > KEPT_SECONDS


async def routes_of(
    hosted: HostedGateway, seats: Mapping[SeatName, Seat]
) -> tuple[Routes, Sequence[Obstacle]]:
    """Return the ways to the seats' models, and why some have none; contacts nobody. Raises InputError."""
    table = hosted.table()
    found: dict[SeatName, Route] = {}
    wrong: dict[tuple[str, str], list[SeatName]] = {}
    keys: dict[tuple[str, str | None], bool] = {}
    for name, seat in seats.items():
        route = route_of(asking(name, seat), table)
        if isinstance(route, Failed):
            wrong.setdefault((route.message, route.hint), []).append(name)
            continue
        owner = (route.owner, route.request.api_key_env)
        if route.key_needed and owner not in keys:
            keys[owner] = await hosted.key(route) is not None
        if route.key_needed and not keys[owner]:
            missing = no_key(route)
            wrong.setdefault((missing.message, missing.hint), []).append(name)
        else:
            found[name] = route
    return found, [Obstacle(message, hint, tuple(who)) for (message, hint), who in wrong.items()]


def asking(name: SeatName, seat: Seat) -> ModelRequest:
    """Return a request as this seat would make it."""
    return ModelRequest(
        purpose="test",
        seat=str(name),
        model=seat.model,
        messages=(),
        base_url=seat.base_url,
        api_key_env=seat.api_key_env,
        price_in=seat.price_in,
        price_out=seat.price_out,
    )


async def unreachable(hosted: HostedGateway, routes: Routes, looks: Looks) -> Sequence[Obstacle]:
    """Return which servers do not take a connection, and which do not have a model that is wanted there."""
    by_server: dict[str, dict[SeatName, Route]] = {}
    for name, route in routes.items():
        by_server.setdefault(route.origin, {})[name] = route
    found = await asyncio.gather(
        *(_obstacles(hosted, server, there, looks) for server, there in by_server.items())
    )
    return [obstacle for obstacles in found for obstacle in obstacles]


async def _obstacles(hosted: HostedGateway, server: str, routes: Routes, looks: Looks) -> Sequence[Obstacle]:
    from urllib.request import getproxies, proxy_bypass  # late for start-up cost

    parts = urlsplit(server)
    first = next(iter(routes.values()))
    host, port = parts.hostname or "", parts.port or 0
    if parts.scheme in getproxies() and not proxy_bypass(host):
        return ()
    if server not in looks.closed:
        looks.closed[server] = await _closed(host, port)
    why = looks.closed[server]
    if why:
        local = first.local or host in ("127.0.0.1", "::1", "localhost")
        start = (
            f"Start it (or correct its address, {server})"
            if local
            else "Check the connection and the address"
        )
        return (
            Obstacle(
                f"{_called(first)} cannot be reached: {why}.", f"{start}, then start again.", tuple(routes)
            ),
        )
    wanted: dict[tuple[str, str, str, str], list[SeatName]] = {}
    for name, route in routes.items():
        model = route.request.model.partition("/")[2]
        wanted.setdefault((route.provider.name, *_keyed(route), model), []).append(name)
    obstacles = [await _name(hosted, routes[who[0]], who, looks) for who in wanted.values()]
    told: dict[tuple[str, str], tuple[SeatName, ...]] = {}
    for one in obstacles:
        if one is not None:
            told[one.message, one.hint] = (*told.get((one.message, one.hint), ()), *one.seats)
    return [Obstacle(message, hint, seats) for (message, hint), seats in told.items()]


async def _closed(host: str, port: int) -> str:
    """Return why a server takes no connection, nothing where it does."""
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            _, writer = await asyncio.open_connection(host, port)
        writer.close()
    except TimeoutError:
        return f"{host} does not answer within {CONNECT_SECONDS:g} seconds"
    except socket.gaierror:
        return f"there is no address for the name {host}"
    except ConnectionRefusedError:
        return f"nothing listens at {host}:{port}"
    except OSError as error:
        return f"{host}:{port}: {error.strerror or error}"
    return ""


async def _name(
    hosted: HostedGateway, route: Route, who: Sequence[SeatName], looks: Looks
) -> Obstacle | None:
    """Return that a server does not have a model: the person's own are asked, others only in doubt."""
    model = route.request.model.partition("/")[2]
    if route.local:
        at = (route.origin, route.provider.name)
        if at not in looks.here:
            looks.here[at] = await _here(route)
        server = looks.here[at]
        if isinstance(server, str):
            return Obstacle(server, "Look whether it is busy or hangs, then start again.", tuple(who))
        # One that serves a single model answers to any name.
        if server is None or route.provider.one_model:
            return None
        there = [name.partition("/")[2] for name in server.models]
        if model in there or f"{model}:latest" in there:
            return None
        get = f"{route.provider.getting.format(model=model)}, or"
        return _no_model(route, there, route.provider.name, get, who)
    own = not route.key_needed
    if not own and await _known(hosted, route):
        return None
    asked = (route.origin, *_keyed(route))
    if asked not in looks.listed:
        looks.listed[asked] = await hosted.check(route, OTHERS_SECONDS)
    listed = looks.listed[asked]
    if listed.kind == "timeout":
        why = f"{_called(route)} takes connections, and does not answer within {OTHERS_SECONDS:g} seconds."
        return Obstacle(why, "Look whether it is busy or hangs, then start again.", tuple(who))
    # 403: a key may be good for models, and not for the list of them.
    if listed.kind == "auth" and listed.status != 403:
        return Obstacle(f"{_called(route)}: {listed.detail}", listed.next, tuple(who))
    names = set(listed.models)
    if not names or {model, model.partition(":")[0], f"{model}:latest"} & names:
        return None
    if own and (len(names) == 1 or any("*" in name for name in names) or not _near(route.origin)):
        # One that serves a single model answers to any name; a gateway may know more names than it lists.
        return None
    prefix = route.owner if route.owner in hosted.table().endpoints else route.provider.name
    return _no_model(route, listed.models, prefix, "", who)


def _keyed(route: Route) -> tuple[str, str]:
    """Return where the key lies that a server is asked with."""
    return route.owner, route.request.api_key_env or ""


async def _here(route: Route) -> LocalServer | str | None:
    """Return what a server of this machine has, why it does not say, or None where it is another kind."""
    try:
        return await models_of(route.provider, route.request.base_url or route.provider.base, LIST_SECONDS)
    except TimeoutError:
        return f"{route.title} takes connections, and does not answer within {LIST_SECONDS:g} seconds."


async def _known(hosted: HostedGateway, route: Route) -> bool:
    """Tell whether the library's table has a model; one that it lacks may be new, or a slip of the pen."""
    (estimate,) = await hosted.estimate([route.request])
    return estimate.cost_max is not None or estimate.context_limit is not None


def _near(server: str) -> bool:
    """Tell whether a server is on this machine or in the network around it."""
    host = urlsplit(server).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_private
    except ValueError:
        return False


def _no_model(route: Route, there: Sequence[str], prefix: str, get: str, who: Sequence[SeatName]) -> Obstacle:
    model = route.request.model.partition("/")[2]
    near = get_close_matches(model, there, NAMED, 0.6) or list(there)[:NAMED]
    names = ", ".join(f"{prefix}/{name}" for name in near)
    put = f"put another one into the seat, such as {names}." if near else "put another one into the seat."
    hint = f"{get} {put}" if get else put[:1].upper() + put[1:]
    return Obstacle(f"{_called(route)} has no model “{model}”.", hint, tuple(who))


def _called(route: Route) -> str:
    return route.title if "://" not in route.title else f"The server {route.title}"
