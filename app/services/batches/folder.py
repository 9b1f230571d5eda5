"""The folder of a batch: what it is of, and which sessions are its own. All in it can be made again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.domain.canonical import JsonValue, dumps
from app.domain.errors import InputError
from app.domain.held_folder import HeldFolder
from app.domain.i18n import words
from app.domain.untrusted_files import is_folder, is_there, json_is_too_large, read_untrusted
from app.engine.work_queue import Handing
from app.services.batches.plan import BatchPlan, Entry
from app.services.batches.wish import MOST_SEEDS
from app.services.typed_values import parse_json
from app.services.writing import write_whole

ABOUT, PLAN, SET_ASIDE, TABLE = "batch.json", "plan.jsonl", "set-aside.jsonl", "table.jsonl"
HANDED = "handed"
"""The folder in it that workers of an engine hand sessions back to."""
LARGEST = 256 * 2**20
"""Bytes of the plan: a hundred thousand rows with a page of expected answer each."""


_Shard = Annotated[str, Field(pattern=r"^[1-9]\d{0,8}/[1-9]\d{0,8}$")]


class Made(BaseModel):
    """What a batch was asked for. `teams`: names, or files by their whole path; `values`: FIELD=VALUE."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    teams: tuple[str, ...] = ()
    seeds: int = Field(default=1, ge=1, le=MOST_SEEDS)
    values: tuple[str, ...] = ()
    baselines: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    """Workflows that rows run besides the batch's first."""
    columns: tuple[str, ...] = ()
    """HEADING=USE of columns that are called otherwise, as a person said or confirmed it."""


class About(BaseModel):
    """What a batch is of. `manifest`: the table it was made from last."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    format: int = 1
    name: str
    workflow: str
    manifest: str = ""
    made: Made | None = None
    """None: an earlier version did not write it down."""
    shards: tuple[_Shard, ...] = ()
    """Which shards of it were run with this folder, each I/N; none: the whole."""


class BatchFolder:
    """A batch's folder on this machine."""

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self.held = HeldFolder(folder)
        """Known by its number from the first look on: what lies in its place later is not written to."""

    def begin(self, about: About) -> None:
        """Make the folder, or check that it is of this batch; raises InputError, StorageError."""
        try:
            taken = is_folder(self.path) and any(map(_is_whole, self.path.iterdir()))
            # Looked for afterwards: it is the first that another command, with its share, puts there.
            there = self.about() if is_there(self.path / ABOUT) else None
            if taken and there is None:
                raise InputError(
                    words("{folder} holds other files.", folder=self.path),
                    words("Name a new folder."),
                )
            self.held.check()
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(
                words("{folder} cannot be made: {why}.", folder=self.path, why=error.strerror or str(error)),
                words("Name another folder."),
            ) from error
        if there is not None and there.name != about.name:
            raise InputError(
                words("{folder} is the folder of the batch “{name}”.", folder=self.path, name=there.name),
                words("Name another folder, or run that batch's own table."),
            )
        if there is not None and about.shards:
            # Those of another division are of no use any more.
            of = about.shards[0].partition("/")[2]
            kept = {one for one in (*there.shards, *about.shards) if one.partition("/")[2] == of}
            about = about.model_copy(update={"shards": tuple(sorted(kept))})
        self.write(ABOUT, dumps(about.model_dump(mode="json")).encode())

    def write(self, name: str, content: bytes) -> Path:
        """Write a file of it, whole or not at all, and return its path.

        Raises InputError where another folder lies in its place, StorageError.
        """
        write_whole(self.path / name, content, self.held)
        return self.path / name

    def keep(self, plan: BatchPlan) -> None:
        """Write down which sessions there are, and which rows cannot be used; raises StorageError."""
        entries = [cell.entry.model_dump() for cell in plan.sessions]
        aside = [
            {"row": one.number, "id": one.name, "why": one.why, "next": one.next} for one in plan.set_aside
        ]
        # As pairs: an object would lose the order of the columns.
        table = [{"row": at, "cells": [list(one) for one in row.items()]} for at, row in plan.table.items()]
        for name, values in ((PLAN, entries), (SET_ASIDE, aside), (TABLE, table)):
            self.write(name, "".join(f"{dumps(value)}\n" for value in values).encode())

    def about(self) -> About:
        """Return what the batch is of; raises InputError where this is no batch's folder."""
        self.held.check()
        try:
            about = About.model_validate_json(read_untrusted(self.path / ABOUT, 2**20))
        except (InputError, ValidationError) as error:
            raise InputError(
                words("{folder} is no folder of a batch.", folder=self.path),
                words("Name the one that the batch was run with."),
            ) from error
        if about.format != 1:
            raise InputError(
                words("The batch in {folder} is of a newer version.", folder=self.path),
                words("Update Roundtable, and try again."),
            )
        return about

    def entries(self) -> Sequence[Entry]:
        """Return the batch's sessions in the order of the table; raises InputError."""
        self.about()
        content = read_untrusted(self.path / PLAN, LARGEST)
        try:
            if json_is_too_large(content):
                raise ValueError("too many values")
            return [Entry.model_validate_json(line) for line in content.splitlines() if line.strip()]
        except ValueError as error:
            raise _damaged(self.path / PLAN) from error

    def set_aside(self) -> Mapping[int, str]:
        """Return why each row could not be used, by its number; raises InputError."""
        return {one["row"]: str(one.get("why", "")) for one in self._lines(SET_ASIDE)}

    def table(self) -> Mapping[int, Mapping[str, JsonValue]]:
        """Return what stood in each row of the table, by its number; nothing of an earlier version's batch.

        Raises InputError.
        """
        found: dict[int, Mapping[str, JsonValue]] = {}
        for one in self._lines(TABLE):
            try:
                found[one["row"]] = {str(heading): value for heading, value in one["cells"]}
            except (KeyError, TypeError, ValueError) as error:
                raise _damaged(self.path / TABLE) from error
        return found

    def _lines(self, name: str) -> Iterator[dict[str, Any]]:
        self.held.check()
        path = self.path / name
        content = read_untrusted(path, LARGEST) if is_there(path) else b""
        try:
            for line in content.splitlines():
                value = parse_json(line.decode())
                if not (isinstance(value, dict) and isinstance(value.get("row"), int)):
                    raise ValueError("no row")
                yield value
        except ValueError as error:
            raise _damaged(path) from error


async def take_back(handing: Handing, plan: BatchPlan) -> bool:
    """Bring in what workers handed back of a batch; return whether any of it was there.

    Without it their sessions would be begun and paid for again.

    Raises InputError where some worker is at it still, SessionBusy where a command hands it out just now,
    StorageError, ImportDiffers.
    """
    if not any([await handing.generation(cell.session) for cell in plan.cells]):
        return False
    with handing.alone():
        for cell in plan.cells:
            if await handing.at_work(cell.session):
                raise InputError(
                    words("Workers that a command began are still at this batch."),
                    words("Wait until they have ended, or go on with the command that began them."),
                )
        for cell in plan.cells:
            if await handing.generation(cell.session):
                await handing.take_in(cell.session, [one.session for one in (cell, *cell.baselines)])
    return True


def _damaged(path: Path) -> InputError:
    return InputError(
        words("{file} is damaged.", file=path),
        words("Run the batch's table again with this folder: it is written anew, nothing is lost."),
    )


def _is_whole(path: Path) -> bool:
    """Tell whether a file is no part of one that is just being written."""
    return not path.name.endswith(".part")
