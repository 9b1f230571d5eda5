"""The offline council on ten briefs and the sample: traced sentences, choices by figures, honest gaps."""

from __future__ import annotations

import json
from string import Formatter
from typing import Any

import pytest

from app.workflows.debate.offline.case import MOST_CLAIMS, case_of
from app.workflows.debate.offline.figures import Figure, comparable, figures_of
from app.workflows.debate.offline.phrases import DE, EN, say
from tests.support.commands import SAMPLES
from tests.support.council import Deliberation, ask, brief_of, names_of_briefs
from tests.support.tracing import Sources, texts_of, trace

GUIDANCE = "Weigh the people most. Name the price of the pilot."
CHOSEN = {
    "01-vendor": "“Alpine Desk”",
    "02-hiring": "“Anna Berg”",
    "03-architecture": "“move it to Redis”",
    "04-moral": None,
    "06-oneline": None,
    "08-contradiction": None,
    "09-unanswered": None,
}


def sample(**more: Any) -> Deliberation:
    """Return the debate of the sample brief."""
    name = "four-day-week-context.md"
    context = {name: (SAMPLES / name).read_text("utf-8")}
    return Deliberation((SAMPLES / "four-day-week-brief.md").read_text("utf-8"), context, **more)


def sources(held: Deliberation) -> Sources:
    """Return what the person gave in a debate."""
    person_texts = (held.guidance, *(q["answer"] for q in held.qa))
    asked = tuple(q["question"] for q in held.asked)
    return Sources(held.question, held.context, person_texts, asked, german="Anforderungen" in held.question)


@pytest.mark.parametrize(("answer_with", "guidance"), [("", ""), ("first", GUIDANCE)])
@pytest.mark.parametrize("name", ["sample", *names_of_briefs()])
def test_every_sentence_of_a_final_answer_is_borne_by_what_the_person_gave(
    name: str, answer_with: str, guidance: str
) -> None:
    more = {"answer_with": answer_with, "guidance": guidance}
    held = (sample(**more) if name == "sample" else brief_of(name, **more)).run()
    given = sources(held)
    wrong = [problem for text in texts_of(held.final) for problem in trace(text, given)]
    assert wrong == []


PLANTED = {
    "a claim nobody made": ("## Figures", "- Experience shows that the move pays for itself.\n\n## Figures"),
    "a claim in quotation marks": ("## Figures", "- “Alpine Desk is the market leader.”\n\n## Figures"),
    "a figure changed in a quotation": (
        "“29,800 euros” (offers.md, line 6)",
        "“19,800 euros” (offers.md, line 6)",
    ),
    "a wrong line": ("(offers.md, line 5)", "(offers.md, line 11)"),
    "a comparison that is not true": ("44,900 euros is beyond 40,000", "44,900 euros is within 40,000"),
    "a figure that no quoted line holds": ("44,900 euros is beyond", "45,900 euros is beyond"),
    "a limit nobody set": ("is beyond 40,000 euros", "is beyond 30,000 euros"),
    "an option nobody named": ("**Recommendation: “Alpine Desk”.**", "**Recommendation: “Delta Desk”.**"),
    "a count that does not count": ("All 3 members", "All 4 members"),
    "a word slipped into a fixed sentence": (
        "Rules wrote this, no AI:",
        "Rules wrote this, no AI, after a study:",
    ),
    "a question nobody asked": (
        "You did not answer “Cost, risk and people point",
        "You did not answer “Cost, law and people point",
    ),
}


@pytest.mark.parametrize("name", PLANTED)
def test_an_invented_claim_is_caught(name: str) -> None:
    held = brief_of("01-vendor").run()
    before, after = PLANTED[name]
    answer = held.final["answer"]
    assert before in answer
    assert trace(answer, sources(held)) == []
    assert trace(answer.replace(before, after, 1), sources(held)) != []


def test_a_wrong_sum_is_caught() -> None:
    held = sample().run()
    answer = held.final["answer"]
    assert "= 2.4–3.5 %" in answer
    assert trace(answer.replace("= 2.4–3.5 %", "= 2.4–3.4 %"), sources(held)) != []


@pytest.mark.parametrize("name", CHOSEN)
def test_it_chooses_by_the_figures_of_the_material_or_says_that_it_cannot(name: str) -> None:
    final = brief_of(name).run().final
    head = final["answer"].splitlines()[0]
    chosen = CHOSEN[name]
    assert head == (f"**Recommendation: {chosen}.**" if chosen else "**No recommendation.**")
    if chosen is None:
        assert final["confidence"] == "low"


def test_german_is_answered_in_german() -> None:
    held = brief_of("05-german").run()
    answer = held.final["answer"]
    assert answer.startswith(("**Empfehlung: „", "**Keine Empfehlung.**"))
    assert "„Kaufen kostet" in answer or "„7.800 Euro" in answer
    assert "The material" not in answer


def test_another_language_is_answered_plainly_and_nothing_is_chosen() -> None:
    held = Deliberation(
        "Faut-il ouvrir la bibliothèque le dimanche soir pour les familles du quartier ?"
    ).run()
    assert "These rules read English and German only" in held.final["answer"]
    assert "**No recommendation.**" in held.final["answer"]


# --- the sample -------------------------------------------------------------------------------


def recommended(text: str) -> str:
    """Return the first line of an answer."""
    return text.splitlines()[0]


def test_the_sample_shows_a_real_disagreement_that_a_critique_moves_and_dissent_that_stays() -> None:
    held = sample().run()
    assert len({recommended(text) for text in held.first.values()}) == 3
    last = {answer["seat"]: answer["text"] for answer in held.rounds[-1]["answers"]}
    assert recommended(held.first["Ada"]) != recommended(last["Ada"])
    moved = [p for p in held.rounds[0]["critiques"] if "changed the recommendation" in p["justification"]]
    assert [(p["critic"], p["target"], p["category"]) for p in moved] == [("Bram", "Ada", "sum")]
    assert [one["seat"] for one in held.final["dissent"]] == ["Bram"]
    (dispute,) = held.final["disputed"]
    assert all(side["says"] and side["assumes"] for side in dispute["sides"])
    assert held.final["unmet_must_haves"] == [
        "It must not raise the total cost of labour by more than two per cent in the first year.",
        "It must say from which date on a new shift plan would hold.",
    ]


def test_rounds_change_something_or_the_members_stop() -> None:
    for name in names_of_briefs():
        held = brief_of(name).run(most=5)
        assert len(held.rounds) <= 3, name
        critiques = [p["claim"] + p["critic"] + p["target"] for r in held.rounds for p in r["critiques"]]
        assert len(critiques) == len(set(critiques)), "no point is made twice"


def test_the_members_differ_in_what_they_find_fault_with() -> None:
    held = sample().run()
    kinds = {critic: set[str]() for critic in ("Ada", "Bram", "Cleo")}
    for debate_round in held.rounds:
        for point in debate_round["critiques"]:
            kinds[point["critic"]].add(point["category"])
            assert "sentence" not in point["claim"], "a critique is about the matter"
    assert {"sum", "bound", "warning"} <= kinds["Bram"]
    assert kinds["Ada"]
    assert kinds["Cleo"]


def test_the_answer_to_a_clarifying_question_changes_the_outcome() -> None:
    held = sample()
    held._clarify()
    costs = held.qa[0]
    assert "on top of each other" in costs["question"]
    outcomes = {}
    for answer in held.asked[0]["options"]:
        qa = [costs | {"answer": answer, "status": "answered"}]
        outcomes[answer] = recommended(ask("analyst", "proposal", **held.given | {"qa": qa}))
    assert outcomes == {
        "Yes, both apply": "**Recommendation: “Limited trial”.**",
        "No, only one applies": "**Recommendation: “Company-wide start”.**",
    }


def test_a_question_nobody_answered_is_never_cited_as_answered() -> None:
    held = sample().run()
    assert held.asked
    assert "You did not answer" in held.final["answer"]
    assert "you answered" not in held.final["answer"]
    assert held.final["open_questions"][0] == held.asked[0]["question"]


def test_what_the_person_said_is_used_or_it_says_why_not() -> None:
    held = brief_of("10-long", guidance="What are drivers paid at night? Mention the unicorn.").run()
    assert (
        "You asked: “What are drivers paid at night?” The material says: “Drivers were paid"
        in (held.final["answer"])
    )
    assert (
        "You asked: “Mention the unicorn.” These rules found nothing about this in the material."
        in held.final["answer"]
    )


# --- must-haves -------------------------------------------------------------------------------

QUESTION = "Should the pool stay open in winter? It must say how the boiler is kept running."


def marks(answer: str, *must_haves: str) -> list[bool]:
    """Return the judge's marks for one answer."""
    given = {"question": QUESTION, "must_haves": list(must_haves), "context": [], "qa": []}
    reply = json.loads(ask("judge", "evaluation", **given, answers=[{"label": "Response A", "text": answer}]))
    return [bool(mark["met"]) for mark in reply["must_haves"]]


@pytest.mark.parametrize(
    ("answer", "met"),
    [
        ("It must say how the boiler is kept running.", False),
        ("We say how the boiler is kept running.", False),
        ("The answer covers how the boiler is kept running, as was demanded of it.", False),
        (
            "The boiler is kept running by a second pump, because the first failed twice.",
            True,
        ),
        (
            (
                "1. “It must say how the boiler is kept running.” — Unmet, "
                "these rules found nothing about this in the material."
            ),
            False,
        ),
    ],
)
def test_repeating_a_must_have_is_not_meeting_it(answer: str, met: bool) -> None:
    assert marks(answer, "It must say how the boiler is kept running.") == [met]


def test_a_must_have_that_is_unmet_for_a_reason_is_an_answer_and_the_final_one_is_not_thought_worse() -> None:
    held = sample().run()
    given = held.given | {"first": held.first["Cleo"], "second": held.final["answer"]}
    assert json.loads(ask("judge", "compare", **given))["winner"] == "second"


# --- bounds and bytes -------------------------------------------------------------------------


def test_a_large_context_is_cut_to_what_is_near_the_question_and_the_answer_says_so() -> None:
    lines = "\n\n".join(
        f"Pool {n} in winter has a cost of {n} euros, which rose last year." for n in range(20_000)
    )
    given: dict[str, Any] = {
        "question": QUESTION,
        "context": [{"name": "big.md", "text": lines}],
        "must_haves": [],
        "qa": [],
    }
    assert len(lines) > 1_000_000
    case = case_of(given)
    assert len(case.material()) <= MOST_CLAIMS
    assert case.cut == ("big.md",)
    assert "Only the beginning of “big.md” was read" in ask("analyst", "proposal", **given)


def test_the_same_state_gives_the_same_bytes() -> None:
    first, second = (brief_of("10-long", answer_with="first").run() for _ in range(2))
    assert (first.first, first.rounds, first.final) == (second.first, second.rounds, second.final)


def test_a_persons_edit_keeps_every_word_and_is_quoted_as_the_members() -> None:
    edit = "Take Cobalt after all: the two universities persuade me."
    held = brief_of("01-vendor")
    points = [
        {
            "id": "1",
            "claim": "It is dear.",
            "suggestion": "",
            "category": "cost",
            "quote": "",
            "severity": "low",
        }
    ]
    reply = json.loads(ask("analyst", "refinement", **held.given, text=edit, critiques=points))
    assert reply["text"].startswith(edit)
    rounds = [{"number": 1, "answers": [{"seat": "Ada", "text": edit}], "critiques": []}]
    final = json.loads(ask("judge", "synthesis", **held.given, rounds=rounds))
    assert f"Ada says: “{edit}”" in final["answer"]


def test_both_languages_have_the_same_phrases_with_the_same_slots() -> None:
    def slots(phrase: str) -> int:
        return sum(1 for _, name, _, _ in Formatter().parse(phrase) if name is not None)

    assert EN.keys() == DE.keys()
    assert {key: slots(EN[key]) for key in EN} == {key: slots(DE[key]) for key in EN}


def test_a_phrase_counts_one_line_as_one() -> None:
    assert (
        say("en", "r.stands", 1, "yes", 2) == "It is in the answer now, with 1 line for yes and 2 against it."
    )
    assert " 2 lines on cost: 1 for yes" in say("en", "stand", 2, "cost", 1, "yes", 1)
    assert " aus 1 Stelle zum Thema " in say("de", "stand", 1, "Kosten", 1, "ja", 0)


def test_the_cost_of_a_day_is_not_held_against_a_limit_for_the_year() -> None:
    def found(text: str) -> Figure:
        (figure,) = figures_of(text, "en")
        return figure

    year, day = found("It must not cost more than 40,000 euros a year."), found("A Sunday costs 610 euros.")
    assert day.period == "day"
    assert not comparable(year, day)
    assert comparable(year, found("The shift costs 31,720 euros."))


def test_material_that_leans_nowhere_is_shown_and_never_said_to_be_silent() -> None:
    held = brief_of("11-library").run()
    answer = held.final["answer"]
    assert "**No recommendation.**" in answer
    assert (
        "“In Newtown 310 people came on a Sunday, half as many as on a Saturday.” (sundays.md, line 3)"
        in answer
    )
    # What rules did not find is no proof that it is not there.
    assert "These rules found none; they know such lines by their words alone." in answer
    assert "Nothing that was given" not in answer
