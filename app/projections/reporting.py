"""Builds a report: from the projections of the shared facts, and from what the workflow tells of itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from app.domain.canonical import JsonValue
from app.domain.command_facts import CommandEnded
from app.domain.fact_base import Fact, FactCatalogue, Record
from app.domain.facts import (
    AutoApproveChanged,
    CallFailed,
    CritiqueAnswered,
    CritiqueDecided,
    CritiqueFiled,
    GateAnswered,
    GuidanceGiven,
    LimitChanged,
    ReplyMended,
    SeatAbsent,
    SeatAdded,
    SeatDropped,
    SeatReplaced,
    SessionFinished,
    StopRequested,
    TextAssessed,
    TextDecided,
    TextProposed,
)
from app.domain.given_pictures import about, given_in
from app.domain.i18n import Message, translate, words
from app.domain.ids import RESERVED_SEATS
from app.domain.reply_repairs import mended_lines
from app.domain.reporting import MeasureKind, Part, Remark, ReportModel, WorkflowReport
from app.domain.taken import titles_of
from app.domain.verdict_facts import SeatRated, seat_who
from app.projections.base import ProjectionSet, moment
from app.projections.event_history import EventHistory, Happened, words_of
from app.projections.report import (
    LOOKING_BACK,
    Assessment,
    Attempt,
    Cost,
    Costs,
    Critique,
    CritiqueReply,
    CritiqueVerdict,
    Decision,
    FinalAnswer,
    GivenAlone,
    Incident,
    Measure,
    Member,
    Origin,
    Report,
    Round,
    Text,
)
from app.projections.session import Session
from app.projections.spend import Account, Spend
from app.projections.texts import RESULT_SLOTS, Texts
from app.projections.timeline import Timeline

M = TypeVar("M", bound=ReportModel)
ANSWERS = {"fixed": "addressed", "held": "stands_by_it", "unanswered": "no_reply"}
"""An author's answer to a critique, as reports name it."""
_MATERIAL = ("context", "context_files", "files", "folder")
"""Fields of a setup that name what was given with the question."""
_WHO = {"you": words("the person"), "vote": words("the first vote"), "result": words("the result")}
"""Who may have been right, beside the seats."""


def build_report(
    catalogue: FactCatalogue, records: Iterable[Record], workflow_report: WorkflowReport
) -> Report:
    """Fold a session's records into its report."""
    found = list(records)
    session, timeline, texts, spend, chronicle = Session(), Timeline(), Texts(), Spend(), EventHistory()
    ProjectionSet(catalogue, (session, timeline, texts, spend, chronicle)).fold(found)
    own = list(_texts(chronicle))
    ended = next((r.at for r in reversed(found) if r.type == SessionFinished.tag()), None)
    return Report(
        session=session.session,
        workflow=session.workflow,
        title=session.title,
        state=session.state,
        reason=session.reason,
        created_at=moment(session.created_at),
        changed_at=moment(found[-1].at if found else 0),
        finished_at=moment(ended) if ended is not None and session.state == "finished" else None,
        begun_by=session.begun_by.name if session.begun_by is not None else "",
        parent=Origin(session=session.parent.session, seq=session.parent.seq) if session.parent else None,
        tags=session.tags,
        question=session.question,
        material=tuple(name for name, _, _ in _material(session.setup)),
        given_alone=tuple(_given_alone(session.setup)),
        team=tuple(
            Member(
                seat=name,
                model=seat.model,
                role=seat.role,
                presides=name in RESERVED_SEATS,
                letter=workflow_report.letters.get(name, ""),
                later_letters=tuple(
                    label for label, seat in workflow_report.later_letters.items() if seat == name
                ),
            )
            for name, seat in session.seats.items()
        ),
        decision=workflow_report.decision,
        decided=session.decision.text if session.decision is not None else "",
        final_answer=_final(texts, session.judged, workflow_report),
        findings=workflow_report.findings,
        clarifying_questions=workflow_report.questions,
        rounds=tuple(_rounds(timeline)),
        texts=tuple(own),
        assessments=tuple(_assessments(chronicle)),
        critiques=tuple(_critiques(chronicle)),
        points_shown=workflow_report.points_shown,
        decisions=tuple(_decisions(chronicle)),
        measures=tuple(_measures(chronicle, workflow_report.measures)),
        mishaps=tuple(_mishaps(chronicle)),
        in_rounds=workflow_report.in_rounds,
        more=(
            *workflow_report.more,
            *_pictures(session.setup, chronicle.shown),
            *_looking_back(session),
            *replies_read(chronicle.mended, workflow_report),
        ),
        documents=workflow_report.documents,
        ending=workflow_report.ending,
        costs=_costs(spend, offline=chronicle.sources == {"offline"}),
    )


def _looking_back(session: Session) -> Iterator[Part]:
    """Yield what the person expected and decided, and how it turned out; nothing where nobody said so.

    A forecast is opened once the result is there.
    """
    remarks = []
    if session.forecast and session.state == "finished":
        remarks.append(translate("Expected before the first answers: {text}", text=session.forecast))
    if session.outcome is not None:
        right = [who for who, was in session.outcome.right.items() if was]
        wrong = [who for who, was in session.outcome.right.items() if not was]
        remarks.append(translate("Turned out: {text}", text=session.outcome.text or "–"))
        for names, said in ((right, words("Right: {names}")), (wrong, words("Wrong: {names}"))):
            if names:
                told = ", ".join(str(_WHO.get(who, who.removeprefix(seat_who("")))) for who in names)
                remarks.append(str(said.filled(names=told)))
    if remarks:
        title = translate("Expected, decided, turned out")
        yield Part(name=LOOKING_BACK, title=title, remarks=tuple(Remark(text=one) for one in remarks))


def _material(setup: Mapping[str, JsonValue]) -> Iterator[tuple[str, str, str]]:
    """Yield the name of each thing that was given, the one seat it is for (empty: all), and its text."""
    for field in _MATERIAL:
        value = setup.get(field)
        for item in value if isinstance(value, list) else [value]:
            told = item if isinstance(item, dict) else {"name": item}
            name = told.get("name", told.get("path"))
            if isinstance(name, str) and name:
                yield name, str(told.get("only") or ""), str(told.get("text") or "")
    if isinstance(setup.get("context_text"), str) and str(setup["context_text"]).strip():
        yield translate("background written by the person"), "", ""


def _given_alone(setup: Mapping[str, JsonValue]) -> Iterator[GivenAlone]:
    """Yield what not all were given; files of one name are the same one where their texts are."""
    seats: dict[tuple[str, str], list[str]] = {}
    for name, seat, text in _material(setup):
        if seat:
            seats.setdefault((name, text), []).append(seat)
    for (name, _), own in seats.items():
        yield GivenAlone(name=name, seats=tuple(own))


def _pictures(setup: Mapping[str, JsonValue], shown: Mapping[str, bool | None]) -> Iterator[Part]:
    """Yield which pictures were given, who was shown them and who was only told; nothing without any."""
    given = given_in(setup)
    if not given:
        return
    remarks = [Remark(text=f"{name}: {about(picture)}") for name, _, picture in given]
    for_all = any(not only for _, only, _ in given)
    seats = {name: saw for name, saw in shown.items() if for_all or any(only == name for _, only, _ in given)}
    told: dict[bool | None, str] = {
        True: translate("was shown the pictures"),
        None: translate("was sent the pictures; too few tokens were counted to know whether it saw them"),
        False: translate("was told of the pictures and not shown them"),
    }
    remarks += [
        Remark(text=text, who=(name,)) for saw, text in told.items() for name in seats if seats[name] is saw
    ]
    yield Part(name="pictures", title=translate("Who saw the pictures"), remarks=tuple(remarks))


def _final(texts: Texts, judged: str, workflow_report: WorkflowReport) -> FinalAnswer | None:
    version = texts.result()
    if version is None:
        return None
    whole = texts.standing_text(version)
    # What a person made of the result stands; what the workflow knows is the text before.
    own = workflow_report.answer if workflow_report.answer is not None and whole == version.text else whole
    if not whole.strip() and not own.strip():
        return None
    return FinalAnswer(text=own, whole=whole, seat=version.seat, seq=version.seq, judged=judged)


def _rounds(timeline: Timeline) -> Iterator[Round]:
    for number, row in sorted(timeline.rounds.items()):
        yield Round(
            number=number,
            attempts=tuple(
                Attempt(
                    number=a.number,
                    accepted=a.accepted,
                    opened_at=moment(a.opened_at),
                    closed_at=moment(a.closed_at) if a.closed_at is not None else None,
                    feedback=a.feedback or "",
                )
                for a in row.attempts
            ),
        )


def _texts(chronicle: EventHistory) -> Iterator[Text]:
    first: dict[tuple[str, str, str], int] = {}
    newest: dict[tuple[str, str], int] = {}
    for one in chronicle.texts.values():
        fact = one.fact
        assert isinstance(fact, TextProposed | TextDecided)
        if fact.slot in RESULT_SLOTS and isinstance(fact, TextProposed):
            continue
        words, key = words_of(fact), (fact.slot, fact.seat)
        same = first.setdefault((*key, words), one.seq)
        base = _base(chronicle, one) if isinstance(fact, TextProposed) else newest.get(key)
        if isinstance(fact, TextProposed):
            newest[key] = one.seq
        edit_by = "agent" if _agent(fact) else "person"
        yield _told(
            Text,
            one,
            by="seat" if isinstance(fact, TextProposed) else edit_by,
            agent=_agent(fact),
            text=words,
            base=base,
            same_as=same if same != one.seq else None,
        )


def _base(chronicle: EventHistory, one: Happened) -> int | None:
    """Return the text a proposed one was made from; a base that is not older is none."""
    assert isinstance(one.fact, TextProposed)
    base = one.fact.base
    if base is None or base >= one.seq:
        return None
    found = chronicle.named(base, before=one.seq)
    return found.seq if found is not None else None


def _told(cls: type[M], one: Happened, **more: object) -> M:
    """Return a part of a report: where its fact stands, what the fact has by the same names, and more."""
    record, fact = one.record, one.fact
    values: dict[str, object] = {"seq": record.seq, "at": moment(record.at)}
    values |= {"round": record.round, "attempt": record.attempt}
    values |= {name: getattr(fact, name) for name in type(fact).model_fields} | more
    return cls.model_validate({name: values[name] for name in cls.model_fields if name in values})


def _assessments(chronicle: EventHistory) -> Iterator[Assessment]:
    for one in chronicle.assessed:
        assert isinstance(one.fact, TextAssessed)
        fact = one.fact
        before = [text.seq for text in chronicle.proposed(fact.slot, fact.seat) if text.seq < one.seq]
        yield _told(Assessment, one, text=before[-1] if before else None, changed=fact.ratio)


def _critiques(chronicle: EventHistory) -> Iterator[Critique]:
    verdicts: dict[str, list[Happened]] = {}
    for one in chronicle.decided:
        if isinstance(one.fact, CritiqueDecided):
            verdicts.setdefault(one.fact.critique, []).append(one)
    replies: dict[str, list[CritiqueReply]] = {}
    for one in chronicle.answered:
        if isinstance(one.fact, CritiqueAnswered):
            told = _told(CritiqueReply, one, answer=ANSWERS[one.fact.answer])
            replies.setdefault(one.fact.critique, []).append(told)
    for id, one in chronicle.filed.items():
        assert isinstance(one.fact, CritiqueFiled)
        words = verdicts.get(id, [])
        decided = tuple(
            _told(CritiqueVerdict, word, agent=_agent(word.fact), standing=word is words[-1])
            for word in words
        )
        answered, mark = tuple(replies.get(id, ())), one.fact.mark or ""
        yield _told(Critique, one, id=id, mark=mark, verdicts=decided, replies=answered)


def _decisions(chronicle: EventHistory) -> Iterator[Decision]:
    last = {_choice_of(one): one.seq for one in chronicle.decided if not one.late}
    for one in chronicle.decided:
        if (values := _decision(chronicle, one)) is not None:
            if isinstance(one.fact, TextDecided) and not one.late:
                values["standing"] = last[_choice_of(one)] == one.seq
            if agent := _agent(one.fact):
                values |= {"by": "agent", "agent": agent}
            place = {"seq": one.seq, "at": moment(one.record.at)}
            place |= {"round": one.record.round, "attempt": one.record.attempt}
            yield Decision.model_validate({**place, **values})


def _choice_of(one: Happened) -> object:
    """Return what a choice of a text is about: the newest of an attempt holds."""
    fact, place = one.fact, (one.record.round, one.record.attempt)
    return (fact.slot, fact.seat, *place) if isinstance(fact, TextDecided) else one.seq


def _decision(chronicle: EventHistory, one: Happened) -> dict[str, object] | None:
    values: dict[str, object]
    match one.fact:
        case GateAnswered() as fact:
            words = "\n\n".join(dict.fromkeys(_words_in(chronicle, fact)))
            values = {"kind": "gate", "by": fact.by, "gate": one.kind, "verb": fact.verb, "said": words}
        case TextDecided() as fact:
            chosen = chronicle.chosen(one)
            values = {"kind": "text", "seat": fact.seat, "choice": fact.choice, "in_force": not one.late}
            values["text"] = chosen.seq if chosen is not None else None
            values |= {"taken": titles_of(fact.taken), "kept_old": chronicle.kept_old(one)}
        case GuidanceGiven() as fact:
            values = {"kind": "guidance", "said": fact.text, "pinned": fact.pinned}
        case AutoApproveChanged() as fact:
            limits = {"figure": fact.until_figure, "rounds": fact.rounds, "dollars": fact.until_cost}
            values = {"kind": "auto_approve", "limits": {k: v for k, v in limits.items() if v is not None}}
        case LimitChanged() as fact:
            values = {"kind": "limit", "limits": {fact.limit: fact.value}}
        case SeatRated() as fact:
            values = {"kind": "seat_rated", "seat": fact.seat, "said": fact.rating}
        case SeatDropped() as fact:
            values = {"kind": "seat_left_out", "seat": fact.seat}
        case CommandEnded() as fact:
            values = {"kind": "command", "verb": one.kind, "said": str(fact.text) or fact.message}
            values["in_force"] = fact.outcome == "done"
        case SeatAdded() as fact:
            seat = fact.seat
            values = {"kind": "seat_added", "seat": seat.name, "model": seat.model, "by": fact.by}
            values["said"] = fact.reason
        case SeatReplaced() as fact:
            values = {"kind": "seat_replaced", "seat": fact.seat, "model": fact.model, "by": fact.by}
        case StopRequested() as fact:
            values = {"kind": "stop", "verb": fact.mode, "by": fact.by}
        case _:
            return None
    return values


def _agent(fact: Fact) -> str:
    """Return the name of the agent that did something, empty where no agent did."""
    return fact.actor.name if fact.actor is not None and fact.actor.kind == "agent" else ""


def _words_in(chronicle: EventHistory, fact: GateAnswered) -> Iterator[str]:
    """Yield what the person wrote in an answer; a note that is guidance has an event of its own."""
    guidance = {one.fact.text for one in chronicle.decided if isinstance(one.fact, GuidanceGiven)}
    for text in (fact.data.get("feedback"), fact.data.get("note"), fact.note):
        if isinstance(text, str) and text.strip() and text.strip() not in guidance:
            yield text


def _measures(chronicle: EventHistory, kinds: Mapping[str, MeasureKind]) -> Iterator[Measure]:
    for (_, _, name), one in chronicle.measured.items():
        kind = kinds.get(name) or MeasureKind(title=name.replace("_", " ").capitalize(), unit="%")
        yield _told(Measure, one, title=kind.title, unit=kind.unit, missing=kind.missing)


def _mishaps(chronicle: EventHistory) -> Iterator[Incident]:
    for one in chronicle.amiss:
        match one.fact:
            case CallFailed() as fact:
                kind, seat, message = "call_failed", chronicle.called.get(fact.asked, ""), fact.message
            case SeatAbsent() as fact:
                kind, seat, message = "sat_out", fact.seat, fact.reason
            case _:
                continue
        yield _told(Incident, one, kind=kind, seat=seat, said=message)


def replies_read(
    repaired: Iterable[tuple[int, ReplyMended]], workflow_report: WorkflowReport
) -> Iterator[Part]:
    """Yield what was done to read replies, each with its round, where anything was."""

    def doing(purpose: str) -> str:
        return workflow_report.purposes.get(purpose, purpose.replace("_", " "))

    lines = mended_lines(repaired, Message(workflow_report.round_word), doing)
    if lines:
        remarks = tuple(Remark(text=line, who=(seat,)) for seat, line in lines)
        yield Part(name="replies", title=translate("How replies were read"), remarks=remarks)


def _costs(spend: Spend, *, offline: bool) -> Costs:
    return Costs(
        total=_cost(spend.total),
        by_seat={seat: _cost(account) for seat, account in spend.by_seat.items() if account.calls},
        by_round={n: _cost(account) for n, account in sorted(spend.by_round.items()) if account.calls},
        inherited=_cost(spend.inherited) if spend.inherited.calls else None,
        offline=offline,
        limit=spend.cost_limit,
    )


def _cost(account: Account) -> Cost:
    return Cost(
        calls=account.calls,
        tokens_in=account.tokens_in,
        tokens_out=account.tokens_out,
        tokens_cached=account.tokens_cached,
        tokens_stored=account.tokens_stored,
        tokens_estimated=account.estimated,
        dollars=account.most,
        unpriced=account.unpriced,
        worst_case=account.uncertain,
    )
