"""A process that runs an experiment of twenty cycles over a loopback server, to be killed.

A further argument names the model that compares the reflections.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.e2e.kill_child import run

CYCLES = 20
RUN = "tide-pools"
SETUP = {
    "run_id": RUN,
    "prompt": "Study how tide pools recover after a storm, and which species return first.",
    "cycle_count": CYCLES,
    "carry_over": "reflections",
    "reflections_window": 3,
}


def main(arguments: Sequence[str]) -> None:
    """Run the experiment in a folder, over the server at a port."""
    folder, port, *embedder = arguments
    setup = {**SETUP, "embedding_model": embedder[0] if embedder else ""}
    asyncio.run(run(Path(folder), int(port), "experiment", setup))


if __name__ == "__main__":
    main(sys.argv[1:])
