"""What a batch may be asked for: each option once, for the command, the window and what begins workers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

MOST_SEEDS = 1_000
"""Sessions of each row and team."""


def _described(flag: str, told: str, default: Any = MISSING, **more: object) -> Any:
    """Return a field that `batch run` takes as an option, or as an argument where it has no flag.

    `told`: its line of the help; `more`: min and max of a figure, metavar.
    """
    return field(default=default, metadata={"flag": flag, "help": told, **more})


@dataclass(frozen=True)
class BatchWish:
    """What a batch is to be of, and how its sessions are moved; in the order of the help."""

    manifest: Path = _described(  # noqa: RUF009  # it is a field
        "", "CSV, JSONL, XLSX or ODS: a row for each question, in columns of any names."
    )
    folder: Path = _described(  # noqa: RUF009  # it is a field
        "--out", "The batch's folder; the same one goes on with it."
    )
    workflows: Sequence[str] = _described("--workflow", "What every row runs; may be given again.")
    """Of a row that does not name its own."""
    name: str = _described("--name", "The tag of its sessions; else the folder's name.", "")
    """Empty: what the folder's batch is called, else the folder's name."""
    teams: Sequence[str] = _described("--team", "A team's name or TOML file; may be given again.", ())
    """None: each row's own, else the default."""
    seeds: int = _described("--seeds", "Sessions of each row and team.", 1, min=1, max=MOST_SEEDS)
    values: Sequence[str] = _described("--set", "FIELD=VALUE for every row.", ())
    baselines: Sequence[str] = _described(
        "--baseline", "Compare each with it at equal tokens, such as vote; may be given again.", ()
    )
    columns: Sequence[str] = _described(
        "--column",
        "What a column is for, such as target=expected; may be given again.",
        (),
        metavar="HEADING=USE",
    )
    jobs: int = _described("--jobs", "Sessions at once.", 4, min=1, max=500)
    workers: int = _described("--workers", "Processes, each with --jobs sessions at once.", 1, min=1, max=64)
    shard: str = _described("--shard", "Only every N-th, from the I-th.", "", metavar="I/N")
    executor: Literal["local", "dask", "slurm"] = _described(
        "--executor", "What hands the sessions to the workers.", "local"
    )
    scheduler: str = _described(
        "--scheduler",
        "Of a Dask cluster that is there; “here” tries Slurm's jobs on this machine.",
        "",
        metavar="ADDRESS",
    )
    cost_limit: float | None = _described("--cost-limit", "Dollars, over all sessions.", None, min=0)
    token_limit: int | None = _described("--token-limit", "Tokens, over all sessions.", None, min=1)
    allowed: Sequence[Path] = _described(
        "--allow-files", "The table may name files in it; repeatable.", (), metavar="FOLDER"
    )

    def arguments(self) -> list[str]:
        """Return the words behind `batch run` that ask for this: of options those that are not as usual."""
        found: list[str] = []
        for one in fields(self):
            value, flag = getattr(self, one.name), one.metadata["flag"]
            several = value if isinstance(value, list | tuple) else [] if value == one.default else [value]
            for each in several:
                found += [flag, str(each)] if flag else [str(each)]
        return found
