"""Samples, played through the engine: quotations stand, what is asked beyond them is answered honestly."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from app.domain.ids import PERSON
from app.services.core import Core
from app.services.drive import drive
from app.services.unattended import AnswerPlan
from app.settings.samples import Sample, load_sample, sample_names
from tests.support.commands import call
from tests.support.one_session import OneSession

NAMES = sorted(sample_names())
HONEST = "no model took part"
FORMS = ("md", "html", "docx", "json")


def sample(name: str) -> Sample:
    return load_sample(name, sample_names()[name])


class Desk(OneSession):
    """A person at a sample, without a window."""

    def __init__(self, core: Core) -> None:
        super().__init__(core.sessions, core.review, core.catalogue)
        self.core = core

    async def begin(self, workflow: str) -> Sample:
        sample = self.core.samples.of(workflow)
        self.id = await self.core.samples.begin(sample)
        self.core.sessions.look(self.id)
        await self.core.sessions.start(self.id)
        await self.core.sessions.wait(self.id)
        return sample

    async def last_texts(self) -> dict[str, str]:
        return {fact.seat: fact.text for fact in await self.facts("text_proposed")}


@pytest.fixture
def desk(core: Core) -> Desk:
    return Desk(core)


def holes(value: Any) -> Iterator[tuple[str, str]]:
    """Yield what is to be filled in, of a text or of what holds texts."""
    if isinstance(value, str):
        yield from re.findall(r"\{(\w+)(?: ([^{}]*))?\}", value)
    elif isinstance(value, dict):
        for one in value.values():
            yield from holes(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from holes(one)


@pytest.mark.parametrize("name", NAMES)
def test_every_text_that_a_sample_names_is_there_and_every_point_that_is_answered_was_made(name: str) -> None:
    played = sample(name)
    said = [turn.model_dump(mode="json") for turn in played.turn]
    whole = json.dumps([*said, list(played.texts.values())], ensure_ascii=False)
    for kind, what in holes([*said, played.setup]):
        if kind in ("file", "label"):
            assert what in played.texts, what
        elif kind == "id":
            for words in (part.removeprefix("a: ").removeprefix("b: ") for part in what.split(" && ")):
                assert not words or whole.count(words) > 1, f"nobody says: {words}"


@pytest.mark.parametrize("name", NAMES)
def test_every_quotation_of_a_sample_stands_word_for_word_in_what_it_is_about(name: str) -> None:
    played = sample(name)

    def quotes(value: Any) -> Iterator[tuple[str, str]]:
        if isinstance(value, dict):
            about = next((what for kind, what in holes(value.get("target", "")) if kind == "label"), "")
            for kind, what in holes(value.get("quote", "")):
                if kind == "says":
                    yield about, what
            if "file" in value and "quote" in value:
                yield value["file"], value["quote"]
        for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from quotes(one)

    found = list(quotes([turn.model_dump(mode="json") for turn in played.turn]))
    for about, words in found:
        text = next(
            text for file, text in played.texts.items() if file == about or file.endswith(f"/{about}")
        )
        assert words in text, (about, words)


@pytest.mark.asyncio
@pytest.mark.parametrize("workflow", sorted({*sample_names().values()}))
async def test_a_sample_goes_from_start_to_end_and_every_export_says_what_it_is(
    desk: Desk, workflow: str
) -> None:
    began = await desk.begin(workflow)
    await drive(desk.core.sessions, desk.core.review, desk.id, AnswerPlan(approve="all"))

    assert desk.live.fold.session.title == f"Sample: {began.title}"
    assert not await desk.facts("call_failed")
    said = [fact.text for fact in await desk.facts("call_completed") if hasattr(fact, "text")]
    assert not [text for text in said if began.beyond in text], "as it stands, nobody asks for more"
    for form in FORMS:
        content = await desk.core.exporting.content(desk.id, form)
        if form == "docx":
            with ZipFile(BytesIO(content)) as parts:
                content = parts.read("word/document.xml")
        assert (HONEST if form != "json" else "Sample: ") in content.decode()


@pytest.mark.asyncio
async def test_no_seat_of_a_sample_is_offered_for_a_question_of_ones_own(desk: Desk) -> None:
    models = [model.name for model in await desk.core.parts.gateway.models()]
    assert not [name for name in models if name.startswith("sample/")]
    assert desk.core.parts.gateway.host("sample/sunday/ada") == ""


@pytest.mark.asyncio
async def test_the_debate_shows_critiques_that_change_the_texts_and_a_dissent_that_stays(desk: Desk) -> None:
    await desk.begin("debate")
    payload = desk.payload
    assert payload["figures"]["agreement"] == 74
    points = [fact for fact in await desk.facts("critique_filed") if not fact.unstructured]
    assert len(points) == 9
    assert all(point.quote for point in points)
    assert {shown["status"] for shown in payload["statuses"].values()} == {"changed"}
    await desk.answer("approve")
    assert desk.payload["figures"]["agreement"] == 88
    assert await desk.answer("finish") == "finished"
    (final,) = await desk.facts("result_stated")
    assert final.dissent


@pytest.mark.asyncio
async def test_a_person_who_rejects_is_told_that_a_model_would_do_what_they_ask(desk: Desk) -> None:
    sample = await desk.begin("debate")
    before = await desk.last_texts()
    await desk.answer("reject", feedback="Say what happens in July.")

    assert await desk.last_texts() == before
    shown = desk.payload["statuses"]
    assert all(sample.beyond in one["summary"] for one in shown.values())


@pytest.mark.asyncio
async def test_a_text_that_a_person_edits_is_kept_and_criticised_only_where_it_still_says_so(
    desk: Desk,
) -> None:
    await desk.begin("debate")
    texts = await desk.last_texts()
    edited = texts["Blaise"].replace("fewer than 300 new visits", "fewer than 200 new visits")
    other = "No. A library is closed on Sundays because people rest."
    await desk.answer(
        "approve", texts={"Blaise": {"edit": edited}, "Grace": {"edit": other}}, guidance="Short."
    )

    quoted = [fact.quote for fact in await desk.facts("critique_filed")]
    assert not [words for words in quoted if "300 new visits" in words and quoted.count(words) > 1]
    after = await desk.last_texts()
    assert after["Grace"] == other
    assert "fewer than 250" in after["Blaise"]


@pytest.mark.asyncio
async def test_a_round_more_than_the_sample_has_says_so_and_changes_nothing(desk: Desk) -> None:
    sample = await desk.begin("debate")
    await desk.answer("approve")
    before = await desk.last_texts()
    await desk.answer("approve")

    assert desk.payload["round"] == 3
    assert await desk.last_texts() == before
    assert all(sample.beyond in one["summary"] for one in desk.payload["statuses"].values())
    assert await desk.answer("finish") == "finished"


@pytest.mark.asyncio
async def test_an_answer_after_the_first_round_is_the_first_rounds(desk: Desk) -> None:
    await desk.begin("debate")
    assert await desk.answer("finish") == "finished"
    (final,) = await desk.facts("result_stated")
    assert "23,240" not in final.answer
    assert "22,860" in final.answer


@pytest.mark.asyncio
async def test_a_mark_of_a_persons_is_answered_by_the_sentence_on_samples(desk: Desk) -> None:
    sample = await desk.begin("debate")
    (text,) = [fact for fact in await desk.facts("text_proposed") if fact.text == sample.texts["ada-2.md"]]
    records = [r for r in await desk.core.sessions.records(desk.id) if r.type == "text_proposed"]
    (base,) = [r.seq for r in records if desk.core.catalogue.decode(r) == text]
    await desk.core.review.mark(desk.id, "Ada", base, "comment", "It is money well spent.", "Says who?")
    await desk.answer("approve")

    answers = {fact.critique: fact for fact in await desk.facts("critique_answered")}
    (mark,) = [answers[fact.critique] for fact in await desk.facts("critique_filed") if fact.critic == PERSON]
    assert (mark.answer, mark.justification) == ("held", sample.beyond)


@pytest.mark.asyncio
async def test_the_draft_is_sent_back_once_and_changes_word_for_word_as_it_was_asked(desk: Desk) -> None:
    sample = await desk.begin("draft")
    await desk.answer("feedback", text="Begin each section with its result")
    assert desk.gate.fact.kind == "draft_judge"
    assert "still begins with its opening hours" in desk.payload["reasoning"]
    await desk.answer("continue")
    assert desk.gate.fact.kind == "draft_acceptance"
    assert 'moved: “{text}”", "with": {"text": "To close on Wednesdays' in json.dumps(
        desk.payload, ensure_ascii=False
    )
    await desk.answer("accept")

    folder = Path(str(desk.live.fold.session.setup["project"]))
    for name in ("01-what-was-lent.md", "02-what-broke.md", "03-wednesdays.md"):
        assert (folder / "text" / name).read_text(encoding="utf-8").strip() == sample.texts[f"after/{name}"]
    before = (folder / "text" / "01-what-was-lent.md").read_text(encoding="utf-8")
    await desk.answer("feedback", text="Put a joke into each section.")
    assert sample.beyond in json.dumps(desk.payload["told"], ensure_ascii=False)
    await desk.answer("cancel")
    assert (folder / "text" / "01-what-was-lent.md").read_text(encoding="utf-8") == before


@pytest.mark.asyncio
async def test_a_draft_that_is_seen_again_begins_in_a_folder_of_its_own(desk: Desk) -> None:
    await desk.begin("draft")
    first = desk.live.fold.session.setup["project"]
    await desk.begin("draft")
    assert desk.live.fold.session.setup["project"] != first


@pytest.mark.asyncio
async def test_the_research_finds_a_contradiction_settles_it_and_says_what_does_not_stand_in_its_papers(
    desk: Desk,
) -> None:
    sample = await desk.begin("research")
    await desk.answer("confirm")
    assert desk.payload["conflicts"] == 1
    await desk.answer("continue")
    await desk.answer("continue")
    payload = desk.payload
    assert all(row["passes"] for row in payload["criteria"])
    assert payload["conflicts"] == 0
    assert await desk.answer("finish") == "finished"

    report = (await desk.core.exporting.content(desk.id, "md")).decode()
    assert "Not in these sources" in report
    assert "{id" not in report
    assert "Nobody has looked yet" not in report, "the verifier weighed both sides of what was disputed"
    assert sample.beyond not in report


@pytest.mark.asyncio
async def test_a_research_that_is_ended_early_reports_no_more_than_was_found_by_then(desk: Desk) -> None:
    sample = await desk.begin("research")
    await desk.answer("confirm")
    assert await desk.answer("finish") == "finished"

    report = (await desk.core.exporting.content(desk.id, "md")).decode()
    assert "Which of the two holds is not settled yet." in report
    assert "Not in these sources" not in report
    assert "{id" not in report
    assert sample.beyond not in report


@pytest.mark.asyncio
async def test_the_experiment_mends_its_own_note_and_keeps_what_the_operator_says(desk: Desk) -> None:
    sample = await desk.begin("experiment")
    await desk.answer("continue")
    assert "found a mistake" in desk.payload["reflection"]
    await desk.answer("redo", note="Think of the dog.")
    assert sample.beyond in desk.payload["reflection"]
    await desk.answer("continue")
    assert desk.gate.fact.kind == "operator"
    await desk.answer("reply", text="On Friday, after work.")

    records = await desk.core.sessions.records(desk.id)
    assert any("On Friday, after work." in json.dumps(record.body()) for record in records[-12:])
    await desk.answer("continue")
    assert "has three cycles" in desk.payload["reflection"]
    assert await desk.answer("finish") == "finished"


def test_a_sample_is_played_in_the_terminal_and_one_that_there_is_not_is_named(tmp_path: Path) -> None:
    done = call("sample", "debate", "--approve", "all", data=tmp_path)
    assert done.code == 0
    assert HONEST in done.out + done.err
    assert "€23,240" in done.out
    assert sample("sunday").about in " ".join((done.out + done.err).split())
    other = call("sample", "chess", data=tmp_path)
    assert other.code == 2
    assert "There is no sample “chess”." in other.err
    assert "debate" in other.err
