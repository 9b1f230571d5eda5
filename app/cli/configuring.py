"""What is set, which models and keys there are, and whether this machine is sound."""

from __future__ import annotations

import asyncio
import importlib.util
from dataclasses import asdict
from typing import TYPE_CHECKING

from app.cli.inputs import need_keyring, secret_line
from app.cli.output import print_found, print_json, say, show
from app.domain.errors import InputError, one_of
from app.domain.fault_hints import INSTALL_TRACING
from app.domain.i18n import words
from app.services.core import Core
from app.services.trace_secrets import VARIABLE
from app.settings.folders import Folders
from app.settings.options import (
    BY_KEY,
    NONE,
    OPTIONS,
    TEAM,
    TRACE,
    TRACE_HEADER,
    TRASH_DAYS,
    Number,
    Option,
    Text,
    Value,
    option_of,
)

if TYPE_CHECKING:
    # For start-up cost: who only looks at a setting waits for no model.
    from app.services.providers import ModelChoice

SERVERS = "servers"
_WRONG = 5
"""Exit status of a check that found something wrong."""
SHORT = {"trash": TRASH_DAYS}
"""Other names that a setting goes by."""


async def config(
    core: Core, name: str | None, value: str | None, *, remove: bool, secret: bool, as_json: bool
) -> int:
    """Show what is set, or set it; `servers`: HOST[:PORT] approved, `default`: back to the standard."""
    if name is not None and "." in name:
        await _parameter(core, name, value, as_json=as_json)
        return 0
    key = None if name is None else _key(name)
    if remove and (key != SERVERS or value is None):
        raise InputError(
            words("--remove takes back a server that was approved."),
            words("Name it: roundtable config servers HOST:PORT --remove."),
        )
    if value is not None and key == SERVERS:
        _server(core, value, remove=remove)
    elif value is not None and key is not None:
        _set(core, option_of(key), value)
    if secret:
        await _keep_secret(core, key)
    _tell(core, key, as_json=as_json)
    return 0


async def _parameter(core: Core, name: str, value: str | None, *, as_json: bool) -> None:
    """Show what a provider of litellm's is told besides its key, or set it."""
    if value is not None:
        await core.providers.set_parameter(name, "" if value.strip().lower() == "default" else value.strip())
    owner, _, parameter = name.partition(".")
    provider = await core.providers.get(owner)
    found = next((one for one in provider.parameters if one.name == parameter), None)
    told = found.value if found is not None else ""
    print_found({name: told}, f"{name}: {told or 'not set'}", as_json=as_json)


async def _keep_secret(core: Core, key: str | None) -> None:
    """Keep the value of the header that traces are sent with, typed unseen or read from a pipe."""
    if key != TRACE_HEADER:
        raise InputError(
            words("--secret keeps the value of the header that traces are sent with."),
            words("Name it: roundtable config {name} NAME --secret.", name=TRACE_HEADER),
        )
    secrets = core.trace_secrets
    place = await asyncio.to_thread(secrets.put, secret_line(f"{secrets.wanted()}: "))
    need_keyring(place, words("Set the variable {name} instead.", name=VARIABLE))


async def mend(core: Core, *, as_json: bool) -> int:
    """Put a damaged file of settings aside and take the settings saved before."""
    done = core.settings.mend()
    told = str(done) if done is not None else f"Nothing to mend: {core.settings.path} can be read."
    return print_found({"file": str(core.settings.path), "mended": done is not None}, told, as_json=as_json)


def _key(name: str) -> str:
    key = SHORT.get(name, name.replace("-", "_"))
    if key not in (SERVERS, *BY_KEY):
        raise InputError(
            words("Nothing is set under the name “{name}”.", name=name[:60]), one_of((*BY_KEY, SERVERS))
        )
    return key


def _set(core: Core, option: Option, text: str) -> None:
    if text.strip().lower() == "default":
        core.settings.reset(option.key)
    elif option.key == TEAM:
        core.teams.make_default(text)
    else:
        core.settings.set(option.key, option.typed(text))
        if option.key == TRACE and importlib.util.find_spec("opentelemetry") is None:
            say(f"Note: traces need packages that are not installed. {INSTALL_TRACING}")


def _server(core: Core, value: str, *, remove: bool) -> None:
    """Approve a server, or take back every approval of it."""
    if not remove:
        core.providers.approve(value if "://" in value else f"https://{value}")
        return
    if "://" in value:
        core.providers.take_back(value)
        return
    # Without a scheme whatever was approved at that host and port is meant.
    addresses = [one.place for one in core.providers.approvals()]
    for address in [p for p in addresses if p.partition("://")[2] == value] or [f"https://{value}"]:
        core.providers.take_back(address)


def _tell(core: Core, key: str | None, *, as_json: bool) -> None:
    approvals = core.providers.approvals() if key in (None, SERVERS) else []
    parameters = core.providers.parameters() if key is None else {}
    keys = [option.key for option in OPTIONS] if key is None else [] if key == SERVERS else [key]
    values = {one: core.settings.value(one) for one in keys}
    if as_json:
        servers = {SERVERS: [asdict(one) for one in approvals]} if key in (None, SERVERS) else {}
        print_json({**values, **parameters, **servers})
        return
    for one, value in values.items():
        option = option_of(one)
        standard = "" if value == option.default else f"   (standard: {_written(option, option.default)})"
        show(f"{one}: {_written(option, value)}{standard}")
    if TRASH_DAYS in values:
        show(f"Deleted sessions lie in {Folders.of_this_machine().trash}.")
    for name, told in parameters.items():
        show(f"{name}: {told}")
    if key in (None, SERVERS):
        show(f"{SERVERS}: {len(approvals) or 'none'} approved")
        for one_server in approvals:
            bound = f"  with the value of {', '.join(one_server.variables)}" if one_server.variables else ""
            show(f"  {one_server.place}{bound}")


def _written(option: Option, value: Value) -> str:
    """Return a value as it may be typed."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if value is None:
        return NONE
    if isinstance(option, Number):
        return f"{option.prefix}{value:g}{option.suffix}"
    return str(value) or ("not set" if isinstance(option, Text) else "chosen by the program")


# --- models and providers -----------------------------------------------------------------------------------


async def models(core: Core, *, everything: bool, ask: bool, approve: str | None, as_json: bool) -> int:
    """List the models that can be put into a seat; `approve` first allows seats to name a server."""
    approved = core.providers.approve(approve) if approve else ""
    found = await core.providers.models(everything=everything, ask=ask)
    if as_json:
        print_json([_row(choice) for choice in found])
        return 0
    if approved:
        show(f"Seats may name {approved} from now on.")
    for choice in found:
        context = f"  {choice.info.context_limit:,} tokens" if choice.info.context_limit else ""
        show(f"{choice.info.name}  {choice.info.label or choice.title}  {choice.price}{context}")
    missing = [one.name for one in await core.providers.list() if not (one.connected or one.local)]
    if missing:
        show(f"Not connected: {', '.join(missing)}. Keep a key with “roundtable key NAME”.")
    return 0


def _row(choice: ModelChoice) -> dict[str, object]:
    row = {**asdict(choice.info), "connected": choice.connected}
    return {**row, "label": choice.info.label or str(choice.title)}


async def keep_key(core: Core, name: str, *, forget: bool, as_json: bool) -> int:
    """Keep a provider's key in the keyring, or forget it; the key is typed unseen or read from a pipe."""
    provider = await core.providers.keyed(name)
    if forget:
        await core.providers.forget_key(name)
        found = {"name": name, "key": "forgotten"}
    else:
        hint = f" ({provider.page})" if provider.page else ""
        key = secret_line(f"Key for {provider.title}{hint}: ")
        storage = await core.providers.put_key(name, key)
        own = (one.variable for one in provider.parameters if one.name == name.partition(".")[2])
        variable = (*own, *provider.variables, "of your own")[0]
        need_keyring(storage, words("Set the variable {name} instead.", name=variable), what="key")
        found = {"name": name, "key": storage}
    lacking = (await core.providers.keyed(name)).lacking
    more = f"; it still needs {lacking} (roundtable config {provider.name}.NAME VALUE)" if lacking else ""
    return print_found(found, f"{provider.title}: {found['key']}{more}", as_json=as_json)


async def doctor(core: Core, *, connect: bool, as_json: bool) -> int:
    """Check the machine; exit 5 where something is wrong."""
    checks = await core.doctor.checks(connect=connect)
    if as_json:
        print_json([asdict(check) for check in checks])
    for check in [] if as_json else checks:
        show(f"{'✓' if check.ok else '✕'} {check.check}: {check.detail}")
        if check.next:
            show(f"    {check.next}")
    return 0 if all(check.ok for check in checks) else _WRONG
