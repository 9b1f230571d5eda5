"""A draft in the log: a line that says what happened, for every fact of its own."""

from __future__ import annotations

from app.domain.fact_base import UnknownFact
from app.engine.record_words import own_line
from app.workflows.draft.face.record_words import RECORD_WORDS
from app.workflows.draft.facts import DRAFT_FACTS
from tests.support.drafting import CHAPTERS, Draft, files

END = "chapter-beats/03-end.md"


async def test_an_iteration_is_told_in_the_log_in_words_and_not_by_the_names_of_facts(draft: Draft) -> None:
    draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, END: "# 3 The end\n\nDark.\n"})
    await draft.open()
    await draft.answer("target", level="chapters")
    await draft.change("Make the end darker")
    await draft.answer("accept")
    await draft.take_back()
    facts = [
        fact
        for record in await draft.records()
        if isinstance(fact := draft.desk.parts.catalogue.decode(record), DRAFT_FACTS)
    ]
    told = [str(own_line(RECORD_WORDS, fact)) for fact in facts]
    assert "None" not in told
    assert "The work is on chapters from here on" in told
    assert "chapters: “Make the end darker”" in told
    assert f"Ann changed {END}" in told
    assert "The judge approves: It was done as asked." in told
    assert "Accepted: 1 file" in told
    assert "The newest iteration is to be taken back" in told
    done = next(line for line in told if line.startswith("Committed "))
    assert done.endswith(": 1 file, +1 −3 lines")


def test_every_fact_of_a_draft_has_a_line() -> None:
    assert [fact.__name__ for fact in DRAFT_FACTS if fact not in RECORD_WORDS] == []


async def test_what_a_writer_is_given_is_told_once_where_it_is_asked_once_more(draft: Draft) -> None:
    replies = iter(["I would rather not.", files({**CHAPTERS, END: "# 3 The end\n\nDark.\n"})])
    draft.scripts["draft_write"] = lambda request: next(replies)
    await draft.open()
    await draft.answer("target", level="chapters")
    await draft.change("Make the end darker")
    assert len(draft.asked("draft_write")) == 2
    plugin, decode = draft.desk.parts.plugins["draft"], draft.desk.parts.catalogue.decode
    told = [
        plugin.progress_line(draft.state, record, fact)
        for record in await draft.records()
        if not isinstance(fact := decode(record), UnknownFact)
    ]
    assert len([line for line in told if line is not None and str(line).startswith("Given: ")]) == 1
