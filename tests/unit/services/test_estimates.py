"""What a run will use, before it starts and before each round."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import InputError
from app.domain.facts import LimitChanged, SeatDropped, WhoAnswers
from app.domain.messages import ModelRequest
from app.domain.seats import Seat, Team
from app.domain.tokens import FREE, Rates
from app.domain.usage import Estimate, Speed, Typical
from app.services.estimates import Estimates, Range, RunEstimate
from app.services.unattended import AnswerPlan
from app.workflows.debate.plugin import DebatePlugin
from app.workflows.draft.plugin import DraftPlugin
from app.workflows.experiment.plugin import ExperimentPlugin
from tests.faults import panel
from tests.support.clocks import ManualClock
from tests.support.desk import desk
from tests.support.scripted import ScriptedGateway

PRICES = {"cheap/x": (1e-6, 2e-6, 8_000), "dear/x": (1e-5, 5e-5, 200_000), "free/x": (0.0, 0.0, None)}


class PricedGateway(ScriptedGateway):
    """Counts four characters a token, at the prices above; other models have none."""

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        return [self._of(request) for request in requests]

    def _of(self, request: ModelRequest) -> Estimate:
        tokens = sum(len(message.text) for message in request.messages) // 4
        out = request.options.max_output_tokens
        known = PRICES.get(request.model)
        if known is None:
            return Estimate(tokens_in=tokens, tokens_out_max=out)
        into, per_word, window = known
        rates = Rates(into=into, out=per_word, cached=into, stored=into)
        cost = rates.price(tokens, out)
        return Estimate(
            tokens_in=tokens, tokens_out_max=out, cost_max=cost, rates=rates, context_limit=window
        )


def gateway() -> PricedGateway:
    """Return a gateway with prices whose models answer soundly."""
    return PricedGateway(lambda request: panel.answer(request.messages[-1].text), ManualClock())


def table(*models: str, chair: str = "cheap/x") -> Team:
    """Return a team of members with these models."""
    seats = tuple(Seat(name=f"M{number}", model=model) for number, model in enumerate(models))
    return Team(members=seats, chair=Seat(name="Chair", model=chair))


async def estimate(team: Team, **setup: Any) -> Any:
    """Return the estimate of a debate."""
    values = {"question": "Where to?", **setup}
    return await Estimates(gateway()).before_start(DebatePlugin(), values, team.table())


@pytest.mark.parametrize(
    ("who", "setup", "early"),
    [
        ("policy", {"termination": "fixed"}, False),
        ("batch", {"auto_stop_on_convergence": False}, False),
        ("policy", {}, True),
        # A person may be content after any round.
        ("person", {"termination": "fixed"}, True),
    ],
)
async def test_the_low_end_is_a_single_round_only_where_a_run_may_end_after_it(
    who: WhoAnswers, setup: dict[str, Any], early: bool
) -> None:
    values = {"question": "Where to?", "max_rounds": 2, **setup}
    found = await Estimates(gateway()).before_start(DebatePlugin(), values, table("cheap/x").table(), who)
    assert found is not None
    assert (found.calls.low < found.calls.high) is early
    assert any("after its first round" in str(one) for one in found.assumptions()) is early


async def test_a_debate_that_runs_as_planned_makes_as_many_calls_as_were_estimated(tmp_path: Path) -> None:
    setup = {"max_rounds": 2, "auto_stop_on_convergence": False, "interactive_clarifications": False}
    scripted_gateway = gateway()
    team = table("cheap/x", "dear/x", "free/x")
    found = await Estimates(scripted_gateway).before_start(
        DebatePlugin(), {"question": "Where?", **setup}, team.table()
    )
    assert found is not None
    async with desk(tmp_path, gateway=scripted_gateway) as open_desk:
        session = await open_desk.sessions.create("debate", {"question": "Where?", **setup}, team)
        assert await open_desk.drive(session, AnswerPlan(approve="all")) == "finished"
    calls = len(scripted_gateway.requests)
    # Whom the members rank best is chosen at once: the other order could not change it.
    assert found.calls.low < calls == found.calls.high - 1
    by_seat = {one.seat: one.calls for one in found.seats}
    assert by_seat["M0"] == sum(request.seat == "M0" for request in scripted_gateway.requests)


async def test_the_cost_is_each_models_tokens_at_its_own_price() -> None:
    cheap, dear = await estimate(table("cheap/x")), await estimate(table("dear/x", chair="dear/x"))
    assert 0 < cheap.cost.low < cheap.cost.high
    assert 10 <= dear.cost.low / cheap.cost.low <= 25
    assert cheap.tokens == dear.tokens
    assert cheap.unpriced == ()


async def test_an_unknown_price_is_said_and_never_counted_as_nothing() -> None:
    found = await estimate(table("odd/y", "cheap/x"))
    assert found.unpriced == ("odd/y",)
    assert "odd/y: cost unknown" in str(found.sentence())
    assert "at least $" in str(found.sentence())
    assert next(one.cost for one in found.seats if one.seat == "M0") is None
    alone = await estimate(table("odd/y", chair="odd/y"))
    assert "cost unknown" in str(alone.sentence())
    assert str(alone.headline()).startswith("Cost unknown")
    assert "$0" not in str(alone.sentence())


async def test_free_models_are_free() -> None:
    found = await estimate(table("free/x", chair="free/x"))
    assert "free" in str(found.sentence())


async def test_more_rounds_and_longer_material_cost_more_and_early_ends_widen_the_range() -> None:
    one, three = (
        await estimate(table("cheap/x", "dear/x"), max_rounds=1),
        await estimate(table("cheap/x", "dear/x"), max_rounds=3),
    )
    assert one.cost.high < three.cost.high
    assert three.calls.low < three.calls.high
    long = await estimate(table("cheap/x", "dear/x"), max_rounds=1, context_text="Rents. " * 5000)
    assert long.cost.low > 2 * one.cost.low


async def test_a_window_that_would_be_too_small_is_named() -> None:
    found = await estimate(table("cheap/x", "dear/x"), context_text="Rents. " * 5000)
    (first, *_) = found.too_small
    assert "M0: cheap/x takes 8,000 tokens" in str(first)
    assert not any("dear/x" in str(words) for words in found.too_small)


async def test_the_limit_of_the_session_is_compared_with_the_likely_cost() -> None:
    assert (await estimate(table("dear/x", "dear/x"), cost_limit=0.01)).above_limit
    assert not (await estimate(table("dear/x", "dear/x"), cost_limit=None)).above_limit


async def test_a_setup_that_is_wrong_is_refused_like_at_the_start() -> None:
    with pytest.raises(InputError, match="max_rounds"):
        await estimate(table("cheap/x"), max_rounds=99)


async def test_before_a_round_its_own_calls_are_estimated_and_absent_members_are_not(tmp_path: Path) -> None:
    scripted_gateway = gateway()
    async with desk(tmp_path, gateway=scripted_gateway) as open_desk:
        team = table("cheap/x", "dear/x", "free/x")
        setup = {"question": "Where?", "interactive_clarifications": False, "max_rounds": 2}
        session = await open_desk.sessions.create("debate", setup, team)
        assert await open_desk.run(session) == "waiting"
        fold = open_desk.live(session).fold
        found = await Estimates(scripted_gateway).next_round(fold)
        assert found is not None
        await open_desk.review.tell(session, SeatDropped(seat=team.enabled[0].name))
        fewer = await Estimates(scripted_gateway).next_round(open_desk.live(session).fold)
        assert fewer is not None
        assert fewer.calls.high < found.calls.high
        found = fewer
        # To end there takes what no further round would: the choice and the final answer.
        ending = await Estimates(scripted_gateway, open_desk.sessions).to_finish(session)
        assert ending is not None
        assert ending.calls.low == ending.calls.high > 0
        # The limit in force counts, and what it has left.
        spent = open_desk.live(session).fold.spend.total.cost
        for room, above in ((0.9, True), (1.1, False)):
            limit = spent + room * found.cost.high
            await open_desk.review.tell(session, LimitChanged(limit="cost", value=limit))
            estimate = await Estimates(scripted_gateway).next_round(open_desk.live(session).fold)
            assert estimate is not None
            assert (estimate.limit, estimate.above_limit) == (limit, above)
        await open_desk.review.tell(session, LimitChanged(limit="cost", value=None))
        before = len(scripted_gateway.requests)
        await open_desk.review.answer(session, open_desk.gate(session), "approve", go_on=False)
        await open_desk.run(session)
        records = await open_desk.sessions.records(session)
        asked = [r for r in records if r.type == "call_asked" and r.round == 2]
        assert len(scripted_gateway.requests) > before
        assert found.calls.high == len(asked)


async def test_a_workflow_without_a_plan_has_no_estimate(tmp_path: Path) -> None:
    async with desk(tmp_path) as open_desk:
        plugin = open_desk.parts.plugin("toy")
        seats = table("cheap/x").table()
        assert await Estimates(gateway()).before_start(plugin, {"question": "What?"}, seats) is None


async def test_an_embedding_model_is_estimated_at_its_own_price_beside_the_agents() -> None:
    values = {"run_id": "a", "prompt": "b", "cycle_count": 5, "tools": False}
    agent = {"agent": Seat(name="agent", model="dear/x")}
    alone = await Estimates(gateway()).before_start(ExperimentPlugin(), values, agent)
    values["embedding_model"] = "cheap/x"
    both = await Estimates(gateway()).before_start(ExperimentPlugin(), values, agent)
    assert alone is not None
    assert both is not None
    first, second = both.seats
    assert (first, second.seat, second.model, second.calls) == (
        alone.seats[0], "agent (cheap/x)", "cheap/x", 4,
    )  # fmt: skip
    assert second.cost is not None
    assert 0 < both.cost.high - alone.cost.high == pytest.approx(second.cost.high)
    values["embedding_model"] = "nobody/knows"
    unknown = await Estimates(gateway()).before_start(ExperimentPlugin(), values, agent)
    assert unknown is not None
    assert unknown.unpriced == ("nobody/knows",)


class MeasuredGateway(ScriptedGateway):
    """One server that takes some calls at once, and whose models were measured."""

    def __init__(self, at_once: int | None, speed: Speed | None) -> None:
        super().__init__(lambda _: "", ManualClock())
        self._told = Estimate(
            tokens_in=1, cost_max=0.0, rates=FREE, server="http://here", at_once=at_once, speed=speed
        )

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        return [self._told for _ in requests]


async def seconds(at_once: int | None, speed: Speed | None, **setup: Any) -> Range:
    """Return the time of a debate of three at such a server."""
    values = {"question": "Where to?", "max_rounds": 1, "interactive_clarifications": False, **setup}
    team = table("own/x", "own/x", "own/x", chair="own/x")
    found = await Estimates(MeasuredGateway(at_once, speed)).before_start(
        DebatePlugin(), values, team.table()
    )
    assert found is not None
    return found.seconds


async def test_a_measured_model_takes_what_it_took_and_the_range_is_narrow() -> None:
    usual = await seconds(8, None)
    slow = await seconds(8, Speed(read=20.0, write=4.0, fills=0.1))
    assert slow.low > 5 * usual.high
    assert slow.high < 2 * slow.low
    twice = await seconds(8, Speed(read=10.0, write=2.0, fills=0.1))
    assert twice.low == pytest.approx(2 * slow.low)
    assert twice.high == pytest.approx(2 * slow.high)


class HereGateway(MeasuredGateway):
    """A server on this machine."""

    def host(self, model: str, base_url: str | None = None) -> str:
        """Return none."""
        return ""

    def built_in(self, model: str) -> bool:
        """Tell that it is no part of the program."""
        return False


async def test_of_a_model_on_this_machine_no_time_is_told_before_its_first_answer() -> None:
    values = {"question": "Where to?", "max_rounds": 1}
    seats = table("own/x", chair="own/x").table()
    speed = Speed(read=50.0, write=20.0, fills=0.2)
    before = await Estimates(HereGateway(1, None)).before_start(DebatePlugin(), values, seats)
    after = await Estimates(HereGateway(1, speed)).before_start(DebatePlugin(), values, seats)
    assert before is not None
    assert after is not None
    assert "time known after the first answer" in str(before.sentence())
    assert str(before.glance()) == str(before.price()), "no card says it again"
    assert " min" in str(after.sentence())
    assert (before.slow, after.slow) == (False, True)


async def test_a_draft_that_nobody_looks_at_may_be_written_twice() -> None:
    plugin, values = DraftPlugin(), {"project": "/somewhere"}
    seats = plugin.seats(plugin.setup.model_validate(values), table("dear/x"))
    reader = await Estimates(gateway()).before_start(plugin, values, seats)
    policy = await Estimates(gateway()).before_start(plugin, values, seats, "policy")
    assert reader is not None
    assert policy is not None
    assert (reader.calls, policy.calls) == (Range(3, 3), Range(3, 5))
    assert policy.cost.low == reader.cost.low
    assert policy.cost.high > 1.4 * reader.cost.high


async def test_what_was_guessed_of_a_text_is_as_short_as_what_was_read_of_it_for_the_time_alone() -> None:
    plugin, values = DraftPlugin(), {"project": "/somewhere"}
    seats = plugin.seats(plugin.setup.model_validate(values), table("dear/x"))
    speed = Speed(read=100.0, write=20.0, fills=0.1)
    short = {"draft_write": Typical(shown=400, waits=4, ends=100, cut=0)}
    known = speed.model_copy(update={"purposes": short})
    guessed = await Estimates(MeasuredGateway(1, speed)).before_start(plugin, values, seats)
    found = await Estimates(MeasuredGateway(1, known)).before_start(plugin, values, seats)
    assert guessed is not None
    assert found is not None
    assert found.seconds.high < guessed.seconds.low
    # Another folder may hold a novel.
    assert found.tokens == guessed.tokens


async def test_calls_to_a_server_that_takes_one_at_a_time_follow_each_other() -> None:
    speed = Speed(read=20.0, write=4.0, fills=0.1)
    together, two, one = await seconds(3, speed), await seconds(2, speed), await seconds(1, speed)
    assert together.high < two.high < one.high < 3.01 * together.high
    assert one.high == pytest.approx(2 * two.high, rel=0.35)


async def test_a_model_that_fills_what_it_is_given_is_expected_to_fill_the_longest_answer() -> None:
    brief, rambling = Speed(read=20.0, write=4.0, fills=0.1), Speed(read=20.0, write=4.0, fills=1.0)
    short = await seconds(1, brief, max_output_tokens=4000)
    long = await seconds(1, rambling, max_output_tokens=4000)
    assert long.low > 3 * short.low
    bounded = await seconds(1, rambling, max_output_tokens=500)
    assert bounded.high < long.high / 4


@pytest.mark.parametrize(
    ("low", "high", "card", "foot"),
    [
        (20, 300, "free · about 3 min", "Free · about 3, at most 5 min"),
        (240, 540, "free · about 6 min", "Free · 4–9 min"),
        (20, 100, "free · about 60 s", "Free · about 1, at most 2 min"),
        (3, 12, "free · about 10 s", "Free · 3–12 s"),
        (0.2, 3, "free · about 5 s", "Free · 1–3 s"),
        (0.1, 0.4, "free · about 5 s", "Free · 1 s"),
    ],
)
def test_a_card_and_the_line_below_the_form_tell_one_time(
    low: float, high: float, card: str, foot: str
) -> None:
    none = Range(0, 0)
    found = RunEstimate(Range(3, 5), none, none, 0, Range(low, high), (), (), ())
    assert str(found.glance()) == card
    assert str(found.headline()) == foot
