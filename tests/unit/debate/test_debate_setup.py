"""Every field of the setup: its default, its bounds, and what it does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from app.domain.errors import InputError
from app.domain.i18n import verbatim
from app.domain.seats import ROLES, Seat, Team
from app.domain.usage import Usage
from app.engine.ports import Completed, Failed
from app.projections.folding import fold_session
from app.services.estimates import Estimates
from app.services.sessions import check_setup
from app.workflows.debate.plugin import DebatePlugin
from app.workflows.debate.setup import DebateSetup, suggested_must_haves
from tests.support.asked import read
from tests.unit.debate.debate_table import Table, evaluate, prompt, refine, seated

DEFAULTS: dict[str, Any] = {
    "context_text": "",
    "context": (),
    "profile": "debate",
    "guests": (),
    "revised_by": "",
    "must_haves": (),
    "rubric": "",
    "enabled": True,
    "max_rounds": 2,
    "result_by": "best",
    "tool_servers": (),
    "answer_tokens": None,
    "same_answer": "words",
    "count_first": True,
    "termination": "convergence",
    "threshold": 80,
    "stop_when_spent": False,
    "new_letters": False,
    "name_reasons": True,
    "tell_files": True,
    "check_passages": True,
    "critic_rules": (),
    "judge_all": False,
    "auto_stop_on_convergence": True,
    "min_change_threshold": 0.10,
    "context_budget": None,
    "max_output_tokens": 4000,
    "cost_limit": 2.0,
    "interactive_clarifications": True,
    "clarifications_max_iterations": 3,
    "clarifications_max_per_agent": 5,
    "known_answers": (),
    "summarization_threshold": None,
    "summarization_target": 2500,
    "gate_policy": "every_round",
    "review_critiques": False,
    "hide_names": False,
    # Empty: two minutes, but where the server or the model needs more.
    "call_timeout": None,
    "context_length": None,
    "retries": 3,
}
OUT_OF_BOUNDS: list[tuple[str, list[Any]]] = [
    ("question", ["", "  \n", "…", "..."]),
    ("context", [[{"name": "a", "text": "x"}, {"name": "a", "text": "y"}], [{"name": "a"}]]),
    ("max_rounds", [0, 6, 2.5]),
    ("termination", ["never"]),
    ("threshold", [-1, 101]),
    ("min_change_threshold", [-0.1, 1.1]),
    ("context_budget", [999]),
    ("max_output_tokens", [255, 32_001]),
    ("cost_limit", [-0.01]),
    ("clarifications_max_iterations", [-1, 11]),
    ("clarifications_max_per_agent", [0, 21]),
    ("known_answers", [[{"question": "", "answer": "x"}], [{"question": "x"}]]),
    ("summarization_threshold", [0, 2500]),
    ("summarization_target", [0, 5000]),
    ("gate_policy", ["sometimes"]),
    ("call_timeout", [0]),
    ("context_length", [255]),
    ("retries", [-1, 11]),
]
WITHIN: list[tuple[str, list[Any]]] = [
    ("max_rounds", [1, 5]),
    ("threshold", [0, 100]),
    ("min_change_threshold", [0, 1]),
    ("context_budget", [1000, None]),
    ("max_output_tokens", [256, 32_000]),
    ("cost_limit", [0, None]),
    ("clarifications_max_iterations", [0, 10]),
    ("clarifications_max_per_agent", [1, 20]),
]


def test_every_field_has_the_default_of_the_specification() -> None:
    setup = DebateSetup(question="Shall we?")
    assert {name: getattr(setup, name) for name in DEFAULTS} == DEFAULTS
    assert set(DEFAULTS) | {"question"} == set(DebateSetup.model_fields)


@pytest.mark.parametrize(("field", "values"), OUT_OF_BOUNDS)
def test_a_value_out_of_bounds_is_refused_in_one_sentence_that_names_its_field(
    field: str, values: list[Any]
) -> None:
    for value in values:
        with pytest.raises(InputError) as caught:
            check_setup(DebatePlugin(), {"question": "Shall we?", field: value})
        message = str(caught.value.message)
        assert field in message or "summar" in message or "context files" in message, message
        assert str(caught.value.next)


@pytest.mark.parametrize(("field", "values"), WITHIN)
def test_the_bounds_themselves_are_allowed(field: str, values: list[Any]) -> None:
    for value in values:
        assert getattr(DebateSetup.model_validate({"question": "?", field: value}), field) == value


def test_must_haves_are_suggested_from_the_must_and_shall_sentences() -> None:
    question = "Should we move? It must cost under 3 €. Trains shall stop near. It should be nice."
    assert suggested_must_haves(question) == ("It must cost under 3 €.", "Trains shall stop near.")
    (field,) = [field for field in DebatePlugin().form if field.name == "must_haves"]
    assert field.suggest is not None
    assert field.suggest({"question": question}) == list(suggested_must_haves(question))


def test_must_haves_are_suggested_from_a_german_question_too() -> None:
    question = (
        "Sollen wir umziehen? Die Miete muss unter 3000 Euro liegen. Alle Büros müssen hell sein. "
        "Es soll ein Bahnhof in der Nähe sein. Pausen sollen bezahlt werden. Ein Garten wäre schön."
    )
    assert suggested_must_haves(question) == (
        "Die Miete muss unter 3000 Euro liegen.",
        "Alle Büros müssen hell sein.",
        "Es soll ein Bahnhof in der Nähe sein.",
        "Pausen sollen bezahlt werden.",
    )


def test_what_is_asked_itself_is_no_must_have() -> None:
    assert suggested_must_haves("Shall we move? What must it cost?") == ()


@pytest.mark.parametrize(
    ("line", "question", "answer"),
    [
        ("Who pays? The employer.", "Who pays?", "The employer."),
        ("谁付钱？雇主。", "谁付钱？", "雇主。"),
        ("من يدفع؟ صاحب العمل", "من يدفع؟", "صاحب العمل"),
    ],
)
def test_a_known_answer_is_typed_behind_its_question_in_any_script(
    line: str, question: str, answer: str
) -> None:
    (known,) = DebateSetup.model_validate({"question": "Shall we?", "known_answers": [line]}).known_answers
    assert (known.question, known.answer) == (question, answer)


@pytest.mark.asyncio
async def test_the_token_budget_is_the_larger_of_fifty_thousand_and_the_estimate(table: Table) -> None:
    await table.open(members=("Ada", "Ben"), max_rounds=1)
    assert table.payload["context_budget"] == 50_000, "so short a debate is planned with less"
    setup = DebateSetup(question="Shall we?", context_text="word " * 40_000)
    planned = DebatePlugin().plan(setup, seated("Ada", "Ben").table())
    tokens = sum(call.calls * (call.tokens_in + call.tokens_out) for call in planned)
    await table.open(members=("Ada", "Ben"), context_text=setup.context_text, interactive_clarifications=True)
    assert table.payload["context_budget"] == int(1.25 * tokens) > 50_000
    await table.open(context_text=setup.context_text, context_budget=7000)
    assert table.payload["context_budget"] == 7000


def member(name: str, **more: Any) -> Seat:
    return Seat(name=name, model=f"m/{name}", **more)


@pytest.mark.parametrize(
    ("members", "why"),
    [
        ([member("Ada"), member("ada")], "names must differ"),
        ([member("chair")], "reserved"),
        ([member(f"M{n}") for n in range(9)], "1 to 8"),
        ([member("Ada", enabled=False)], "1 to 8"),
        ([member("A/B")], "contains"),
    ],
)
def test_a_team_has_one_to_eight_members_with_names_of_their_own(members: list[Seat], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        Team(members=tuple(members), chair=member("Chair"))


@pytest.mark.parametrize("field", [{"drafts": 0}, {"drafts": 4}, {"temperature": 2.1}, {"name": " "}])
def test_a_member_has_one_to_three_drafts_and_a_sound_temperature(field: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Seat.model_validate({"name": "Ada", "model": "m/x", **field})


def test_the_chair_judges_unless_there_is_a_judge_and_both_are_steady() -> None:
    table = seated("Ada").table()
    assert table["judge"].model == table["chair"].model == "m/chair"
    assert (table["chair"].temperature, table["judge"].temperature) == (0.3, 0.3)
    warm = seated("Ada", chair=member("Chair", temperature=0.0), judge=member("Judge")).table()
    assert (warm["chair"].temperature, warm["judge"].temperature) == (0.0, 0.3)
    assert warm["judge"].model == "m/Judge"
    assert warm["Ada"].temperature is None, "the provider's own, unless the team says otherwise"


def test_a_disabled_member_has_no_place_at_the_table() -> None:
    assert set(seated("Ada", member("Ben", enabled=False)).table()) == {"Ada", "chair", "judge"}


def advice(team: Team, **setup: Any) -> str:
    checked = DebateSetup(**{"question": "Shall we?", **setup})
    return " ".join(map(str, DebatePlugin().advice(checked, team.table())))


def test_the_start_is_warned_about_many_rounds_one_model_and_a_chair_that_is_a_member() -> None:
    assert advice(seated("Ada", "Ben"), max_rounds=3) == ""
    assert "More than 3 rounds" in advice(seated("Ada", "Ben"), max_rounds=4)
    assert "one model" in advice(seated("Ada", "Ben").with_model("m/x"))
    same = seated("Ada", "Ben", chair=member("Ada"), judge=member("J"))
    assert "The chair is the same model as Ada" in advice(same)
    assert "The judge is the same model as Ben" in advice(seated("Ada", "Ben", judge=member("Ben")))
    both = advice(seated("Ada", "Ben", chair=member("Ada")))
    assert both.count("is the same model as Ada") == 1
    assert "The chair, which judges too," in both


RULES = seated(
    *(Seat(name=name.title(), model=f"offline/{name}") for name in ("analyst", "sceptic", "editor")),
    chair=Seat(name="Chair", model="offline/judge"),
)
NOTHING = (
    "Rules only quote from what you give them. Nothing is attached: connect a model, attach material, or see "
    "a sample."
)


def test_rules_that_have_nothing_to_quote_say_so_before_they_begin() -> None:
    assert NOTHING in advice(RULES, question="Should we buy or lease?")
    assert NOTHING in advice(RULES, question="# Buy or lease?\n\nIt must not cost more than 9 euros.")
    # What the question itself tells can be quoted, as can whatever is attached.
    assert NOTHING not in advice(RULES, question="Should we buy or lease? The lease ends in May.")
    assert NOTHING not in advice(RULES, context_text="The lease ends in May.")
    assert NOTHING not in advice(RULES, context=[{"name": "a.md", "text": "The lease ends in May."}])
    # A model knows something besides.
    assert NOTHING not in advice(seated("Ada", *RULES.members), question="Should we buy or lease?")


@pytest.mark.asyncio
async def test_context_must_haves_and_background_are_in_every_prompt_of_the_debate(table: Table) -> None:
    files = [{"name": "memo.md", "text": "Rents rose by 7 %."}]
    await table.open(context=files, context_text="We are forty people.", must_haves="A price\n\nA date")
    await table.answer("finish")
    for request in table.gateway.requests:
        prompt_text = prompt(request)
        assert "Rents rose by 7 %." in prompt_text, request.purpose
        assert "We are forty people." in prompt_text, request.purpose
        assert "A price" in prompt_text, request.purpose
        assert "A date" in prompt_text, request.purpose


@pytest.mark.asyncio
async def test_roles_temperatures_and_own_instructions_reach_each_members_prompt(table: Table) -> None:
    members = [
        member("Ada", role="security", temperature=0.9, system_prompt="Speak plainly."),
        member("Ben", role="bee draft_store"),
    ]
    await table.open(team=seated(*members), max_output_tokens=512, call_timeout=33, context_length=9000)
    ada, ben = (table.asked("proposal", name)[0] for name in ("Ada", "Ben"))
    assert "Your role: security. Look at what can be abused" in prompt(ada)
    assert "Speak plainly." in prompt(ada)
    assert "Your role: bee draft_store." in prompt(ben)
    assert "Speak plainly." not in prompt(ben)
    assert (ada.options.temperature, ben.options.temperature) == (0.9, None)
    options = [r.options for r in table.gateway.requests]
    assert {(o.max_output_tokens, o.timeout, o.context_length) for o in options} == {(512, 33.0, 9000)}
    assert table.asked("evaluation")[0].options.temperature == 0.3
    assert "You are Chair, the judge of a panel" in prompt(table.asked("evaluation")[0])


@pytest.mark.parametrize("role", ROLES)
def test_every_role_but_the_generalist_says_where_to_look(role: str, table: Table) -> None:
    system_prompt = table.parts.prompts.render(
        "debate/_who", {"name": "Ada", "place": "member", "role": role, "own": ""}
    )
    assert ("Look at" in system_prompt) == (role != "generalist")


@pytest.mark.asyncio
@pytest.mark.parametrize(("retries", "calls"), [(0, 1), (2, 3)])
async def test_a_call_is_asked_again_as_often_as_the_setup_says(
    table: Table, retries: int, calls: int
) -> None:
    table.scripts["proposal"] = lambda r: Failed("overloaded", verbatim("Busy."), sent=True)
    await table.open(members=("Ada",), retries=retries)
    assert table.kind == "failure"
    assert len(table.asked("proposal")) == calls


@pytest.mark.asyncio
@pytest.mark.parametrize(("least", "status"), [(0.5, "minor"), (0.05, "changed")])
async def test_the_smallest_change_separates_minor_from_changed(
    table: Table, least: float, status: str
) -> None:
    table.scripts["refinement"] = lambda r: refine(r, f"{read(r)['text']} And more.")
    await table.open(min_change_threshold=least, max_rounds=3)
    assert set(table.statuses.values()) == {status}
    assert table.payload["rule"] == ("no_significant_changes" if status == "minor" else None)


@pytest.mark.asyncio
async def test_a_deleted_number_is_a_change(table: Table) -> None:
    table.scripts["proposal"] = lambda r: "It costs 40 or 50 euros a month, all in."
    table.scripts["refinement"] = lambda r: refine(r, "It costs 40 euros a month, all in.")
    await table.open()
    assert set(table.statuses.values()) == {"changed"}
    gone, longer = len("or 50 "), len("It costs 40 or 50 euros a month, all in.")
    for shown in table.payload["statuses"].values():
        assert shown["ratio"] == pytest.approx(gone / longer)


@pytest.mark.asyncio
async def test_without_auto_stop_convergence_is_shown_and_the_run_goes_on(table: Table) -> None:
    table.scripts["refinement"] = lambda r: refine(r, answer="held")
    await table.open(auto_stop_on_convergence=False, max_rounds=3)
    assert (table.payload["rule"], table.payload["rule_shown"]) == (None, "models_converged")
    assert table.primary == "approve"


@pytest.mark.asyncio
@pytest.mark.parametrize(("termination", "name"), [("convergence", "agreement"), ("quality", "quality")])
async def test_the_figure_in_force_is_named_with_its_threshold(
    table: Table, termination: str, name: str
) -> None:
    table.scripts["evaluation"] = lambda r: evaluate(agreement=65, quality=65)
    await table.open(termination=termination, threshold=60, max_rounds=3)
    shown = {f["name"]: f for f in table.payload["criteria"]}
    assert (table.payload["figure_name"], table.payload["figure"]) == (name, 65)
    assert (shown[name]["in_force"], shown[name]["threshold"], shown[name]["passes"]) == (True, 60, True)
    assert not shown["similarity"]["in_force"], "likeness of the texts stands under a name of its own"
    assert table.payload["rule"] == "models_converged"
    fold = fold_session(table.parts.catalogue, await table.records(), table.parts.plugin("debate").headline)
    figure = fold.timeline.rounds[1].current.figure
    assert figure is not None
    assert figure.name == name, "the timeline shows the figure in force"


@pytest.mark.asyncio
async def test_names_are_hidden_until_the_decision_in_gate_and_export(table: Table) -> None:
    await table.open(hide_names=True, review_critiques=True)
    assert table.payload["hide_names"]
    await table.answer("send")
    assert table.payload["hide_names"]
    hidden = table.state.names_hidden
    page = await table.export("md")
    assert "Ada" not in page
    assert "m/Ada" not in page
    assert f"Response {table.state.letters['Ada']}" in page
    await table.answer("finish")
    assert (hidden, table.state.names_hidden) == (True, False)
    assert "Ada" in await table.export("md")


@pytest.mark.asyncio
async def test_tokens_are_the_providers_else_estimates_and_marked_as_such(table: Table) -> None:
    await table.open(max_rounds=3)
    assert not table.payload["tokens_estimated"]
    table.scripts["evaluation"] = lambda r: Completed(
        evaluate(), usage=Usage(tokens_in=5, tokens_out=5, source="estimate", cost=0.0)
    )
    before = table.payload["tokens"]
    await table.answer("reject", feedback="No.")
    assert table.payload["tokens_estimated"]
    assert table.payload["tokens"] > before, "the rejected attempt counts too"


@pytest.mark.asyncio
async def test_a_follow_up_begins_with_what_is_known_by_now(table: Table) -> None:
    known = [{"question": "How many?", "answer": "Forty."}]
    await table.open(known_answers=known, must_haves=["A price"], result_by="chair")
    await table.answer("finish")
    values = dict(table.parts.plugin("debate").follow_up(table.state) or {})
    assert "question" not in values
    assert "Shall we?" in str(values["context_text"])
    assert "Do it." in str(values["context_text"])
    assert values["known_answers"][0]["question"] == "How many?"  # type: ignore[index,call-overload]
    assert values["must_haves"] == ["A price"]
    assert DebateSetup.model_validate({**values, "question": "And then?"}).max_rounds == 2


@pytest.mark.asyncio
async def test_a_fork_can_go_on_under_another_setup(table: Table) -> None:
    await table.open()
    fork = await table.sessions.fork(table.id, table.gate.seq, {"max_rounds": 4, "threshold": 20})
    await table.sessions.attach(fork)
    live = table.sessions.live(fork)
    assert live is not None
    state: Any = live.fold.state
    assert (state.max_rounds, state.setup.threshold, state.spend.total.tokens) == (4, 20, 0)
    assert state.setup.question == "Shall we?"


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "setup",
    [
        {"max_rounds": 1},
        {"max_rounds": 3, "interactive_clarifications": True},
        {"max_rounds": 2, "termination": "fixed"},
        {"enabled": False},
    ],
)
async def test_the_plan_before_the_start_counts_the_calls_that_are_then_made(
    table: Table, setup: dict[str, Any]
) -> None:
    team = seated(member("Ada", drafts=2), "Ben", "Cy")
    table.gateway.cost = 0.01
    table.scripts["proposal"] = lambda r: f"{r.seat}, draft {read(r)['draft']}."
    # Nobody ranks it first: the judge is asked in both orders.
    table.scripts["drafts"] = lambda r: json.dumps({"best": max(one["label"] for one in read(r)["drafts"])})
    whole = {
        "interactive_clarifications": False,
        "auto_stop_on_convergence": False,
        "cost_limit": None,
        **setup,
    }
    setup = {"question": "Shall we?", **whole}
    estimate = await Estimates(table.gateway).before_start(DebatePlugin(), setup, team.table())
    assert estimate is not None
    await table.open(team=team, gate_policy="never_ask", **whole)
    requests = [r for r in table.gateway.requests if r.purpose != "summarization"]
    assert estimate.calls.high == len(requests)
    assert estimate.tokens.low > 100 * estimate.calls.low
    assert estimate.unpriced == ()
    table.gateway.cost = None
    dear = await Estimates(table.gateway).before_start(DebatePlugin(), setup, team.table())
    assert dear is not None
    assert (dear.cost.high, set(dear.unpriced)) == (0.0, {"m/Ada", "m/Ben", "m/Cy", "m/chair"})


def test_an_answer_given_beforehand_is_read_from_a_line_too() -> None:
    typed = ["Who pays? The employer.", {"question": "When?", "answer": "In May. Or June?"}]
    setup = DebateSetup.model_validate({"question": "Where?", "known_answers": typed})
    assert [(known.question, known.answer) for known in setup.known_answers] == [
        ("Who pays?", "The employer."),
        ("When?", "In May. Or June?"),
    ]
    for wrong in ("The employer pays.", "Who pays?", "? The employer."):
        with pytest.raises(ValidationError, match="Who pays"):
            DebateSetup.model_validate({"question": "Where?", "known_answers": [wrong]})
