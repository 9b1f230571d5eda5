"""The judge's word: its reply as models write it, the majority of several, what no judge can approve."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.workflows.draft.facts import DraftJudged, DraftVerdict
from app.workflows.draft.rules.judging import (
    JudgeReply,
    PointReply,
    RankReply,
    conditional,
    decided,
    judged,
    points_of,
    ranked,
)
from tests.support.asked import prompt_of
from tests.support.drafting import CHAPTERS, Draft, files
from tests.support.read_replies import ParseProblem, parse_reply


def judge(seat: str, verdict: str, *issues: str, points: tuple[PointReply, ...] = ()) -> DraftJudged:
    reply = parse_reply(f'{{"verdict": "{verdict}", "reasoning": "{seat} says why."}}', JudgeReply)
    assert isinstance(reply, JudgeReply)
    return judged(reply.model_copy(update={"specific_issues": issues, "points": points}), seat)


def decision(*judgements: DraftJudged, barred: tuple[str, ...] = ()) -> DraftVerdict:
    return decided(judgements, barred)


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("approved", "approved"),
        ("✓ Approved", "approved"),
        ("APPROVED – the tone is dark", "approved"),
        ("true", "approved"),
        ("needs_revision", "needs_revision"),
        ("✗ NEEDS REVISION", "needs_revision"),
        ("Needs revision: the ending", "needs_revision"),
        ("rejected", "needs_revision"),
        ("no", "needs_revision"),
    ],
)
def test_a_verdict_is_read_as_it_is_written(said: str, verdict: str) -> None:
    reply = parse_reply(f'{{"verdict": "{said}", "reasoning": "Why."}}', JudgeReply)
    assert isinstance(reply, JudgeReply)
    assert reply.verdict == verdict


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "It is fine.",
        '{"verdict": "perhaps", "reasoning": "Why."}',
        '{"verdict": "approved"}',
        '{"verdict": "approved", "reasoning": "  "}',
        '{"reasoning": "Why."}',
    ],
)
def test_a_word_that_is_no_verdict_is_none(reply: str) -> None:
    assert isinstance(parse_reply(reply, JudgeReply), ParseProblem)


def test_one_judge_decides_alone() -> None:
    found = decision(judge("one", "needs_revision", "The opening is bright."))
    assert found.verdict == "needs_revision"
    assert found.reasoning == "one says why."
    assert found.issues == ("The opening is bright.",)


def test_the_majority_decides_and_is_heard() -> None:
    found = decision(judge("a", "approved"), judge("b", "needs_revision", "No."), judge("c", "approved"))
    assert (found.verdict, found.approvals, found.votes, found.tie) == ("approved", 2, 3, False)
    assert found.reasoning == "a: a says why.\n\nc: c says why."
    # What the other misses is still told: an attempt that follows may mend it.
    assert found.issues == ("No.",)


def test_a_tie_is_left_to_the_person_with_both_sides() -> None:
    found = decision(judge("a", "approved"), judge("b", "needs_revision", "No."))
    assert found.tie
    assert found.reasoning == "a: a says why.\n\nb: b says why."


def test_where_no_judge_could_be_read_nobody_decided() -> None:
    assert not decided([]).read


def test_what_no_judge_can_approve_is_sent_back_whatever_they_say() -> None:
    found = decision(judge("a", "approved"), barred=("premise.json is not JSON.",))
    assert (found.verdict, found.tie) == ("needs_revision", False)
    assert found.issues == ("premise.json is not JSON.",)
    assert found.reasoning.startswith("premise.json is not JSON.")


def test_who_leaves_a_point_undone_has_not_approved() -> None:
    points = (PointReply(point="1", done=True), PointReply(point="2", done=False, why="no rhyme"))
    found = decision(judge("a", "approved", points=points))
    assert found.verdict == "needs_revision"
    assert found.issues == ("2: no rhyme",)


def test_a_verdict_holds_all_that_is_missing_once() -> None:
    found = decision(judge("a", "needs_revision", "One.", "Two.", "One."))
    assert (found.issues, found.reasoning) == (("One.", "Two."), "a says why.")


@pytest.mark.parametrize(
    ("feedback", "points"),
    [
        ("1. Darker\n2. Shorter", ("Darker", "Shorter")),
        ("Please:\n- darker\n- shorter\n- better", ("darker", "shorter", "better")),
        ("1) Darker\n2) Shorter", ("Darker", "Shorter")),
        ("Make chapter 3 darker.", ()),
        ("1. Only this", ()),
        ("", ()),
    ],
)
def test_the_points_of_a_feedback_are_those_it_lists(feedback: str, points: tuple[str, ...]) -> None:
    assert points_of(feedback) == points


@given(st.lists(st.sampled_from(["approved", "needs_revision"]), min_size=1, max_size=5), st.randoms())
def test_the_order_of_the_judges_changes_no_verdict(verdicts: list[str], random: object) -> None:
    judges = [judge(f"j{n}", verdict) for n, verdict in enumerate(verdicts)]
    turned = judges[::-1]
    del random
    assert decision(*judges).verdict == decision(*turned).verdict
    assert decision(*judges).tie == decision(*turned).tie == (2 * verdicts.count("approved") == len(verdicts))


# --- several writers ----------------------------------------------------------------------------------


def ranking(*labels: str) -> RankReply:
    return RankReply(ranking=labels, why="Because.")


def test_the_order_of_several_rankings_is_the_one_most_hold() -> None:
    rankings = [ranking("B", "A", "C"), ranking("B", "C", "A"), ranking("A", "B", "C")]
    assert ranked(rankings, ["A", "B", "C"]) == ["B", "A", "C"]


def test_labels_are_read_as_models_write_them_and_others_left_out() -> None:
    found = ranked([ranking("Attempt C (the calm one)", "attempt A", "Z", "C")], ["A", "B", "C"])
    assert found == ["C", "A", "B"]


def test_without_a_ranking_the_order_is_that_of_the_labels() -> None:
    assert ranked([], ["A", "B"]) == ["A", "B"]
    assert ranked([], []) == []


@pytest.mark.parametrize(
    ("feedback", "is_one"),
    [
        ("If the brother dies in 3, let Ilse find the letter", True),
        ("Darker. Wenn der Bruder stirbt, lass Ilse den Brief finden", True),
        ("Cut the scene unless somebody speaks of it later", True),
        ("Make it darker if possible", False),
        ("He walks as if nothing had happened", False),
        ("Make chapter 3 darker", False),
    ],
)
def test_a_request_with_a_condition_is_told_from_a_plain_one(feedback: str, is_one: bool) -> None:
    assert conditional(feedback) is is_one


async def test_a_condition_is_said_to_writer_and_judge_as_one(draft: Draft) -> None:
    end = "chapter-beats/03-end.md"
    draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, end: "# 3\n\nHe loses.\n"})
    await draft.open()
    assert await draft.change("If Marcus wins in 3, let him lose") == "draft_acceptance"
    assert "It is a condition. Look whether it holds" in prompt_of(draft.asked("draft_write")[0])
    assert "The request is a condition. Say first whether" in prompt_of(draft.asked("draft_judge")[0])
    await draft.answer("reject")
    assert await draft.change("Let him lose") == "draft_acceptance"
    assert "It is a condition." not in prompt_of(draft.asked("draft_write")[1])
