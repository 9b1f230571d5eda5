"""From what a person wants of a batch to what it comes to: the table read, its sessions and its folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from app.domain.errors import InputError, one_of
from app.domain.i18n import Message, words
from app.domain.untrusted_files import is_there
from app.engine.baselines import Baseline
from app.engine.plugin import WorkflowPlugin
from app.services.batches.batch_rows import Manifest, read_manifest
from app.services.batches.columns import Columns
from app.services.batches.folder import ABOUT, About, BatchFolder, Made
from app.services.batches.plan import BatchPlan, Entry, check_name, make_plan
from app.services.batches.wish import BatchWish
from app.settings.folders import expanded
from app.settings.teams import TeamFiles


@dataclass(frozen=True, slots=True)
class PlannedBatch:
    """A batch that has not begun: nothing is written yet."""

    plan: BatchPlan
    folder: BatchFolder
    about: About
    rows: int
    """Rows of the table that can be used."""
    columns: Columns
    """How the columns of the table were read."""
    said: Sequence[Message] = ()
    """What is to be known of its file."""

    def left_out(self) -> Sequence[Entry]:
        """Return the sessions of the folder's batch that this one would not have, as far as is known."""
        mine = {cell.session for cell in self.plan.sessions}
        # One that is missing or damaged is written anew.
        with suppress(InputError):
            return [entry for entry in self.folder.entries() if entry.session not in mine]
        return []

    def confirmed(self) -> Sequence[str]:
        """Return HEADING=USE of the columns that were confirmed when the folder's batch began."""
        made = self.folder.about().made if is_there(self.folder.path / ABOUT) else None
        return made.columns if made is not None else ()

    def keep(self) -> None:
        """Write down what it is of and which sessions are its own; raises InputError, StorageError."""
        self.folder.begin(self.about)
        self.folder.keep(self.plan)


def plan_batch(plugins: Mapping[str, WorkflowPlugin], teams: TeamFiles, wish: BatchWish) -> PlannedBatch:
    """Read a table and return what it comes to; raises InputError, FilesOutside."""
    folder = BatchFolder(expanded(wish.folder).absolute())
    there = folder.about() if is_there(folder.path / ABOUT) else None
    name = check_name(wish.name or (there.name if there is not None else folder.path.name))
    manifest = expanded(wish.manifest).absolute()
    workflows = tuple(dict.fromkeys(wish.workflows))
    begun = there.made if there is not None else None
    columns = Columns(plugins, wish.columns, kept=begun.columns if begun is not None else None)
    read = read_manifest(manifest, plugins, workflows, list(wish.values), wish.allowed, columns)
    baselines = _baselines([plugins[one] for one in _run(read, workflows)], wish.baselines)
    plan = make_plan(name, read, wish.teams, wish.seeds, teams, baselines)
    made = Made(
        teams=tuple(_anywhere(team) for team in wish.teams),
        seeds=max(1, wish.seeds),
        values=tuple(wish.values),
        baselines=tuple(dict.fromkeys(wish.baselines)),
        others=workflows[1:],
        columns=tuple(f"{heading}={use}" for heading, use in {**columns.taken, **columns.given}.items()),
    )
    shards = (wish.shard,) if wish.shard else ()
    about = About(name=name, workflow=workflows[0], manifest=str(manifest), shards=shards, made=made)
    return PlannedBatch(plan, folder, about, read.usable, columns, read.said)


def _anywhere(team: str) -> str:
    """Return a team's name, or its file by a path that holds wherever a later command begins."""
    return str(expanded(team).absolute()) if team.endswith(".toml") else team


def _run(read: Manifest, wanted: Sequence[str]) -> Sequence[str]:
    """Return the workflows of a table's rows, those that are wanted first."""
    return list(dict.fromkeys([*wanted, *(row.workflow for row in read.rows)]))


def _baselines(
    plugins: Sequence[WorkflowPlugin], names: Sequence[str]
) -> Mapping[str, Mapping[str, Baseline]]:
    """Return what the sessions of each workflow are compared with; raises InputError for what none has."""
    there = [name for plugin in plugins for name in plugin.baselines]
    for name in names:
        if name not in there:
            raise InputError(
                words("There is no baseline “{name}” here.", name=name),
                one_of(dict.fromkeys(there))
                if there
                else words("Leave --baseline out: this workflow has none."),
            )
    wanted = dict.fromkeys(names)
    return {
        plugin.name: {name: one for name in wanted if (one := plugin.baselines.get(name)) is not None}
        for plugin in plugins
    }
