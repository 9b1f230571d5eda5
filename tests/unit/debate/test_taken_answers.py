"""An answer of another session as a given one: which it is, and when it may not be told whose it is."""

from __future__ import annotations

import pytest

from app.domain.errors import InputError
from app.services.taken_answers import TakenAnswers
from tests.unit.debate.debate_table import Table

pytestmark = pytest.mark.asyncio
FIRST = "Ada proposes a plan of its own."


async def test_of_a_member_the_last_answer_is_taken_and_a_final_one_only_where_there_is_one(
    table: Table,
) -> None:
    await table.open(("Ada", "Ben"), max_rounds=1)
    taken = TakenAnswers(table.parts)
    with pytest.raises(InputError, match="has no final answer yet"):
        await taken.answer(table.id)
    answer = await taken.answer(table.id, "ada")
    assert answer["text"] == f"{FIRST} Now Ada adds a source and a number."
    assert answer["name"].endswith("(Ada)")
    await table.answer("finish")
    assert (await taken.answer(table.id))["text"] == table.stated.answer


async def test_who_wrote_what_is_not_told_as_long_as_names_are_hidden(table: Table) -> None:
    await table.open(("Ada", "Ben"), max_rounds=1, hide_names=True)
    taken = TakenAnswers(table.parts)
    with pytest.raises(InputError, match="is hidden until it is finished"):
        await taken.answer(table.id, "Ada")
    await table.answer("finish")
    assert (await taken.answer(table.id, "Ada"))["text"].startswith(FIRST)
