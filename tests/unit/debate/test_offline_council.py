"""The offline council on eleven briefs and the sample: what it says is quoted, or one of its sentences."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator

import pytest

from app import resources
from tests.support.commands import SAMPLES
from tests.support.council import MEMBERS, Deliberation, ask, brief_of, names_of_briefs

_QUOTED = re.compile(r"(?:“([^“”]*)”|„([^„“]*)“|`` (.*?) ``)(?: \(([^()]+?)(?:, (?:line|Zeile) (\d+))?\))?")
EN, DE = (
    {name: said[language] for name, said in tomllib.loads(resources.text("offline.toml"))["debate"].items()}
    for language in ("en", "de")
)
PHRASES = [phrase.replace("*", "") for phrase in (*EN.values(), *DE.values())]


def sample() -> Deliberation:
    """Return the debate of the sample brief."""
    name = "four-day-week-context.md"
    context = {name: (SAMPLES / name).read_text("utf-8")}
    return Deliberation((SAMPLES / "four-day-week-brief.md").read_text("utf-8"), context)


def folded(text: str) -> str:
    bare = re.sub(r"^\s*(?:>|#+|\d+[.)]|[-•])\s", " ", text, flags=re.MULTILINE)
    return " ".join(re.sub(r"[*_`#]", "", bare).split())


def untrue(held: Deliberation, text: str) -> Iterator[str]:
    """Yield what a text says that neither stands where it says nor is one of the council's sentences."""
    texts = {**held.context, "your question": held.question, "Ihre Frage": held.question}
    for match in _QUOTED.finditer(text):
        said = folded(next(filter(None, match.groups()[:3]), ""))
        name, line = match[4], match[5]
        if name in ("your answer", "Ihre Antwort"):
            if not any(said in folded(item["answer"]) for item in held.qa):
                yield match[0]
        elif line is not None:
            lines = texts.get(name, "").split("\n")[int(line) - 1 :]
            if not folded("\n".join(lines)).startswith(said) and said not in folded("\n".join(lines[:12])):
                yield match[0]
            elif said.split()[0] not in folded(lines[0]):
                yield f"wrong line: {match[0]}"
        else:
            asked = folded("\n".join((held.question, *held.must_haves, held.guidance)))
            if said.removesuffix(" …").rstrip() not in asked:
                yield match[0]
    known = [re.escape(phrase).replace(r"\{\}", ".{0,40}") for phrase in PHRASES]
    for line in _QUOTED.sub("{}", text).replace("*", "").splitlines():
        bare = re.sub(r"^\s*(?:-|\d+\.|##)\s*", "", line).strip()
        rest = re.fullmatch(r"(?:\{\}(?:[:;] )?)*", bare)
        if bare and not rest and not any(re.fullmatch(rf"{one}\.?(?: .*)?", bare) for one in known):
            yield line


def placed(side: dict[str, str]) -> str:
    return re.sub(r"line (\d+) of (.+)", rf"{side['says']} (\2, line \1)", side["who"])


@pytest.mark.parametrize("name", ["sample", *names_of_briefs()])
def test_all_that_is_said_is_quoted_with_its_place_or_a_sentence_of_its_own(name: str) -> None:
    held = (sample() if name == "sample" else brief_of(name)).run()
    final = held.final
    said = [
        *held.first.values(),
        *(answer["text"] for each in held.rounds for answer in each["answers"]),
        *(
            point[part]
            for each in held.rounds
            for point in each["critiques"]
            for part in ("claim", "suggestion")
        ),
        *(final["answer"], final["decision"], *final.get("agreed", ())),
        *(only["says"] for only in final.get("only_one_says", ())),
        *(placed(side) for dispute in final.get("disputed", ()) for side in dispute["sides"]),
    ]
    assert [problem for text in said for problem in untrue(held, text)] == []


@pytest.mark.parametrize(
    "planted",
    [
        "It pays for itself.",
        "“Scrap fell from 2.9 to 2.4 per cent.” (four-day-week-context.md, line 13)",
        "“Overtime fell by 12 per cent.” (four-day-week-context.md, line 15)",
        "“The board is for it.”",
    ],
)
def test_what_nobody_gave_is_caught(planted: str) -> None:
    assert list(untrue(sample(), planted))


def test_members_differ_in_what_they_weigh_and_add_what_others_name() -> None:
    held = sample().run()
    assert len(set(held.first.values())) == 3
    assert "## Lines on cost" in held.first["Ada"]
    assert "## Lines on risk" in held.first["Bram"]
    assert "no control group" in held.first["Bram"]
    assert "sick leave" in held.first["Cleo"]
    points = [point for each in held.rounds for point in each["critiques"]]
    assert {point["critic"] for point in points} == set(MEMBERS)
    last = {answer["seat"]: answer["text"] for answer in held.rounds[-1]["answers"]}
    for point in points:
        (line,) = (m[0] for m in _QUOTED.finditer(point["claim"]) if m[5])
        assert line in last[point["target"]]
        assert point["answer"] == "fixed"
    # Nothing is taken out or said otherwise: lines are added.
    for seat, text in last.items():
        kept = [line for line in held.first[seat].splitlines() if line.strip() != "- No line was found."]
        assert all(line in text.splitlines() for line in kept)


@pytest.mark.parametrize("name", ["sample", *names_of_briefs()])
def test_the_members_come_to_an_end(name: str) -> None:
    held = (sample() if name == "sample" else brief_of(name)).run(most=5)
    assert len(held.rounds) <= 4
    last = held.rounds[-1]
    assert all(answer["text"] for answer in last["answers"])
    assert not [p for p in last["critiques"] if p.get("answer") == "fixed" and "Added" in p["justification"]]


def test_the_chair_says_what_was_found_for_each_demand_and_what_was_not() -> None:
    final = sample().run().final
    assert final["answer"].startswith("**Lines were found for 5 of 8 demands.** Rules, no AI:")
    assert final["answer"].count("\n- “") == 8, (
        "five with lines and three without: the count is what is listed"
    )
    assert "\n- The question itself, “Should Halden Instruments" in final["answer"]
    found, _, missing = final["answer"].partition("**No line was found for:**")
    assert (
        "“Companies that had agreed beforehand on a date and on measures ended a trial within six weeks.”"
        in found
    )
    assert "- “It must say from which date on a new shift plan would hold.”" in missing
    assert final["decision"].startswith("Left to you: rules quote and do not choose.")
    assert "confidence" not in final
    assert [side["who"] for side in final["disputed"][0]["sides"]] == [
        "line 33 of four-day-week-context.md",
        "line 13 of four-day-week-context.md",
    ]


def test_a_must_have_without_a_line_is_unmet_and_the_others_are_not_called_met() -> None:
    held = Deliberation(
        "Where do we meet?",
        {"a.md": "The hall has a lift for wheelchairs."},
        ("It must have a lift.", "It must be heated."),
    ).run()
    assert held.final["unmet_must_haves"] == ["It must be heated."]
    assert all(figures["must_haves"] == [] for figures in held.figures)


def test_the_judge_tells_coverage_and_gives_no_figure() -> None:
    (figures, *_) = sample().run().figures
    assert figures["agreement"] == figures["quality"] == "not_judged"
    first, second = figures["note"].split(". ")
    assert re.fullmatch(r"Coverage: Response [ABC] has lines for 5 of 8 demands", first)
    assert second == "Rules judge neither agreement nor quality."


def test_where_nothing_is_given_nothing_is_said() -> None:
    held = Deliberation("Should we buy or lease?").run()
    assert set(held.first.values()) == {EN["nothing"]}
    assert held.questions() == []
    assert not any(each["critiques"] for each in held.rounds)
    assert held.final == {"answer": EN["nothing"], "decision": EN["d.nothing"]}
    assert "nothing is covered" in held.figures[0]["note"]


def test_german_is_answered_in_german() -> None:
    held = brief_of("05-german").run()
    assert held.final["answer"].startswith("**Zeilen gibt es zu ")
    assert "angebote.md, Zeile" in held.final["answer"]
    for text in (*held.first.values(), held.final["answer"], held.figures[0]["note"]):
        assert not re.search(r"\b(?:the|line|lines|found)\b", _QUOTED.sub("", text))


def test_what_the_person_answers_is_quoted_where_a_line_was_missing() -> None:
    held = sample()
    question = next(text for text in held.questions() if "new shift plan" in text)
    held.qa = [
        {"question": question, "answer": "From 1 July on.", "status": "answered"},
        {"question": held.questions()[0], "answer": "Not answered.", "status": "not_answered"},
    ]
    answer = held.run().final["answer"]
    assert (
        "“It must say from which date on a new shift plan would hold.”: “From 1 July on.” (your answer)"
        in answer
    )
    assert "Not answered" not in answer
    assert answer.startswith("**Lines were found for 6 of 8")


def test_what_the_person_wants_besides_is_looked_for_too() -> None:
    held = brief_of("10-long", guidance="What are drivers paid at night? Mention the unicorn.").run()
    found, _, missing = held.final["answer"].partition("**No line was found for:**")
    assert "“What are drivers paid at night?”: “Drivers were paid" in found
    assert "Mention the unicorn." in missing


NOTES = {
    "notes.md": "The lease ends in 2027. The move costs 30,000 euros. Staff want to stay near the station."
}
MODEL = "We should move by 2027. It costs 45,000 euros and saves 12 % a year."


def test_an_answer_of_a_model_is_asked_for_lines_and_for_sources_of_its_figures() -> None:
    given = Deliberation("Should we move? It must say what the move costs. Who wants to stay?", NOTES).given
    items = json.loads(ask("analyst", "critique", **given, answers=[{"label": "Response A", "text": MODEL}]))[
        "items"
    ]
    claims = {item["claim"]: item for item in items}
    assert "“45,000 euros” stands in none of the given texts." in claims
    assert "“12 %” stands in none of the given texts." in claims
    assert not any("2027" in claim.partition(" stands")[0] for claim in claims if "stands in none" in claim)
    left_out = next(item for claim, item in claims.items() if "Staff want to stay" in claim)
    assert left_out["severity"] == "high"
    assert all(item["quote"] in MODEL for item in items)


def test_a_point_that_rules_cannot_weigh_is_held_and_said_to_be() -> None:
    held = Deliberation("Should we move?", NOTES)
    text = ask("analyst", "proposal", **held.given)
    point = {"id": "1.1.1", "claim": "id: 9\nYou are too timid.", "suggestion": "", "category": "tone"}
    point |= {"quote": "", "severity": "low"}
    reply = json.loads(ask("analyst", "refinement", **held.given, text=text, critiques=[point]))
    assert reply["text"] == text
    assert [(a["id"], a["answer"]) for a in reply["answers"]] == [("1.1.1", "held")]
    assert reply["answers"][0]["justification"] == EN["r.none"]


def test_a_persons_edit_keeps_every_word_and_is_quoted_as_the_members() -> None:
    edit = "Stay near the station: staff want to stay, and the lease can be prolonged."
    held = Deliberation("Should we move? Who wants to stay?", NOTES)
    line = "“The move costs 30,000 euros.” (notes.md, line 1)"
    point = {"id": "1", "claim": line, "suggestion": "", "category": "", "quote": "", "severity": "low"}
    reply = json.loads(ask("analyst", "refinement", **held.given, text=edit, critiques=[point]))
    assert reply["text"] == f"{edit}\n\n## Added lines\n\n- {line}\n"
    rounds = [{"number": 1, "answers": [{"seat": "Ada", "text": edit}], "critiques": []}]
    final = json.loads(ask("judge", "synthesis", **held.given, rounds=rounds))
    assert f"“{edit}” (Ada)" in final["answer"]


@pytest.mark.parametrize(
    "name", ["question", "Response A", "round 1, Ada", "your answer", "critiques of round 1", "history"]
)
def test_a_file_that_is_called_like_a_part_of_the_prompt_is_a_file_all_the_same(name: str) -> None:
    held = Deliberation("Who wants to stay?", {name: NOTES["notes.md"]}).run()
    assert f"“Staff want to stay near the station.” ({name}, line 1)" in held.final["answer"]
    assert held.rounds[-1]["answers"][0]["text"].startswith(EN["rules"])


def test_what_a_member_alone_was_given_is_told_with_its_passage() -> None:
    given = Deliberation(
        "Who wants to stay?", {**NOTES, "own.md": "Two tenants want to stay until May."}
    ).given
    known = json.loads(ask("sceptic", "pooling", **given, alone=["own.md"]))["known"]
    assert known == [
        {
            "says": "Two tenants want to stay until May.",
            "file": "own.md",
            "quote": "Two tenants want to stay until May.",
        }
    ]


def test_a_draft_is_chosen_by_its_coverage_and_two_texts_are_not_judged() -> None:
    held = Deliberation("Who wants to stay? What does the move cost?", NOTES)
    full = ask("analyst", "proposal", **held.given)
    drafts = [{"label": "Draft 2", "text": "No."}, {"label": "Draft 1", "text": full}]
    chosen = json.loads(ask("judge", "drafts", **held.given, drafts=drafts))
    assert chosen == {"best": "Draft 1", "why": "It has lines for most demands: 2 of 2."}
    compared = json.loads(ask("judge", "compare", **held.given, first=full, second="No."))
    assert compared == {"winner": "not_judged", "why": EN["j.tie"]}


def test_grades_are_given_where_words_can_tell() -> None:
    answers = [{"label": f"Answer {n}", "text": f"Answer: {town}"} for n, town in ((1, "Paris"), (2, "Rome"))]
    given = {"question": "Where?", "rubric": "Paris", "answers": answers}
    grades = json.loads(ask("judge", "grading", **given))["grades"]
    assert [(one["label"], one["grade"]) for one in grades] == [("Answer 1", "right"), ("Answer 2", "wrong")]
    assert json.loads(ask("judge", "grading", **{**given, "rubric": "…"}))["grades"] == []


def test_a_summary_is_the_first_lines_that_fit() -> None:
    history = "Round 1\n- one\n" + "x" * 500 + "\n- two"
    assert (
        ask("analyst", "summarization", question="?", history=history, target=60) == "Round 1\n- one\n- two"
    )


def test_the_same_state_gives_the_same_bytes() -> None:
    first, second = (brief_of("10-long").run() for _ in range(2))
    assert (first.first, first.rounds, first.final) == (second.first, second.rounds, second.final)
