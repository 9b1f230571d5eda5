"""Nodes that use folders: what they read is found again, and what they keep is committed once."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from app.domain.canonical import JsonValue, dumps
from app.domain.errors import Bug, InputError
from app.domain.i18n import verbatim, words
from app.domain.ids import SessionId
from app.domain.messages import ModelRequest, Reply, ToolCall
from app.engine.command_options import CommandOption
from app.engine.exporting import WorkflowExport
from app.engine.folders import OpenedFolder, PortUse
from app.engine.node import Context, Step
from app.engine.ports import Completed, Failed
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.services.exporting import Exporting
from app.services.live import fold_of
from app.services.unattended import AnswerPlan
from app.store.choices import FileFolders
from app.store.clock import SystemClock
from app.store.project_git import GitProject
from app.workflows.registry import Registry
from tests.support.clocks import ManualClock
from tests.support.desk import Desk, desk
from tests.support.replacing import replace_folder
from tests.support.scripted import Line
from tests.support.sound_faces import check_faces
from tests.support.toy import ToyDone, ToyPlugin, ToyState
from tests.support.toy_folders import BinderPlugin, reader_voice
from tests.support.waiting import AMPLE


def speaking(request: ModelRequest) -> Line:
    reply = reader_voice(request)
    return Completed(reply.text, tool_calls=reply.tool_calls)


@pytest.fixture
def folders(tmp_path: Path) -> dict[str, Any]:
    for name in ("sources", "project"):
        (tmp_path / name).mkdir()
    (tmp_path / "sources" / "a.md").write_text("Limpets hold on.\nThey graze.\n", encoding="utf-8")
    return {name: str(tmp_path / name) for name in ("sources", "project")}


async def kept(d: Desk, session: SessionId, name: str) -> list[dict[str, Any]]:
    return [record.body() for record in await d.sessions.records(session) if record.type == name]


async def test_members_read_with_tools_and_what_is_kept_is_one_commit_a_round(
    tmp_path: Path, folders: dict[str, Any]
) -> None:
    async with desk(tmp_path / "data", speaking) as d:
        session = await d.create("binder", rounds=2, ask_me=False, **folders)
        assert await d.run(session) == "finished"
        passages = await kept(d, session, "binder_passage_read")
        assert {(one["seat"], one["path"], one["first"], one["last"]) for one in passages} == {
            ("Ann", "a.md", 1, 2),
            ("Bob", "a.md", 1, 2),
        }
        commits = [one["commit"] for one in await kept(d, session, "binder_notes_kept")]
        live = d.live(session)
        again = fold_of(live.fold.plugin, d.parts.catalogue, await d.sessions.records(session), "again")
        assert vars(again.state) == vars(live.fold.state), "what is folded live is what the journal says"
    note = (tmp_path / "project" / "notes" / "2" / "Ann.md").read_text(encoding="utf-8")
    assert note == "Ann read: 2: They graze.\n"
    log = await GitProject(tmp_path / "project", SystemClock()).log()
    assert [one.sha for one in log] == commits[::-1]
    assert [one.trailers["Binder-Round"] for one in log] == ["2", "1"]


async def test_a_loop_that_is_gone_on_with_sees_what_it_saw_though_the_file_is_another_now(
    tmp_path: Path, folders: dict[str, Any]
) -> None:
    def fails_late(request: ModelRequest) -> Line:
        if sum(message.role == "tool" for message in request.messages) == 2 and request.seat == "Bob":
            return Failed("refused", verbatim("not now"), sent=True, received=True)
        return speaking(request)

    async with desk(tmp_path / "data", fails_late) as d:
        session = await d.create("binder", ask_me=False, **folders)
        assert await d.run(session) == "waiting"
    (tmp_path / "sources" / "a.md").write_text("Another text.\n", encoding="utf-8")
    asked: list[ModelRequest] = []

    def speaking_on(request: ModelRequest) -> Line:
        asked.append(request)
        return speaking(request)

    async with desk(tmp_path / "data", speaking_on) as d:
        await d.sessions.attach(session)
        await d.review.answer(session, d.gate(session), "retry")
        assert await d.sessions.wait(session) == "finished"
    assert [(request.seat, request.messages[-1].text.splitlines()[-1]) for request in asked] == [
        ("Bob", "2: They graze.")
    ]
    assert (
        (tmp_path / "project" / "notes" / "1" / "Bob.md")
        .read_text(encoding="utf-8")
        .startswith("Bob read: 2")
    )


async def test_reading_that_was_cut_short_is_done_again_and_nobody_is_asked(
    tmp_path: Path, folders: dict[str, Any]
) -> None:
    died: list[str] = []

    def dying(plugin: BinderPlugin) -> BinderPlugin:
        own_look = plugin.nodes["look"]

        async def look(state: ToyState, context: Context) -> Step:
            if not died:

                async def reading() -> JsonValue:
                    await context.ports.sources.files()
                    died.append("once")
                    raise RuntimeError("the power went off")

                await context.once("tool", "Ann", "first", "x", reading, harmless=True)
            return await own_look(state, context)

        plugin.nodes = {**plugin.nodes, "look": look}
        return plugin

    async with desk(tmp_path / "data", speaking) as d:
        d.parts.plugins["binder"] = dying(BinderPlugin())  # type: ignore[index]
        session = await d.create("binder", ask_me=False, **folders)
        with pytest.raises(RuntimeError):
            await d.run(session)
        assert await d.run(session) == "finished"
    assert died == ["once"]


async def test_a_person_decides_before_anything_is_written(tmp_path: Path, folders: dict[str, Any]) -> None:
    async with desk(tmp_path / "data", speaking) as d:
        session = await d.create("binder", **folders)
        assert await d.run(session) == "waiting"
        assert list((tmp_path / "project").iterdir()) == []
        await d.review.answer(session, d.gate(session), "drop")
        assert await d.sessions.wait(session) == "finished"
    assert list((tmp_path / "project").iterdir()) == []


async def test_a_folder_that_is_not_there_is_refused_before_a_session_is_made(
    tmp_path: Path, folders: dict[str, Any]
) -> None:
    (tmp_path / "bare").mkdir()
    async with desk(tmp_path / "data", speaking) as d:
        for wrong, message in (
            ({"sources": str(tmp_path / "gone")}, "There is no folder"),
            ({"sources": str(tmp_path / "sources" / "a.md")}, "is a file, not a folder"),
            ({"sources": " "}, "No folder is named"),
            ({"sources": str(tmp_path / "bare")}, "bare is empty"),
            ({"sources": f"/{'x' * 5_000}"}, "x… cannot be read: File name too long"),
            ({"project": f"/{'x' * 5_000}"}, "x… cannot be read: File name too long"),
            ({"project": str(tmp_path / "a\0b")}, "is no name that a file can have"),
        ):
            with pytest.raises(InputError, match=message):
                await d.create("binder", **{**folders, **wrong})
        (tmp_path / "project" / ".git").write_text("gitdir: /elsewhere", encoding="utf-8")
        with pytest.raises(InputError, match=r"its \.git leads elsewhere"):
            await d.create("binder", **folders)
        assert await d.parts.store.ids() == []


async def test_a_session_from_elsewhere_opens_no_folder_of_this_machine(
    tmp_path: Path, folders: dict[str, Any]
) -> None:
    async with desk(tmp_path / "one", speaking) as d:
        session = await d.create("binder", rounds=2, **folders)
        await d.run(session)
        file = tmp_path / "session.json"
        await Exporting(d.parts, EXPORTERS, read_json_export).export(session, "json", file)
    async with desk(tmp_path / "two", speaking) as d:
        await Exporting(d.parts, EXPORTERS, read_json_export).import_file(file)
        with pytest.raises(InputError, match="no folder was chosen for it on this machine"):
            await d.drive(session, AnswerPlan(approve="all"))
        assert list((tmp_path / "project").iterdir()) == []
        with pytest.raises(InputError, match="has no folder “question”"):
            await d.sessions.choose_folders(session, {"question": tmp_path})
        with pytest.raises(InputError, match="There is no folder"):
            await d.sessions.choose_folders(session, {"sources": tmp_path / "gone"})
        (tmp_path / "here").mkdir()
        await d.sessions.choose_folders(session, {"project": tmp_path / "here"})
        await d.sessions.choose_folders(session, {"sources": tmp_path / "sources"})
        assert await d.drive(session, AnswerPlan(approve="all")) == "finished"
    assert list((tmp_path / "project").iterdir()) == [], "what was chosen elsewhere is not touched"
    assert (tmp_path / "here" / "notes" / "2").is_dir()


@pytest.mark.parametrize("name", ["sources", "project"])
@pytest.mark.parametrize("by_a_link", [True, False])
async def test_a_folder_that_was_replaced_between_two_lives_is_left_alone_until_it_is_named_again(
    tmp_path: Path, folders: dict[str, Any], name: str, by_a_link: bool
) -> None:
    async with desk(tmp_path / "data", speaking) as d:
        session = await d.create("binder", **folders)
        copy = await d.create("binder", **folders)
    folder, closed = tmp_path / name, tmp_path / "closed"
    closed.mkdir()
    (closed / "a.md").write_text("A diary.\n", encoding="utf-8")
    replace_folder(folder, closed, by_a_link=by_a_link)
    async with desk(tmp_path / "data", speaking) as d:
        # Of a folder that is read the members are told, of one that is written in the person.
        with suppress(InputError):
            await d.drive(session, AnswerPlan(approve="all"))
        assert sorted(path.name for path in folder.iterdir()) == ["a.md"], "nothing was written into it"
        assert "A diary" not in str([record.body() for record in await d.sessions.records(session)])
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "a.md").write_text("Limpets hold on.\nThey graze.\n", encoding="utf-8")
    async with desk(tmp_path / "data", speaking) as d:
        await d.sessions.choose_folders(copy, {name: tmp_path / "here"})
        assert await d.drive(copy, AnswerPlan(approve="all")) == "finished"


@pytest.mark.parametrize("written", ["[]", "7", '{"sources": "seven"}', '{"sources": true}'])
def test_numbers_of_folders_that_somebody_wrote_over_are_not_known(tmp_path: Path, written: str) -> None:
    (tmp_path / "folders").mkdir()
    kept = f'{{"sources": "/a", "numbers": {written}}}'
    (tmp_path / "folders" / "01s.json").write_text(kept, encoding="utf-8")
    assert FileFolders(tmp_path, ManualClock()).chosen(SessionId("01s")) == {
        "sources": OpenedFolder(Path("/a"))
    }


async def test_a_session_that_must_not_be_forked_is_not(tmp_path: Path, folders: dict[str, Any]) -> None:
    async with desk(tmp_path / "data", speaking) as d:
        session = await d.create("binder", ask_me=False, **folders)
        await d.run(session)
        with pytest.raises(InputError, match="its project has one present"):
            await d.sessions.fork(session, len(await d.sessions.records(session)))
        with pytest.raises(InputError) as finished:
            await d.sessions.start(session)
        assert "ork" not in str(finished.value.next), "nobody is sent where they cannot go"
        assert len(await d.parts.store.ids()) == 1


def calling(tool: str, **arguments: object) -> Reply:
    return Reply(text="", tool_calls=(ToolCall(id="", name=tool, arguments=dumps(arguments)),))


async def heard(tmp_path: Path, folders: dict[str, Any], *turns: Reply) -> list[str]:
    """Let one member call tools turn by turn; return what it was told."""
    results: list[str] = []

    def script(request: ModelRequest) -> Line:
        tool_texts = [message.text for message in request.messages if message.role == "tool"]
        results[:] = tool_texts
        reply = turns[min(sum(m.role == "assistant" for m in request.messages), len(turns) - 1)]
        return Completed(reply.text, tool_calls=reply.tool_calls)

    async with desk(tmp_path / "data", script) as d:
        session = await d.create("binder", ("Ann",), ask_me=False, **folders)
        assert await d.run(session) == "finished"
    return results


async def test_whatever_a_model_calls_its_answer_is_words_that_it_can_read(
    tmp_path: Path, folders: dict[str, Any]
) -> None:
    (tmp_path / "outside.txt").write_text("the secret", encoding="utf-8")
    tool_texts = await heard(
        tmp_path,
        folders,
        calling("read_file", path="../outside.txt"),
        calling("read_file", path="a.md", first="x"),
        calling("delete_all"),
        calling("search_text", text="GRAZE"),
        Reply(
            text='Let me see.\n```tool\n{"tool": "read_file", "arguments": {"path": "a.md", "last": 1}}\n```'
        ),
        Reply(text="Done."),
    )
    assert "is not inside the folder" in tool_texts[0]
    assert tool_texts[1].startswith("error: first: ")
    assert "there is no tool “delete_all”; the tools are: list_files, read_file, search_text" in tool_texts[2]
    assert tool_texts[3] == "a.md:2: They graze."
    assert tool_texts[4] == "a.md, lines 1–1 of 2:\n1: Limpets hold on."
    assert not any("the secret" in one for one in tool_texts)


async def test_an_answer_in_the_form_of_a_call_is_told_once_and_then_taken(
    tmp_path: Path, folders: dict[str, Any]
) -> None:
    answer = calling("report", text="Limpets hold on.")
    tool_texts = await heard(tmp_path, folders, answer)
    assert ["there is no tool “report”" in one for one in tool_texts] == [True]


async def test_a_model_that_never_ends_is_told_that_no_call_is_left(
    tmp_path: Path, folders: dict[str, Any]
) -> None:
    tool_texts = await heard(tmp_path, folders, calling("list_files"))
    assert [one.partition(" ")[0] for one in tool_texts] == ["a.md"] * 6
    many = Reply(text="", tool_calls=calling("list_files").tool_calls * 9)
    (tmp_path / "data").rename(tmp_path / "before")
    tool_texts = await heard(tmp_path, folders, many)
    assert [one for one in tool_texts if one.startswith("not run")] == [
        "not run: no tool call is left; give your answer now"
    ] * 3


async def test_a_port_is_open_inside_an_effect_alone_and_to_who_named_it(
    tmp_path: Path, folders: dict[str, Any]
) -> None:
    async def reads_outside(state: ToyState, context: Context) -> Step:
        await context.ports.sources.files()
        return Step("OPENED")

    async def not_named(state: ToyState, context: Context) -> Step:
        await context.ports.history.state()
        return Step("WRITTEN", (ToyDone(rounds=1),))

    async with desk(tmp_path / "data", speaking) as d:
        plugins: Any = d.parts.plugins
        plugins["binder"] = binder = BinderPlugin()
        binder.nodes = {**binder.nodes, "open_round": reads_outside}
        session = await d.create("binder", **folders)
        with pytest.raises(Bug, match=r"'sources' is open inside `context\.once` alone"):
            await d.run(session)
        plugins["toy"] = toy = ToyPlugin()
        toy.nodes = {**toy.nodes, "open_round": not_named}
        other = await d.create()
        with pytest.raises(Bug, match=r"name it in its `ports`"):
            await d.run(other)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"ports": (PortUse("sources", "no_field"),)},
            "'no_field', which is no field of the setup",
        ),
        ({"ports": (PortUse("sources", "question"),) * 2}, "is named twice"),
        (
            {"ports": (PortUse("sources", "question", alone="no_file"),)},
            "'no_file', which is no field of the setup",
        ),
        (
            {
                "command_options": (
                    CommandOption("a", "question", words("A"), positional=True),
                    CommandOption("b", "question", words("B"), positional=True, required=True),
                )
            },
            "'b' must come before 'a'",
        ),
        (
            {"command_options": (CommandOption("a", "nothing", words("A")),)},
            "which is no field of the setup",
        ),
    ],
)
def test_a_workflow_that_does_not_hold_together_says_how_to_mend_it(
    given: dict[str, Any], message: str
) -> None:
    plugin = ToyPlugin()
    vars(plugin).update(given)
    with pytest.raises(Bug, match=message):
        Registry({"toy": lambda: plugin}).plugins["toy"]


def test_a_form_of_export_that_is_there_already_is_told_to_be_named_otherwise() -> None:
    plugin = ToyPlugin()
    plugin.exports = (WorkflowExport("json", words("Mine"), lambda _, request: {}),)
    with pytest.raises(Bug, match="a form of export called 'json' already"):
        check_faces("toy", plugin)


def test_a_word_for_a_round_comes_with_the_one_for_the_middle_of_a_sentence() -> None:
    plugin = ToyPlugin()
    plugin.vocabulary = replace(plugin.vocabulary, round=words("Lap"))
    with pytest.raises(Bug, match=r"`vocabulary\.noun` is not its word for a round"):
        Registry({"toy": lambda: plugin}).plugins["toy"]


def test_a_port_that_nobody_gives_is_named_when_the_workflow_is_made() -> None:
    with pytest.raises(Bug, match=r"binder: there is no port 'history'; those there are: sources"):
        Registry({"binder": BinderPlugin}, ports=("sources",)).plugins["binder"]


async def test_a_second_session_on_one_project_is_told_who_works_there(
    tmp_path: Path, folders: dict[str, Any]
) -> None:
    other = GitProject(tmp_path / "project", ManualClock())
    await other.write_beside({"x.json": b"{}"})
    async with desk(tmp_path / "data", speaking) as d:
        session = await d.create("binder", ask_me=False, **folders)
        with pytest.raises(Exception, match="another program, is working on the project"):
            await d.run(session)
        await other.close()
        assert await asyncio.wait_for(d.run(session), AMPLE) == "finished"
