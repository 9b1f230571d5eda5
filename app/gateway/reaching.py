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
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from urllib.parse import urlsplit

from app.domain import fault_hints, fault_messages
from app.domain.i18n import Message, verbatim, words
from app.domain.ids import SeatName
from app.domain.messages import ModelRequest
from app.domain.seats import Obstacle, Seat
from app.engine.ports import Failed, LocalServer, TestResult
from app.gateway.hosted import HostedGateway
from app.gateway.local import models_of
from app.gateway.providers import origin, this_machine
from app.gateway.routes import ADDRESS, Route, route_of

CONNECT_SECONDS = 3.0
"""For a connection; a lost first packet is sent again after one second."""
LIST_SECONDS = 4.0
"""For the list of a usual server of this machine."""
OTHERS_SECONDS = 10.0
"""For another server's list, which may have to wake up first; the start of the host does not count."""
NAMED = 5
"""Models that are named where another one is looked for."""

BUSY = words("Look whether it is busy or hangs, then start again.")

KEPT_SECONDS = 10.0
"""For which what was found out counts again: several teams may be looked at one after the other."""
_Routes = Mapping[SeatName, Route]


@dataclass
class Looks:
    """What was found out lately, so that nobody is asked twice."""

    at: float = field(default_factory=time.monotonic)
    closed: dict[str, Message | None] = field(default_factory=dict)
    """Why a server takes no connection, None where it does."""
    listed: dict[tuple[str, ...], TestResult] = field(default_factory=dict)
    """What a server says it has, by its place."""
    here: dict[tuple[str, ...], LocalServer | Message | None] = field(default_factory=dict)
    """By its place: what a server of this machine says it has, or why it says nothing."""

    def touch(self) -> None:
        """Let it count from now on."""
        self.at = time.monotonic()

    @property
    def old(self) -> bool:
        """Whether it no longer counts."""
        return time.monotonic() - self.at > KEPT_SECONDS


async def routes_of(
    hosted: HostedGateway, seats: Mapping[SeatName, Seat]
) -> tuple[_Routes, Sequence[Obstacle]]:
    """Return the ways to the seats' models, and why some have none; contacts nobody. Raises InputError."""
    table = hosted.table()
    found: dict[SeatName, Route] = {}
    wrong: dict[tuple[str, str], Obstacle] = {}
    looked: dict[tuple[str, str | None], Failed | None] = {}
    for name, seat in seats.items():
        route = route_of(asking(name, seat), table)
        if isinstance(route, Failed):
            _add(wrong, Obstacle(route.message, route.hint, (name,)))
            continue
        if seat.web_search and not route.provider.searches(seat.model, route.request.base_url):
            told = fault_messages.NO_SEARCH.filled(model=seat.model)
            _add(wrong, Obstacle(told, fault_hints.NO_SEARCH, (name,)))
        owner = (route.owner, route.request.api_key_env)
        if owner not in looked:
            looked[owner] = await hosted.lacking(route)
        if (missing := looked[owner]) is not None:
            _add(wrong, Obstacle(missing.message, missing.hint, (name,)))
        else:
            found[name] = route
    return found, [*wrong.values()]


def _add(obstacles: dict[tuple[str, str], Obstacle], one: Obstacle) -> None:
    """Add an obstacle to those that stand in the way; one that others have is told once for all of them."""
    key = (str(one.message), str(one.hint))
    known = obstacles.get(key)
    obstacles[key] = replace(one, seats=(*known.seats, *one.seats)) if known is not None else one


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


async def unreachable(hosted: HostedGateway, routes: _Routes, looks: Looks) -> Sequence[Obstacle]:
    """Return which servers do not take a connection, and which do not have a model that is wanted there."""
    by_server: dict[str, dict[SeatName, Route]] = {}
    by_litellm: dict[str, dict[SeatName, Route]] = {}
    for name, route in routes.items():
        carried = route.provider.carried
        (by_litellm if carried else by_server).setdefault(route.owner if carried else route.origin, {})[
            name
        ] = route
    found = await asyncio.gather(
        *(_obstacles(hosted, server, there, looks) for server, there in by_server.items()),
        *(_carried_obstacles(hosted, there, looks) for there in by_litellm.values()),
    )
    return [obstacle for obstacles in found for obstacle in obstacles]


PLACES = {
    "bedrock": ("aws_region_name", "https://bedrock-runtime.{}.amazonaws.com"),
    "vertex_ai": ("vertex_location", "https://{}-aiplatform.googleapis.com"),
}
"""Where litellm sends what it carries when nobody set an address: a parameter, and what it is part of."""
_ENDPOINT = "aws_bedrock_runtime_endpoint"


async def carried_wrong(hosted: HostedGateway, route: Route, looks: Looks) -> tuple[Message, Message] | None:
    """Return what is wrong with where litellm sends a route's calls, and what helps.

    None where it takes connections, or where only the call itself tells where it goes.
    """
    named = await hosted.named(route)
    parameter, template = PLACES.get(route.provider.name, ("", ""))
    part = named.get(parameter, "")
    address = named.get(_ENDPOINT) or named.get(ADDRESS) or (template.format(part) if part else "")
    if not address or (part == "global" and ADDRESS not in named):
        return None
    server = origin(address)
    if not server.startswith(("http://", "https://")) or not urlsplit(server).hostname:
        told = fault_messages.NO_ADDRESS.filled(address=address[:200])
        return told, words("Write it whole, like https://mine.openai.azure.com.")
    why = None if _behind_proxy(server) else await _why_closed(server, looks)
    if why is None:
        return None
    name = ADDRESS if named.get(ADDRESS) else parameter or ADDRESS
    return (
        words("{server} cannot be reached: {why}.", server=_called(route), why=why),
        words(
            "Check the connection, and what is set (roundtable config {provider}.{name}).",
            provider=route.provider.name,
            name=name,
        ),
    )


async def _carried_obstacles(hosted: HostedGateway, routes: _Routes, looks: Looks) -> Sequence[Obstacle]:
    wrong = await carried_wrong(hosted, next(iter(routes.values())), looks)
    return () if wrong is None else (Obstacle(*wrong, tuple(routes)),)


async def _why_closed(server: str, looks: Looks) -> Message | None:
    """Return why an origin takes no connection, None where it does."""
    if server not in looks.closed:
        parts = urlsplit(server)
        looks.closed[server] = await _closed(parts.hostname or "", parts.port or 0)
    return looks.closed[server]


def _behind_proxy(server: str) -> bool:
    from urllib.request import getproxies, proxy_bypass  # late for start-up cost

    parts = urlsplit(server)
    return parts.scheme in getproxies() and not proxy_bypass(parts.hostname or "")


async def _obstacles(hosted: HostedGateway, server: str, routes: _Routes, looks: Looks) -> Sequence[Obstacle]:
    first = next(iter(routes.values()))
    if _behind_proxy(server):
        return ()
    why = await _why_closed(server, looks)
    if why is not None:
        do = (
            words("Start it (or correct its address, {server}), then start again.", server=server)
            if first.local or this_machine(server)
            else words("Check the connection and the address, then start again.")
        )
        told = words("{server} cannot be reached: {why}.", server=_called(first), why=why)
        return (Obstacle(told, do, tuple(routes)),)
    wanted: dict[tuple[str, ...], list[SeatName]] = {}
    for name, route in routes.items():
        wanted.setdefault((*_place(route), route.request.model), []).append(name)
    places: dict[tuple[str, ...], list[list[SeatName]]] = {}
    for (*place, _), who in wanted.items():
        places.setdefault(tuple(place), []).append(who)

    async def at_one(place: Sequence[Sequence[SeatName]]) -> list[Obstacle | None]:
        return [await _name(hosted, routes[who[0]], who, looks) for who in place]

    obstacles = [one for found in await asyncio.gather(*map(at_one, places.values())) for one in found]
    alike: dict[tuple[str, str], Obstacle] = {}
    for one in filter(None, obstacles):
        _add(alike, one)
    return [*alike.values()]


async def _closed(host: str, port: int) -> Message | None:
    """Return why a server takes no connection, None where it does."""
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            _, writer = await asyncio.open_connection(host, port)
        writer.close()
    except TimeoutError:
        return words("{host} does not answer within {n} seconds", host=host, n=f"{CONNECT_SECONDS:g}")
    except (socket.gaierror, UnicodeError):
        # A name that is none in letters of other scripts is refused before anybody is asked for it.
        return words("there is no address for the name {host}", host=host)
    except ConnectionRefusedError:
        return words("nothing listens at {address}", address=f"{host}:{port}")
    except OSError as error:
        return verbatim(f"{host}:{port}: {error.strerror or error}")
    return None


async def _name(
    hosted: HostedGateway, route: Route, who: Sequence[SeatName], looks: Looks
) -> Obstacle | None:
    """Return that a server does not have a model: the person's own are asked, others only in doubt."""
    if route.local and this_machine(route.origin):
        return await _name_here(route, who, looks)
    own = not route.key_needed
    if not own and await _known(hosted, route):
        return None
    place = _place(route)
    if place not in looks.listed:
        looks.listed[place] = await hosted.check(route, OTHERS_SECONDS)
    listed = looks.listed[place]
    if own and listed.kind == "timeout" and listed.status is None:
        return Obstacle(_mute(route, OTHERS_SECONDS), BUSY, tuple(who))
    if own and listed.kind in ("connection", "not_found"):
        # Some servers have models and no list of them: that alone is no obstacle.
        wrong = listed.kind == "connection" or listed.status is None
        why = words("{server}: {why}", server=_called(route), why=listed.detail)
        return Obstacle(why, listed.next, tuple(who)) if wrong else None
    # 403: a key may be good for models, and not for the list of them.
    if listed.kind == "auth" and listed.status != 403:
        return await _key_refused(hosted, route, listed, who)
    if not listed.models or _has(listed.models, _model(route)):
        return None
    itself = route.provider.serves(route.request.base_url)
    if not (itself or listed.exact or (route.local and not route.provider.one_model)):
        # A gateway may know more names than it lists, and some servers answer to any.
        return None
    return _no_model(route, listed.models, who)


async def _name_here(route: Route, who: Sequence[SeatName], looks: Looks) -> Obstacle | None:
    place = _place(route)
    if place not in looks.here:
        looks.here[place] = await _here(route)
    server = looks.here[place]
    if isinstance(server, Message):
        return Obstacle(server, BUSY, tuple(who))
    # One that serves a single model answers to any name.
    if server is None or route.provider.one_model:
        return None
    there = [name.partition("/")[2] for name in server.models]
    if _has(there, _model(route)):
        return None
    return _no_model(route, there, who)


def _has(names: Sequence[str], model: str) -> bool:
    """Tell whether a list names a model, with or without a version; servers take either case."""
    folded = model.casefold()
    return not {folded, folded.partition(":")[0], f"{folded}:latest"}.isdisjoint(map(str.casefold, names))


async def _key_refused(
    hosted: HostedGateway, route: Route, listed: TestResult, who: Sequence[SeatName]
) -> Obstacle:
    """Return that a server wants another key than it was sent, or one at all."""
    sent = await hosted.key(route) is not None
    why = (
        words("{server}: {why}", server=_called(route), why=listed.detail)
        if sent
        else words("{server} asks for a key.", server=_called(route))
    )
    if route.request.api_key_env:
        do = words("Look at the variable {name}, then start again.", name=route.request.api_key_env)
    elif not route.key_needed and "://" in route.owner:
        do = words("Name the variable that holds one in the seat (api_key_env), then start again.")
    elif sent:
        do = words("Enter it again under Models and keys (or: roundtable key {owner}).", owner=route.owner)
    else:
        do = words("Enter one under Models and keys (or: roundtable key {owner}).", owner=route.owner)
    return Obstacle(why, do, tuple(who))


def _place(route: Route) -> tuple[str, ...]:
    """Return what tells one list of models from another: the address, and where its key lies."""
    base = route.request.base_url or route.provider.base
    return route.provider.name, base, route.owner, route.request.api_key_env or ""


def _model(route: Route) -> str:
    return route.request.model.partition("/")[2]


async def _here(route: Route) -> LocalServer | Message | None:
    """Return what a server of this machine has, why it does not say, or None where it is another kind."""
    try:
        return await models_of(route.provider, route.request.base_url or route.provider.base, LIST_SECONDS)
    except TimeoutError:
        return _mute(route, LIST_SECONDS)


async def _known(hosted: HostedGateway, route: Route) -> bool:
    """Tell whether the library's table has a model; one that it lacks may be new, or a slip of the pen."""
    (estimate,) = await hosted.estimate([route.request])
    # What is free here is so by its place and not by its name.
    return bool(estimate.cost_max) or estimate.context_limit is not None


def _no_model(route: Route, there: Sequence[str], who: Sequence[SeatName]) -> Obstacle:
    model = _model(route)
    near = get_close_matches(model, there, NAMED, 0.6) or list(there)[:NAMED]
    names = ", ".join(f"{route.prefix}/{name}" for name in near)
    if route.local:
        get = route.provider.getting.filled(model=model)
        do = (
            words("{get}, or use another one, such as {names}.", get=get, names=names)
            if near
            else words("{get}, or use another one.", get=get)
        )
    else:
        do = words("Use another one, such as {names}.", names=names) if near else words("Use another one.")
    why = words("{server} has no model “{model}”.", server=_called(route), model=model)
    return Obstacle(why, do, tuple(who))


def _mute(route: Route, seconds: float) -> Message:
    return words(
        "{server} takes connections, and does not answer within {n} seconds.",
        server=_called(route),
        n=f"{seconds:g}",
    )


def _called(route: Route) -> Message:
    if "://" not in route.title:
        return verbatim(route.title)
    return words("The server {address}", address=route.title)
