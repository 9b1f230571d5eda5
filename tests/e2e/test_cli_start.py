"""What the quick commands may import, so that their start does not become slow again unseen."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.workflows.registry import SHIPPED, Registry
from tests.faults import panel
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said, events
from tests.support.commands import call, debate, spawn

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
        "app.cli.configuring",
        "app.cli.runs",
        "app.engine.loop",
        "app.gateway.hosted",
        "app.projections",
        "app.services.library_rows",
        "app.workflows.debate",
        "app.workflows.experiment",
        "dulwich",
        "jinja2",
        "keyring",
        "litellm",
        "qasync",
    }
)
"""What neither the help nor a list of sessions needs."""
OF_A_LIST = frozenset({"rich", "app.export.lossless", "app.services.estimates", "app.services.sessions"})
OF_THE_HELP = frozenset({"asyncio", "app.bootstrap", "app.cli.reports", "app.domain.fact_base", "sqlite3"})


OF_FACES = (
    *("PySide6", "app.export", "app.gateway.samples", "app.ui", "litellm", "rich"),
    *("app.engine.exporting", "app.engine.status", "app.engine.tabs", "app.workflows.debate.face.report"),
    *(
        "app.workflows.debate.face.tabs",
        "app.workflows.debate.face.iteration",
        "app.markup.render",
        "app.documents.reader",
    ),
)
"""What nothing needs of that only shows or writes down what was said."""


def imports_of(*arguments: str) -> set[str]:
    """Run a command in a process of its own; return the modules it imported."""
    ran = spawn(*arguments, program=("-c", PROGRAM))
    assert ran.code == 0, ran.err
    return set(ran.out.rpartition("imported ")[2].split())


@pytest.mark.parametrize(
    ("arguments", "dear"),
    [
        pytest.param(["--help"], ALWAYS_DEAR | OF_THE_HELP, id="help"),
        pytest.param(["list"], ALWAYS_DEAR | OF_A_LIST, id="list"),
        # At a push one of each.
        pytest.param(["list", "--help"], ALWAYS_DEAR | OF_THE_HELP, id="of one", marks=pytest.mark.nightly),
        pytest.param(["list", "--json"], ALWAYS_DEAR | OF_A_LIST, id="JSON", marks=pytest.mark.nightly),
    ],
)
def test_a_quick_command_imports_nothing_that_it_does_not_use(
    arguments: list[str], dear: frozenset[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path))
    debate("--set", "max_rounds=1")
    # Whoever writes to a session leaves it in the index as it is then.
    imported = imports_of(*arguments)
    assert "app.cli.main" in imported
    assert imported & dear == set()


def test_the_model_host_imports_nothing_that_takes_its_start_and_no_request() -> None:
    program = "import sys\nimport app.gateway.host.main, app.gateway.host.serving\nprint(*sys.modules)"
    imported = set(spawn(program=("-c", program)).out.split())
    assert "app.gateway.host.prices" in imported
    assert imported & {"pydantic", "litellm", "jinja2", "sqlite3"} == set()


def test_a_list_reads_what_the_index_does_not_know_without_its_workflow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path))
    session = debate("--set", "max_rounds=1", question="Where to?")
    waiting = call("run", "debate", "--question", "And then?", "--approve", "none", "--json").value
    known = call("list", "--json").value
    # As where the process that wrote to them was killed.
    with closing(sqlite3.connect(tmp_path / "library.db")) as index, index:
        index.executescript("DELETE FROM sessions; DELETE FROM texts")
    imported = imports_of("list")
    assert {name for name in imported if name.startswith("app.workflows.")} == {"app.workflows.registry"}
    assert call("list", "--json").value == known
    assert {row["session"] for row in known} == {session, waiting["session"]}
    assert [hit["session"] for hit in call("search", "And then", "--json").value] == [waiting["session"]]


def test_a_run_ends_well_where_no_index_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path))
    (tmp_path / "library.db").mkdir()
    ran = call("run", "debate", "--question", "Where to?", "--approve", "all", "--set", "max_rounds=1")
    assert (ran.code, "✕" in ran.out + ran.err) == (0, False)


def answer(asked: Asked) -> Act:
    """Answer as a member of a debate would."""
    return Act(events(asked.dialect, Said(panel.answer(asked.prompt))))


def test_a_debate_is_run_without_what_only_other_workflows_and_faces_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path))
    with FaultServer(answer) as server:
        endpoint = f'[endpoints.work]\nbase_url = "{server.base("openai")}"\n'
        (tmp_path / "providers.toml").write_text(endpoint, "utf-8")
        question = ("run", "debate", "--question", "Where to?", "--model", "work/good")
        imported = imports_of(*question, "--approve", "all", "--set", "max_rounds=1", "--json")
    assert len(server.asked) > 3
    assert "app.workflows.debate.plugin" in imported
    others = tuple(f"app.workflows.{name}" for name in SHIPPED if name != "debate")
    assert {name for name in imported if name.startswith((*others, *OF_FACES))} == set()


def test_every_workflow_calls_its_rounds_in_a_list_as_it_does_elsewhere() -> None:
    assert {name: str(plugin.vocabulary.round).lower() for name, plugin in Registry().plugins.items()} == {
        name: shipped.round_noun for name, shipped in SHIPPED.items()
    }
