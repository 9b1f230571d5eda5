"""What a folder holds of a batch, and the choices that make the same one again."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.domain.errors import RoundtableError
from app.domain.ids import SessionId
from app.domain.untrusted_files import is_there
from app.engine.plugin import WorkflowPlugin
from app.services.batches.builder import BatchWish, plan_batch
from app.services.batches.folder import ABOUT, PLAN, About, BatchFolder
from app.services.batches.plan import Entry
from app.settings.folders import expanded
from app.settings.teams import TeamFiles


@dataclass(frozen=True, slots=True)
class KeptBatch:
    """A batch that was begun, as its folder tells it."""

    folder: BatchFolder
    about: About
    entries: Sequence[Entry]

    @property
    def sessions(self) -> set[SessionId]:
        """The ids of its sessions."""
        return {entry.session for entry in self.entries}

    def command(self) -> str:
        """Return the command that goes on with it; of one of an earlier version, what is known of it."""
        about, made = self.about, self.about.made
        parts = ["roundtable", "batch", "run", about.manifest, "--out", str(self.folder.path)]
        for workflow in (about.workflow, *(made.others if made is not None else ())):
            parts += ["--workflow", workflow]
        if about.name != self.folder.path.name:
            parts += ["--name", about.name]
        if made is None:
            return f"{shlex.join(parts)} …"
        parts += [part for team in made.teams for part in ("--team", team)]
        parts += ["--seeds", str(made.seeds)] if made.seeds > 1 else []
        parts += [part for value in made.values for part in ("--set", value)]
        parts += [part for name in made.baselines for part in ("--baseline", name)]
        parts += [part for column in made.columns for part in ("--column", column)]
        return shlex.join(parts)


def read_kept(folder: Path | str) -> KeptBatch | None:
    """Return the batch of a folder, None where it holds none; raises InputError."""
    there = BatchFolder(expanded(folder).absolute())
    if not (is_there(there.path / ABOUT) and is_there(there.path / PLAN)):
        return None
    return KeptBatch(there, there.about(), there.entries())


def wish_of(kept: KeptBatch, plugins: Mapping[str, WorkflowPlugin], teams: TeamFiles) -> BatchWish:
    """Return the choices that a batch was made with.

    An earlier version did not write them down: they are then looked for among those that its sessions tell.
    """
    manifest, folder, made = Path(kept.about.manifest), kept.folder.path, kept.about.made
    first = kept.about.workflow
    if made is not None:
        run = (first, *made.others)
        return BatchWish(
            manifest,
            folder,
            run,
            teams=made.teams,
            seeds=made.seeds,
            values=made.values,
            baselines=made.baselines,
            columns=made.columns,
        )
    entries = kept.entries
    named = tuple(dict.fromkeys(entry.team for entry in entries))
    compared = tuple(dict.fromkeys(entry.baseline for entry in entries if entry.baseline))
    seeds = max(Counter((entry.row, entry.team, entry.baseline) for entry in entries).values(), default=1)
    # Named or by default, a team comes to the same session; several make more of a row without one.
    wishes = [BatchWish(manifest, folder, (first,), "", who, seeds, (), compared) for who in ((), named)]
    if first not in plugins:
        return wishes[-1]
    for wish in wishes:
        try:
            planned = plan_batch(plugins, teams, wish)
        except RoundtableError:
            continue
        if {cell.session for cell in planned.plan.sessions} == kept.sessions:
            return wish
    return wishes[-1]
