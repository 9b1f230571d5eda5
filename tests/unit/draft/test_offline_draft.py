"""The offline voices do simple instructions, judge them by counting, and say what no rule can do."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from app.domain.canonical import JsonValue
from app.domain.messages import ModelRequest
from app.workflows.common.structured import parse_reply
from app.workflows.draft import asked
from app.workflows.draft.asked import FileText, JudgeAsked, LevelAsked
from app.workflows.draft.explaining import ExplainReply, explained
from app.workflows.draft.files_reply import level_after, read_files
from app.workflows.draft.judging import Decision, Judgement, JudgeReply, RankReply, decided, points_of
from app.workflows.draft.level_plan import OutlineReply, PlanReply
from app.workflows.draft.measuring import measure
from app.workflows.draft.offline import DRAFT_VOICES
from app.workflows.draft.offline.editing import shortened
from app.workflows.draft.offline.instructions import instructions_of
from app.workflows.draft.passage import Replaced, find_passage, parts_of, replaced
from app.workflows.draft.templates import template_named

BRIEF = "A lighthouse keeper named Ada finds letters from a drowned ship. She must choose whom to tell."
SETTINGS = "taxonomy.json"
SHARED = ("template", "level", "title", "feedback", "upstream")


def said(purpose: str, question: BaseModel) -> str:
    inputs: dict[str, JsonValue] = question.model_dump(mode="json")
    request = ModelRequest(purpose=purpose, seat="s", model="offline/x", messages=(), inputs=inputs)
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
        template=template,
        level=name,
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
    assert (read.refused, read.mends, read.stray, read.unfinished) == ((), (), "", None)
    return dict(level_after(old, read).files)


def judged(question: LevelAsked, new: Mapping[str, str], **more: object) -> Decision:
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
    decision = decided([Judgement("judge", reply)])
    assert decision is not None
    return decision


def iterated(
    files: Mapping[str, str], name: str, feedback: str, template: str = "novel", **more: object
) -> tuple[dict[str, str], list[Decision]]:
    """Return the level as it is approved, at the latest after five attempts, and every verdict."""
    question = level_of(files, name, feedback, template)
    decisions: list[Decision] = []
    new: dict[str, str] = {}
    for attempt in range(1, 6):
        new = new_level(question)
        decisions.append(judged(question, new, **more))
        if decisions[-1].verdict == "approved":
            break
        notes = (*question.notes, decisions[-1].note(attempt))
        question = question.model_copy(update={"notes": notes})
    return new, decisions


@pytest.fixture(scope="module")
def novel() -> dict[str, str]:
    files = {SETTINGS: json.dumps({"genre": "fantasy", "brief": BRIEF})}
    for level in template_named("novel").levels:
        new, decisions = iterated(files, level.name, "")
        assert [one.verdict for one in decisions] == ["approved"]
        files |= new
    return files


@pytest.fixture(scope="module")
def report() -> dict[str, str]:
    brief = "Should the library open on Sundays? It closes at six. Staff costs rose by 8 percent."
    files = {SETTINGS: json.dumps({"brief": brief})}
    for level in template_named("report").levels:
        files |= iterated(files, level.name, "", "report")[0]
    return files


# --- writing ----------------------------------------------------------------------------------------


def test_a_novel_is_written_level_by_level_from_what_stands_above(novel: dict[str, str]) -> None:
    premise = json.loads(novel["premise/premise_metadata.json"])
    assert premise["premise"] == BRIEF
    assert premise["protagonist"].startswith("Ada ")
    assert "## Act 2" in novel["treatment/treatment.md"]
    beats = [path for path in novel if path.startswith("chapter-beats/0")]
    assert len(beats) >= 6
    assert [path.replace("chapter-beats/", "chapters/") for path in beats] == [
        path for path in novel if path.startswith("chapters/")
    ]
    first = novel[beats[0].replace("chapter-beats/", "chapters/")]
    assert "A lighthouse keeper named Ada finds letters from a drowned ship." in first


def test_no_sentence_of_the_prose_is_left_with_a_hole(novel: dict[str, str]) -> None:
    for path, text in novel.items():
        assert "{" not in text or path.endswith(".json")
        assert "  " not in text.replace("\n  ", "\n") or path.endswith(".json")


def test_the_same_brief_is_written_the_same_way(novel: dict[str, str]) -> None:
    again = new_level(level_of({SETTINGS: novel[SETTINGS]}, "premise", ""))
    assert again["premise/premise_metadata.json"] == novel["premise/premise_metadata.json"]


def test_what_was_changed_above_goes_into_what_is_written_below(novel: dict[str, str]) -> None:
    changed, _ = iterated(novel, "treatment", "Add a betrayal subplot in act 2")
    files = {path: text for path, text in novel.items() if not path.startswith("chapter")} | changed
    chapters = new_level(level_of(files, "chapters", ""))
    assert any("betrayal" in text.casefold() for text in chapters.values())


def test_a_report_puts_the_authors_sentences_where_they_belong_and_names_what_is_open(
    report: dict[str, str],
) -> None:
    told = "\n".join(text for path, text in report.items() if path.startswith("text/"))
    assert "Staff costs rose by 8 percent." in told
    assert "has to be supplied" in told
    costs = next(text for text in report.values() if text.startswith("# What it costs\n\nClaim:"))
    assert "- Staff costs rose by 8 percent." in costs


def test_an_unfinished_answer_is_gone_on_from_where_it_broke_off(novel: dict[str, str]) -> None:
    question = level_of(novel, "chapters", "Replace Ada by Ida")
    whole = said(asked.WRITE, question)
    begun = whole[:500]
    rest = said(asked.WRITE, question.model_copy(update={"begun": begun}))
    assert begun + rest == whole


def test_one_file_is_written_as_the_whole_level_would_have_it(novel: dict[str, str]) -> None:
    question = level_of(novel, "chapters", "Replace Ada by Ida")
    path = question.files[1].path
    one = asked.FileAsked.model_validate({**question.model_dump(), "path": path, "what": "rename"})
    read = read_files(said(asked.WRITE_FILE, one), question.patterns, only=path)
    assert dict(read.files) == {path: new_level(question)[path]}


def test_the_outline_names_the_files_that_change_and_no_other(novel: dict[str, str]) -> None:
    question = level_of(novel, "chapters", "Make chapter 3 darker")
    reply = parse_reply(said(asked.OUTLINE, question), OutlineReply)
    assert isinstance(reply, OutlineReply)
    assert [(one.file.startswith("chapter-beats/03"), one.action) for one in reply.files] == [
        (True, "change")
    ]


def test_the_plan_says_what_stays_untouched(novel: dict[str, str]) -> None:
    reply = parse_reply(said(asked.RESTATE, level_of(novel, "chapters", "Make chapter 3 darker")), PlanReply)
    assert isinstance(reply, PlanReply)
    assert "chapter-beats/foundation.md" in reply.untouched
    assert not any(path.startswith("chapter-beats/03") for path in reply.untouched)


# --- instructions, done and judged --------------------------------------------------------------------


def touched(old: Mapping[str, str], new: Mapping[str, str]) -> set[str]:
    return {path for path in {*old, *new} if new.get(path) != old.get(path)}


def level_files(files: Mapping[str, str], name: str) -> dict[str, str]:
    return template_named("novel").named(name).files(files)


def test_a_darker_chapter_with_a_conflict_takes_several_attempts_and_touches_that_chapter_alone(
    novel: dict[str, str],
) -> None:
    new, decisions = iterated(novel, "chapters", "Make chapter 3 darker and add internal conflict")
    assert [decisions[0].verdict, decisions[-1].verdict] == ["needs_revision", "approved"]
    assert "not darker yet: “" in decisions[0].reasoning
    (path,) = touched(level_files(novel, "chapters"), new)
    assert path.startswith("chapter-beats/03")


@pytest.mark.parametrize(
    ("level", "feedback", "path"),
    [
        ("chapters", "Also make chapter 7 reflect the consequences of chapter 3", "chapter-beats/07"),
        ("treatment", "Add a betrayal subplot in act 2", "treatment/"),
        ("chapters", "Make the ending more ambiguous", "chapter-beats/07"),
        ("treatment", "Shorten act 1", "treatment/"),
        ("premise", "Make the protagonist more flawed", "premise/"),
        ("premise", "Raise the stakes", "premise/"),
        ("prose", "Make the opening more tense", "chapters/01"),
        ("chapters", "Remove chapter 4", "chapter-beats/04"),
    ],
)
def test_a_simple_instruction_is_done_in_its_place_and_approved(
    novel: dict[str, str], level: str, feedback: str, path: str
) -> None:
    new, decisions = iterated(novel, level, feedback)
    assert decisions[-1].verdict == "approved"
    changed = touched(level_files(novel, level), new)
    assert changed
    assert all(one.startswith(path) for one in changed)


def test_words_are_replaced_everywhere_and_nothing_else_is(novel: dict[str, str]) -> None:
    new, decisions = iterated(novel, "prose", "Replace Ada by Ida")
    old = level_files(novel, "prose")
    assert decisions[0].verdict == "approved"
    assert new == {path: text.replace("Ada", "Ida") for path, text in old.items()}


def test_a_third_less_is_about_a_third_less(novel: dict[str, str]) -> None:
    new, decisions = iterated(novel, "prose", "Shorten it by a third")
    figures = measure(level_files(novel, "prose"), new)
    assert decisions[-1].verdict == "approved"
    assert 0.6 < figures.words_after / figures.words_before < 0.75
    assert figures.files_changed == len(new)


def test_fillers_go_within_a_sentence_and_no_sentence_begins_small() -> None:
    text = "Just a note. It is very easy, really quite easy. Really."
    assert shortened(text, 0.01) == "Just a note. It is easy, easy. Really."


def test_scenes_that_were_asked_for_are_counted(novel: dict[str, str]) -> None:
    new, decisions = iterated(novel, "prose", "Add three scenes on guilt to chapter 2")
    assert [one.verdict for one in decisions] == ["needs_revision", "needs_revision", "approved"]
    assert "3 were asked for, and 1 came" in decisions[0].reasoning
    (path,) = touched(level_files(novel, "prose"), new)
    assert path.startswith("chapters/02")


def test_each_sentence_speaks_of_its_own_place(novel: dict[str, str]) -> None:
    feedback = "Shorten chapter 2. Add a chapter on the storm. Replace lighthouse by light station."
    new, decisions = iterated(novel, "chapters", feedback)
    assert [one.verdict for one in decisions] == ["approved"]
    old = level_files(novel, "chapters")
    (added,) = [path for path in new if path not in old]
    assert added == "chapter-beats/08-storm.md"
    assert new[added].startswith("# Chapter 8: The storm\n")
    assert list(new) == template_named("novel").named("chapters").ordered(new)
    second = next(path for path in old if path.startswith("chapter-beats/02"))
    assert len(new[second].split()) < 0.85 * len(old[second].split())
    others = [path for path in old if path != second]
    swapped = {path: old[path].casefold().replace("lighthouse", "light station") for path in others}
    assert {path: new[path].casefold() for path in others} == swapped


def test_a_chapter_between_two_others_gives_neither_another_name(novel: dict[str, str]) -> None:
    new, decisions = iterated(novel, "prose", "Add a chapter on the storm after chapter 3")
    assert decisions[-1].verdict == "approved"
    old = level_files(novel, "prose")
    assert {path: new[path] for path in old} == old
    names = [path.rpartition("/")[2][:3] for path in template_named("novel").named("prose").ordered(new)]
    assert names[2:5] == ["03-", "03a", "04-"]


def test_what_rules_cannot_do_is_said_once_some_attempts_were_made(novel: dict[str, str]) -> None:
    question = level_of(novel, "prose", "Write it in rhyme")
    old = {file.path: file.text for file in question.files}
    assert "Rules can do no more here" not in judged(question, old, attempt=3).reasoning
    assert "Rules can do no more here: take it as it is" in judged(question, old, attempt=4).reasoning


def test_every_point_of_a_list_gets_a_word_of_its_own(novel: dict[str, str]) -> None:
    _, decisions = iterated(novel, "treatment", "1. Rename Ada to Ida\n2. Write it in rhyme")
    assert decisions[-1].verdict == "needs_revision"
    assert any(issue.startswith("2: ") for issue in decisions[-1].issues)


def test_what_no_rule_knows_stays_undone_and_is_said(novel: dict[str, str]) -> None:
    new, decisions = iterated(novel, "prose", "Write it in rhyme")
    assert new == level_files(novel, "prose")
    assert (
        "Rules cannot tell whether “Write it in rhyme” is done, and nothing changed." in decisions[0].issues
    )


def test_a_change_that_nobody_asked_for_is_sent_back(novel: dict[str, str]) -> None:
    question = level_of(novel, "chapters", "Make chapter 3 darker")
    new = new_level(question)
    other = next(path for path in new if path.startswith("chapter-beats/05"))
    decision = judged(question, {**new, other: "Something else."}, strictness="lenient")
    assert decision.verdict == "needs_revision"
    assert f"{other} changed, and nobody asked for that." in decision.issues
    gone = {path: text for path, text in new.items() if path != other}
    assert f"{other} is gone, and nobody asked for that." in judged(question, gone).issues


def test_a_lenient_judge_is_content_sooner_than_a_strict_one(novel: dict[str, str]) -> None:
    counts = {
        strictness: len(iterated(novel, "prose", "Make chapter 3 darker", strictness=strictness)[1])
        for strictness in ("lenient", "normal", "strict")
    }
    assert counts["lenient"] <= counts["normal"] <= counts["strict"]
    assert counts["lenient"] < counts["strict"]


def test_a_section_is_added_to_a_report_from_what_the_material_says(report: dict[str, str]) -> None:
    new, decisions = iterated(report, "outline", "Add a section on staff costs", "report")
    assert decisions[-1].verdict == "approved"
    text = new["outline/outline.md"]
    assert "## Staff costs\n\nStaff costs rose by 8 percent." in text


def test_several_writers_are_ranked_by_what_they_did(novel: dict[str, str]) -> None:
    question = level_of(novel, "prose", "Replace Ada by Ida")
    done, undone = new_level(question), {file.path: file.text for file in question.files}
    rank = asked.RankAsked.model_validate(
        {
            **{name: getattr(question, name) for name in SHARED},
            "old": question.files,
            "new": (),
            "candidates": (
                {"label": "A", "files": texts(undone, list(undone))},
                {"label": "B", "files": texts(done, list(done))},
            ),
        }
    )
    reply = parse_reply(said(asked.RANK, rank), RankReply)
    assert isinstance(reply, RankReply)
    assert reply.ranking == ("B", "A")
    assert reply.why.startswith("B: 1 done, ")
    assert reply.why.endswith("A: 0 done, 0 files changed")


# --- a passage, and what changed ----------------------------------------------------------------------


def test_a_marked_passage_alone_is_changed_and_versions_differ(novel: dict[str, str]) -> None:
    path = next(path for path in novel if path.startswith("chapters/01"))
    text = novel[path]
    marked = find_passage(path, text, "A lighthouse keeper named Ada finds letters from a drowned ship.")
    assert marked is not None
    before, passage, behind = parts_of(text, marked)
    question = level_of(novel, "prose", "Make it darker")
    versions: list[str] = []
    for number in (1, 2, 3):
        one = asked.PassageAsked.model_validate(
            {
                **question.model_dump(),
                "path": path,
                "text_before": before,
                "passage": passage,
                "text_after": behind,
                "alternative": number,
                "alternatives": 3,
                "tag": "PASSAGE",
            }
        )
        found = replaced(text, marked, said(asked.PASSAGE, one))
        assert isinstance(found, Replaced)
        assert found.text.startswith(before)
        assert found.text.endswith(behind)
        versions.append(found.passage.quote)
    assert len(set(versions[1:])) == 2


LONG = "Signe climbs the stair with the lamp in her hand, slowly, and counts every step that the keeper laid."
STAIR = f"# 1 The stair\n\nSigne waits. Signe is old.\n\n{LONG}\n\nSigne sleeps at noon.\n"


def passage_changed(wish: str, number: int = 1) -> tuple[str, str, dict[str, object]]:
    """Return the whole text with its marked sentence changed, the sentence, and what its judge is given."""
    marked = find_passage("chapters/01.md", STAIR, LONG)
    assert marked is not None
    before, passage, behind = parts_of(STAIR, marked)
    question = level_of({"chapters/01.md": STAIR}, "prose", wish)
    more = {"text_before": before, "passage": passage, "text_after": behind, "path": "chapters/01.md"}
    wanted = {**question.model_dump(), **more, "alternative": number, "alternatives": 3, "tag": "PASSAGE"}
    found = replaced(STAIR, marked, said(asked.PASSAGE, asked.PassageAsked.model_validate(wanted)))
    assert isinstance(found, Replaced)
    shared = {name: getattr(question, name) for name in SHARED}
    judge = {
        **shared,
        "old": question.files,
        "new": texts({"chapters/01.md": found.text}, ["chapters/01.md"]),
    }
    return found.text, found.passage.quote, judge


@pytest.mark.parametrize(
    "wish", ["Replace Signe by Astrid.", "Shorten it.", "Replace Signe by Astrid and shorten it."]
)
def test_a_passage_that_is_done_as_asked_is_approved_whatever_stands_around_it(wish: str) -> None:
    whole, new, question = passage_changed(wish)
    assert new != LONG
    assert whole.replace(new, LONG) == STAIR
    marked = {"path": "chapters/01.md", "before": LONG, "after": new}
    reply = parse_reply(
        said(asked.JUDGE, JudgeAsked.model_validate({**question, "marked": marked})), JudgeReply
    )
    assert isinstance(reply, JudgeReply)
    assert (reply.verdict, reply.specific_issues) == ("approved", ())


@pytest.mark.parametrize(("wish", "why"), [("Replace Signe by Astrid.", "Signe"), ("Shorten it.", "0% less")])
def test_a_passage_that_stayed_as_it_was_is_not_approved(wish: str, why: str) -> None:
    _, _, question = passage_changed(wish)
    marked = {"path": "chapters/01.md", "before": LONG, "after": LONG}
    reply = parse_reply(
        said(asked.JUDGE, JudgeAsked.model_validate({**question, "marked": marked})), JudgeReply
    )
    assert isinstance(reply, JudgeReply)
    assert reply.verdict == "needs_revision"
    assert why in reply.reasoning


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


def test_a_lone_sentence_is_shortened_at_its_joints_and_keeps_its_end() -> None:
    assert shortened(LONG, 0.25) == "Signe climbs the stair with the lamp in her hand, slowly."
    assert shortened("“She ran.”", 0.5) == "“She ran.”"
    whole = f"{LONG}\n\nShe is old. She is tired."
    assert shortened(whole, 0.9).startswith(LONG), "where whole sentences can go, none is cut in two"


def test_a_change_is_told_in_the_words_of_both_texts(novel: dict[str, str]) -> None:
    question = level_of(novel, "chapters", "Make chapter 3 darker")
    old = {file.path: file.text for file in question.files}
    new, decisions = iterated(novel, "chapters", question.feedback)
    told = asked.ExplainAsked.model_validate(
        {
            **{name: getattr(question, name) for name in ("template", "level", "title", "feedback")},
            "old": question.files,
            "new": texts(new, list(new)),
            "attempts": len(decisions),
        }
    )
    reply = parse_reply(said(asked.EXPLAIN, told), ExplainReply)
    assert isinstance(reply, ExplainReply)
    told_of = explained(
        reply, measure(old, new), feedback=question.feedback, attempts=len(decisions), verdict="approved"
    )
    assert "Tone: dark, uneasy" in str(told_of)
    assert "- Files changed: 1 of 8" in str(told_of)
    assert "not spoken of" not in str(told_of)


def test_a_feedback_is_read_as_what_is_to_be_done() -> None:
    kinds = {
        "Make chapter 3 darker with more internal conflict": ["tone", "add"],
        "Cut what the dialogue already says": ["shorten"],
        "Delete the section on costs": ["remove"],
        "replace “the harbour” with “the port” in chapter 2": ["replace"],
        "Change the tone to formal": ["tone"],
        "Ensure it fits with what we added": ["keep"],
        "Sing it": ["other"],
        "": [],
    }
    assert {feedback: [one.kind for one in instructions_of(feedback)] for feedback in kinds} == kinds


WORDS = (
    "make add replace shorten remove darker chapter act 3 the ending open by with to “a” \n 1. - , . ? Ada"
)
FEEDBACK = st.lists(st.sampled_from(WORDS.split(" ")), max_size=14).map(" ".join)


@given(st.one_of(FEEDBACK, st.text(max_size=60)), st.integers(0, 3))
@settings(max_examples=60)
def test_whatever_is_asked_for_a_level_comes_back_that_can_be_read_and_judged(
    feedback: str, attempts: int
) -> None:
    files = {
        "chapters/01-a.md": "# Chapter 1: A\n\nAda smiles. It is a bright day.\n\n* * *\n\nShe wins.\n",
        "chapters/02-b.md": "no heading\r\n\r\n- a list\r\n- and more\r\n",
        "chapters/03-c.md": "",
    }
    notes = tuple(asked.JudgeNote(attempt=n, reasoning="No.") for n in range(attempts))
    question = level_of(files, "prose", feedback or "x").model_copy(update={"notes": notes})
    new = new_level(question)
    assert all(path.startswith("chapters/") for path in new)
    assert judged(question, new).votes == 1
