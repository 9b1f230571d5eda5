"""Reads files that strangers made, in a process whose memory and time are limited; says what came of each.

`python -m tests.faults.reading_child MOST_MB SECONDS`, then lines `DOOR PATH` on stdin; answers with a line
of JSON for each: how it ended, and the seconds and the memory of the processes that were started for it.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from app.cli.inputs import data_file
from app.documents.places import LARGEST_DOCUMENT
from app.documents.reader import DocumentReader
from app.domain.errors import RoundtableError
from app.domain.untrusted_files import read_untrusted
from app.export.lossless import read_json_export
from app.services.batches.batch_rows import read_manifest
from app.services.context_files import context_texts
from app.services.exporting import LARGEST_IMPORT
from app.settings.toml_files import read_toml
from app.workflows.registry import Registry

PLUGIN = Registry().plugins["debate"]


def edited(path: Path) -> object:
    """Read a document that somebody has worked on."""
    with DocumentReader() as reader:
        return reader.read_edited(path.name, read_untrusted(path, LARGEST_DOCUMENT))


DOORS: Mapping[str, Callable[[Path], object]] = {
    "import": lambda path: read_json_export(read_untrusted(path, LARGEST_IMPORT)),
    "team": read_toml,
    "context": lambda path: context_texts([path]),
    "data": lambda path: data_file(f"@{path}"),
    "table": lambda path: read_manifest(path, {"debate": PLUGIN}, ["debate"]),
    "edited": edited,
}


def main(most_mb: int, seconds: int) -> None:
    """Read what is named on stdin."""
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + most_mb * 2**20,) * 2)
    began = 0.0
    for line in sys.stdin:
        door, path = line.rstrip("\n").split(" ", 1)
        used = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        resource.setrlimit(resource.RLIMIT_CPU, (int(used) + seconds + 1, resource.RLIM_INFINITY))
        try:
            DOORS[door](Path(path))
            end = "read"
        except RoundtableError as error:
            end = f"{type(error).__name__}: {error} {error.next}"
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        work = after.ru_utime + after.ru_stime - began
        began += work
        print(
            json.dumps({"door": door, "path": path, "end": end, "work": work, "most": after.ru_maxrss}),
            flush=True,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
