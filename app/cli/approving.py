"""Servers that a team, an import or a template names: asked about once, with what they would be sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from app.cli.inputs import agrees, attended
from app.cli.output import say
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.ids import SeatName
from app.domain.seats import NamedServer, Seat
from app.services.core import Core
from app.services.providers import NotApproved


async def approve_servers(core: Core, seats: Mapping[SeatName, Seat], allowed: Sequence[str]) -> None:
    """Ask about the servers that seats name and nobody approved; raises NotApproved.

    `allowed`: those named by --allow-server, which count for this command alone.
    """
    if not any(seat.names_server for seat in seats.values()):
        return
    addresses = [_host_and_port(text) for text in allowed]
    left: list[NamedServer] = []
    for named in core.providers.unapproved(seats):
        if named.origin in allowed or any(_is(named, address) for address in addresses):
            core.providers.allow(named)
        else:
            left.append(named)
    if left and not attended():
        raise NotApproved(left)
    for at, named in enumerate(left):
        if not await _asked(named):
            raise NotApproved(left[at:])
        core.providers.approve_named(named)


async def _asked(named: NamedServer) -> bool:
    if named.line:
        say(f"A program of yours answers for: {', '.join(named.seats)}. You have not approved it yet.")
        say(f"  It is started with this line, and given all that a model would be: {named.line}")
        return await agrees("Approve it, and remember that? (y/N) ")
    say(f"The server {named.origin} is named by: {', '.join(named.seats)}. You have not approved it yet.")
    say("  It would be sent the question, your context and the answers.")
    if named.variable:
        say(f"  It would also be sent the value of the variable {named.variable}.")
    return await agrees("Approve it, and remember that? (y/N) ")


def _host_and_port(text: str) -> tuple[str, int | None]:
    """Return host and port of HOST[:PORT] or an address; raises InputError."""
    try:
        parts = urlsplit(text if "://" in text else f"//{text}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host:
        raise InputError(
            words("“{text}” names no server.", text=text), words("Write --allow-server HOST or HOST:PORT.")
        )
    usual = {"http": 80, "https": 443}.get(parts.scheme)
    return host, port or usual


def _is(named: NamedServer, address: tuple[str, int | None]) -> bool:
    """Tell whether a server is meant; without a port the usual one is."""
    parts = urlsplit(named.origin)
    host, port = address
    return parts.hostname == host and (parts.port == port if port else parts.port in (80, 443))
