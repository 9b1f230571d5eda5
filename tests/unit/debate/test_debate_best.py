"""The best answer as the result: word for word, with what others add, each to be taken out and put back."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.edited import read_edited
from app.documents.edited_file import EditedFile
from app.domain.command_facts import AFTER_END
from app.domain.errors import GateError
from app.domain.gate_choices import choices
from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.engine.ports import Failed
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.services.exporting import Exporting
from app.services.returning import Returning
from app.services.review import PersonCommands
from app.workflows.debate.face.gates import GATES
from app.workflows.debate.facts import Insertion
from app.workflows.debate.rules.additions import as_insertion, compose
from tests.support.asked import read
from tests.support.editing import Editor
from tests.support.scripted import Line
from tests.unit.debate.debate_table import Table, evaluate, prompt

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
BEST: dict[str, Any] = {"result_by": "best", "max_rounds": 1, "interactive_clarifications": False}
ADA = "## Plan\n\nBegin in **May**. No other shift changes.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nThe end."
TEXTS = {"Ada": ADA, "Ben": "Begin in June.", "Cy": "Begin never."}
FRAME = {
    "decision": "Begin in May.",
    "additions": [
        {"who": "Ben", "text": "One line takes part\nas a test.", "after": "Begin in May."},
        {"who": "Cy", "text": "- It ends in April.", "after": "| 1 | 2 |"},
        {"who": "Ada", "text": "Her own words are no addition.", "after": ""},
        {"who": "Nobody", "text": "Who is not there adds nothing.", "after": ""},
    ],
    "left_out": [{"who": "Cy", "text": "Ask the council.", "after": "words that stand nowhere"}],
    "agreed": ["May"],
    "dissent": [{"seat": "Cy", "why": "It is too soon."}],
    "open_questions": ["Who pays?"],
    "confidence": "medium",
}
WITH_BOTH = (
    "## Plan\n\nBegin in **May**. One line takes part as a test. No other shift changes.\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |\n\nIt ends in April.\n\nThe end."
)


def scripted(table: Table) -> None:
    """Let Ada be chosen, whatever the order, and the chair say what stands around her answer."""

    def best(request: ModelRequest) -> str:
        shown: Any = read(request)["drafts"]
        return json.dumps({"best": next(d["label"] for d in shown if d["text"] == ADA), "why": "So."})

    table.scripts["proposal"] = lambda r: TEXTS[r.seat]
    table.scripts["critique"] = lambda r: json.dumps({"ranking": [], "items": []})
    table.scripts["refinement"] = lambda r: json.dumps({"text": TEXTS[r.seat], "answers": []})
    table.scripts["evaluation"] = lambda r: evaluate(90, 90)
    table.scripts["drafts"] = best
    table.scripts["synthesis"] = lambda r: json.dumps(FRAME)


def ranked(request: ModelRequest) -> str:
    """Rank Cy's answer first, then Ada's."""
    texts = {one["text"]: one["label"] for one in read(request)["answers"]}
    order = [texts[text] for text in (TEXTS["Cy"], ADA, TEXTS["Ben"]) if text in texts]
    return json.dumps({"ranking": order, "items": []})


def answer_of(table: Table) -> str:
    return table.stated.answer


async def change(table: Table, name: str, **data: str) -> str:
    """Ask for a command after the end, to its end."""
    commands = PersonCommands(table.sessions)
    return (await commands.wait(table.id, await commands.ask(table.id, AFTER_END, name, data))).state


@pytest.mark.asyncio
async def test_the_chosen_text_stands_word_for_word_and_what_others_add_stands_in_it(table: Table) -> None:
    scripted(table)
    table.scripts["critique"] = ranked
    await table.open(**BEST)
    assert await table.answer("finish") == "finished"
    assert answer_of(table) == WITH_BOTH
    chosen = table.chosen
    assert (chosen.seat, chosen.text, chosen.chosen_by, chosen.why) == ("Ada", ADA, "judge", "So.")
    first, second = table.asked("drafts")
    labels = [[one["label"] for one in read(asked)["drafts"]] for asked in (first, second)]
    assert labels[0] == labels[1][::-1]
    assert not any(name in str(first.messages) for name in TEXTS), "the judge does not know whose they are"
    (framed,) = table.asked("synthesis")
    assert framed.reply_schema is not None
    properties: Any = framed.reply_schema["properties"]
    assert "answer" not in properties
    assert {"additions", "left_out", "dissent"} <= set(properties)
    page = await table.export("md")
    assert "**Ben**: One line takes part as a test." in page
    assert "Left out" in page
    assert "**Cy**: Ask the council." in page


@pytest.mark.asyncio
async def test_a_word_document_for_an_editor_has_the_additions_tracked_and_takes_a_rejection_back_in(
    table: Table, tmp_path: Path
) -> None:
    scripted(table)
    await table.open(**BEST)
    await table.answer("finish")
    exporting = Exporting(table.parts, EXPORTERS, read_json_export)
    editor = Editor(await exporting.content(table.id, "tracked"))
    brought = [(one.get(f"{W}author"), editor.words(one).strip()) for one in editor.body.iter(f"{W}ins")]
    assert [one for one in brought if one[1]] == [
        ("Ben", "One line takes part as a test."),
        ("Cy", "It ends in April."),
    ]
    whole = Editor(editor.saved())
    whole.decide(False)
    (left,) = EditedFile.model_validate(read_edited(whole.saved())).texts()
    assert left.accepted.split("\n")[: ADA.count("\n") + 1] == ADA.split("\n")
    (line,) = (words for words in map(editor.words, editor.body.iter(f"{W}ins")) if "One line" in words)
    editor.decide(False, line)
    back = tmp_path / "back.docx"
    editor.saved(back)
    returning = Returning(table.sessions)
    found = await returning.read(back)
    (answer,) = found.texts
    assert answer.back.changes == ("not_taken", "open")
    await returning.take_in(found)
    kept = table.report.chosen
    assert kept is not None
    assert [(one.seat, one.taken) for one in kept.insertions] == [("Ben", False), ("Cy", True), ("Cy", False)]
    page = await table.export("md")
    assert "Begin in **May**. No other shift changes." in page


@pytest.mark.asyncio
async def test_a_word_document_has_each_addition_as_a_tracked_insertion_by_its_author(table: Table) -> None:
    scripted(table)
    await table.open(**BEST)
    await table.answer("finish")
    exporting = Exporting(table.parts, EXPORTERS, read_json_export)
    content = await exporting.content(table.id, "docx")
    with ZipFile(io.BytesIO(content)) as made:
        document = ET.fromstring(made.read("word/document.xml"))
    inserted = [
        (one.get(f"{W}author"), "".join(text.text or "" for text in one.iter(f"{W}t")))
        for one in document.iter(f"{W}ins")
        if one.get(f"{W}author") in ("Ben", "Cy")
    ]
    assert ("Ben", "One line takes part as a test.") in inserted
    assert ("Cy", "It ends in April.") in inserted
    # Who rejects them all has Ada's words, and what was left out is told.
    lines = {
        "".join(text.text or "" for run in one if run.tag != f"{W}ins" for text in run.iter(f"{W}t")).strip()
        for one in document.iter(f"{W}p")
    }
    assert {"Begin in May.  No other shift changes.", "The end."} <= lines
    whole = "".join(text.text or "" for text in document.iter(f"{W}t"))
    assert "Left out" in whole
    assert "Ask the council." in whole


@pytest.mark.asyncio
async def test_an_addition_is_taken_out_and_put_back_and_nothing_is_asked_for_it(table: Table) -> None:
    scripted(table)
    await table.open(**BEST)
    await table.answer("finish")
    asked = len(table.gateway.requests)
    assert await change(table, "take_out", insertion="i1") == "done"
    assert "One line takes part" not in answer_of(table)
    assert await change(table, "take_out", insertion="i2") == "done"
    assert answer_of(table) == ADA
    assert await change(table, "put_back", insertion="i3") == "done"
    assert answer_of(table) == f"{ADA}\n\nAsk the council."
    assert await change(table, "put_back", insertion="no such") == "done"
    assert answer_of(table) == f"{ADA}\n\nAsk the council."
    for insertion in ("i1", "i2"):
        await change(table, "put_back", insertion=insertion)
    await change(table, "take_out", insertion="i3")
    assert answer_of(table) == WITH_BOTH
    assert len(table.gateway.requests) == asked
    assert table.live.fold.session.state == "finished"


@pytest.mark.asyncio
async def test_another_members_answer_can_be_taken_and_what_was_added_is_left_out_then(table: Table) -> None:
    scripted(table)
    await table.open(**BEST)
    await table.answer("finish")
    assert await change(table, "take_another", seat="Ben") == "done"
    assert answer_of(table) == TEXTS["Ben"]
    chosen = table.chosen
    assert {one.seat for one in chosen.others} == {"Cy"}
    assert not any(one.taken for one in chosen.insertions)
    assert await change(table, "take_another", seat="Ada") == "done"
    assert answer_of(table) == ADA
    assert "chosen by the person" in await table.export("md")


POINTS = {"Ben": ("Name the price.", ""), "Cy": ("It takes a day.", "No other shift changes.")}
"""What is said against Ada's answer: what should be said, and behind which words."""


def against_ada(request: ModelRequest) -> str:
    answers: Any = read(request)["answers"]
    label = next((one["label"] for one in answers if one["text"] == ADA), "")
    said, quote = POINTS.get(request.seat, ("", ""))
    item = {"target": label, "claim": "Not enough.", "suggestion": said, "quote": quote, "severity": "high"}
    return json.dumps({"ranking": [], "items": [item] if label and said else []})


@pytest.mark.asyncio
async def test_a_point_that_was_accepted_and_is_open_stands_in_the_answer_by_its_critic(table: Table) -> None:
    scripted(table)
    table.scripts["critique"] = against_ada
    table.scripts["synthesis"] = lambda _request: json.dumps({"agreed": ["May"], "dissent": []})
    await table.open(**BEST)
    ids = {point["critic"]: point["id"] for point in table.points}
    verdicts = {ids[seat]: {"verdict": "accept"} for seat in POINTS}
    await table.answer("finish", critiques=verdicts)
    whole = ADA.replace("changes.", "changes. It takes a day.") + "\n\nName the price."
    assert answer_of(table) == whole
    assert {(one.seat, one.text) for one in table.chosen.others if one.taken} == {
        (seat, said) for seat, (said, _quote) in POINTS.items()
    }
    # Nothing of it is raised and not taken up, and each can be taken out like any addition.
    assert table.stated.objection is None
    for seat in POINTS:
        await change(table, "take_out", insertion=f"p-{ids[seat]}")
    assert answer_of(table) == ADA
    # Another answer has nothing of what was said against this one.
    await change(table, "take_another", seat="Ben")
    assert answer_of(table) == TEXTS["Ben"]
    await change(table, "take_another", seat="Ada")
    assert answer_of(table) == whole


@pytest.mark.asyncio
async def test_a_point_that_two_made_in_the_same_words_or_that_is_an_addition_already_stands_once(
    table: Table,
) -> None:
    scripted(table)
    said = {"Ben": "One line takes part as a test.", "Cy": "name the price."}

    def alike(request: ModelRequest) -> str:
        items = json.loads(against_ada(request))["items"]
        twice = [
            {**one, "suggestion": text} for one in items for text in (said[request.seat], "Name the price.")
        ]
        return json.dumps({"ranking": [], "items": twice})

    table.scripts["critique"] = alike
    await table.open(**BEST)
    ids = [point["id"] for point in table.points]
    assert len(ids) == 4
    await table.answer("finish", critiques={one: {"verdict": "accept"} for one in ids})
    answer = answer_of(table).casefold()
    assert [answer.count(text.casefold()) for text in (said["Ben"], "Name the price.")] == [1, 1]


@pytest.mark.asyncio
async def test_a_new_answer_is_written_after_the_end_and_what_was_chosen_can_be_taken_again(
    table: Table,
) -> None:
    scripted(table)
    await table.open(**BEST)
    await table.answer("finish")
    before = [one.text for one in await table.facts("text_proposed") if one.slot == "result"]
    table.scripts["synthesis"] = lambda _request: json.dumps({"answer": "Move in June, all of us."})
    asked = len(table.gateway.requests)
    assert await change(table, "write_new") == "done"
    (written,) = [one for one in table.gateway.requests[asked:] if one.purpose == "synthesis"]
    assert (written.seat, written.reply_schema is not None) == ("chair", True)
    assert answer_of(table) == "Move in June, all of us."
    assert table.live.fold.session.state == "finished"
    told = table.report
    assert (told.chosen, told.instead and told.instead.texts) == (None, ("Ada", "Ben", "Cy"))
    assert "Whose answer it is" not in await table.export("md")
    # What was final before stays in the record, word for word.
    texts = [one.text for one in await table.facts("text_proposed") if one.slot == "result"]
    assert texts[: len(before)] == before
    asked = len(table.gateway.requests)
    assert await change(table, "take_another", seat="Ada") == "done"
    assert len(table.gateway.requests) == asked
    assert answer_of(table) == ADA
    assert [one.taken for one in table.chosen.insertions] == [False] * len(table.state.insertions)
    assert await change(table, "put_back", insertion="i3") == "done"


@pytest.mark.asyncio
async def test_where_the_judges_orders_differ_the_better_ranked_of_both_stands(table: Table) -> None:
    scripted(table)
    table.scripts["critique"] = ranked
    table.scripts["drafts"] = lambda r: json.dumps({"best": read(r)["drafts"][0]["label"]})
    await table.open(**BEST)
    await table.answer("finish")
    named = [str(read(asked)["drafts"][0]["text"]) for asked in table.asked("drafts")]
    better = min(named, key=[TEXTS["Cy"], ADA, TEXTS["Ben"]].index)
    assert answer_of(table).startswith(better.split("\n")[0])


@pytest.mark.asyncio
async def test_a_choice_that_is_ranked_best_too_is_not_asked_for_in_the_other_order(table: Table) -> None:
    scripted(table)
    table.scripts["critique"] = ranked
    table.scripts["drafts"] = lambda r: json.dumps(
        {"best": next(d["label"] for d in read(r)["drafts"] if d["text"] == TEXTS["Cy"])}
    )
    await table.open(**BEST)
    await table.answer("finish")
    assert len(table.asked("drafts")) == 1, "the other order could only bring a tie, which the ranks decide"
    assert table.chosen.seat == "Cy"


@pytest.mark.asyncio
async def test_the_judge_is_told_the_first_count_and_who_turned_for_what_reason_and_no_names(
    table: Table,
) -> None:
    first, then = {"Ada": "7", "Ben": "7", "Cy": "9"}, {"Ada": "7", "Ben": "9", "Cy": "9"}
    table.scripts["proposal"] = lambda r: f"Answer: {first[r.seat]}"
    table.scripts["refinement"] = lambda r: json.dumps(
        {"text": f"Answer: {then[r.seat]}", "answers": [], "changed_because": "persuaded"}
    )
    table.scripts["drafts"] = lambda r: json.dumps({"best": read(r)["drafts"][0]["label"]})
    await table.open(**BEST)
    await table.answer("finish", guidance="Keep it short.")
    for asked in table.asked("drafts"):
        told = prompt(asked)
        assert "2 of 3 (Response A, Response B)" in told
        assert "Response B went from “7” to “9”: the reasons of others alone" in told
        assert "Keep it short." in told
        assert not any(name in told for name in TEXTS)


@pytest.mark.asyncio
async def test_at_the_last_gate_a_person_chooses_whose_text_it_is_and_no_judge_does(table: Table) -> None:
    scripted(table)
    table.gateway.cost = 0.01
    await table.open(**BEST)
    assert table.primary == "finish"
    assert {"finish", "take", "write"} <= set(table.payload["verbs"])
    offered = choices(GATES["approval"], table.payload, table.payload["verbs"])
    links = [(str(one.label), str(one.link)) for one in offered if one.link is not None]
    (write,) = (label for label, link in links if link != "Another text")
    assert write.startswith("Write a new one, about $")
    picks = [label for label, link in links if link == "Another text"]
    assert picks == [f"Finish with {letter}, unchanged" for letter in "ABC"]
    assert await table.answer("take", seat="Ben") == "finished"
    assert not table.asked("drafts")
    chosen = table.chosen
    assert (chosen.seat, chosen.text, chosen.chosen_by) == ("Ben", TEXTS["Ben"], "person")
    assert "chosen by the person" in await table.export("md")


@pytest.mark.asyncio
async def test_at_the_last_gate_the_chair_is_one_answer_away(table: Table) -> None:
    scripted(table)
    table.gateway.cost = 0.01
    await table.open(**BEST)
    cost = table.payload["write"]["cost"]
    assert cost > 0
    table.scripts["synthesis"] = lambda r: json.dumps({"answer": "Begin in May, or not at all."})
    assert await table.answer("write", guidance="Keep it short.") == "finished"
    assert not table.asked("drafts")
    assert table.state.chosen is None
    assert answer_of(table) == "Begin in May, or not at all."
    (asked,) = table.asked("synthesis")
    assert "Keep it short." in prompt(asked)


@pytest.mark.asyncio
async def test_whose_text_is_not_there_cannot_be_chosen(table: Table) -> None:
    await table.open(**BEST)
    with pytest.raises(GateError, match="Nobody"):
        await table.answer("take", seat="Nobody")


@pytest.mark.asyncio
async def test_what_all_left_for_the_reasons_of_others_alone_can_still_be_chosen(table: Table) -> None:
    first = {"Ada": "7", "Ben": "7", "Cy": "9"}
    table.scripts["proposal"] = lambda r: f"Answer: {first[r.seat]}"
    table.scripts["refinement"] = lambda r: json.dumps(
        {"text": "Answer: 9", "answers": [], "changed_because": "persuaded"}
    )
    table.scripts["drafts"] = lambda r: json.dumps({"best": "Response A1"})
    table.scripts["synthesis"] = lambda r: json.dumps(FRAME)
    await table.open(**BEST)
    await table.answer("finish")
    (left, _) = table.asked("drafts")
    assert "their authors left these without a source or an error" in prompt(left)
    chosen = table.chosen
    assert (chosen.seat, chosen.text) == ("Ada", "Answer: 7")
    assert "before it followed others in round 1" in prompt(table.asked("synthesis")[0])


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("reply", "limits"),
    [
        (
            "I cannot say.",
            ["The chair's reply could not be read; what it says beside the answer is missing."],
        ),
        # As far as it goes it says what is decided.
        ('{"decision": "May.", "agreed": ["', []),
    ],
)
async def test_a_chair_that_cannot_be_read_leaves_the_chosen_text_and_that_is_said(
    table: Table, reply: str, limits: list[str]
) -> None:
    scripted(table)
    table.scripts["synthesis"] = lambda r: reply
    await table.open(**BEST)
    assert await table.answer("finish") == "finished"
    assert answer_of(table) == ADA
    findings = table.report.findings
    assert [one.text for part in findings if part.name == "limits" for one in part.remarks] == limits


@pytest.mark.asyncio
async def test_a_judge_that_fails_leaves_the_choice_to_the_ranking(table: Table) -> None:
    def failed(request: ModelRequest) -> Line:
        return Failed("auth", verbatim("No."), sent=True)

    scripted(table)
    table.scripts["drafts"] = failed
    await table.open(**BEST)
    assert await table.answer("finish") == "finished"
    chosen = table.chosen
    assert chosen.chosen_by == "ranking"
    assert answer_of(table).startswith(chosen.text[:10])


@pytest.mark.asyncio
async def test_a_sole_member_has_no_rival_and_no_judge_is_asked(table: Table) -> None:
    scripted(table)
    await table.open(("Ada",), **BEST)
    await table.answer("finish")
    assert answer_of(table) == ADA
    assert not table.asked("drafts")


@pytest.mark.asyncio
async def test_what_two_members_add_in_the_same_words_stands_once(table: Table) -> None:
    scripted(table)
    said = [("Ben", "It ends in April."), ("Cy", "it ends  in april."), ("Cy", "Ask the council.")]
    additions = [{"who": who, "text": text, "after": "Begin in May."} for who, text in said]
    table.scripts["synthesis"] = lambda r: json.dumps({**FRAME, "additions": additions})
    await table.open(**BEST)
    await table.answer("finish")
    chosen = table.chosen
    # What is left out repeats an addition, too.
    assert [(one.seat, one.text) for one in chosen.insertions] == [
        ("Ben", "It ends in April."),
        ("Cy", "Ask the council."),
    ]
    assert answer_of(table).casefold().count("it ends in april") == 1


@pytest.mark.parametrize(
    ("text", "after", "wanted"),
    [
        ("```\na = 1\nb = 2\n```\nEnd.", "a = 1", "```\na = 1\nb = 2\n```\n\nMore.\nEnd."),
        ("~~~\na = 1", "a = 1", "~~~\na = 1\n\nMore."),
        (
            "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |",
            "1",
            "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\nMore.",
        ),
        ("## The plan\n\nBegin.", "The plan", "## The plan\n\nMore.\n\nBegin."),
        ("Begin in May. End.", "in May", "Begin in May. More. End."),
    ],
)
def test_an_addition_stands_behind_code_tables_and_headings_and_not_in_them(
    text: str, after: str, wanted: str
) -> None:
    added = Insertion(id="i1", seat="Ben", text="More.", after=after, taken=True)
    assert compose(text, [added]).text == wanted


WORDS = st.text("ab |#`*-.!?\n1", max_size=80)


@given(WORDS, st.lists(st.tuples(WORDS.map(as_insertion).filter(bool), WORDS, st.booleans()), max_size=5))
def test_without_its_insertions_a_result_is_the_text_itself(
    text: str, added: list[tuple[str, str, bool]]
) -> None:
    insertions = [
        Insertion(id=str(n), seat="Ben", text=words, after=after, taken=taken)
        for n, (words, after, taken) in enumerate(added)
    ]
    composed = compose(text, insertions)
    assert set(composed.places) == {one.id for one in insertions if one.taken}
    left = composed.text
    for one in sorted(
        (one for one in insertions if one.taken), key=lambda one: -composed.places[one.id].start
    ):
        start, end = composed.places[one.id]
        assert left[start:end] == one.text
        between = "\n\n" if left[start - 1] == "\n" else " "
        left = left[: start - len(between)] + left[end:]
    assert left == text
