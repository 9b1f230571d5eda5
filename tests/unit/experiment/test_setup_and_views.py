"""What an experiment may be started with, what it shows of itself, and its exports."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from app.domain.errors import ImportRefused, RoundtableError, StorageError
from app.domain.ids import SessionId
from app.domain.seats import Seat, Team
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.services.exporting import Exporting
from app.workflows.experiment.plugin import ExperimentPlugin, planned
from app.workflows.experiment.setup import ExperimentSetup, suggested_run_id
from tests.support.lab import Turns, lab


def setup(**values: Any) -> ExperimentSetup:
    return ExperimentSetup(**{"run_id": "r1", "prompt": "Look.", **values})


@pytest.mark.parametrize("run_id", ["a", "tide-pools-1", "2026.11.21", "a_b", "x" * 64])
def test_a_run_is_named_by_a_slug(run_id: str) -> None:
    assert setup(run_id=f" {run_id} ").run_id == run_id


@pytest.mark.parametrize("run_id", ["pools", "x" * 56, "x" * 64, "x" * 60 + "-9", "pools-99999"])
def test_each_name_suggested_for_a_further_run_is_another_one(run_id: str) -> None:
    found = [run_id]
    for _ in range(12):
        found.append(suggested_run_id({"run_id": found[-1]}))
        assert setup(run_id=found[-1]).run_id == found[-1]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    "run_id",
    [
        "",
        "../up",
        "a/b",
        "a\\b",
        "Ä",
        "Big",
        "-a",
        "a-",
        ".a",
        "a..b",
        "con",
        "nul.x",
        "a b",
        "x" * 65,
        "a\n",
        "lpt1",
    ],
)
def test_a_name_that_is_no_safe_file_name_is_refused_with_an_example(run_id: str) -> None:
    with pytest.raises(ValidationError, match="tide-pools-1"):
        setup(run_id=run_id if run_id != "a\n" else "a\nb")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cycle_count", 0), ("cycle_count", 10_001), ("tool_cap", 0), ("temperature", 2.1), ("top_p", 0),
        ("prompt", "  "), ("carry_over", "none"), ("gate_policy", "sometimes"), ("operator_timeout", 0),
        ("reflections_window", -1), ("context_length", 1),
    ],
)  # fmt: skip
def test_values_out_of_bounds_are_refused(name: str, value: object) -> None:
    with pytest.raises(ValidationError):
        setup(**{name: value})


def test_the_defaults_are_those_of_the_source() -> None:
    default = setup()
    assert (default.temperature, default.top_p, default.cycle_count, default.tool_cap) == (0.6, 0.9, 10, 50)
    assert (default.carry_over, default.gate_policy) == ("full", "every_cycle")
    assert (default.operator_timeout, default.tools, default.seed) == (None, True, None)
    assert default.reflections_window == 50


def test_the_agents_model_is_the_named_one_else_the_first_members() -> None:
    ann = Seat(name="Ann", model="openai/a", base_url="http://x", api_key_env="KEY", price_in=1.0)
    team = Team.model_validate({"member": [ann, Seat(name="Bob", model="b/b")], "chair": ann})
    own = ExperimentPlugin().seats(setup(), team)["agent"]
    assert (own.model, own.base_url, own.price_in) == ("openai/a", "http://x", 1.0)
    other = ExperimentPlugin().seats(setup(model=" other/m "), team)["agent"]
    assert (other.model, other.base_url, other.api_key_env, other.price_in) == ("other/m", None, None, None)
    assert list(ExperimentPlugin().seats(setup(), team)) == ["agent"]


@pytest.mark.parametrize(
    ("more", "calls", "about"),
    [
        ({"cycle_count": 10}, 30, 4000),
        ({"cycle_count": 10, "tools": False}, 10, 2000),
        ({"cycle_count": 1000, "carry_over": "reflections"}, 3000, 13_000),
        ({"cycle_count": 1000, "carry_over": "summary", "summary_threshold": 4000}, 3000, 5000),
        ({"cycle_count": 10_000}, 30_000, 200_000),
        ({"cycle_count": 10_000, "context_length": 8000}, 30_000, 8000),
    ],
)
def test_the_plan_says_how_many_calls_and_tokens_a_run_may_take(
    more: dict[str, Any], calls: int, about: int
) -> None:
    (plan,) = planned(setup(**more))
    assert plan.calls == calls
    assert about / 2 <= plan.tokens_in <= about * 2


def test_no_answer_can_be_forced_from_an_experiment() -> None:
    plugin = ExperimentPlugin()
    assert plugin.graph.result_node is None
    assert not plugin.can_finish(plugin.state())


TURNS = Turns({1: [[("write", {"key": "a `b`", "value": "limpets | ```\ncount"})]], 2: [[("list", {})]]})


async def test_the_summary_counts_what_was_done(tmp_path: Path) -> None:
    async with lab(tmp_path, TURNS) as it:
        await it.open(cycle_count=2, tool_cap=1)
        await it.answer("redo")
        await it.answer("continue")
        plugin = ExperimentPlugin()
        sums = plugin.summary(it.state)
        assert sums["rounds_completed"] == 2
        assert (sums["cycles_done_again"], sums["cycles_ended_by_cap"]) == (1, 2)
        assert (sums["memory_keys"], sums["memory_write_chars"], sums["memory_ops_total"]) == (1, 19, 2)


@pytest.mark.parametrize("format", ["md", "json", "jsonl"])
async def test_an_experiment_is_exported_whole_and_the_same_each_time(tmp_path: Path, format: str) -> None:
    async with lab(tmp_path, TURNS) as it:
        await it.open(cycle_count=2, gate_policy="never_ask")
        exporting = Exporting(it.desk.parts, EXPORTERS, read_json_export)
        content = await exporting.content(it.id, format)
        assert content == await exporting.content(it.id, format)
        text = content.decode("utf-8")
        if format == "md":
            assert "## The starting prompt\n\n> Study the tide pools." in text
            assert "| 2 | 1 | 1 | 1 | 0 | 0 |" in text
            assert text.count("Reflection 1: barnacles settled") == 1
            assert "## Memory at the end" in text
            assert r"> limpets \| \`\`\`" in text
            assert "Reflection 1: barnacles settled on bare rock" in text
        elif format == "json":
            value = json.loads(text)
            assert "cycle_ended" in {record["type"] for record in value["records"]}
        else:
            types = {json.loads(line)["type"] for line in text.splitlines()}
            assert {"cycle_ended", "tool_called", "prompt_assembled", "model_answered"} <= types


async def test_an_exported_experiment_comes_back_the_same_and_rebuilds_its_log(tmp_path: Path) -> None:
    async with lab(tmp_path / "a", TURNS) as it:
        await it.open(cycle_count=2, gate_policy="never_ask", run_folder=str(tmp_path / "mine"))
        file = tmp_path / "session.json"
        await Exporting(it.desk.parts, EXPORTERS, read_json_export).export(it.id, "json", file)
        session = it.id
        await it.desk.sessions.detach(session)
        own = (tmp_path / "mine" / "logs" / "tide-pools.jsonl").read_bytes()
    async with lab(tmp_path / "b", TURNS) as other:
        taken = await Exporting(other.desk.parts, EXPORTERS, read_json_export).import_file(file)
        assert taken == session
        other.id = taken
        await other.desk.sessions.attach(taken)
        assert len(await other.lines()) == own.count(b"\n")
        # A folder that a file named is not this machine's: the log lies in the data folder.
        assert (tmp_path / "mine" / "logs" / "tide-pools.jsonl").read_bytes() == own


@pytest.mark.parametrize("run_id", ["../../evil", "/tmp/evil", "", 7, None, "con"])
async def test_an_imported_run_whose_name_is_a_path_writes_nowhere(tmp_path: Path, run_id: object) -> None:
    async with lab(tmp_path / "a", TURNS) as it:
        await it.open(cycle_count=1, gate_policy="never_ask")
        content = await Exporting(it.desk.parts, EXPORTERS, read_json_export).content(it.id, "json")
    value = json.loads(content)
    value["records"][0]["body"]["setup"]["run_id"] = run_id
    file = tmp_path / "evil.json"
    file.write_text(json.dumps(value))
    async with lab(tmp_path / "b" / "c", TURNS) as other:
        try:
            other.id = await Exporting(other.desk.parts, EXPORTERS, read_json_export).import_file(file)
        except ImportRefused:
            other.id = SessionId("")
        if other.id:
            with pytest.raises(RoundtableError, match="run_id"):
                await other.desk.sessions.attach(other.id)
    written = {path.relative_to(tmp_path / "b") for path in (tmp_path / "b").rglob("*") if path.is_file()}
    assert all(path.parts[:2] == ("c", "sessions") for path in written), written


async def test_a_run_of_another_version_opens_with_what_is_known_of_its_setup(tmp_path: Path) -> None:
    values = {**setup(cycle_count=7).model_dump(), "wings": 2}
    del values["summary_threshold"]
    assert ExperimentSetup.recorded(values).cycle_count == 7


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"cycle_count": 0}, "cycle_count: "),
        ({"cycle_count": "many"}, "cycle_count: a whole number is needed."),
        ({"carry_over": "x"}, "carry_over: one of these is needed: "),
        ({"prompt": 5}, "prompt: a text is needed."),
        ({"prompt": " "}, "prompt: write what the agent should do."),
        ({"run_id": "../x"}, "run_id: write 1 to 64 small letters"),
    ],
)
async def test_a_recorded_setup_that_cannot_be_is_told_in_our_words(
    changed: dict[str, object], message: str
) -> None:
    with pytest.raises(StorageError) as caught:
        ExperimentSetup.recorded({**setup().model_dump(), **changed})
    assert str(caught.value).startswith(f"The set-up of this session is not sound: {message}")
    assert "backup" in str(caught.value.next)


async def test_a_report_tells_each_reflection_whole_and_what_the_person_wrote(tmp_path: Path) -> None:
    messages = [("send_message_to_operator", {"message": "May I go on?"})]
    async with lab(tmp_path, Turns({2: [messages]})) as it:
        await it.open(cycle_count=2)
        await it.answer("redo", note="Name the species.")
        await it.answer("continue", note="Look at the ledge.")
        await it.answer("reply", text="Yes, you may.")
        exporting = Exporting(it.desk.parts, EXPORTERS, read_json_export)
        text = (await exporting.content(it.id, "md")).decode("utf-8")
        assert text.count("Name the species.") == 1
        assert text.count("Look at the ledge.") == 1
        assert "Had the cycle done again" in text
        assert "The agent wrote:\n\n> May I go on?\n\nThe answer:\n\n> Yes, you may." in text
        for reflection in ("Reflection 1: barnacles", "Reflection 1 again (2): barnacles", "Reflection 2: "):
            assert f"**Agent**\n> {reflection}" in text
        assert "Unchanged since" not in text
        assert "- **What it came to**: Reflection 2: " in text
        assert "without a final answer" not in text
