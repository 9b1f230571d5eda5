"""The form of a new debate: its fields, what each says in few words, and what a follow-up begins with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from app.domain.canonical import JsonValue
from app.domain.i18n import Message, translate, words
from app.domain.money import sum_words
from app.engine.plugin import Card, SetupField, beside_form, grouped
from app.workflows.common.setups import COST_FIELD, TIME_FIELD, WINDOW_FIELD
from app.workflows.debate.nodes.asking import answer_words
from app.workflows.debate.setup import DebateSetup, KnownAnswer, suggested_must_haves
from app.workflows.debate.state import DebateState

_PAGE = "An answer of ordinary length, as it is criticised before it is there. " * 30
"""What stands for a text that is not given yet, where its price is told."""
_PROFILE_CARDS = {
    "quick": Card(
        words("2 answers side by side. You see where they differ, and go on only if they do."),
        words("for a first look"),
        "eye",
    ),
    "debate": Card(
        words("All members answer, criticise each other and revise, in rounds. You decide after each."),
        words("for what you must defend"),
        "scale",
    ),
    "attack": Card(
        words("Give a text. All members look for what is wrong, missing or not shown."),
        words("for any text that is there"),
        "shield",
        {"guests": [{"name": "–", "text": _PAGE}]},
    ),
}
_ASKED = {
    "every_round": words("ask me after each"),
    "if_changed": words("ask me if something changed"),
    "on_conflict": words("ask me if they differ"),
    "never_ask": words("never ask me"),
}


def _told_rounds(setup: DebateSetup) -> Message | None:
    if setup.profile == "attack":
        return None
    return words("1 round") if setup.max_rounds == 1 else words("{n} rounds", n=setup.max_rounds)


def _told_limit(setup: DebateSetup) -> Message:
    if setup.cost_limit is None:
        return words("no cost limit")
    return words("limit {sum}", sum=sum_words(setup.cost_limit))


def _told_gates(setup: DebateSetup) -> Message:
    return _ASKED[setup.gate_policy]


def _told_end(setup: DebateSetup) -> Message | None:
    if setup.profile == "attack":
        return None
    if setup.figure_in_force is None:
        return words("all rounds")
    if setup.figure_in_force == "quality":
        return words("stop at quality {n} %", n=f"{setup.threshold:g}")
    return words("stop at {n} % agreement", n=f"{setup.threshold:g}")


def _told_names(setup: DebateSetup) -> Message:
    return words("names hidden") if setup.hide_names else words("names shown")


def _must_haves_suggested(values: Mapping[str, object]) -> JsonValue:
    return list[JsonValue](suggested_must_haves(str(values.get("question", ""))))


FORM: tuple[SetupField, ...] = (
    SetupField(
        "question",
        basic=True,
        widget="long_text",
        ask=words("What should be decided?"),
    ),
    SetupField("context", basic=True, widget="files"),
    SetupField("guests", basic=True, widget="files", with_card="attack"),
    SetupField(
        "profile",
        basic=True,
        ask=words("How thoroughly?"),
        suggest=lambda values: "attack" if values.get("guests") else "debate",
        choices={
            "quick": words("Quick check"),
            "debate": words("Debate"),
            "attack": words("Attack an answer I have"),
        },
        cards=_PROFILE_CARDS,
    ),
    SetupField("max_rounds", told=_told_rounds),
    replace(COST_FIELD, basic=False, told=_told_limit),
    SetupField(
        "gate_policy",
        choices={
            "every_round": words("Every round"),
            "if_changed": words("If changed"),
            "on_conflict": words("If they differ"),
            "never_ask": words("Never"),
        },
        told=_told_gates,
    ),
    *grouped(
        words("The answer"),
        SetupField("must_haves", widget="long_text", suggest=_must_haves_suggested),
        SetupField("context_text", widget="long_text"),
        SetupField("tool_servers", widget="tool_servers"),
    ),
    *grouped(
        words("Rounds and their end"),
        "interactive_clarifications",
        "review_critiques",
        SetupField("hide_names", told=_told_names),
        SetupField(
            "termination",
            choices={
                "fixed": words("Never"),
                "convergence": words("Answers agree"),
                "quality": words("Good enough"),
            },
        ),
        SetupField("threshold", unit="%", told=_told_end),
    ),
    *beside_form(
        SetupField("rubric", widget="long_text", empty=words("nothing is graded")),
        SetupField(
            "result_by",
            choices={
                "chair": words("The chair"),
                "vote": words("Most answers"),
                "best": words("The judge's choice"),
            },
        ),
        SetupField("answer_tokens", empty=words("one each")),
        SetupField(
            "same_answer", choices={"words": words("The same words"), "judge": words("As the judge says")}
        ),
        SetupField("known_answers", empty=words("One per line: Who pays? The employer.")),
        SetupField("context_budget", empty=words("as planned")),
        SetupField("revised_by", empty=words("nobody but you")),
        *("clarifications_max_iterations", "clarifications_max_per_agent", "enabled", "new_letters"),
        *("name_reasons", "tell_files", "stop_when_spent", "auto_stop_on_convergence"),
        *("min_change_threshold", "count_first", "max_output_tokens", "summarization_threshold"),
        *("summarization_target", WINDOW_FIELD, TIME_FIELD, "retries", "judge_all"),
        *("check_passages", "critic_rules"),
    ),
)


def follow_up(state: DebateState) -> dict[str, JsonValue]:
    """Return the setup of a follow-up: the same but for question and rubric, with what is known by now."""
    setup = state.setup
    paragraphs = [translate("An earlier debate asked: {question}", question=setup.question)]
    if state.result is not None:
        paragraphs.append(f"{translate('Its final answer:')}\n\n{state.result.text.strip()}")
    background = "\n\n".join(filter(None, (setup.context_text.strip(), *paragraphs)))
    known: list[JsonValue] = [
        KnownAnswer(question=q.fact.text, answer=answer_words(q)).model_dump(mode="json")
        for q in state.questions.values()
        if q.answer is not None and q.answer.status != "not_answered" and answer_words(q)
    ]
    values: dict[str, JsonValue] = setup.model_dump(mode="json", exclude={"question", "rubric", "judge_all"})
    return {**values, "context_text": background, "known_answers": known}
