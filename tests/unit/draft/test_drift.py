"""Drift: which aims of what stands above a level are lost in it, counted from places that stand in files."""

from __future__ import annotations

import json
from pathlib import Path

from app.domain.messages import ModelRequest
from app.services.live import read_session
from app.workflows.draft import asked
from app.workflows.draft.face.check_tab import CHECKS
from app.workflows.draft.rules.drift import (
    AimsReply,
    DraftAimsChecked,
    DriftReply,
    aims_of,
    how_it_stands,
    with_places,
)
from app.workflows.draft.state import DraftState
from tests.support.asked import named, shown
from tests.support.drafting import CHAPTERS, Draft, drafting, files
from tests.support.read_replies import parse_reply
from tests.unit.draft.test_draft_checks import asked_for, told

TREATMENT = {
    "treatment/treatment.md": (
        "# The watch\n\nMarcus must pay for the fire.\n\nIlse never learns to swim.\n\n"
        "It rains to the end.\n\nThe magistrate is unmasked at the ball.\n"
    )
}
PROSE = {
    f"chapters/{number:02d}.md": f"# {number}\n\n{text}\n"
    for number, text in enumerate(
        (
            "It rained. Marcus smelt the fire on his hands.",
            "It rained on the quay.",
            "The magistrate lost his mask at the ball.",
            "The sun came out.",
            "Ilse swam across the harbour.",
            "All were glad.",
        ),
        1,
    )
}
AIMS = [
    {"aim": "Marcus pays for the fire.", "quote": "Marcus must pay for the fire.", "span": "always"},
    {"aim": "Ilse cannot swim.", "quote": "Ilse never learns to swim.", "span": "must not happen"},
    {"aim": "The weather stays bad.", "quote": "It rains to the end."},
    {"aim": "The magistrate is unmasked.", "quote": "unmasked at the ball", "span": "a single scene"},
    {"aim": "Invented.", "quote": "Words that nobody wrote."},
]
PLACES = {
    "It rained. Marcus smelt the fire": (3, "serves"),
    "It rained on the quay": (3, "serves"),
    "lost his mask at the ball": (4, "serves"),
    "Ilse swam across the harbour": (2, "against"),
}


def aims_said(request: ModelRequest) -> str:
    return json.dumps({"aims": AIMS if shown(request, "treatment/treatment.md") else []})


def places_said(request: ModelRequest) -> str:
    """Name the places that stand in the files shown, and one that stands nowhere."""
    assert len(named(request, "aim ")) == 4
    texts = [text for path in PROSE if (text := shown(request, path))]
    found = [
        {"aim": aim, "quote": quote, "how": how, "why": "She swims." if how == "against" else ""}
        for quote, (aim, how) in PLACES.items()
        if any(quote in text for text in texts)
    ]
    return json.dumps({"places": [*found, {"aim": 1, "quote": "Marcus paid it all back.", "how": "serves"}]})


async def opened(draft: Draft) -> None:
    draft.scripts |= {asked.AIMS: aims_said, asked.DRIFT: places_said}
    assert await draft.open() == "waiting"
    assert await draft.answer("target", level="prose") == "draft_feedback"


async def test_aims_that_are_lost_fade_or_are_gone_against_are_told_with_their_places(tmp_path: Path) -> None:
    async with drafting(tmp_path, {**TREATMENT, **CHAPTERS, **PROSE}) as draft:
        await opened(draft)
        gate = draft.gate.id
        text = told(await asked_for(draft, "aims"))
        assert draft.gate.id == gate
        assert text.startswith(
            "Prose: 6 files were looked through for 4 aims of what stands above.\n\n1. "
        ), text
        assert "1. Marcus pays for the fire. No file serves it." in text
        assert "   - `treatment/treatment.md`, line 3: “Marcus must pay for the fire.”" in text
        assert "2. Ilse cannot swim. Against it: 1 place." in text
        assert "`chapters/05.md`, line 3: “Ilse swam across the harbour”: She swims." in text
        assert "3. The weather stays bad. Last in `chapters/02.md`; 4 files follow." in text
        # A scene that comes once does not fade; an aim and a place that nobody wrote are left out, and told.
        assert "- The magistrate is unmasked. In 1 of 6 files, first in `chapters/03.md`" in text
        assert "2 places were named with words that stand in no file; they were left out." in text
        assert [(row.number, str(row.stands)) for row in CHECKS.rows(draft.state)] == [
            (1, "open"),
            (2, "open"),
            (3, "open"),
        ]
        assert not (draft.folder / ".git").exists()


async def test_a_lost_aim_goes_to_its_level_as_a_request_and_is_open_until_the_text_changes(
    tmp_path: Path,
) -> None:
    async with drafting(tmp_path, {**TREATMENT, **CHAPTERS, **PROSE}) as draft:
        await opened(draft)
        await asked_for(draft, "aims")
        assert await draft.answer("target", level="chapters") == "draft_feedback"
        draft.scripts[asked.WRITE] = lambda request: files(
            {path: text.replace("Ilse swam across", "Ilse looked across") for path, text in PROSE.items()}
        )
        assert await draft.answer("restore", number=2) == "draft_acceptance"
        now = draft.state.now
        assert now is not None
        assert now.level == "prose"
        assert "chapters/05.md line 3 says “Ilse swam across the harbour”" in now.feedback
        assert await draft.answer("accept") == "draft_feedback"
        assert {str(row.stands) for row in CHECKS.rows(draft.state)} == {"the text has changed since"}
        assert await draft.answer("restore", number=1) == "draft_feedback"
        assert draft.told("notes") == ["There is no lost aim 1."]
        # The aims are taken once while what stands above is as it was; numbers stay what they were.
        await asked_for(draft, "aims")
        assert len(draft.asked(asked.AIMS)) == 1
        assert [row.number for row in CHECKS.rows(draft.state) if str(row.stands) == "open"] == [1, 3]


async def test_where_a_part_could_not_be_read_nothing_is_called_lost(tmp_path: Path) -> None:
    async with drafting(tmp_path, {**TREATMENT, **CHAPTERS, **PROSE}) as draft:
        await opened(draft)
        draft.scripts[asked.DRIFT] = lambda request: "I would rather not."
        text = told(await asked_for(draft, "aims"))
        assert "So it cannot be said that an aim is lost; ask once more." in text
        assert CHECKS.rows(draft.state) == []


async def test_where_the_aims_could_not_be_read_none_is_called_absent(tmp_path: Path) -> None:
    async with drafting(tmp_path, {**TREATMENT, **CHAPTERS, **PROSE}) as draft:
        await opened(draft)
        draft.scripts[asked.AIMS] = lambda request: "I would rather speak of the weather."
        assert told(await asked_for(draft, "aims")).startswith("No reply could be understood: which aims")
        assert len(draft.asked(asked.AIMS)) == 2
        draft.scripts[asked.AIMS] = aims_said
        assert "4 aims of what stands above" in told(await asked_for(draft, "aims"))


async def test_what_was_found_of_aims_is_what_the_journal_gives(tmp_path: Path) -> None:
    async with drafting(tmp_path, {**TREATMENT, **CHAPTERS, **PROSE}) as draft:
        await opened(draft)
        await asked_for(draft, "aims")
        reader = await draft.desk.sessions.parts.store.follow(draft.id)
        replayed, _ = await read_session(draft.desk.parts, reader)
        await reader.close()
        assert isinstance(replayed.state, DraftState)
        assert replayed.state.checks == draft.state.checks
        assert set(replayed.state.open_aims) == {1, 2, 3}


def test_of_few_files_the_last_two_have_to_lack_an_aim_before_it_fades() -> None:
    stated = parse_reply(
        json.dumps({"goals": [{"goal": "Rain.", "quote": "It rains to the end."}]}), AimsReply
    )
    assert isinstance(stated, AimsReply)
    aims, lost = aims_of(stated, TREATMENT)
    assert lost == 0
    texts = {path: PROSE[path] for path in list(PROSE)[1:4]}
    place = {"aim": "1", "quote": "It rained on the quay.", "how": "serves"}
    said = parse_reply(json.dumps({"places": [place]}), DriftReply)
    assert isinstance(said, DriftReply)
    placed, nowhere = with_places(aims, [said], texts)
    assert nowhere == 0
    for paths, how in ((list(texts), "fades"), (list(texts)[:2], "served")):
        check = DraftAimsChecked(level="prose", above="a", digest="b", files=tuple(paths), aims=tuple(placed))
        assert how_it_stands(placed[0], check) == how
