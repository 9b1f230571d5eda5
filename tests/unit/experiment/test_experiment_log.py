"""The log beside the journal: one line per event, whole, and made anew from the journals."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from app.domain.i18n import verbatim
from app.engine.ports import Failed
from tests.support.lab import RUN, Turns, lab, log_of, read_lines, same, texts
from tests.support.scripted import Line

BUSY = Turns(
    {
        1: [[("write", {"key": "a", "value": "ü\u2028\n„x“"})], [("read", {"key": "a"}), ("list", {})]],
        2: [[("send_message_to_operator", {"message": "Shall I?"})]],
    }
)


async def test_every_line_names_its_record_and_holds_what_was_said_and_done(tmp_path: Path) -> None:
    async with lab(tmp_path, BUSY) as it:
        await it.open(cycle_count=1, gate_policy="never_ask")
        lines = await it.lines()
        for line in lines:
            assert list(line) == [
                "timestamp", "run_id", "cycle_number", "event_type", "payload", "session", "seq",
            ]  # fmt: skip
            at = datetime.fromisoformat(line["timestamp"])
            assert at.utcoffset() == timedelta(0)
            assert (line["run_id"], line["session"]) == (RUN, it.id)
        assert [line["event_type"] for line in lines] == [
            "CYCLE_START",
            "LLM_INVOCATION", "TOOL_CALL",
            "LLM_INVOCATION", "TOOL_CALL", "TOOL_CALL",
            "LLM_INVOCATION", "CYCLE_END",
        ]  # fmt: skip
        assert [line["seq"] for line in lines] == sorted({line["seq"] for line in lines})
        assert lines[0]["payload"] == {}
        invocations, called = (
            [line["payload"] for line in lines if line["event_type"] == of]
            for of in ("LLM_INVOCATION", "TOOL_CALL")
        )
        assert [set(p) for p in invocations] == [{"prompt_messages", "response_message", "model_options"}] * 3
        for payload, request in zip(invocations, it.requests, strict=True):
            assert [m["content"] for m in payload["prompt_messages"]] == texts(request)
            assert [m["role"] for m in payload["prompt_messages"]] == [m.role for m in request.messages]
        written = invocations[0]["response_message"]["tool_calls"][0]["function"]
        assert (written["name"], json.loads(written["arguments"])["key"]) == ("write", "a")
        assert invocations[2]["prompt_messages"][-1]["tool_call_id"]
        assert invocations[2]["response_message"]["content"].startswith("Reflection 1")
        assert called[1] == {"tool_name": "read", "parameters": {"key": "a"}, "output": "ü\u2028\n„x“"}


async def test_a_summary_is_told_apart_from_the_agents_own_answers(tmp_path: Path) -> None:
    long = Turns({n: [f"Reflection {n}: " + "word " * 400] for n in (1, 2, 3)})
    async with lab(tmp_path, long) as it:
        await it.open(cycle_count=3, gate_policy="never_ask", carry_over="summary", summary_threshold=300)
        purposes = [line["payload"].get("purpose") for line in await it.lines()]
        assert purposes.count("summary") == 2


async def test_a_log_that_is_gone_is_made_anew_with_all_sessions_in_the_order_of_their_start(
    tmp_path: Path,
) -> None:
    async with lab(tmp_path, BUSY) as it:
        for _ in range(2):
            await it.open(cycle_count=1, gate_policy="never_ask")
            whole = await it.lines()
        log_of(tmp_path).unlink()
        await it.desk.sessions.attach(it.id)
        assert await it.lines() == whole
        assert len({line["session"] for line in whole}) == 2


async def test_a_torn_line_is_cut_and_missing_ones_are_written_on_opening(tmp_path: Path) -> None:
    async with lab(tmp_path, BUSY) as it:
        await it.open(cycle_count=1, gate_policy="never_ask")
        whole = await it.lines()
        path = log_of(tmp_path)
        content = path.read_bytes()
        path.write_bytes(content[: len(content) // 2])
        await it.desk.sessions.attach(it.id)
        assert await it.lines() == whole
        assert path.read_bytes() == content


async def test_the_log_may_lie_elsewhere(tmp_path: Path) -> None:
    async with lab(tmp_path / "data", BUSY) as it:
        await it.create(cycle_count=1, gate_policy="never_ask", run_folder=str(tmp_path / "mine"))
        await it.go()
        await it.desk.sessions.detach(it.id)
        assert len(read_lines(tmp_path / "mine" / "logs" / f"{RUN}.jsonl")) == 8
        assert not log_of(tmp_path / "data").exists()


async def test_two_equal_runs_have_equal_logs_but_for_times_and_ids(tmp_path: Path) -> None:
    logs = []
    for name in ("a", "b"):
        async with lab(tmp_path / name, BUSY) as it:
            await it.open(cycle_count=1, gate_policy="never_ask")
            logs.append(same(await it.lines()))
    assert logs[0] == logs[1]


@pytest.mark.parametrize("paid", [False, True])
async def test_a_failed_call_has_its_line_where_it_was_paid_for(tmp_path: Path, paid: bool) -> None:
    refused = Failed("no_credit", verbatim("No credit."), sent=True)
    answers: list[Line] = [" " if paid else refused, "Done at last."]
    async with lab(tmp_path, lambda request: answers.pop(0)) as it:
        await it.open(cycle_count=1, gate_policy="never_ask")
        await it.answer("retry")
        first, *called, last = await it.lines()
        assert (first["event_type"], last["event_type"]) == ("CYCLE_START", "CYCLE_END")
        assert [line["event_type"] for line in called] == ["LLM_INVOCATION"] * (1 + paid)
        if paid:
            empty = called[0]["payload"]
            assert empty["response_message"] == {"role": "assistant", "content": " "}
            assert empty["failed"] == {"kind": "bad_reply", "message": "The answer was empty."}
            assert empty["prompt_messages"] == called[1]["payload"]["prompt_messages"]


async def test_every_way_out_of_an_experiment_leaves_a_log_of_whole_lines(tmp_path: Path) -> None:
    async with lab(tmp_path, BUSY) as it:
        await it.open(cycle_count=3)
        await it.answer("continue")
        assert it.kind == "operator"
        await it.desk.sessions.stop(it.id)
        lines = await it.lines()
        assert re.fullmatch(r"(CYCLE_START|LLM_INVOCATION|TOOL_CALL|CYCLE_END| )+", " ".join(
            line["event_type"] for line in lines
        ))  # fmt: skip
        assert lines[-1]["event_type"] == "LLM_INVOCATION"
