"""Files that one member alone is given: it reads them, tells the others once, and nothing of it is lost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.messages import ModelRequest
from app.services.sessions import check_setup
from app.workflows.debate.nodes.sampling import BASELINES
from app.workflows.debate.plugin import DebatePlugin
from app.workflows.debate.setup import DebateSetup
from tests.support.asked import read
from tests.unit.debate.debate_table import Table, prompt, seated

pytestmark = pytest.mark.asyncio
SECRET = "The lease ends in “May”, whatever is signed."
CONTEXT: list[Mapping[str, Any]] = [
    {"name": "all.md", "text": "The van is old."},
    {"name": "lease.md", "text": f"1. {SECRET}\n2. Deposit: 400 euros.", "only": "Ada"},
]
TOLD = {"says": "The lease ends in May.", "file": "lease.md", "quote": 'the lease ends in "May", whatever'}
STRESSED = {"says": "The deposit is known.", "file": "lease.md", "quote": "Deposit: **400 euros**"}
MADE_UP = {"says": "The deposit is lost.", "file": "lease.md", "quote": "no deposit is paid back"}


def telling(table: Table, *known: Mapping[str, str]) -> None:
    table.scripts["pooling"] = lambda _: json.dumps({"known": known})


def reads(request: ModelRequest) -> bool:
    return SECRET in prompt(request)


async def test_a_file_for_one_member_reaches_no_other_and_what_it_tells_reaches_all(table: Table) -> None:
    telling(table, TOLD, MADE_UP)
    await table.open(context=CONTEXT, gate_policy="never_ask", max_rounds=2, termination="fixed")
    assert {request.seat for request in table.gateway.requests if reads(request)} == {"Ada"}
    assert all(reads(request) for request in table.gateway.requests if request.seat == "Ada")
    first = {request.seat: prompt(request) for request in table.asked("proposal")}
    assert "You alone were given: lease.md." in first["Ada"]
    assert not any("alone" in text for seat, text in first.items() if seat != "Ada")
    # Once is enough: the next rounds carry it.
    assert [request.seat for request in table.asked("pooling")] == ["Ada"]
    for purpose in ("critique", "refinement", "synthesis"):
        for request in table.asked(purpose):
            assert ("The lease ends in May." in prompt(request)) == (request.seat != "Ada")
            # Who has the files stays unknown, as who wrote an answer does.
            given: Any = read(request)["context"]
            assert not any("Ada" in one["name"] + one["text"] for one in given)


async def test_what_only_one_was_given_is_listed_and_a_quote_that_stands_nowhere_is_marked(
    table: Table,
) -> None:
    telling(table, TOLD, STRESSED, MADE_UP)
    await table.open(context=CONTEXT, gate_policy="never_ask", max_rounds=1)
    (pooled,) = await table.facts("knowledge_pooled")
    assert [(one.file, one.found) for one in pooled.known] == [
        ("lease.md", True),
        ("lease.md", True),
        ("lease.md", False),
    ]
    written = await table.export("md")
    assert "What only some were given" in written
    assert "The lease ends in May." in written
    assert written.count("no such passage stands in its files") == 1


async def test_who_shares_a_file_with_another_is_not_told_to_have_it_alone(table: Table) -> None:
    telling(table, TOLD)
    shared = [CONTEXT[1], {**CONTEXT[1], "only": "Ben"}]
    await table.open(context=shared, gate_policy="never_ask", max_rounds=1)
    first = {request.seat: prompt(request) for request in table.asked("proposal")}
    for seat in ("Ada", "Ben"):
        assert "You and some others, but not all, were given: lease.md." in first[seat]
    assert not any("alone" in text for text in first.values())
    assert "lease.md, which only some were given" in prompt(table.asked("synthesis")[0])


async def test_a_member_that_tells_nothing_readable_ends_no_debate_and_is_named(table: Table) -> None:
    table.scripts["pooling"] = lambda _: "I would rather not."
    assert await table.open(context=CONTEXT, gate_policy="never_ask", max_rounds=1) == "finished"
    written = await table.export("md")
    assert "(lease.md), and did not tell the others what is in them" in written


async def test_the_list_of_what_was_given_says_for_whom_and_what_nobody_was_told_of(table: Table) -> None:
    telling(table, TOLD)
    own = {"name": "own.md", "text": "Nobody hears of this."}
    files = [*CONTEXT, {**own, "only": "Ada"}, {**own, "only": "Ben"}, {**CONTEXT[0], "only": "Ben"}]
    await table.open(context=files, gate_policy="never_ask", max_rounds=1)
    given = "Given with it: all.md, lease.md (for Ada alone), own.md (for Ada and Ben alone), "
    for form in ("md", "html"):
        written = await table.export(form)
        assert f"{given}all.md (for Ben alone)." in written
        assert "told the others nothing from own.md, which not all were given" in written
    # Ben told of a passage that stands in neither of his files.
    hidden = await table.export("md", redact_names=True)
    assert "lease.md (for Member 1 alone)" in hidden
    assert "for Ada" not in hidden


async def test_while_names_are_hidden_the_list_of_what_was_given_tells_nobody_s(table: Table) -> None:
    telling(table, TOLD)
    assert await table.open(context=CONTEXT, hide_names=True) == "waiting"
    assert "Given with it: all.md, lease.md (not for all)." in await table.export("md")


async def test_without_the_setting_nobody_tells_of_its_files_and_the_report_says_so(table: Table) -> None:
    telling(table, TOLD)
    await table.open(context=CONTEXT, gate_policy="never_ask", max_rounds=1, tell_files=False)
    assert table.asked("pooling") == []
    assert not any(reads(request) for request in table.gateway.requests if request.seat != "Ada")
    written = await table.export("md")
    assert "not told to the others before the critique" in written
    assert "did not tell the others" not in written


async def test_without_files_of_their_own_pictures_and_tools_prompts_stay_as_they_were(table: Table) -> None:
    await table.open(context=CONTEXT[:1], gate_policy="never_ask", max_rounds=1)
    assert table.asked("pooling") == []
    assert not any("alone" in read(request) for request in table.gateway.requests)
    assert not any("icture" in prompt(request) or request.tools for request in table.gateway.requests)
    assert "source_fetched" not in {record.type for record in await table.records()}


async def test_a_file_for_somebody_who_is_not_there_keeps_the_session_from_beginning() -> None:
    setup = DebateSetup.model_validate({"question": "?", "context": [{**CONTEXT[1], "only": "Zoe"}]})
    (obstacle,) = DebatePlugin().obstacles(setup, seated("Ada", "Ben").table())
    assert str(obstacle.message) == "“lease.md” is for Zoe alone, and no member is called so"
    assert "Ada, Ben" in str(obstacle.hint)


async def test_two_members_may_each_have_a_file_of_the_same_name() -> None:
    two = [{"name": "notes.md", "text": seat, "only": seat} for seat in ("Ada", "Ben")]
    check_setup(DebatePlugin(), {"question": "Shall we?", "context": two})
    with pytest.raises(InputError, match="same name"):
        check_setup(DebatePlugin(), {"question": "Shall we?", "context": [two[0], two[0]]})


async def test_the_baseline_of_one_member_is_given_what_that_member_may_read(table: Table) -> None:
    other: dict[str, JsonValue] = {"name": "own.md", "text": "Ben reads this.", "only": "Ben"}
    setup, team = BASELINES["single"].begin(
        {"context": [*map(dict[str, JsonValue], CONTEXT), other]}, seated("Ada", "Ben", "Cy")
    )
    assert setup["context"] == CONTEXT
    asked = DebateSetup.model_validate({**setup, "question": "Shall we?"})
    assert DebatePlugin().obstacles(asked, team.table()) == []
