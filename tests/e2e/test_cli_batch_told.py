"""`roundtable batch`: what it says of sessions, and what it refuses before anything is paid."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path

import pytest

from app.bootstrap import build
from app.cli.batches import BatchOptions, run
from app.cli.command_line import AnswerOptions
from app.services.batches.wish import BatchWish
from tests.support.batch_tables import batch, table
from tests.support.commands import call


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def files(data: Path) -> int:
    return len(list((data / "sessions").glob("*.roundtable")))


def test_a_command_that_would_forget_sessions_is_refused_before_anything_is_paid(
    data: Path, tmp_path: Path
) -> None:
    questions, out = table(tmp_path / "one.csv", 1), tmp_path / "survey"
    made = call(*batch(questions, out, "--baseline", "vote"), data=data)
    assert made.code == 0, made.err
    refused = call(*batch(questions, out), data=data)
    assert refused.code == 2
    forgotten = next(one for one in made.value["sessions"] if one.get("baseline"))
    assert "1 that have begun, 1 of them finished" in refused.error["message"]
    assert forgotten["session"] in refused.error["message"]
    assert "another --out folder" in refused.error["next"]
    questions.write_text("id,question,expected\nq0,Is plan 9 better than none?,yes\n", encoding="utf-8")
    assert call(*batch(questions, out, "--baseline", "vote"), data=data).code == 2
    assert files(data) == 2
    assert call("batch", "status", out, "--json", data=data).value["states"] == {"finished": 2}
    # More of it is no other batch.
    more = call(*batch(table(questions, 2), out, "--baseline", "vote"), data=data)
    assert more.value["states"] == {"finished": 4}, more.err


@pytest.mark.parametrize("way", ["copied", "exported"])
def test_shards_of_two_machines_share_the_limit_and_their_sessions_come_together(
    data: Path, tmp_path: Path, way: str
) -> None:
    questions, other = table(tmp_path / "two.csv", 2), tmp_path / "other"
    here, there = tmp_path / "a" / "survey", tmp_path / "b" / "survey"
    first = call(*batch(questions, here, "--shard", "1/2", "--token-limit", 900_000), data=data)
    assert first.code == 0, first.err
    assert "This is shard 1 of 2. Its part of the limit: 450,000 tokens." in first.err
    shown = call("batch", "status", here, data=data).out
    assert "shard 1 of 2 is run here: 1 of its 1 session finished" in shown
    assert call(*batch(questions, there, "--shard", "2/2"), data=other).code == 0
    for file in (other / "sessions").glob("*.roundtable"):
        if way == "copied":
            shutil.copy(file, data / "sessions")
            continue
        taken = tmp_path / "taken.json"
        assert call("export", file.stem, "--format", "json", "-o", taken, data=other).code == 0
        assert call("import", taken, data=data).code == 0
    whole = call(*batch(questions, here), data=data)
    assert whole.value["states"] == {"finished": 2}
    assert " of 2 finished" not in whole.err
    assert files(data) == 2
    assert "shard" not in call("batch", "status", here, data=data).out


def test_each_gate_of_a_batch_is_answered_by_file_under_its_rows_name(data: Path, tmp_path: Path) -> None:
    questions, out = table(tmp_path / "two.csv", 2), tmp_path / "survey"
    command = batch(questions, out, "--approve", "none")
    assert call(*command, data=data).code == 3
    waiting = {one["id"]: one for one in call("batch", "gates", out, "--json", data=data).value}
    gate = waiting["q1"]
    assert gate["asks"]
    assert gate["round"] == 1
    shown = call("batch", "gates", out, data=data).out
    assert f"{gate['asks']} · round 1" in shown
    assert "--verb reject --data" in shown
    said = {one["verb"]: one["data"] for one in gate["answers"]}
    assert said["reject"]
    answers = tmp_path / "answers.toml"
    answers.write_text(
        f'[[answer]]\nsession = "q1"\ngate = "{gate["kind"]}"\nround = {gate["round"]}\nverb = "finish"\n'
        f'[[answer]]\nsession = "{waiting["q0"]["session"]}"\ngate = "{gate["kind"]}"\nverb = "reject"\n'
        '[answer.data]\nfeedback = "Cite a source."\n'
    )
    ran = call(*command, "--answers", answers, data=data)
    assert {one["id"]: one["state"] for one in ran.value["sessions"]} == {"q0": "waiting", "q1": "finished"}
    records = call("log", waiting["q0"]["session"], "--jsonl", data=data).out
    assert "Cite a source." in records
    answers.write_text('[[answer]]\nsession = "q7"\ngate = "approval"\nverb = "finish"\n')
    assert "q7" in call(*command, "--answers", answers, data=data).error["message"]


def test_the_status_tells_rows_set_aside_and_how_many_are_right_so_far(data: Path, tmp_path: Path) -> None:
    questions, out = table(tmp_path / "rows.csv", 1), tmp_path / "survey"
    with questions.open("a", encoding="utf-8") as stream:
        stream.write("q0,The same id again?,no\n")
    assert call(*batch(questions, out), data=data).code == 0
    value = call("batch", "status", out, "--json", data=data).value
    assert value["set_aside"]["rows"] == 1
    assert json.loads(Path(value["set_aside"]["file"]).read_text(encoding="utf-8"))["row"] == 2
    (right,) = value["right"].values()
    assert right["of"] == 1
    shown = call("batch", "status", out, data=data).out
    assert f"right so far: {right['right']} of 1" in shown
    assert "1 row of the table set aside; see why in" in shown


async def test_an_interrupt_before_the_first_session_says_that_nothing_was_begun(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(data))
    core = build(council_step=0.0)
    try:
        wish = BatchWish(table(tmp_path / "one.csv", 1), tmp_path / "survey", ["debate"])
        options = BatchOptions(wish)
        going = asyncio.ensure_future(run(core, options, AnswerOptions(approve="all")))
        await asyncio.sleep(0)
        going.cancel()
        with pytest.raises(asyncio.CancelledError):
            await going
    finally:
        await core.close()
    assert "nothing was begun" in capsys.readouterr().err
    assert files(data) == 0
