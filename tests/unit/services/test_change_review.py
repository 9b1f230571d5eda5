"""What a person decides on changes becomes facts: the text that goes on, and what takes the decision back."""

from __future__ import annotations

from dataclasses import replace

from app.diffing import compare
from app.domain.facts import TextDecided
from app.projections.texts import TextVersion
from app.services.change_review import Decision, Standing, name_of

OLD = TextVersion(1, "answer", "Ada", "It was dark.\n\nNobody came.\n\nIt ended.", 1, 1)
NEW = TextVersion(2, "answer", "Ada", "It was light.\n\nNobody came.\n\nIt went on.", 2, 1)
COMPARISON = compare(OLD.text, NEW.text)
FIRST, SECOND = (hunk.key for hunk in COMPARISON.hunks)
BEFORE = Standing(OLD, NEW, text=NEW.text, base=OLD.text, decidable=True)
TAKEN = TextDecided(slot="answer", seat="Ada", choice="refined")


def kept_of(before: Standing, *reverted: str) -> tuple[Standing, Decision]:
    decided = before.keeping(COMPARISON, frozenset(reverted), "words")
    assert decided is not None
    return decided


def test_the_old_text_of_one_change_goes_on_beside_the_new_text_of_the_other() -> None:
    after, decision = kept_of(BEFORE, FIRST)
    assert after.text == "It was dark.\n\nNobody came.\n\nIt went on."
    edit = TextDecided(slot="answer", seat="Ada", choice="edit", edit=after.text)
    assert decision.facts == (after.review, edit)
    assert after.review.reverted == (FIRST,)
    assert decision.back == (BEFORE.review, TAKEN), "Undo tells what stood before"


def test_all_old_texts_are_the_text_before_and_all_new_ones_the_refined_text() -> None:
    after, decision = kept_of(BEFORE, FIRST, SECOND)
    assert after.text == OLD.text
    assert decision.facts[1] == TextDecided(slot="answer", seat="Ada", choice="previous")
    again, decision = kept_of(after)
    assert (again.text, decision.facts[1]) == (NEW.text, TAKEN)
    assert decision.back[1] == after.decided


def test_what_the_person_wrote_elsewhere_stays_and_what_it_wrote_in_the_change_itself_forbids_it() -> None:
    elsewhere = replace(BEFORE, text=NEW.text.replace("Nobody", "Somebody"))
    assert kept_of(elsewhere, FIRST)[0].text == "It was dark.\n\nSomebody came.\n\nIt went on."
    inside = replace(BEFORE, text=NEW.text.replace("light", "blinding"))
    assert inside.keeping(COMPARISON, frozenset({FIRST}), "words") is None


def test_a_tick_says_nothing_of_the_text() -> None:
    after, decision = BEFORE.ticked(frozenset({FIRST}), "words")
    assert (after.text, decision.facts, decision.back) == (NEW.text, (after.review,), (BEFORE.review,))
    assert (after.review.old, after.review.new) == ("1", "2")
    assert name_of(replace(NEW, by_person=True)) == "2.edit"
