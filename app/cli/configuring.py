"""What is set: the team that is taken, and the servers that seats may name."""

from __future__ import annotations

from dataclasses import asdict

from app.cli.output import print_json, show
from app.domain.errors import InputError
from app.domain.i18n import words
from app.services.core import Core
from app.settings.folders import Folders

SERVERS, TEAM, TRASH = "servers", "team", "trash"


async def config(core: Core, name: str | None, value: str | None, *, remove: bool, as_json: bool) -> int:
    """Show what is set, or set it: `team` by its name, `servers` by HOST[:PORT], `trash` by its days."""
    if name not in (None, SERVERS, TEAM, TRASH):
        raise InputError(
            words("Nothing is set under the name “{name}”.", name=name),
            words("Use one of: {names}.", names=f"{SERVERS}, {TEAM}, {TRASH}"),
        )
    if remove and (name != SERVERS or value is None):
        raise InputError(
            words("--remove takes back a server that was approved."),
            words("Name it: roundtable config servers HOST:PORT --remove."),
        )
    if name == TEAM and value is not None:
        core.teams.make_default(value)
    if name == TRASH and value is not None:
        core.defaults.keep_trash(_days(value))
    if name == SERVERS and value is not None:
        _server(core, value, remove=remove)
    _tell(core, name, as_json=as_json)
    return 0


def _days(value: str) -> int:
    if not value.isdecimal() or len(value) > 9:
        raise InputError(
            words("“{text}” is no number of days.", text=value),
            words("Write one: roundtable config trash 30."),
        )
    return int(value)


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


def _tell(core: Core, name: str | None, *, as_json: bool) -> None:
    approvals = core.providers.approvals()
    team, days = core.teams.default().name, core.defaults.trash_days()
    if as_json:
        whole = {TEAM: team, SERVERS: [asdict(one) for one in approvals], TRASH: days}
        print_json(whole if name is None else {name: whole[name]})
        return
    if name in (None, TEAM):
        show(f"{TEAM}: {team}")
    if name in (None, TRASH):
        term = f"{days} {'day' if days == 1 else 'days'}"
        show(f"{TRASH}: deleted sessions are kept for {term}, in {Folders.of_this_machine().trash}")
    if name in (None, SERVERS):
        show(f"{SERVERS}: {len(approvals) or 'none'} approved")
        for one in approvals:
            bound = f"  with the value of {', '.join(one.variables)}" if one.variables else ""
            show(f"  {one.place}{bound}")
