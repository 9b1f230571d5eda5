"""Pictures in a debate: shown with every prompt that names them, to those they are for, and kept."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from app.domain.seats import Seat, Team
from app.engine.ports import Completed
from app.services.context_files import context_of
from tests.support.asked import shown
from tests.support.dots import jpeg, png
from tests.unit.debate.debate_table import Table, prompt

pytestmark = pytest.mark.asyncio
PLAN, PHOTO = png(640, 480), jpeg()


def files(folder: Path) -> Any:
    for name, content in {"plan.png": PLAN, "photo": PHOTO, "notes.md": b"The van is old."}.items():
        (folder / name).write_bytes(content)
    return context_of(["Ada=photo", "plan.png", "notes.md"], folder.joinpath).texts


def held(folder: Path) -> int:
    """Return the bytes of all session files."""
    return sum(file.stat().st_size for file in folder.rglob("*.roundtable"))


async def test_all_are_shown_what_is_for_all_and_one_what_is_for_it_alone(
    table: Table, tmp_path: Path
) -> None:
    given = files(tmp_path)
    await table.open(context=given, gate_policy="never_ask", max_rounds=1)
    assert len(table.gateway.requests) > 8
    for request in table.gateway.requests:
        own = [PHOTO] if request.seat == "Ada" else []
        assert [one.content for one in request.pictures] == [PLAN, *own], request.purpose
        assert shown(request, "plan.png") == "PNG, 640 × 480 dots, 2 kB"
        assert ("JPEG, 8 × 16 dots, 1 kB" in prompt(request)) == bool(own)
        assert base64.b64encode(PLAN).decode() not in prompt(request)
    assert "You alone were given: photo." in prompt(table.asked("proposal", "Ada")[0])


async def test_a_session_keeps_its_pictures_once_and_goes_on_without_asking_again(
    table: Table, tmp_path: Path
) -> None:
    large = png(640, 480, b"x" * 300_000)
    (tmp_path / "plan.png").write_bytes(large)
    given = context_of(["plan.png"], tmp_path.joinpath).texts
    assert await table.open(context=given) == "waiting"
    await table.sessions.shutdown()
    # In base 64, and once: with each of the calls it would be many times as much.
    assert held(tmp_path) < 3 * len(large)
    again = Table(tmp_path)
    again.id = table.id
    again.sessions.look(table.id)
    assert await again.go() == "waiting"
    assert again.gateway.requests == []
    await again.answer("approve")
    assert {one.content for request in again.gateway.requests for one in request.pictures} == {large}
    await again.sessions.shutdown()


async def test_a_session_that_is_taken_along_shows_the_very_pictures_elsewhere(
    table: Table, tmp_path: Path
) -> None:
    assert await table.open(context=files(tmp_path)) == "waiting"
    whole = await table.export("json")
    (tmp_path / "session.json").write_text(whole)
    there = Table(tmp_path / "elsewhere")
    there.id = await there.exporting.import_file(tmp_path / "session.json")
    assert await there.export("json") == whole
    there.sessions.look(there.id)
    assert await there.go() == "waiting"
    assert there.gateway.requests == []
    await there.answer("approve")
    for request in there.gateway.requests:
        assert [one.content for one in request.pictures] == [
            PLAN,
            *([PHOTO] if request.seat == "Ada" else []),
        ]
    assert there.gateway.requests
    await there.sessions.shutdown()


async def test_who_may_not_have_seen_is_named_apart_in_the_report(table: Table, tmp_path: Path) -> None:
    says = table.gateway.script
    marks = {"Ben": ("pictures_unknown",), "Cy": ("pictures_unseen",)}
    table.gateway.script = lambda request: Completed(
        str(says(request)), marks=marks.get(request.seat, ()) if request.purpose == "proposal" else ()
    )
    await table.open(context=files(tmp_path), gate_policy="never_ask", max_rounds=1)
    report = json.loads(await table.export("json"))
    (part,) = [one for one in report["more"] if one["name"] == "pictures"]
    said = {one["who"][0]: one["text"] for one in part["remarks"] if one["who"]}
    assert "too few tokens were counted" in said["Ben"]
    assert "not shown" in said["Cy"]
    assert said["Ada"] == "was shown the pictures"


async def test_of_a_picture_that_is_for_one_alone_nobody_else_is_said_to_have_seen_it(
    table: Table, tmp_path: Path
) -> None:
    await table.open(context=files(tmp_path)[:1], gate_policy="never_ask", max_rounds=1)
    report = json.loads(await table.export("json"))
    (part,) = [one for one in report["more"] if one["name"] == "pictures"]
    assert [one["who"] for one in part["remarks"] if one["who"]] == [["Ada"]]


async def test_a_model_that_counts_pictures_many_times_over_is_planned_with_its_own_figure(
    table: Table, tmp_path: Path
) -> None:
    plugin = table.parts.plugin("debate")
    setup = plugin.setup.model_validate({"question": "What is it?", "context": files(tmp_path)[1:]})
    usual, dear = Seat(name="Ada", model="openai/gpt-4o"), Seat(name="Ben", model="openai/gpt-4o-mini")
    team = Team(members=(usual, dear), chair=usual.model_copy(update={"name": "Chair"}))
    calls = [one for one in plugin.plan(setup, plugin.seats(setup, team)) if one.purpose == "proposal"]
    planned = {str(one.seat): one.tokens_in for one in calls}
    # Two tiles; as most count it, 410.
    assert planned["Ben"] - planned["Ada"] == 2_833 + 2 * 5_667 - 410


async def test_the_report_says_who_was_shown_the_pictures_and_the_archive_holds_them(
    table: Table, tmp_path: Path
) -> None:
    blind = {"Ben", "chair"}
    says = table.gateway.script
    table.gateway.script = lambda request: Completed(
        str(says(request)), marks=("pictures_unseen",) if request.seat in blind else ()
    )
    await table.open(context=files(tmp_path), gate_policy="never_ask", max_rounds=1)
    for form in ("md", "html"):
        written = await table.export(form)
        assert "plan.png: PNG, 640 × 480 dots, 2 kB" in written
        assert "was told of the pictures and not shown them" in written
        assert base64.b64encode(PLAN).decode() not in written
    report = json.loads(await table.export("json"))
    (part,) = [one for one in report["more"] if one["name"] == "pictures"]
    said = {one["who"][0]: one["text"] for one in part["remarks"] if one["who"]}
    told = {True: "was told of the pictures and not shown them", False: "was shown the pictures"}
    assert said == {one.seat: told[one.seat in blind] for one in table.gateway.requests}
    assert set(told.values()) == set(said.values())
