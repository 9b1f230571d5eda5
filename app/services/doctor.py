"""What can be wrong on this machine, each check with the next step."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import RoundtableError
from app.domain.private import make_private
from app.engine.ports import ModelGateway, SessionStore
from app.services.programs import Program
from app.services.providers import Providers
from app.settings.folders import Folders

_LOW_DISK = 200 * 2**20
"""Bytes of free disk under which a warning is due."""
_MISSING = "Install it again, or forget it: roundtable command remove {}."


@dataclass(frozen=True, slots=True)
class Check:
    """One finding."""

    check: str
    ok: bool
    detail: str
    next: str = ""


class Doctor:
    """Looks, and changes nothing but a probe file it removes."""

    def __init__(
        self,
        where: Folders,
        store: SessionStore,
        gateway: ModelGateway,
        providers: Providers,
    ) -> None:
        self._data, self._config = where.data, where.config
        self._store, self._gateway, self._providers = store, gateway, providers

    async def checks(self, *, connect: bool = False) -> Sequence[Check]:
        """Return all findings; `connect`: also ask every connected provider for its models."""
        version = ".".join(map(str, sys.version_info[:3]))
        known = (3, 11) <= sys.version_info[:2] <= (3, 14)
        found = [
            Check("python", known, f"Python {version}", "" if known else "Install Python 3.11 to 3.14."),
            self._writable("data folder", self._data),
            self._writable("config folder", self._config),
            self._disk(),
        ]
        try:
            sessions = await self._store.ids()
            found.append(Check("sessions", True, f"{len(sessions)} in {self._data / 'sessions'}"))
        except RoundtableError as error:
            found.append(Check("sessions", False, str(error), str(error.next)))
        voices = sum(self._gateway.built_in(one.name) for one in await self._gateway.models())
        result = await self._gateway.test("offline/analyst")
        found.append(
            Check("offline council", result.ok, f"{result.detail} {voices} voices.", str(result.next))
        )
        return [*found, *(await self._models(connect=connect))]

    async def _models(self, *, connect: bool) -> list[Check]:
        providers = self._providers
        ready = await providers.desk.ready()
        found = [Check("model host", ready.ok, str(ready.detail), str(ready.next))]
        try:
            listed = await providers.list()
            # What a person began to set up; variables alone may be another program's.
            begun = {*providers.settings.read().providers}
            programs = _programs(providers.programs.list())
        except RoundtableError as error:
            return [*found, Check("providers", False, str(error), str(error.next))]
        connected = [one for one in listed if one.connected]
        descriptions = [f"{one.title} ({one.key_place or 'no key'})" for one in connected]
        if descriptions:
            found.append(Check("providers", True, ", ".join(descriptions)))
        else:
            step = "Set a variable like OPENAI_API_KEY, or keep a key: roundtable key openai."
            found.append(Check("providers", True, "None has a key; the offline council needs none.", step))
        found += programs
        for one in listed:
            if one.lacking and one.name in begun:
                # Where something lacks, nobody is contacted.
                missing = await providers.check(one.name)
                found.append(Check(f"provider {one.name}", False, str(missing.detail), str(missing.next)))
        if connect:
            results = await asyncio.gather(*(providers.check(one.name) for one in connected))
            for one, result in zip(connected, results, strict=True):
                took = f" ({result.seconds:.1f} s)" if result.seconds is not None else ""
                found.append(
                    Check(f"provider {one.name}", result.ok, f"{result.detail}{took}", str(result.next))
                )
            servers = await providers.find_local()
            found += [
                Check(f"local {one.name}", True, f"{one.title} at {one.base}, {len(one.models)} models")
                for one in servers
            ]
        return found

    def _writable(self, name: str, folder: Path) -> Check:
        probe = folder / f".probe-{os.getpid()}"
        try:
            make_private(folder)
            probe.write_text("", encoding="utf-8")
            probe.unlink()
        except OSError as error:
            step = f"Give yourself write permission for {folder}, or name another folder in the environment."
            return Check(name, False, f"{folder}: {error.strerror}", step)
        return Check(name, True, str(folder))

    def _disk(self) -> Check:
        folder = self._data if self._data.is_dir() else Path.home()
        free = shutil.disk_usage(folder).free
        step = "" if free > _LOW_DISK else "Free some space: sessions are written at once and need room."
        return Check("disk", free > _LOW_DISK, f"{free / 2**30:.1f} GiB free", step)


def _programs(there: Sequence[Program]) -> list[Check]:
    """Return how the programs that answer for seats stand; none is started."""
    found = [
        Check(f"program {one.name}", False, f"{one.line} is not where it was.", _MISSING.format(one.name))
        for one in there
        if one.state == "missing"
    ]
    ready = [one.model for one in there if one.state in ("ready", "unapproved")]
    offered = [one.name for one in there if one.state == "offered"]
    if ready or offered:
        step = (
            f"Installed: {', '.join(offered)}. Set one up: roundtable command add {offered[0]}"
            if offered
            else ""
        )
        found.append(Check("programs", True, ", ".join(ready) or "None answers for a seat.", step))
    return found
