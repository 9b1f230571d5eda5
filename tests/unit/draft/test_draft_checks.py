"""What a person asks of the whole text: contradictions with both places, what is intended, effects below."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.domain.errors import GateError
from app.engine.tabs import FilePlace
from app.projections.commands import Command
from app.services.live import read_session
from app.workflows.draft import asked
from app.workflows.draft.face.check_tab import CHECKS
from app.workflows.draft.face.gates import GATES
from app.workflows.draft.plugin import DraftPlugin
from app.workflows.draft.state import DraftState
from tests.support.asked import shown
from tests.support.close_reader import CloseReader
from tests.support.drafting import CHAPTERS, Draft, drafting, files

PROSE = {
    "chapters/01-start.md": "# 1\n\nMarcus has brown eyes. The bridge is forty metres long.\n",
    "chapters/02-road.md": "# 2\n\nIlse cannot swim. Marcus’s green eyes gave nothing away.\n",
    "chapters/03-end.md": "# 3\n\nThe bridge is sixty metres long. Ilse can swim like a fish.\n",
}


READER = CloseReader(
    {
        "Marcus has brown eyes.": ("Marcus", "eyes", "brown"),
        "Marcus’s green eyes gave nothing away.": ("Marcus", "eyes", "green"),
        "The bridge is forty metres long.": ("The bridge", "length", "forty metres"),
        "The bridge is sixty metres long.": ("The bridge", "length", "sixty metres"),
        "Ilse cannot swim.": ("Ilse", "swimming", "no"),
        "Ilse can swim like a fish.": ("Ilse", "swimming", "yes"),
    }
)


async def asked_for(draft: Draft, command: str, **data: object) -> Command:
    number = await draft.desk.commands.ask(draft.id, draft.gate.id, command, data)  # type: ignore[arg-type]  # JSON
    return await draft.desk.commands.wait(draft.id, number)


def told(command: Command) -> str:
    assert command.ended is not None, command.state
    return str(command.ended.text)


async def opened(draft: Draft) -> None:
    draft.scripts |= {
        asked.FACTS: READER.facts,
        asked.CONTINUITY: READER.continuity,
        asked.EFFECTS: READER.effects,
    }
    assert await draft.open() == "waiting"
    assert await draft.answer("target", level="prose") == "draft_feedback"


@pytest.fixture
async def draft(tmp_path: Path) -> AsyncIterator[Draft]:
    """A draft at work on its prose, which is read closely."""
    async with drafting(tmp_path, {**CHAPTERS, **PROSE}) as one:
        await opened(one)
        yield one


async def test_contradictions_are_told_with_both_quotes_and_the_gate_stays_open(draft: Draft) -> None:
    gate = draft.gate.id
    text = told(await asked_for(draft, "continuity"))
    assert draft.gate.id == gate
    assert text.startswith("Prose: 3 files, 6 facts, 3 files read now.\n\n1. ")
    assert "   - `chapters/01-start.md`, line 3: “The bridge is forty metres long.”" in text
    assert "   - `chapters/03-end.md`, line 3: “The bridge is sixty metres long.”" in text
    assert [one.about for one in draft.state.checks.findings.values()] == ["Marcus", "The bridge", "Ilse"]
    rows = CHECKS.rows(draft.state)
    assert [(row.number, str(row.stands)) for row in rows] == [(1, "open"), (2, "open"), (3, "open")]
    assert CHECKS.copy is not None
    assert "Make the later place agree with the earlier one" in CHECKS.copy.text(draft.state, rows[0])
    # A press on a place opens the file at its line, with the words marked.
    opened_places = [field.opens for field in CHECKS.detail(draft.state, rows[1]).fields[:2]]
    assert [(p.path, p.line, p.quote) for p in opened_places if isinstance(p, FilePlace)] == [
        ("chapters/01-start.md", 3, "The bridge is forty metres long."),
        ("chapters/03-end.md", 3, "The bridge is sixty metres long."),
    ]
    assert not (draft.folder / ".git").exists()


async def test_only_what_changed_is_read_again(draft: Draft) -> None:
    await asked_for(draft, "continuity")
    assert len(draft.asked(asked.FACTS)) == 3
    again = told(await asked_for(draft, "continuity"))
    assert len(draft.asked(asked.FACTS)) == 3
    assert "Nothing new was found; 3 found before still stand." in again
    # A chapter is written over: its facts alone are taken anew, and what it no longer says is gone.
    path = "chapters/02-road.md"
    draft.scripts[asked.WRITE] = lambda request: (
        files({path: "# 2\n\nMarcus has brown eyes.\n"})
        + "".join(f"<<<KEEP FILE {other}>>>\n" for other in PROSE if other != path)
    )
    assert await draft.change("Give Marcus his eyes back") == "draft_acceptance"
    text = told(await asked_for(draft, "continuity"))
    assert text.startswith("Prose: 3 files, 5 facts, 1 file read now.")
    assert len(draft.asked(asked.FACTS)) == 4
    states = {row.about: str(row.stands) for row in CHECKS.rows(draft.state)}
    assert states == {
        "Marcus": "no longer in the text",
        "The bridge": "open",
        "Ilse": "no longer in the text",
    }


async def test_intended_is_silent_for_good_and_what_is_none_is_put_aside(draft: Draft) -> None:
    await asked_for(draft, "continuity")
    # At the very gate at which it was asked for.
    assert await draft.answer("intended", number=1, reason="He wears lenses.") == "draft_feedback"
    assert await draft.answer("dismiss", number=3) == "draft_feedback"
    with pytest.raises(GateError, match="There is no open contradiction 1; these are open: 2"):
        await draft.answer("intended", number=1, reason="Again.")
    assert [str(row.stands) for row in CHECKS.rows(draft.state)] == ["intended", "open", "none"]
    # Found once more after an edit elsewhere in both files, it stays silent, and the reader is told why.
    draft.scripts[asked.WRITE] = lambda request: files(
        {path: text.replace("# ", "# Chapter ") for path, text in PROSE.items()}
    )
    assert await draft.change("Write out the headings") == "draft_acceptance"
    await asked_for(draft, "continuity")
    assert len(draft.state.checks.findings) == 3
    assert shown(draft.asked(asked.CONTINUITY)[-1], "intended") == "He wears lenses."


async def test_a_contradiction_is_sent_to_be_mended_and_is_then_no_longer_open(draft: Draft) -> None:
    await asked_for(draft, "continuity")
    assert await draft.answer("target", level="prose") == "draft_feedback"
    mend = next(verb for verb in GATES["draft_feedback"].verbs if verb.name == "mend")
    assert mend.ways is not None
    ways = [str(way.label) for way in mend.ways(draft.payload)]
    assert ways == ["Mend 1: Marcus", "Mend 2: The bridge", "Mend 3: Ilse"]
    draft.scripts[asked.WRITE] = lambda request: files(
        {path: text.replace("sixty", "forty") for path, text in PROSE.items()}
    )
    assert await draft.answer("mend", number=2) == "draft_acceptance"
    # What still stands is told before it is accepted; what is mended by it is not.
    assert draft.told("warnings") == ["Still in the text, as Checks has them: contradictions 1, 3."]
    assert "“The bridge is sixty metres long.”" in shown(draft.asked(asked.WRITE)[-1], "request")
    assert await draft.answer("accept") == "draft_feedback"
    assert [str(row.stands) for row in CHECKS.rows(draft.state)] == ["open", "sent as feedback", "open"]
    assert "says “The bridge is sixty metres long.”" in draft.git("log", "-1", "--format=%B")


async def test_one_that_was_sent_and_not_mended_stands_again_with_its_number(draft: Draft) -> None:
    await asked_for(draft, "continuity")
    draft.scripts[asked.WRITE] = lambda request: files(
        {path: text.replace("sixty", "seventy") for path, text in PROSE.items()}
    )
    assert await draft.answer("mend", number=2) == "draft_acceptance"
    assert [str(row.stands) for row in CHECKS.rows(draft.state)] == ["open", "sent as feedback", "open"]
    assert await draft.answer("reject") == "draft_feedback"
    assert [str(row.stands) for row in CHECKS.rows(draft.state)] == ["open", "open", "open"]
    text = told(await asked_for(draft, "continuity"))
    assert "Nothing new was found; 3 found before still stand.\n\n1. " in text
    assert "\n2. " in text
    assert "   - `chapters/03-end.md`, line 3: “The bridge is sixty metres long.”" in text
    assert await draft.answer("mend", number=2) == "draft_acceptance"


async def test_a_folder_of_which_nothing_was_accepted_is_read_again_before_a_check(draft: Draft) -> None:
    await asked_for(draft, "continuity")
    assert await draft.answer("intended", number=2, reason="It was rebuilt.") == "draft_feedback"
    path = "chapters/03-end.md"
    draft.write({path: "# The third\n\n" + PROSE[path]})
    assert await draft.answer("reread") == "draft_feedback"
    assert draft.told("notes") == [f"Changed in the folder since it was read: {path}."]
    text = told(await asked_for(draft, "continuity"))
    assert "1 file read now." in text
    assert "bridge" not in text, "it is meant so, in whichever line it stands"
    assert await draft.answer("reread") == "draft_feedback"
    assert draft.told("notes") == ["Nothing has changed in the folder since it was read."]


async def test_the_number_of_no_contradiction_settles_none(draft: Draft) -> None:
    for verb, more in (("intended", {"reason": "No."}), ("dismiss", {}), ("mend", {})):
        assert await draft.answer(verb, number=2, **more) == "draft_feedback"
        assert draft.told("notes") == ["There is no contradiction 2."]
    await asked_for(draft, "continuity")
    assert [str(row.stands) for row in CHECKS.rows(draft.state)] == ["open", "open", "open"]


async def test_what_no_longer_fits_below_is_listed_before_it_is_accepted(tmp_path: Path) -> None:
    below = {
        "chapters/01-start.md": "# 1\n\nMarcus meets Ilse on the road.\n",
        "chapters/02.md": "# 2\n\nRain.\n",
    }
    async with drafting(tmp_path, {**CHAPTERS, **below}) as draft:
        await opened(draft)
        draft.scripts[asked.WRITE] = lambda request: files(
            {path: text.replace("Ilse", "Nora") for path, text in CHAPTERS.items()}
        )
        assert await draft.answer("target", level="chapters") == "draft_feedback"
        assert await draft.change("Replace Ilse by Nora") == "draft_downstream"
        assert await draft.answer("keep_all") == "draft_acceptance"
        text = told(await asked_for(draft, "effects"))
        assert text.startswith(
            "Prose: 1 of 2 files no longer fit.\n\n- `chapters/01-start.md`, line 3: “Marcus meets"
        )
        (row,) = CHECKS.rows(draft.state)
        assert (row.about, str(row.stands)) == ("Prose", "open")
        assert row.feedback.startswith("chapters/01-start.md line 3 says “Marcus meets Ilse on the road.”")
        assert await draft.answer("accept") == "draft_feedback"
        assert [str(one.stands) for one in CHECKS.rows(draft.state)] == ["open"]
        draft.scripts[asked.WRITE] = lambda request: files(
            {path: text.replace("Ilse", "Nora") for path, text in below.items()}
        )
        assert await draft.answer("follow", number=1) == "draft_acceptance"
        assert draft.state.now is not None
        assert (draft.state.now.level, draft.state.now.feedback) == ("prose", row.feedback)


async def test_a_reply_that_cannot_be_understood_is_said_and_nothing_is_lost(draft: Draft) -> None:
    broken = "chapters/02-road.md"
    rules = draft.scripts[asked.FACTS]
    draft.scripts[asked.FACTS] = lambda request: (
        "I would rather not." if shown(request, broken) else rules(request)
    )
    text = told(await asked_for(draft, "continuity"))
    assert "Not read, for no reply could be understood: `chapters/02-road.md`." in text
    assert [one.about for one in draft.state.checks.findings.values()] == ["The bridge"]
    # The next check reads what is missing.
    draft.scripts[asked.FACTS] = rules
    assert "1 file read now" in told(await asked_for(draft, "continuity"))
    assert len(draft.state.checks.findings) == 3


async def test_what_was_found_is_what_the_journal_gives(draft: Draft) -> None:
    await asked_for(draft, "continuity")
    await draft.answer("target", level="prose")
    await draft.answer("intended", number=2, reason="It was rebuilt.")
    reader = await draft.desk.sessions.parts.store.follow(draft.id)
    replayed, _ = await read_session(draft.desk.parts, reader)
    await reader.close()
    assert isinstance(replayed.state, DraftState)
    assert replayed.state.checks == draft.state.checks
    assert replayed.state.checks.silences[0].reason == "It was rebuilt."


def test_every_check_is_a_command_of_the_workflow() -> None:
    names = [command.name for command in DraftPlugin().person_commands]
    assert {"look", "continuity", "effects"} <= set(names)
