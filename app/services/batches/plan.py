"""What a batch comes to: a session for each row, workflow, team and seed; its id follows from them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pydantic import BaseModel, ConfigDict

from app.domain.canonical import dumps
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.ids import SessionId, session_id_of
from app.domain.seats import Team
from app.engine.baselines import Baseline
from app.services.batches.batch_rows import MOST_SEED, WAS, Manifest, Row, SetAside
from app.services.batches.columns import RUBRIC
from app.settings.teams import TeamFiles

LONGEST_NAME = 60
"""Characters of a batch's name: it is the tag of its sessions."""


class Entry(BaseModel):
    """What is kept of one session of a batch in the batch's folder."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    session: SessionId
    row: int
    """Its place in the table, from 1."""
    id: str
    """The row's name."""
    team: str
    seed: int
    expected: str = ""
    rubric: str = ""
    baseline: str = ""
    """Which baseline of its row's session it is; empty: it is that session itself."""
    workflow: str = ""
    """What it runs; empty: that of the batch, as an earlier version kept it."""
    several: bool = False
    """Whether the rows of its batch run several workflows."""

    @property
    def variant(self) -> str:
        """What is compared with others: the team, the workflow where there are several, which baseline."""
        return " · ".join(filter(None, (self.team, self.kind, self.baseline)))

    @property
    def kind(self) -> str:
        """The workflow, where that tells it from others of its batch."""
        return self.workflow if self.several else ""


@dataclass(frozen=True, slots=True)
class Job:
    """One session of a batch, with all that it takes to begin it."""

    entry: Entry
    workflow: str
    setup: BaseModel
    team: Team
    baselines: Sequence[Job] = ()
    """What it is compared with; they begin once it is finished, with as many tokens as it used."""

    @property
    def session(self) -> SessionId:
        """Its id."""
        return self.entry.session


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """All sessions of a batch, in the order of the table."""

    name: str
    cells: Sequence[Job]
    """Without their baselines."""
    set_aside: Sequence[SetAside] = ()
    table: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """What stood in each row, by its number and the headings of the table."""

    @property
    def sessions(self) -> Sequence[Job]:
        """All sessions, each followed by its baselines."""
        return [one for cell in self.cells for one in (cell, *cell.baselines)]

    def only(self, sessions: Collection[SessionId]) -> BatchPlan:
        """Return these sessions alone; a baseline stays with its session, which says what it may use."""
        kept = [c for c in self.cells if any(one.session in sessions for one in (c, *c.baselines))]
        return replace(self, cells=kept)

    def shard(self, index: int, of: int) -> BatchPlan:
        """Return every `of`-th session, from the `index`-th on (from 1): what one machine of `of` does."""
        dealt = zip(self.cells, _dealt([cell.entry for cell in self.cells], of), strict=True)
        return BatchPlan(self.name, [cell for cell, at in dealt if at == index - 1], self.set_aside)


def make_plan(
    name: str,
    manifest: Manifest,
    teams: Sequence[str],
    seeds: int,
    files: TeamFiles,
    baselines: Mapping[str, Mapping[str, Baseline]] = MappingProxyType({}),
) -> BatchPlan:
    """Return what a table comes to with these teams (none: each row's own, else the default) and seeds.

    `baselines`: what each session is compared with, by its workflow. Raises InputError for a team that there
    is not.
    """
    known: dict[str, Team] = {}
    several = len({row.workflow for row in manifest.rows}) > 1
    named = _named([row.team for row in manifest.rows if row.team] + list(teams))
    cells, aside = [], list(manifest.set_aside)
    for row in manifest.rows:
        for team_name in [row.team] if row.team else teams or [""]:
            if team_name not in known:
                try:
                    known[team_name] = files.load(team_name) if team_name else files.default()
                except InputError as error:
                    if not row.team:
                        raise
                    aside.append(SetAside(row.number, row.name, str(error.message), str(error.next)))
                    continue
            team = known[team_name]
            for number in range(max(seeds, 1)):
                key = _key(name, row, team, number)
                seed = key % MOST_SEED if row.seed is None else (row.seed + number) % MOST_SEED
                told = named.get(team_name) or team.name
                entry = Entry(
                    session=session_id_of(key),
                    row=row.number,
                    id=row.name,
                    team=told,
                    seed=seed,
                    expected=row.expected,
                    rubric=row.rubric,
                    workflow=row.workflow,
                    several=several,
                )
                cell = Job(entry, row.workflow, row.setup, team)
                there = baselines.get(row.workflow, {})
                compared = [_baseline(cell, each, one, key) for each, one in there.items()]
                cells.append(replace(cell, baselines=compared))
    return BatchPlan(name, cells, aside, manifest.table)


def _named(teams: Sequence[str]) -> Mapping[str, str]:
    """Return what each team is called: one of a file as the file is, where that tells it from all others."""
    short = {team: Path(team).stem if team.endswith(".toml") else team for team in teams}
    counted = Counter(short.values())
    return {team: name if counted[name] == 1 else team for team, name in short.items()}


def _baseline(cell: Job, name: str, baseline: Baseline, key: int) -> Job:
    """Return a session's baseline; its id follows from that of the session."""
    values, team = baseline.begin(cell.setup.model_dump(mode="json"), cell.team)
    own = int.from_bytes(hashlib.sha256(f"{key:x} {name}".encode()).digest()[:16], "big")
    entry = cell.entry.model_copy(update={"session": session_id_of(own), "baseline": name})
    return Job(entry, cell.workflow, type(cell.setup).model_validate(values), team)


def _key(name: str, row: Row, team: Team, number: int) -> int:
    """Return 128 bits that follow from what a session is made of, the same on every machine.

    Without what nobody set: a version with a new field must find the sessions that were made before. With
    what the row sets to what was not usual then.
    """
    fields = type(row.setup).model_fields
    extras = {name: fields[name].json_schema_extra for name in row.setup.model_fields_set}
    given = {name for name, extra in extras.items() if isinstance(extra, dict) and WAS in extra}
    made_of = {
        "batch": name,
        "workflow": row.workflow,
        "row": row.name,
        "setup": {
            **row.setup.model_dump(mode="json", exclude_defaults=True, exclude={RUBRIC}),
            **row.setup.model_dump(mode="json", include=given),
        },
        "team": team.model_dump(mode="json", by_alias=True, exclude_defaults=True),
        "seed": row.seed,
        "number": number,
    }
    return int.from_bytes(hashlib.sha256(dumps(made_of).encode()).digest()[:16], "big")


def check_name(name: str) -> str:
    """Return a batch's name where it may be one; raises InputError."""
    kept = name.strip()
    if not kept or len(kept) > LONGEST_NAME or any(sign in kept for sign in "\n\r\t"):
        raise InputError(
            words("“{name}” cannot be the name of a batch.", name=name),
            words("Use up to {most} characters in one line.", most=LONGEST_NAME),
        )
    return kept


def of_shards(entries: Sequence[Entry], shards: Sequence[str]) -> Sequence[Entry]:
    """Return those of a batch's entries that shards have, each I/N; without any: all."""
    if not shards:
        return entries
    indexes, of = {int(one.partition("/")[0]) - 1 for one in shards}, int(shards[0].partition("/")[2])
    return [entry for entry, at in zip(entries, _dealt(entries, of), strict=True) if at in indexes]


def _dealt(entries: Sequence[Entry], of: int) -> Iterator[int]:
    """Yield which of `of` parts each session is of, from 0; a baseline is of its session's.

    Each row begins one part later than the row before, so that no part gets one team or workflow alone.
    """
    at, row, rows, within = 0, None, -1, 0
    for entry in entries:
        if not entry.baseline:
            rows, within = (rows, within + 1) if entry.row == row else (rows + 1, 0)
            row, at = entry.row, (rows + within) % of
        yield at
