"""What a gate describes is what is offered: verbs, ways, recommendations, and how data are asked for."""

from __future__ import annotations

import pytest
from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.errors import Bug
from app.domain.gate_choices import choices, primary_of
from app.domain.gates import GateData, GateKind, GatePlace, Verb, Way, unknown_kind
from app.domain.i18n import words
from app.domain.interruption_gates import FAILURE, INTERRUPTIONS, UNCERTAIN
from app.workflows.registry import Registry


class Words(GateData):
    """One optional text."""

    note: str = ""


class More(GateData):
    """Optional data that no single line holds."""

    note: str = ""
    times: int = 1


class Needed(GateData):
    """A text that has to be given."""

    text: str


def kinds() -> list[GateKind]:
    own = [kind for plugin in Registry().plugins.values() for kind in plugin.gates.values()]
    return [*INTERRUPTIONS.values(), *own]


def ids(kind: GateKind, payload: dict[str, object], *offered: str) -> list[str]:
    return [choice.id for choice in choices(kind, payload, offered or kind.names)]  # type: ignore[arg-type]  # JSON


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)
def test_a_gate_of_which_a_record_tells_nothing_is_shown_and_can_be_answered(kind: GateKind) -> None:
    place = GatePlace()
    assert str(kind.heading({}, place))
    assert all(isinstance(str(line), str) for line in (*kind.lines({}, place), *kind.payload_lines({})))
    assert kind.by_policy({})[0] in kind.names
    assert kind.recommended({}, kind.names) in (None, *kind.names)
    assert all(isinstance(verb.sample({}), dict) for verb in kind.verbs)


@pytest.mark.parametrize(
    ("verb", "asked", "line"),
    [
        (Verb("go", words("Go")), "at once", ""),
        (Verb("go", words("Go"), Words), "in the bar", "note"),
        (Verb("go", words("Go…"), More), "in a form", ""),
        (Verb("go", words("Go…"), Needed), "in a form", ""),
        (Verb("go", words("Go…"), Words, asked="in a form"), "in a form", ""),
        (Verb("go", words("Go"), Words, asked="at once"), "at once", ""),
    ],
)
def test_data_are_asked_for_as_they_need_it_unless_the_description_says_otherwise(
    verb: Verb, asked: str, line: str
) -> None:
    assert (verb.asked, verb.line) == (asked, line)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Verb("go", words("Go"), Words, line="guidance"),
        lambda: Verb("go", words("Go"), Words, line="note", pin="pinned"),
        lambda: Verb("go", words("Go…"), Words, form="questions"),
        lambda: Verb("go", words("Go…"), form="limit"),
    ],
)
def test_a_verb_that_asks_for_what_its_data_do_not_have_is_told_when_it_is_described(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(Bug, match="the verb 'go' has no field"):
        wrong()


def test_what_throws_something_away_is_never_the_filled_button() -> None:
    for kind in kinds():
        for stored in (None, *kind.names):
            found = choices(kind, {}, kind.names)
            primary = primary_of(kind, {}, kind.names, stored, found)
            assert not any(choice.verb.destroys for choice in found if choice.id == primary), kind.name


def test_one_button_is_filled_at_every_gate_that_has_one_which_throws_nothing_away() -> None:
    for kind in kinds():
        found = choices(kind, {}, kind.names)
        safe = [choice.id for choice in found if not choice.verb.destroys]
        assert (primary_of(kind, {}, kind.names, None, found) in safe) == bool(safe), kind.name


def test_where_what_is_recommended_may_lose_something_the_safest_is_filled() -> None:
    first, second = Verb("go", words("Go"), primary=True), Verb("look", words("Look"))
    both = (first, second)
    kind = GateKind("g", words("G"), both, safest=lambda payload: "look" if payload.get("safe") else None)
    found = choices(kind, {}, kind.names)
    assert primary_of(kind, {}, kind.names, "go", found) == "go"
    assert primary_of(kind, {"safe": True}, kind.names, "go", found) == "look"


def test_of_several_ways_the_best_one_is_filled_wherever_it_stands() -> None:
    ways = [
        Way("a", words("A"), {"note": "a"}),
        Way("b", words("B"), {"note": "b"}, best=True),
        Way("c", words("C"), {}),
    ]
    take = Verb("take", words("Take…"), Words, primary=True, ways=lambda payload: ways)
    kind = GateKind("pick", words("Pick"), (take, Verb("none", words("None"))))
    assert primary_of(kind, {}, kind.names, "take", choices(kind, {}, kind.names)) == "take:b"
    assert primary_of(kind, {}, kind.names, "none", choices(kind, {}, kind.names)) == "none"


def test_every_gate_says_of_itself_what_the_faces_tell_and_takes_an_answer_without_optional_data() -> None:
    for kind in kinds():
        assert str(kind.short) != "your decision is needed", kind.name
        for verb in kind.verbs:
            assert verb.done is not None, (kind.name, verb.name)
            if verb.asked != "in a form":
                kind.check(kind.names, {}, verb.name, {})


def test_going_on_without_is_offered_where_enough_are_left_and_sent_at_once_where_all_may_go() -> None:
    failed = [{"seat": "Ada"}, {"seat": "Bob"}]
    both: dict[str, object] = {"items": failed, "may_sit_out": ["Ada", "Bob"], "most_absent": 2}
    offered = choices(FAILURE, both, FAILURE.names)  # type: ignore[arg-type]  # JSON
    assert [choice.id for choice in offered] == ["stop", "fallback:absent", "fallback:model", "retry"]
    assert offered[1].asked == "at once"
    assert offered[1].data == {"replace": {"Ada": None, "Bob": None}}
    one = choices(FAILURE, {**both, "most_absent": 1}, FAILURE.names)  # type: ignore[dict-item]  # JSON
    assert (one[1].asked, one[1].begins) == ("in a form", {"replace": {"Ada": None}})
    assert ids(FAILURE, {**both, "most_absent": 0}) == ["stop", "fallback:model", "retry"]
    assert ids(FAILURE, {**both, "models_stay": True}) == ["stop", "fallback:absent", "retry"]


def test_calls_that_need_different_verbs_are_decided_one_by_one() -> None:
    kept, cut = {"verbs": ["use_stored", "ask_again"]}, {"verbs": ["ask_again", "drop"]}
    names = UNCERTAIN.names
    for items, shown, filled in (
        ([kept], ["use_stored", "ask_again"], "use_stored"),
        ([kept, kept], ["each", "use_stored", "ask_again"], "use_stored"),
        ([kept, cut], ["each", "ask_again"], "each"),
        ([cut], ["drop", "ask_again"], "ask_again"),
    ):
        payload: dict[str, object] = {"items": items}
        found = choices(UNCERTAIN, payload, names)  # type: ignore[arg-type]  # JSON
        assert [choice.id for choice in found] == shown
        assert primary_of(UNCERTAIN, payload, names, None, found) == filled  # type: ignore[arg-type]  # JSON


def test_a_gate_that_nobody_knows_can_be_read_and_its_verbs_are_spelled() -> None:
    kind = unknown_kind("town_meeting")
    assert str(kind.title) == "Town meeting: your decision is needed"
    assert [str(line) for line in kind.payload_lines({"question": "A new hall?"})] == ["“A new hall?”"]
    (vote,) = choices(kind, {}, ["cast_vote"])
    assert (str(vote.label), vote.asked) == ("Cast vote", "at once")


@pytest.mark.parametrize(
    ("title", "asked"), [("Decide", "Decide."), ("Which stay?", "Which stay?"), ("Well done!", "Well done!")]
)
def test_a_title_that_is_a_sentence_is_asked_as_it_stands(title: str, asked: str) -> None:
    assert str(GateKind("own", words("{title}", title=title), ()).heading({}, GatePlace())) == asked


class Answers(GateData):
    """Answers by question, all of which may be left out."""

    answers: dict[str, dict[str, str]] = Field(default_factory=dict)


class Feedback(GateData):
    """What should change."""

    feedback: str


def test_an_answer_to_every_question_is_shown_to_who_writes_it_by_hand_without_an_example() -> None:
    verb = Verb("tell", words("Answer…"), Answers, form="questions")
    fish: JsonValue = {"id": "fish", "text": "Fish?", "options": ["Yes", "No"]}
    sample = verb.sample({"questions": [fish, {"id": "heat", "text": "How hot?", "options": []}]})
    assert sample == {
        "answers": {
            "fish": {"status": "answered", "option": "Yes"},
            "heat": {"status": "answered", "note": "…"},
        }
    }
    assert verb.sample({}) == {}
    assert Verb("redo", words("Send back…"), Feedback, form="feedback").sample({}) == {
        "feedback": "What should change."
    }
