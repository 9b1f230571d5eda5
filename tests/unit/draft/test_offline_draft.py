"""The offline voices do small changes by rule, check them by rule, and say what no rule can do or judge."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from app.domain.messages import ChatMessage, ModelRequest
from app.prompts.templates import PromptTemplates
from app.workflows.draft import asked
from app.workflows.draft.asked import FactsAsked, FileText, JudgeAsked, LevelAsked
from app.workflows.draft.facts import DraftVerdict
from app.workflows.draft.offline import DRAFT_VOICES
from app.workflows.draft.offline.requests import requests_of
from app.workflows.draft.rules.changes import measure
from app.workflows.draft.rules.checks import EffectsReply, changes_of, effects_of
from app.workflows.draft.rules.continuity import (
    ContinuityReply,
    FactsReply,
    FileFacts,
    Finding,
    findings_of,
    kept_facts,
    questions,
)
from app.workflows.draft.rules.explaining import ExplainReply, explained
from app.workflows.draft.rules.files_reply import level_after, read_files
from app.workflows.draft.rules.judging import JudgeReply, RankReply, decided, points_of
from app.workflows.draft.rules.judging import judged as as_judged
from app.workflows.draft.rules.level_plan import OutlineReply, PlanReply
from app.workflows.draft.rules.passage import Replaced, find_passage, parts_of, put_in_its_place, replaced
from app.workflows.draft.rules.templates import template_named
from tests.support.read_replies import parse_reply

BRIEF = "A lighthouse keeper named Ada finds letters from a drowned ship. She must choose whom to tell."
SETTINGS = "taxonomy.json"
SHARED = ("title", "feedback", "upstream")
TEMPLATES = PromptTemplates()
LEVEL = {
    "chapters/01-quay.md": "# Chapter 1: Quay\n\nAda waits. The harbour is cold.\n\nHe said: “No.”\n",
    "chapters/02-rain.md": "# Chapter 2: Rain\n\nIt rains in the harbour.\n\n## Costs\n\nIt costs 5 euros.\n"
    "\n## End\n\nAda sleeps.\n",
}


def said(purpose: str, question: BaseModel) -> str:
    """Return what a voice answers to a prompt as it is sent."""
    shown = TEMPLATES.render(f"draft/{purpose.removeprefix('draft_')}", question.model_dump(mode="json"))
    message = ChatMessage(role="user", text=shown)
    request = ModelRequest(purpose=purpose, seat="s", model="offline/x", messages=(message,))
    voice = DRAFT_VOICES["*", purpose](request)
    assert isinstance(voice, str)
    return voice


def texts(files: Mapping[str, str], paths: Sequence[str]) -> tuple[FileText, ...]:
    return tuple(FileText(path=path, text=files[path]) for path in paths)


def level_of(files: Mapping[str, str], name: str, feedback: str, template: str = "novel") -> LevelAsked:
    kind = template_named(template)
    level = kind.named(name)
    above = [path for one in kind.above(name) for path in one.ordered(files)]
    return LevelAsked(
        title=level.title,
        patterns=level.patterns,
        first=level.first,
        naming=level.naming,
        json_schema=level.json_schema,
        feedback=feedback,
        files=texts(files, level.ordered(files)),
        upstream=texts(files, [path for path in (SETTINGS, *above) if path in files]),
    )


def new_level(question: LevelAsked) -> dict[str, str]:
    """Return the level that the writer's reply makes."""
    old = {file.path: file.text for file in question.files}
    read = read_files(said(asked.WRITE, question), question.patterns, tag=question.tag, known=list(old))
    assert (read.refused, read.mends, read.unfinished) == ((), (), None)
    return dict(level_after(old, read).files)


def judged(question: LevelAsked, new: Mapping[str, str], **more: object) -> DraftVerdict:
    judge = JudgeAsked.model_validate(
        {
            **{name: getattr(question, name) for name in SHARED},
            "old": question.files,
            "new": texts(new, list(new)),
            "points": points_of(question.feedback),
            **more,
        }
    )
    reply = parse_reply(said(asked.JUDGE, judge), JudgeReply)
    assert isinstance(reply, JudgeReply)
    return decided([as_judged(reply, "judge")])


def done(name: str, feedback: str, files: Mapping[str, str] = LEVEL) -> tuple[dict[str, str], DraftVerdict]:
    """Return a level after a feedback, and the verdict on it."""
    question = level_of(files, name, feedback)
    new = new_level(question)
    return new, judged(question, new)


def generated(template: str, brief: str) -> dict[str, str]:
    """Return a project of which every level was written once, each approved without being judged."""
    files = {SETTINGS: json.dumps({"brief": brief}, ensure_ascii=False)}
    for level in template_named(template).levels:
        question = level_of(files, level.name, "", template)
        new = new_level(question)
        decision = judged(question, new)
        assert decision.verdict == "approved"
        assert "no AI" in decision.reasoning or "keine KI" in decision.reasoning
        files |= new
    return files


# --- a first text -------------------------------------------------------------------------------------


def test_a_first_text_is_a_skeleton_of_the_briefs_own_lines_and_says_so() -> None:
    novel = generated("novel", BRIEF)
    premise = json.loads(novel["premise/premise_metadata.json"])
    assert premise["premise"] == BRIEF
    prose = {path: text for path, text in novel.items() if path.startswith("chapters/")}
    assert [path.rpartition("/")[2][:3] for path in prose] == ["01-", "02-"] or len(prose) == 1
    for path, text in novel.items():
        if path.endswith(".md"):
            told = [line.lstrip("# ") for line in text.splitlines() if line and not line.startswith("*")]
            assert all(line.removesuffix(" …").rstrip(".") in BRIEF for line in told if line), path
            assert "A skeleton made by rules, no AI" in text


def test_a_report_has_a_section_for_each_line_of_its_brief() -> None:
    brief = "Should the library open on Sundays? What would it cost? It closes at six."
    report = generated("report", brief)
    assert (
        "## Should the library open on Sundays\n\nShould the library open on Sundays?"
        in report["outline/outline.md"]
    )
    sections = [path for path in report if path.startswith("sections/")]
    names = ("01-should-the-library-open", "02-what-would-it-cost", "03-it-closes-at-six")
    assert sections == [f"sections/{name}.md" for name in names]
    assert [path.replace("sections/", "text/") for path in sections] == [
        p for p in report if p.startswith("text/")
    ]
    assert report["text/02-what-would-it-cost.md"].count("A skeleton made by rules") == 1


def test_a_brief_of_one_sentence_gets_no_heading_that_repeats_the_title() -> None:
    outline = generated("report", "A report on the first year of our tool library.")["outline/outline.md"]
    assert [line[:2] for line in outline.splitlines() if line.startswith("#")] == ["# "]


def test_a_german_brief_gets_a_german_skeleton() -> None:
    report = generated("report", "Soll die Bücherei am Sonntag öffnen? Was würde das kosten?")
    assert "Ein Gerüst von Regeln, keiner KI" in report["outline/outline.md"]
    assert "text/02-was-wurde-das-kosten.md" in report


def test_an_unfinished_answer_is_gone_on_from_where_it_broke_off() -> None:
    question = level_of(LEVEL, "prose", "Replace Ada by Ida")
    whole = said(asked.WRITE, question)
    begun = whole[:60]
    rest = said(asked.WRITE, question.model_copy(update={"begun": begun}))
    assert begun + rest == whole


def test_one_file_is_written_as_the_whole_level_would_have_it() -> None:
    question = level_of(LEVEL, "prose", "Replace Ada by Ida")
    first, path = question.files[0], question.files[1].path
    more = {"path": path, "what": "rename", "before": (first,)}
    one = asked.FileAsked.model_validate({**question.model_dump(), **more})
    read = read_files(said(asked.WRITE_FILE, one), question.patterns, only=path)
    assert dict(read.files) == {path: new_level(question)[path]}


def test_the_outline_names_the_files_that_change_and_no_other() -> None:
    reply = parse_reply(said(asked.OUTLINE, level_of(LEVEL, "prose", "Delete chapter 1")), OutlineReply)
    assert isinstance(reply, OutlineReply)
    assert [(one.file, one.action) for one in reply.files] == [("chapters/01-quay.md", "drop")]


def test_the_plan_says_what_is_done_where_and_for_what_there_is_no_rule() -> None:
    feedback = "Replace Ada by Ida in chapter 2. Make it darker."
    reply = parse_reply(said(asked.RESTATE, level_of(LEVEL, "prose", feedback)), PlanReply)
    assert isinstance(reply, PlanReply)
    assert reply.changes == (
        "chapters/02-rain.md: Replace Ada by Ida in chapter 2",
        "There is no rule for “Make it darker”: not done, and not judged.",
    )
    assert reply.untouched == ("chapters/01-quay.md",)


# --- small changes, done and checked ------------------------------------------------------------------


QUAY, RAIN = LEVEL


@pytest.mark.parametrize(
    ("feedback", "path", "old", "new"),
    [
        ("Replace Ada by Ida in chapter 1", QUAY, "Ada", "Ida"),
        ("Rename “Ada” to “Ida” in chapter 2.", RAIN, "Ada", "Ida"),
        ("Please change \"the harbour\" to \"the port\" in chapter 2", RAIN, "the harbour", "the port"),
        ("Ersetze „Ada“ durch „Ida“ in Kapitel 1", QUAY, "Ada", "Ida"),
        ("Benenne Ada in Ida um in Kapitel 2", RAIN, "Ada", "Ida"),
        ("Delete the sentence “The harbour is cold.”", QUAY, " The harbour is cold.", ""),
        ("Remove the sentence with “cold”", QUAY, " The harbour is cold.", ""),
        ("Streiche den Satz „The harbour is cold.“", QUAY, " The harbour is cold.", ""),
        ("Delete the section Costs", RAIN, "## Costs\n\nIt costs 5 euros.\n\n", ""),
        ("Lösche den Abschnitt „Costs“", RAIN, "## Costs\n\nIt costs 5 euros.\n\n", ""),
        ("Add “The end.” at the end of chapter 2", RAIN, "sleeps.\n", "sleeps.\n\nThe end.\n"),
        ("Add the line: Tea was served.", RAIN, "sleeps.\n", "sleeps.\n\nTea was served.\n"),
        ("Füge „Ende.“ am Anfang von Kapitel 2 hinzu", RAIN, "Rain\n\n", "Rain\n\nEnde.\n\n"),
        ("Insert “Indeed.” after “It costs 5 euros.”", RAIN, "euros.", "euros. Indeed."),
        ("Insert “Alas.” before “Ada waits.”", QUAY, "Ada waits.", "Alas. Ada waits."),
    ],
)  # fmt: skip
def test_a_small_change_is_done_in_its_place_checked_and_nothing_else_changes(
    feedback: str, path: str, old: str, new: str
) -> None:
    changed, decision = done("prose", feedback)
    assert changed == {**LEVEL, path: LEVEL[path].replace(old, new)}
    assert decision.verdict == "approved"
    assert (
        "whether the text is any good was not judged" in decision.reasoning
        or "keine KI" in decision.reasoning
    )


def test_words_are_replaced_everywhere_and_nothing_else_is() -> None:
    new, decision = done("prose", "Replace harbour by port and delete chapter 1")
    assert new == {RAIN: LEVEL[RAIN].replace("harbour", "port")}
    assert decision.verdict == "approved"


def test_texts_of_a_json_file_change_and_its_names_stay() -> None:
    files = {"premise/premise_metadata.json": json.dumps({"title": "Ada", "Ada": 1, "premise": "Ada waits."})}
    new, decision = done("premise", "Replace Ada by Ida", files)
    assert json.loads(new["premise/premise_metadata.json"]) == {
        "title": "Ida",
        "Ada": 1,
        "premise": "Ida waits.",
    }
    assert decision.verdict == "approved"


@pytest.mark.parametrize(
    "feedback", ["Write it in rhyme", "Make chapter 2 darker", "Change the tone to formal", "Mach es kürzer"]
)
def test_what_no_rule_knows_is_left_and_said_and_never_approved(feedback: str) -> None:
    new, decision = done("prose", feedback)
    assert new == LEVEL
    assert decision.verdict == "needs_revision"
    assert f"“{feedback}”" in decision.issues[0] or f"„{feedback}“" in decision.issues[0]
    assert "not judged" in decision.issues[0] or "nicht beurteilt" in decision.issues[0]


@pytest.mark.parametrize(
    "feedback",
    ["Replace Cleo by Ida", "Delete the section Weather", "Delete “a storm”", "Add “x” after “a storm”"],
)
def test_what_names_nothing_that_is_there_changes_nothing_and_says_so(feedback: str) -> None:
    new, decision = done("prose", feedback)
    assert new == LEVEL
    assert decision.verdict == "needs_revision"
    assert "was not found, so nothing was changed" in decision.issues[0]


def test_every_point_of_a_list_gets_a_word_of_its_own() -> None:
    _, decision = done("prose", "1. Replace Ada by Ida\n2. Write it in rhyme")
    assert decision.verdict == "needs_revision"
    assert any(issue.startswith("2: ") for issue in decision.issues)
    assert not any(issue.startswith("1: ") for issue in decision.issues)


def test_what_another_writer_did_is_checked_by_what_stands_there() -> None:
    question = level_of(LEVEL, "prose", "Replace Ada by Ida")
    whole = {path: text.replace("Ada", "Ida") for path, text in LEVEL.items()}
    freely = {**whole, RAIN: whole[RAIN].replace("It rains", "It pours")}
    assert judged(question, freely).verdict == "approved"
    assert "not judged" in judged(question, freely).reasoning
    half = {**whole, RAIN: LEVEL[RAIN]}
    assert "“Replace Ada by Ida”: not done everywhere." in judged(question, half).issues


def test_a_change_that_nobody_asked_for_is_sent_back() -> None:
    question = level_of(LEVEL, "prose", "Replace Ada by Ida in chapter 1")
    new = {**new_level(question), RAIN: "Something else."}
    assert f"{RAIN} changed, and nobody asked for that." in judged(question, new).issues


def test_several_writers_are_ranked_by_what_they_did() -> None:
    question = level_of(LEVEL, "prose", "Replace Ada by Ida")
    rank = asked.RankAsked.model_validate(
        {
            **{name: getattr(question, name) for name in SHARED},
            "old": question.files,
            "new": (),
            "candidates": (
                {"label": "A", "files": question.files},
                {"label": "B", "files": texts(new_level(question), list(LEVEL))},
            ),
        }
    )
    reply = parse_reply(said(asked.RANK, rank), RankReply)
    assert isinstance(reply, RankReply)
    assert reply.ranking == ("B", "A")
    assert reply.why.endswith("A: 0 done, 0 words changed.")


# --- a passage, and what changed ----------------------------------------------------------------------


LONG = "Signe climbs the stair with the lamp in her hand, slowly, and counts every step that the keeper laid."
STAIR = f"# 1 The stair\n\nSigne waits. Signe is old.\n\n{LONG}\n\nSigne sleeps at noon.\n"


def passage_changed(wish: str) -> tuple[str, str, dict[str, object]]:
    """Return the whole text with its marked sentence changed, the sentence, and what its judge is given."""
    marked = find_passage("chapters/01.md", STAIR, LONG)
    assert marked is not None
    before, passage, behind = parts_of(STAIR, marked)
    question = level_of({"chapters/01.md": STAIR}, "prose", wish)
    more = {"text_before": before, "passage": passage, "text_after": behind, "path": "chapters/01.md"}
    wanted = {**question.model_dump(), **more, "tag": "PASSAGE"}
    found = replaced(STAIR, marked, said(asked.PASSAGE, asked.PassageAsked.model_validate(wanted)))
    assert isinstance(found, Replaced)
    shared = {name: getattr(question, name) for name in SHARED}
    judge = {
        **shared,
        "old": question.files,
        "new": texts({"chapters/01.md": found.text}, ["chapters/01.md"]),
    }
    return found.text, put_in_its_place(STAIR, marked, found.text) or "", judge


def test_a_marked_passage_alone_is_changed_and_judged_alone() -> None:
    whole, new, question = passage_changed("Replace Signe by Astrid in chapter 1.")
    assert new == LONG.replace("Signe", "Astrid")
    assert whole == STAIR.replace(LONG, new)
    for after, verdict in ((new, "approved"), (LONG, "needs_revision")):
        marked = {"path": "chapters/01.md", "before": LONG, "after": after}
        reply = parse_reply(
            said(asked.JUDGE, JudgeAsked.model_validate({**question, "marked": marked})), JudgeReply
        )
        assert isinstance(reply, JudgeReply)
        assert reply.verdict == verdict


def test_the_version_of_a_passage_that_does_what_was_asked_and_least_else_comes_first() -> None:
    _, _, question = passage_changed("Replace Signe by Astrid.")
    done = LONG.replace("Signe", "Astrid")
    ways = {"A": LONG, "B": done.replace("slowly", "with no haste at all"), "C": done}
    shown = {**question, "new": (), "marked": {"path": "chapters/01.md", "before": LONG, "after": ""}}
    candidates = [{"label": label, "files": question["new"], "marked": way} for label, way in ways.items()]
    rank = asked.RankAsked.model_validate({**shown, "candidates": candidates})
    reply = parse_reply(said(asked.RANK, rank), RankReply)
    assert isinstance(reply, RankReply)
    assert reply.ranking == ("C", "B", "A")


def test_a_change_is_told_in_the_words_of_both_texts_and_by_whom() -> None:
    question = level_of(LEVEL, "prose", "Replace Ada by Ida. Write it in rhyme.")
    new = new_level(question)
    told = asked.ExplainAsked.model_validate(
        {
            **{name: getattr(question, name) for name in ("title", "feedback")},
            "old": question.files,
            "new": texts(new, list(new)),
        }
    )
    reply = parse_reply(said(asked.EXPLAIN, told), ExplainReply)
    assert isinstance(reply, ExplainReply)
    text = str(
        explained(reply, measure(LEVEL, new), feedback=question.feedback, attempts=1, verdict="approved")
    )
    assert "Ida waits. The harbour is cold." in text
    assert "Rules compared the words, no AI" in text
    assert all(one.magnitude != "major" for one in reply.changes), "one word of a file is no great change"
    assert "There is no rule for “Write it in rhyme”" in text


# --- reading ------------------------------------------------------------------------------------------


def test_only_other_figures_for_the_same_words_are_told_as_contradictions() -> None:
    texts = {
        "chapters/01.md": "The bridge is forty metres long. Mara has brown eyes. It rains.",
        "chapters/09.md": "The bridge is sixty metres long. Mara has green eyes. It rains.",
    }
    book: dict[str, FileFacts] = {}
    for path, text in texts.items():
        reply = parse_reply(said(asked.FACTS, FactsAsked(path=path, text=text)), FactsReply)
        assert isinstance(reply, FactsReply)
        book[path] = kept_facts(path, text, reply)
    found: list[Finding] = []
    for question in questions(book, texts):
        told = parse_reply(said(asked.CONTINUITY, question), ContinuityReply)
        assert isinstance(told, ContinuityReply)
        found += findings_of(told, question)[0]
    assert [(one.first.quote, one.second.quote) for one in found] == [
        ("The bridge is forty metres long.", "The bridge is sixty metres long.")
    ]
    assert found[0].what.startswith("The same words with other figures")


def test_lines_below_with_a_name_that_is_gone_above_are_quoted() -> None:
    above = {"treatment/treatment.md": "Irma keeps the peace.\n"}
    below = {"chapters/01.md": "# Dawn\n\nIrma opens the shop.\n", "chapters/02.md": "# Noon\n\nRain.\n"}
    changes = changes_of(above, {"treatment/treatment.md": "Selma keeps the peace.\n"})
    question = asked.EffectsAsked(
        level="Treatment", below="Prose", feedback="Replace Irma by Selma", summary="Irma is Selma",
        changes=changes, files=texts(below, list(below)),
    )  # fmt: skip
    reply = parse_reply(said(asked.EFFECTS, question), EffectsReply)
    assert isinstance(reply, EffectsReply)
    found, lost = effects_of(reply, below)
    assert (lost, [(one.path, one.quote) for one in found]) == (
        0,
        [("chapters/01.md", "Irma opens the shop.")],
    )


def test_a_feedback_is_read_as_what_is_to_be_done() -> None:
    kinds = {
        "Make chapter 3 darker with more internal conflict": ["unknown"],
        "Delete the section on costs": ["delete"],
        "replace “the harbour” with “the port. Now” in chapter 2 and keep the rest": ["replace", "keep"],
        "Rename Ada in chapter 3": ["unknown"],
        "Add a chapter on the storm": ["unknown"],
        "": [],
    }
    assert {feedback: [one.kind for one in requests_of(feedback)] for feedback in kinds} == kinds


WORDS = "replace delete add chapter section 2 the by with to “a” „b“ \n 1. - , . ? Ada durch \ue000 0 \ue001"
FEEDBACK = st.lists(st.sampled_from(WORDS.split(" ")), max_size=14).map(" ".join)


@given(st.one_of(FEEDBACK, st.text(max_size=60)))
@settings(max_examples=60)
def test_whatever_is_asked_for_a_level_comes_back_that_can_be_read_and_judged(feedback: str) -> None:
    files = {
        "chapters/01-a.md": "# Chapter 1: A\n\nAda smiles. It is a bright day.\n\n* * *\n\nShe wins.\n",
        "chapters/02-b.md": "no heading\r\n\r\n- a list\r\n- and more\r\n",
        "chapters/03-c.md": "",
    }
    question = level_of(files, "prose", feedback or "x")
    new = new_level(question)
    assert all(path.startswith("chapters/") for path in new)
    assert judged(question, new).votes == 1
