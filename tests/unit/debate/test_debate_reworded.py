"""Sessions that were begun with other words: nothing that was asked is asked again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

import pytest

from app.domain.canonical import JsonValue
from app.domain.i18n import verbatim
from app.domain.messages import PromptText
from app.engine.ports import Failed
from app.prompts.templates import PromptTemplates
from tests.unit.debate.debate_table import Table, prompt

pytestmark = pytest.mark.asyncio
NEW_WORDS = "Mind the new words."


class Reworded(PromptTemplates):
    """Every prompt of the program in other words."""

    @cached_property
    def wording(self) -> str:
        """What tells them from those of before."""
        return f"{super().wording} and more"

    def render(self, template: str, variables: Mapping[str, JsonValue]) -> PromptText:
        """Return the text of a template with a line more."""
        before = super().render(template, variables)
        text = PromptText(f"{before}{NEW_WORDS}\n")
        text.shared = before.shared
        return text


# A program may have other words under the number of before.
@pytest.mark.parametrize(("purpose", "version"), [("proposal", "1"), ("refinement", "2")])
async def test_a_stage_that_was_begun_with_other_words_asks_only_those_who_have_not_answered(
    tmp_path: Path, purpose: str, version: str
) -> None:
    before = Table(tmp_path)
    lost = {"Cy"}
    usual = before.gateway.script
    before.gateway.script = lambda request: (
        Failed("auth", verbatim("No."), sent=True)
        if request.purpose == purpose and request.seat in lost
        else usual(request)
    )
    await before.open(max_rounds=1)
    assert before.kind == "failure"
    await before.review.answer(before.id, before.gate.id, "retry", {}, go_on=False)
    answered = Counter((one.purpose, one.seat) for one in before.gateway.requests if one.seat not in lost)
    assert answered[purpose, "Ada"] == answered[purpose, "Ben"] == 1
    await before.sessions.shutdown()

    after = Table(tmp_path, Reworded(), version=version)
    after.id = before.id
    after.sessions.look(after.id)
    assert await after.go() == "waiting"
    asked = [(one.purpose, one.seat) for one in after.gateway.requests]
    assert asked == [(purpose, "Cy")], "what is paid for is not asked again"
    assert (after.kind, after.primary) == ("uncertain", "use_stored")
    assert {(item["seat"], item["older"]) for item in after.payload["items"]} == {
        ("Ada", True),
        ("Ben", True),
    }
    await after.answer("use_stored")
    assert (after.kind, after.primary) == ("approval", "finish")
    assert await after.answer("finish") == "finished"
    asked = [(one.purpose, one.seat) for one in after.gateway.requests]
    assert len(set(asked)) == len(asked)
    assert not set(asked) & set(answered)
    assert all(NEW_WORDS in prompt(one) for one in after.gateway.requests)
    await after.sessions.shutdown()
