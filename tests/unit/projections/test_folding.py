"""What projections show of a session, and that the way of folding does not matter."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.canonical import JsonValue, dumps
from app.domain.fact_base import Fact, FactCatalogue, NewRecord, PlainBodies, Record
from app.domain.facts import (
    SHARED_FACTS,
    AutoApproveChanged,
    CallAsked,
    CallCancelled,
    CallCompleted,
    CallFailed,
    CallInterrupted,
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueDecided,
    CritiqueFiled,
    DecisionWithdrawn,
    GateAnswered,
    GateOpened,
    LimitChanged,
    NodeEntered,
    NodeLeft,
    NoteAdded,
    Parent,
    RoundClosed,
    RoundOpened,
    RunHalted,
    RunStarted,
    SeatDropped,
    SeatReplaced,
    SessionCreated,
    SessionFinished,
    SessionForked,
    SessionRenamed,
    TagsChanged,
    TextAssessed,
    TextDecided,
    TextProposed,
)
from app.domain.person_facts import WITHDRAWABLE
from app.domain.reporting import WorkflowReport
from app.domain.seats import Seat
from app.domain.usage import Usage
from app.domain.verdict_facts import SeatRated
from app.engine.fold import SessionFold
from app.projections.base import moment
from app.projections.folding import Projections, fold_session
from app.projections.log import summary
from app.projections.reporting import build_report
from app.projections.timeline import Timeline
from tests.support.examples import examples
from tests.support.toy import ToyPlugin

CATALOGUE = FactCatalogue(SHARED_FACTS)
SESSION = "01" + "a" * 24
FORK = "01" + "b" * 24


def test_what_was_stopped_at_a_question_waits_there_again_once_it_goes_on() -> None:
    asked = GateOpened(kind="cycle", verbs=("continue",), payload={})
    halted, started = RunHalted(state="stopped"), RunStarted(app_version="1")
    begun = (started, asked, halted, started)
    fold = fold_session(CATALOGUE, records(*begun), "")
    assert fold.session.state == "waiting"
    assert fold.gates.waiting is not None
    answered = GateAnswered(gate="g2", verb="continue", by="person")
    fold = fold_session(CATALOGUE, records(*begun, answered, halted, started), "")
    assert fold.session.state == "running"


def records(*facts: Fact | NewRecord) -> list[Record]:
    found = []
    for seq, item in enumerate(facts, 1):
        new = item if isinstance(item, NewRecord) else NewRecord(item, 0, 1, 1)
        packed = dumps(new.fact.body())
        envelope = (new.entry, new.round, new.attempt)
        found.append(
            Record(seq, seq * 10, *envelope, new.fact.type, new.fact.schema_version, packed, PlainBodies())
        )
    return found


def created() -> SessionCreated:
    return SessionCreated(
        session=SESSION,
        workflow="debate",
        title="Four days",
        setup={"question": "Why?", "cost_limit": 2.0},
        seats={"Ada": Seat(name="Ada", model="m/1"), "chair": Seat(name="chair", model="m/2")},
        seed=1,
        app_version="1",
    )


def asked(seat: str = "Ada", reserved: float | None = 0.5) -> CallAsked:
    return CallAsked(
        purpose="proposal",
        seat=seat,
        part="",
        tries=1,
        model="m/1",
        identity="i",
        messages=(),
        reserved=reserved,
        app_version="1",
    )


def folded(*facts: Fact | NewRecord) -> Projections:
    return fold_session(CATALOGUE, records(*facts), "agreement")


def test_a_rejected_attempt_stays_beside_the_one_that_follows() -> None:
    fold = folded(
        RoundOpened(number=1),
        CriterionMeasured(name="agreement", value=40.0, threshold=80.0, passes=False),
        RoundClosed(number=1, attempt=1, accepted=False, feedback="shorter"),
        RoundOpened(number=1, attempt=2),
    )
    first, second = fold.timeline.rounds[1].attempts
    assert (first.accepted, first.feedback, second.accepted) == (False, "shorter", None)
    assert first.figure is not None
    assert first.figure.value == 40.0
    assert fold.timeline.measured[1, 1]["agreement"].threshold == 80.0


def test_each_visit_of_a_node_is_counted() -> None:
    fold = folded(*(f for _ in range(3) for f in (NodeEntered(node="n"), NodeLeft(node="n", signal="S"))))
    assert fold.steps.nodes["n"].visits == 3
    assert fold.timeline.node == ""


def test_the_text_that_goes_on_follows_the_persons_decision_and_its_withdrawal() -> None:
    facts: list[Fact | NewRecord] = [
        TextProposed(slot="answer", seat="Ada", text="old"),
        TextProposed(slot="answer", seat="Ada", text="new", base=1),
        TextAssessed(slot="answer", seat="Ada", status="changed", ratio=0.5, summary="rewrote it"),
        TextDecided(slot="answer", seat="Ada", choice="previous"),
        TextDecided(slot="answer", seat="Ada", choice="edit", edit="mine"),
    ]
    shown = []
    for extra in ([], [DecisionWithdrawn(seq=5)], [DecisionWithdrawn(seq=5), DecisionWithdrawn(seq=4)]):
        texts = folded(*facts, *extra).texts
        version = texts.current("answer", "Ada")
        assert version is not None
        shown.append((texts.base_text(version), texts.standing_text(version)))
    assert shown == [("old", "mine"), ("old", "old"), ("old", "new")]


def test_which_of_a_seats_texts_stands_follows_each_decision_as_it_arrives() -> None:
    fold = Projections()
    feeder = fold.feeder(CATALOGUE)
    seen = []
    for record in records(
        TextProposed(slot="answer", seat="Ada", text="old"),
        TextProposed(slot="answer", seat="Ada", text="new", base=1),
        TextDecided(slot="answer", seat="Ada", choice="previous"),
        TextDecided(slot="answer", seat="Ada", choice="edit", edit="mine"),
        DecisionWithdrawn(seq=4),
    ):
        feeder.apply(record)
        mine = fold.texts.of_seat("Ada", "answer")
        seen.append(([version.text for version in mine], fold.texts.stands(mine[-1]).text))
    assert seen == [
        (["old"], "old"),
        (["old", "new"], "new"),
        (["old", "new"], "old"),
        (["old", "new", "mine"], "mine"),
        (["old", "new"], "old"),
    ]


def test_a_text_based_on_an_edit_names_the_edit_as_its_base() -> None:
    texts = folded(
        TextProposed(slot="answer", seat="Ada", text="old"),
        TextDecided(slot="answer", seat="Ada", choice="edit", edit="mine"),
        TextProposed(slot="answer", seat="Ada", text="next", base=2),
    ).texts
    assert texts.base_text(texts.versions[3]) == "mine"


def test_a_dismissed_or_answered_point_is_no_longer_open() -> None:
    def point(name: str) -> CritiqueFiled:
        return CritiqueFiled(critique=name, critic="Bo", target="Ada", label="Response A", claim="vague")

    ledger = folded(
        point("c1"),
        point("c2"),
        point("c3"),
        CritiqueDecided(critique="c1", verdict="dismiss", reason="off topic"),
        CritiqueAnswered(critique="c2", seat="Ada", answer="fixed"),
        CritiqueAnswered(critique="c3", seat="Ada", answer="unanswered"),
    ).critiques
    assert [name for name, p in ledger.points.items() if p.open] == ["c3"]


def test_a_gate_waits_until_it_is_answered_and_an_idle_one_never_does() -> None:
    gate = GateOpened(kind="approval", payload={"a": 1}, verbs=("approve", "stop"), primary="approve")
    waiting = folded(created(), RunStarted(app_version="1"), gate)
    assert waiting.gates.waiting is not None
    assert waiting.gates.waiting.id == "g3"
    assert waiting.session.state == "waiting"
    done = folded(created(), RunStarted(app_version="1"), gate, GateAnswered(gate="g3", verb="approve"))
    assert done.gates.waiting is None
    assert done.gates.answered["g3"].answer is not None
    assert done.gates.answered["g3"].figures == {"a": 1}
    assert done.session.state == "running"
    assert folded(gate.model_copy(update={"idle": True})).gates.waiting is None


def test_what_was_answered_is_held_until_its_node_is_left() -> None:
    told: dict[str, JsonValue] = {"disputed": 2, "texts": ["long"]}
    facts = (
        created(),
        NodeEntered(node="review"),
        GateOpened(kind="approval", payload=told, verbs=("approve",)),
        GateAnswered(gate="g3", verb="approve", data={"why": "fine"}),
    )
    gate = folded(*facts).gates.answered_in(0, "approval")
    assert gate is not None
    assert gate.answer is not None
    assert gate.answer.data == {"why": "fine"}
    passed = folded(*facts, NodeLeft(node="review", signal="DONE")).gates.answered["g3"]
    assert (passed.answer, passed.figures, passed.by) == (None, {"disputed": 2}, "person")


def test_known_unknown_and_uncertain_costs_are_kept_apart() -> None:
    spend = folded(
        created(),
        asked(),
        asked(reserved=None),
        asked(),
        asked(),
        CallCompleted(
            asked=2, text="", usage=Usage(tokens_in=10, tokens_out=5, source="provider", cost=0.25)
        ),
        CallCompleted(asked=3, text="", usage=Usage(tokens_in=1, cost=None)),
        CallInterrupted(asked=4),
    ).spend
    assert (spend.total.cost, spend.total.uncertain, spend.total.unpriced) == (0.25, 0.5, 1)
    assert spend.total.most == 0.75
    assert spend.total.tokens == 16
    assert spend.total.estimated
    assert spend.reserved == 0.5
    assert spend.limits["cost"] == 2.0


def test_of_a_call_without_an_end_what_was_counted_is_told_and_the_rest_is_uncertain() -> None:
    used = Usage(tokens_in=100, tokens_out=20, cost=0.12)
    ends = (
        CallInterrupted(asked=2, usage=used, uncertain=0.38),
        CallCancelled(asked=2, sent=True, usage=used, uncertain=0.38),
        CallFailed(asked=2, kind="truncated", message="", sent=True, usage=used, uncertain=0.38),
    )
    for end in ends:
        spend = folded(created(), asked(), end).spend
        total = spend.total
        assert (total.cost, total.uncertain, total.most, total.tokens) == (0.12, 0.38, 0.5, 120)
        assert total.estimated
        assert str(total.price) == "about $0.12, at most $0.50"
        # Limits count what it may have been at most.
        assert spend.left == 1.5
        assert spend.fits(1.5)
        assert not spend.fits(1.6)


def test_a_fork_is_not_charged_for_what_it_inherited() -> None:
    used = Usage(tokens_in=10, cost=1.0, source="provider")
    fold = folded(
        created(),
        asked(),
        CallCompleted(asked=2, text="", usage=used),
        SessionForked(session=FORK, parent=Parent(session=SESSION, seq=3), title="Branch"),
        asked(),
        CallCompleted(asked=5, text="", usage=used),
    )
    assert (fold.spend.total.cost, fold.spend.inherited.cost) == (1.0, 1.0)
    assert fold.spend.by_seat["Ada"].calls == 1
    assert (fold.session.session, fold.session.title) == (FORK, "Branch")


def test_the_session_tells_title_question_state_and_reason() -> None:
    facts = (
        created(),
        SessionRenamed(title="Better"),
        TagsChanged(tags=("work",)),
        SessionFinished(reason="models_converged"),
    )
    session = folded(*facts).session
    assert (session.title, session.question, session.tags) == ("Better", "Why?", ("work",))
    assert (session.state, session.reason) == ("finished", "models_converged")
    assert folded(*facts, DecisionWithdrawn(seq=2)).session.title == "Four days"
    assert folded(created(), RunHalted(state="stopped")).session.state == "stopped"


def test_a_line_is_made_even_of_a_record_of_an_unknown_type() -> None:
    strange = Record(
        1, 1, 0, 0, 0, "from_the_future", 9, '{"title":"later\\nthan now","x":[1]}', PlainBodies()
    )
    assert summary(strange) == "later than now"
    assert fold_session(CATALOGUE, [strange]).log.rows == [strange]


seats = st.sampled_from(("Ada", "Bo"))
seqs = st.integers(1, 25)
facts = st.one_of(
    st.builds(RoundOpened, number=st.integers(1, 3), attempt=st.integers(1, 2)),
    st.builds(RoundClosed, number=st.integers(1, 3), attempt=st.integers(1, 2), accepted=st.booleans()),
    st.builds(asked, seats, st.sampled_from((None, 0.5))),
    st.builds(CallCompleted, asked=seqs, text=st.text(max_size=5)),
    st.builds(CallInterrupted, asked=seqs),
    st.builds(
        TextProposed, slot=st.just("answer"), seat=seats, text=st.text(max_size=5), base=st.none() | seqs
    ),
    st.builds(
        TextDecided,
        slot=st.just("answer"),
        seat=seats,
        choice=st.sampled_from(("refined", "previous", "edit")),
    ),
    st.builds(DecisionWithdrawn, seq=seqs),
    st.builds(GateOpened, kind=st.just("approval"), payload=st.just({}), verbs=st.just(("approve",))),
    st.builds(GateAnswered, gate=seqs.map(lambda n: f"g{n}"), verb=st.just("approve")),
    st.builds(CriterionMeasured, name=st.sampled_from(("agreement", "x")), value=st.floats(0, 100)),
    st.builds(NodeEntered, node=st.just("n")),
    st.builds(NodeLeft, node=st.just("n"), signal=st.just("S")),
    st.builds(SessionRenamed, title=st.text(max_size=5)),
)


@given(st.lists(facts, max_size=25), st.integers(0, 25))
@settings(deadline=None, max_examples=examples(60, 1000))
def test_folding_one_by_one_in_two_parts_and_in_bulk_give_the_same(many: Sequence[Fact], cut: int) -> None:
    journal = records(created(), *many)
    bulk = fold_session(CATALOGUE, journal, "agreement")
    single = Projections(timeline=Timeline("agreement"))
    feeder = single.feeder(CATALOGUE)
    for record in journal:
        feeder.apply(record)
    parts = Projections(timeline=Timeline("agreement"))
    feeder = parts.feeder(CATALOGUE)
    feeder.fold(journal[:cut])
    feeder.fold(journal[max(0, cut - 3) :])  # records known already are passed over
    assert single == bulk
    assert parts == bulk


CALLED = [asked(seat, reserved) for seat in ("Ada", "chair") for reserved in (None, 0.5)]
money = st.one_of(
    st.sampled_from(CALLED),
    st.builds(
        CallCompleted,
        asked=seqs,
        text=st.just("."),
        usage=st.builds(Usage, tokens_in=st.integers(0, 9), cost=st.none() | st.sampled_from((0.25, 1.0))),
    ),
    st.builds(
        CallFailed,
        asked=seqs,
        kind=st.sampled_from(("host_died", "timeout", "stopped")),
        message=st.just("."),
        sent=st.booleans(),
        usage=st.none() | st.just(Usage(tokens_in=1, cost=0.25)),
    ),
    st.builds(CallCancelled, asked=seqs, sent=st.booleans()),
    st.builds(CallInterrupted, asked=seqs),
    st.builds(LimitChanged, limit=st.sampled_from(("cost", "tokens")), value=st.none() | st.just(3.0)),
    st.builds(NodeEntered, node=st.sampled_from(("ask", "judge"))),
    st.just(
        SessionForked(
            session=FORK, parent=Parent(session=SESSION, seq=1), title="Branch", setup={"cost_limit": 9.0}
        )
    ),
)


@given(st.lists(money, max_size=25))
@settings(deadline=None, max_examples=examples(60, 1000))
def test_money_is_the_same_by_every_way_of_looking_at_it_and_for_engine_and_faces(many: list[Fact]) -> None:
    journal = records(created(), *many)
    shown = fold_session(CATALOGUE, journal)
    engine = SessionFold(ToyPlugin(), CATALOGUE)
    engine.apply_all(journal)
    assert (engine.spend, engine.session) == (shown.spend, shown.session)
    spend = shown.spend
    for parts in (spend.by_seat, spend.by_round, spend.by_place, spend.by_node):
        for name in ("calls", "tokens_in", "tokens_out", "cost", "unpriced", "uncertain"):
            assert sum(getattr(part, name) for part in parts.values()) == getattr(spend.total, name)
        assert any(part.estimated for part in parts.values()) == spend.total.estimated
    assert spend.reserved == sum(call.reserve or 0.0 for call in spend.open.values())
    assert (spend.cost is None) == (spend.total.unpriced > 0)
    assert spend.fits(None)
    assert spend.fits(0.0)


INERT = CriterionMeasured(name="agreement", value=50.0)
marks = st.one_of(
    st.builds(SessionRenamed, title=st.text(max_size=3)),
    st.builds(TagsChanged, tags=st.sampled_from(((), ("a",), ("a", "b")))),
    st.builds(NoteAdded, text=st.text(max_size=3)),
    st.builds(SeatDropped, seat=st.sampled_from(("Ada", "chair"))),
    st.builds(SeatRated, seat=st.sampled_from(("Ada", "chair")), rating=st.sampled_from(("good", "poor"))),
    st.builds(SeatReplaced, seat=st.sampled_from(("Ada", "chair")), model=st.sampled_from(("m/2", "m/3"))),
    st.builds(AutoApproveChanged, rounds=st.none() | st.just(2)),
)


@given(st.lists(marks, max_size=12), st.sets(st.integers(0, 11)))
@settings(deadline=None, max_examples=examples(60, 1000))
def test_what_is_taken_back_is_as_though_it_had_never_been(drawn: list[Fact], back: set[int]) -> None:
    gone = [at for at in sorted(back) if at < len(drawn) and isinstance(drawn[at], WITHDRAWABLE)]
    taken_back = folded(created(), *drawn, *(DecisionWithdrawn(seq=at + 2) for at in gone)).session
    never = folded(created(), *(INERT if at in gone else fact for at, fact in enumerate(drawn))).session
    assert taken_back == never


def test_a_report_keeps_what_cannot_be_taken_back() -> None:
    journal = records(created(), LimitChanged(limit="cost", value=5.0), DecisionWithdrawn(seq=2))
    report = build_report(CATALOGUE, journal, WorkflowReport())
    assert report.costs.limit == 5.0
    assert [decision.kind for decision in report.decisions] == ["limit"], "it is in force, and was decided"


def test_points_stand_in_an_attempt_that_only_named_members_refine_again() -> None:
    point = CritiqueFiled(
        critique="1.1.1", critic="Bram", target="Ada", label="Response A", claim="No source."
    )
    answer = CritiqueAnswered(critique="1.1.1", seat="Ada", answer="fixed")
    again = [NewRecord(RoundOpened(number=1, attempt=2), 0, 1, 2), NewRecord(answer, 0, 1, 2)]
    fold = fold_session(CATALOGUE, records(created(), point, answer, *again))
    assert [p.filed.critique for p in fold.critiques.of_round(1, 1)] == ["1.1.1"]
    assert [p.filed.critique for p in fold.critiques.of_round(1, 2)] == ["1.1.1"]
    assert fold.critiques.of_round(1, 3) == []


def test_a_time_that_no_calendar_has_is_the_last_there_is() -> None:
    assert moment(0).isoformat() == "1970-01-01T00:00:00+00:00"
    assert moment(2**62).year == 9999
