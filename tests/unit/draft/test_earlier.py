"""What is told of an earlier iteration: held no more, and the same as while it was under way."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.domain.fact_base import Fact, FactCatalogue, Record, UnknownFact
from app.engine.tabs import Detail
from app.workflows.draft.face.iteration_tabs import HISTORY, JUDGED
from app.workflows.draft.state import DraftState
from tests.support.drafting import CHAPTERS, drafting, explanation, files, verdict

PATH = "chapter-beats/03-end.md"


class Told:
    """Records as a window has them."""

    def __init__(self, catalogue: FactCatalogue, records: Sequence[Record]) -> None:
        self._catalogue, self._records = catalogue, records

    @property
    def session_id(self) -> str:
        return ""

    def record(self, seq: int) -> Record:
        return self._records[seq - 1]

    def fact(self, record: Record) -> Fact | UnknownFact:
        return self._catalogue.decode(record)


def told_of_first(state: DraftState) -> list[Detail]:
    """Return what the tabs tell of the first iteration."""
    judged = [row for row in JUDGED.rows(state) if row.iteration == 1]
    asked = [row for row in HISTORY.rows(state) if row.number == 1]
    return [JUDGED.detail(state, row) for row in judged] + [HISTORY.detail(state, row) for row in asked]


async def test_an_earlier_iteration_is_told_as_while_it_was_the_newest(tmp_path: Path) -> None:
    async with drafting(tmp_path, CHAPTERS) as draft:
        words = iter([verdict("needs_revision", "Still bright.", specific_issues=["The end"]), verdict()])
        draft.scripts["draft_judge"] = lambda _: next(words, verdict())
        draft.scripts["draft_explain"] = lambda _: explanation(PATH, "Marcus pays for it.")
        draft.scripts["draft_write"] = lambda _: files({**CHAPTERS, PATH: "# 3 The end\n\nMarcus pays.\n"})
        await draft.open()
        assert await draft.change("Make chapter 3 darker") == "draft_judge"
        assert await draft.answer("continue") == "draft_acceptance"
        await draft.answer("accept")
        until_then = len(await draft.records())
        draft.scripts["draft_write"] = lambda _: files({**CHAPTERS, PATH: "# 3 The end\n\nMarcus lost.\n"})
        await draft.change("Darker")
        records = await draft.records()
        first = draft.state.iterations[0]
        assert first.explained is None
        assert [one.words for one in first.attempts] == [[], []], "nothing is held that nobody looks at"
        catalogue = draft.desk.parts.catalogue
    told = []
    for upto in (until_then, len(records)):
        state = DraftState(Told(catalogue, records))
        for record in records[:upto]:
            state.apply(record, catalogue.decode(record))
        told.append(told_of_first(state))
    assert told[0] == told[1]
    assert "Still bright" in str(told[1][1].text)
    assert "Marcus pays for it" in str(told[1][2].text)
