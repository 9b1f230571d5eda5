"""Whatever a model does with its tools, the run goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.domain.messages import ChatMessage, Reply, ToolCall
from app.workflows.common.calls import read_calls
from app.workflows.common.tools import FAILED
from app.workflows.experiment import tools
from tests.support.lab import Turns, calling, lab


def run(
    name: str, arguments: str, memory: dict[str, str] | None = None, *, offered: bool = True
) -> tools.Result:
    """Read one call as a model wrote it, and run it."""
    reply = Reply(text="", tool_calls=(ToolCall(id="x", name=name, arguments=arguments),))
    _, (call,), _ = read_calls(reply, (1, 1, 1), tuple(tools.TOOLS) if offered else ())
    return tools.run(call, memory or {}, offered=offered)


def answered(history: list[ChatMessage]) -> bool:
    """Tell whether every tool call in a history has exactly one result, directly behind its message."""
    waiting: list[str] = []
    for message in history:
        if message.role == "tool":
            if not waiting or message.tool_call_id != waiting.pop(0):
                return False
            continue
        if waiting:
            return False
        waiting = [call.id for call in message.tool_calls]
    return not waiting


async def test_the_tools_of_a_cycle_read_and_change_the_memory(tmp_path: Path) -> None:
    script = Turns(
        {
            1: [
                [("list", {}), ("write", {"key": "plan", "value": "count limpets"})],
                [("read", {"key": "plan"}), ("pattern_search", {"pattern": "LIMP*"})],
            ],
            2: [[("read", {"key": "plan"}), ("delete", {"key": "plan"}), ("list", {})]],
        }
    )
    async with lab(tmp_path, script) as it:
        await it.open(cycle_count=2, gate_policy="never_ask")
        assert await it.results() == [
            "The memory is empty.",
            "stored “plan” (13 characters)",
            "count limpets",
            "plan: count limpets",
            "count limpets",
            "deleted “plan”",
            "The memory is empty.",
        ]
        first, second = (fact.metrics for fact in await it.facts("cycle_ended"))
        assert (first.memory_ops_total, first.memory_write_chars) == (4, 13)
        assert (second.memory_ops_total, second.memory_write_chars) == (3, 0)
        assert [(c.cycle, c.key, c.value) for c in it.state.changes] == [
            (1, "plan", "count limpets"),
            (2, "plan", None),
        ]


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        ('{"key": "a", "value": "b"}', "b"),
        ("{'key': 'a', 'value': 'b'}", "b"),
        ('{"key": "a", "value": "b",}', "b"),
        ('{key: "a", value: "b"}', "b"),
        ('{"key": "a", "value": {"n": 1}}', '{"n": 1}'),
        ('{"key": "a", "value": 7}', "7"),
        ('{"key": "a", "value": "b", "mood": "good"}', "b"),
        ('{"key": "a", "value": "\\ud800 b"}', "\ufffd b"),
    ],
)
def test_arguments_are_mended_where_that_is_unambiguous(arguments: str, value: str) -> None:
    result = run("write", arguments)
    assert (result.ok, result.changed) == (True, {"a": value})


@pytest.mark.parametrize(
    ("name", "arguments", "why"),
    [
        ("write", '{"key": "a", "val', "not one JSON object"),
        ("write", "write a note please", "not one JSON object"),
        ("write", '["key"]', "not one JSON object"),
        ("write", '{"key": "a"}', "value: this has to be filled in"),
        ("write", '{"key": "", "value": "b"}', "key: "),
        ("write", '{"key": null, "value": "b"}', "key: "),
        ("write", "", "key: this has to be filled in"),
        ("read", '{"key": "gone"}', "there is no note “gone”"),
        ("delete", '{"key": "gone"}', "there is no note “gone”"),
        ("fly", "{}", "there is no tool “fly”; the tools are: write, read, list"),
        ("", "{}", "there is no tool “unknown”"),
        ("send_message_to_operator", "{}", "message: this has to be filled in"),
    ],
)
def test_what_cannot_be_done_goes_back_as_the_result(name: str, arguments: str, why: str) -> None:
    result = run(name, arguments)
    assert not result.ok
    assert result.output.startswith("error: ")
    assert why in result.output
    assert result.changed == {}


@pytest.mark.parametrize("name", [" Write ", "functions.write", "WRITE"])
def test_a_name_is_read_as_it_was_meant(name: str) -> None:
    assert run(name, '{"key": "a", "value": "b"}').ok


def test_a_tool_that_breaks_is_a_result_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(memory: tools.Memory, given: Any) -> tools.MemoryChange:
        raise ZeroDivisionError("by zero")

    monkeypatch.setitem(tools.TOOLS, "list", tools.MemoryTool("list", "", tools.TOOLS["list"].takes, broken))
    result = run("list", "{}")
    assert (result.ok, result.output) == (
        False,
        f"error: list {FAILED}",
    )


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("limpet", ["b"]),
        ("LIM*shade", ["b"]),
        ("lim.*shade", ["b"]),
        ("shade*lim", []),
        ("a", ["a", "b"]),
        ("*", ["a", "b"]),
        ("nothing like it", []),
        ("(a+)+$", []),
    ],
)
def test_search_finds_keys_and_notes_by_text(pattern: str, found: list[str]) -> None:
    memory = {"a": "rock", "b": "the limpet keeps to the shade"}
    output = tools.run(
        ToolCall(id="1", name="pattern_search", arguments=f'{{"pattern":"{pattern}"}}'), memory
    ).output
    assert [
        line.partition(":")[0].partition(" (")[0] for line in output.splitlines() if line[1:3] in (": ", " (")
    ] == found


def test_lists_and_hits_end_at_a_number_and_say_how_many_more_there_are() -> None:
    memory = {f"k{n:04d}": "x" for n in range(300)}
    assert run("list", "{}", memory).output.endswith("and 100 more; pattern_search finds them")
    assert run("pattern_search", '{"pattern": "x"}', memory).output.endswith("and 250 more")


def test_every_tool_is_offered_with_a_schema_of_texts() -> None:
    specs = {spec.name: spec.parameters for spec in tools.specs()}
    assert set(specs) == {"write", "read", "list", "delete", "pattern_search", "send_message_to_operator"}
    assert specs["write"]["required"] == ["key", "value"]
    assert specs["list"] == {"type": "object", "properties": {}}


async def test_a_model_that_never_stops_calling_tools_is_stopped_by_the_cap(tmp_path: Path) -> None:
    many = [("write", {"key": f"k{n}", "value": "v"}) for n in range(4)]
    async with lab(tmp_path, Turns({1: [many] * 50})) as it:
        await it.open(cycle_count=2, gate_policy="never_ask", tool_cap=10)
        ran = [fact for fact in await it.facts("tool_called") if fact.ran]
        assert len(ran) == 10
        assert (await it.results())[10:] == ["not run: cap reached"] * 2
        ended = (await it.facts("cycle_ended"))[0]
        assert (ended.cap_reached, ended.final_reflection) == (True, "")
        assert ended.metrics.memory_ops_total == 10
        assert answered(list(it.requests[-1].messages)), "the next request is valid"
        assert "ended at its 10 tool calls" in it.requests[-1].messages[-1].text
        assert len(await it.facts("cycle_ended")) == 2
        lines = await it.lines()
        assert sum(line["event_type"] == "TOOL_CALL" for line in lines) == 10
        assert [
            line["payload"].get("cap_reached") for line in lines if line["event_type"] == "CYCLE_END"
        ] == [
            True,
            None,
        ]


async def test_malformed_and_unknown_calls_go_back_to_the_model_and_the_cycle_goes_on(tmp_path: Path) -> None:
    script = Turns({1: [calling(("write", "{oops"), ("fly", {}), ("write", {"key": "a", "value": "b"}))]})
    async with lab(tmp_path, script) as it:
        assert await it.open(cycle_count=1, gate_policy="never_ask") == "finished"
        results = await it.results()
        assert "not one JSON object" in results[0]
        assert "there is no tool “fly”" in results[1]
        assert results[2].startswith("stored “a”")
        history = it.state.closed_history()
        assert answered(history)
        calls = [call for message in history for call in message.tool_calls]
        assert len({call.id for call in calls}) == 3
        assert all(call.arguments.startswith("{") and call.arguments.endswith("}") for call in calls)
        (asked,) = [line for line in await it.lines() if line["event_type"] == "TOOL_CALL"][:1]
        assert asked["payload"]["parameters"] == "{oops"


@pytest.mark.parametrize("offered", [True, False])
async def test_an_answer_in_the_form_of_a_call_is_told_once_and_then_taken(
    tmp_path: Path, offered: bool
) -> None:
    said = calling(("final_answer", {"text": "Limpets hold on."}))
    async with lab(tmp_path, Turns({1: [said] * 9, 2: [said, "Whelks bore."]})) as it:
        await it.open(cycle_count=2, gate_policy="never_ask", tools=offered)
        assert it.state.agent.reflection_history == ['{"text":"Limpets hold on."}', "Whelks bore."]
        assert len(it.requests) == 4


async def test_words_beside_a_call_are_content_and_no_reflection(tmp_path: Path) -> None:
    script = Turns({1: [calling(("list", {}), text="Let me look first.")]})
    async with lab(tmp_path, script) as it:
        await it.open(cycle_count=1)
        assert [m.text for m in it.state.agent.message_history if m.tool_calls] == ["Let me look first."]
        assert list(it.state.agent.reflection_history) == [
            "Reflection 1: barnacles settled on bare rock within a week."
        ]


async def test_without_tools_none_are_offered_and_a_call_is_answered_with_that(tmp_path: Path) -> None:
    async with lab(tmp_path, Turns({1: [[("write", {"key": "a", "value": "b"})]]})) as it:
        await it.open(cycle_count=1, gate_policy="never_ask", tools=False)
        assert it.requests[0].tools == ()
        assert "memory" not in it.requests[0].messages[0].text
        assert "there are no tools" in (await it.results())[0]
        assert it.state.memory == {}


@pytest.mark.parametrize(
    ("text", "calls", "rest"),
    [
        ('Now.\n```tool\n{"tool": "list", "arguments": {}}\n```', [("list", "{}")], "Now."),
        ('```tool\n{"tool": "fly", "arguments": {"to": "x"}}\n```', [("fly", '{"to":"x"}')], ""),
        ("```tool\n{'tool': 'read', 'arguments': {'key': 'a'},}\n```", [("read", '{"key":"a"}')], ""),
        (
            '```tool\n{"tool": "read", "argum\n```',
            [("read", '{"unreadable":"{\\"tool\\": \\"read\\", \\"argum"}')],
            "",
        ),
        ('```json\n{"species": "limpet"}\n```', [], '```json\n{"species": "limpet"}\n```'),
        ("No call at all.", [], "No call at all."),
    ],
)
def test_calls_written_as_text_are_read_or_come_back_as_errors(
    text: str, calls: list[tuple[str, str]], rest: str
) -> None:
    answer, found, _ = read_calls(Reply(text=text), (3, 1, 2), tuple(tools.TOOLS))
    assert answer == rest
    assert [(call.name, call.arguments) for call in found] == calls
    assert read_calls(Reply(text=text), (3, 1, 2), ()) == (text, (), ())


def test_ids_are_nine_letters_and_digits_and_never_repeat() -> None:
    reply = Reply(text="", tool_calls=tuple(ToolCall(id="0", name="list", arguments="") for _ in range(40)))
    found = {
        call.id
        for cycle in (1, 9, 10_000)
        for turn in (1, 50, 1000)
        for call in read_calls(reply, (cycle, 1, turn), ())[1]
    }
    assert len(found) == 40 * 9
    assert all(len(name) == 9 and name.isascii() and name.isalnum() for name in found)
