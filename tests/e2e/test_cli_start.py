"""What the quick commands may import, so that their start does not become slow again unseen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app.workflows.registry import ROUND_NOUNS, Registry
from tests.support.commands import ROOT, call, debate

PROGRAM = """
import sys
from app.__main__ import main
status = main()
# A module that waits for its first use stands in the table too, with a class of its own.
print("imported", *(name for name, module in sys.modules.items() if type(module) is type(sys)))
sys.exit(status)
"""
ALWAYS_DEAR = frozenset(
    {
        "PySide6",
        "app.cli.connecting",
        "app.cli.runs",
        "app.engine.loop",
        "app.gateway.hosted",
        "app.projections",
        "app.workflows.debate.plugin",
        "app.workflows.experiment.plugin",
        "dulwich",
        "fast_diff_match_patch",
        "jinja2",
        "keyring",
        "litellm",
        "numpy",
        "qasync",
    }
)
"""What neither the help nor a list of sessions needs."""
OF_A_LIST = frozenset({"rich", "app.export.json", "app.services.estimates", "app.services.sessions"})
OF_THE_HELP = frozenset({"asyncio", "app.bootstrap", "app.cli.reports", "app.domain.fact_base", "sqlite3"})


@pytest.mark.parametrize(
    ("arguments", "dear"),
    [
        (["--help"], ALWAYS_DEAR | OF_THE_HELP),
        (["list", "--help"], ALWAYS_DEAR | OF_THE_HELP),
        (["list"], ALWAYS_DEAR | OF_A_LIST),
        (["list", "--json"], ALWAYS_DEAR | OF_A_LIST),
    ],
    ids=["help", "help of a command", "list", "list as JSON"],
)
def test_a_quick_command_imports_nothing_that_it_does_not_use(
    arguments: list[str], dear: frozenset[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path))
    debate("--set", "max_rounds=1")
    # What was written since the last look is read with everything that can read it.
    assert call("list").code == 0
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], cwd=ROOT, text=True, capture_output=True, check=True
    )
    imported = set(done.stdout.rpartition("imported ")[2].split())
    assert "app.cli.main" in imported
    assert imported & dear == set()


def test_every_workflow_calls_its_rounds_in_a_list_as_it_does_elsewhere() -> None:
    assert {
        name: str(plugin.vocabulary.round).lower() for name, plugin in Registry().plugins.items()
    } == ROUND_NOUNS
