"""What is done to read an agent's replies is a fact, as in every workflow; its thoughts are shown apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from app.cli.looking import LogLines, repairs
from app.cli.outcome import folded
from app.engine.ports import Completed
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.services.exporting import Exporting
from tests.support.lab import Lab, Turns, calling, lab

THOUGHT = "<think>First I look\nat the limpets.</think>\n\n"
SLIPS = '<tool_call>{"name": "Write", "arguments": {"key": "plan", "value": "count",}}</tool_call>'
SCRIPT: dict[int, list[Any]] = {
    1: [THOUGHT + SLIPS, THOUGHT + "Limpets graze."],
    2: [Completed("Barnacles settled.", reasoning="Were they there before?")],
    3: [THOUGHT + "Snails follow weed."],
}


async def exported(it: Lab, format: str) -> str:
    content = await Exporting(it.desk.parts, EXPORTERS, read_json_export).content(it.id, format)
    return content.decode()


async def ran(it: Lab) -> list[Any]:
    await it.open(cycle_count=3, gate_policy="never_ask")
    return await it.facts("reply_mended")


async def test_what_was_done_to_read_a_reply_is_recorded_with_the_call_it_answers(tmp_path: Path) -> None:
    async with lab(tmp_path, Turns(SCRIPT)) as it:
        facts = await ran(it)
        assert [(fact.purpose, fact.seat, fact.how) for fact in facts] == [
            ("cycle", "agent", ("thoughts", "calls", "commas", "tool_names")),
            ("cycle", "agent", ("thoughts",)),
            ("cycle", "agent", ("thoughts",)),
        ]
        records = {record.seq: record for record in await it.desk.sessions.records(it.id)}
        assert [records[fact.asked].type for fact in facts] == ["call_asked"] * 3
        assert [records[fact.asked].round for fact in facts] == [1, 1, 3]
        assert await it.results() == ["stored “plan” (5 characters)"]


async def test_a_reply_that_needs_nothing_leaves_no_such_fact(tmp_path: Path) -> None:
    script = Turns({1: [calling(("write", {"key": "plan", "value": "x"})), "A plain reflection."]})
    async with lab(tmp_path, script) as it:
        assert await ran(it) == []
        assert "How replies were read" not in await exported(it, "md")


async def test_report_log_and_show_tell_in_words_how_replies_were_read(tmp_path: Path) -> None:
    async with lab(tmp_path, Turns(SCRIPT)) as it:
        await ran(it)
        page = (await exported(it, "md")).partition("How replies were read")[2]
        assert "thinking (cycles 1 and 3): its thoughts were left out" in page
        assert "its tool calls were read out of its text" in page
        sections = json.loads(await exported(it, "json"))["more"]
        assert [part["title"] for part in sections] == ["How replies were read"]
        fold = it.desk.live(it.id).fold
        records = await it.desk.sessions.records(it.id)
        shown = repairs(fold, records, it.desk.parts.catalogue)
        assert "agent, thinking (cycles 1 and 3): its thoughts were left out" in shown
        lines = "\n".join(map(LogLines(fold, folded(fold, fold.catalogue, records)).line, records))
        assert "agent’s reply (thinking): its thoughts were left out; its tool calls were read" in lines
        assert ", 28 characters of thoughts)" in lines
        assert ", 23 characters of thoughts)" in lines


async def test_thoughts_reach_neither_the_next_prompt_nor_a_summary_of_the_cycles(tmp_path: Path) -> None:
    turns = Turns({n: [THOUGHT + f"Reflection {n}. " + "limpet " * 400] for n in (1, 2, 3)})

    def script(request: Any) -> Any:
        return THOUGHT + "All about limpets." if request.purpose == "summary" else turns(request)

    async with lab(tmp_path, script) as it:
        await it.open(
            cycle_count=3, gate_policy="never_ask", carry_over="summary", summary_threshold=1000, tools=False
        )
        assert [fact.text for fact in await it.facts("cycles_summarised")] == ["All about limpets."]
        mended = [fact.purpose for fact in await it.facts("reply_mended")]
        assert mended.count("summary") == 1
        assert not any("look" in message.text for request in it.requests for message in request.messages)


async def test_the_runs_log_has_the_reasoning_that_came_apart_from_the_answer(tmp_path: Path) -> None:
    async with lab(tmp_path, Turns(SCRIPT)) as it:
        await ran(it)
        replies = [
            line["payload"]["response_message"]
            for line in await it.lines()
            if line["event_type"] == "LLM_INVOCATION"
        ]
        assert [reply.get("reasoning_content") for reply in replies] == [
            None,
            None,
            "Were they there before?",
            None,
        ]
