"""The long debate fits together: what is quoted stands in the answer it is said of, at that time."""

from __future__ import annotations

from collections import Counter

from app.diffing import change_ratio
from tests.support.scenes.look_story import AGREEMENT, ROUNDS, TEAM, answer, points, written
from tests.support.scenes.replaying import recorded

NAMES = [member.name for member in TEAM.members]


def test_every_critique_quotes_the_answer_it_is_about() -> None:
    lost = [p["claim"] for p in points() if p["quote"] not in answer(p["target"], p["round"] - 1)]
    assert lost == []


def test_it_is_as_long_and_as_disputed_as_real_ones() -> None:
    assert 700 <= len(written("question.md").split()) <= 1000
    assert all(280 <= len(answer(name, 2).split()) <= 400 for name in NAMES)
    assert Counter(p["round"] for p in points())[2] == 13
    open_ones = Counter(p["round"] for p in points() if p.get("reply") != "fixed")
    assert open_ones[1] > open_ones[2] > open_ones[3] > 0
    ratios = {name: change_ratio(answer(name, 1), answer(name, 2)) for name in NAMES}
    assert all(0.15 <= ratio <= 0.6 for ratio in ratios.values()), ratios


def test_no_mark_of_a_version_is_left_in_a_text() -> None:
    texts = [answer(name, version) for name in NAMES for version in range(ROUNDS + 1)]
    assert [text for text in texts if any(sign in text for sign in "{}~")] == []
    assert len(set(texts)) == len(texts)


def test_the_recording_is_what_the_story_says() -> None:
    proposed = [
        line["body"]["text"]
        for line in recorded("look")
        if line["type"] == "text_proposed" and line["body"]["slot"] == "answer"
    ]
    told = [answer(name, version) for version in range(ROUNDS + 1) for name in NAMES]
    assert Counter(proposed) == Counter(told)
    agreed = [
        line["body"]["value"]
        for line in recorded("look")
        if line["type"] == "criterion_measured" and line["body"]["name"] == "agreement"
    ]
    assert agreed == list(AGREEMENT.values())
    filed = [line["body"]["claim"] for line in recorded("look") if line["type"] == "critique_filed"]
    assert Counter(filed) == Counter(p["claim"] for p in points())
