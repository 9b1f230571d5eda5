"""A debate as its records tell it: a builder owned by the fold, read by the nodes.

Rule: what goes into a prompt stands still while its node is open, so that a call asked again is the same
call. Guidance and dropped seats take effect when a round opens, a decision on a critique that comes
while models are being asked when that node is left.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import (
    AutoApproveChanged,
    CallAsked,
    CallCancelled,
    CallCompleted,
    CallFailed,
    CallInterrupted,
    CallResolved,
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueDecided,
    CritiqueFiled,
    DecisionWithdrawn,
    GateAnswered,
    GateOpened,
    GuidanceGiven,
    HelpFailed,
    LimitChanged,
    NodeEntered,
    NodeLeft,
    RoundClosed,
    RoundOpened,
    RunHalted,
    RunStarted,
    SeatAbsent,
    SeatDropped,
    SeatReplaced,
    SessionCreated,
    SessionFinished,
    SessionForked,
    TextAssessed,
    TextDecided,
    TextProposed,
    WhoAnswers,
)
from app.domain.i18n import Message
from app.domain.ids import CHAIR, members_of
from app.domain.seats import Seat
from app.domain.verdict_facts import ResultJudged
from app.projections.spend import Spend
from app.workflows.debate import facts as own
from app.workflows.debate.ledger import (
    Attempt,
    Point,
    PointAnswer,
    Question,
    Version,
    less_than_asked,
)
from app.workflows.debate.rules import planning
from app.workflows.debate.rules.termination import needed
from app.workflows.debate.setup import MAX_ROUNDS, DebateSetup

_PROMPTING = frozenset({"summarization", "proposal", "critique", "refinement", "evaluation", "synthesis"})
"""Nodes that ask models: what a person decides about a critique meanwhile waits until they are left."""

ANSWERS = frozenset({"proposal", "refinement"})
"""Purposes whose replies are a member's text."""
REPEATED = frozenset({"critique", "refinement", "evaluation"})
"""Purposes that every round asks for."""


class DebateState:
    """Fold of one debate."""

    def __init__(self) -> None:
        self.setup = DebateSetup(question="?")
        self.members: tuple[str, ...] = ()
        self.seats: dict[str, Seat] = {}
        """As they were when the debate began."""
        self.first_letters: dict[str, str] = {}
        """By seat, of the first round and of every other that has none of its own."""
        self.letters_of_round: dict[int, dict[str, str]] = {}
        """By round, where each has its own."""
        self.attempts: list[Attempt] = []
        self.accepted: dict[str, Version] = {}
        self.questions: dict[str, Question] = {}
        self.question_rounds = 0
        self.who_answers: WhoAnswers = "person"
        """Who answers what members ask; only a person is asked."""
        self.questions_over = False
        """Whether the person went on without answering: then nothing more is asked."""
        self._questions_gate = ""
        self.points: dict[str, Point] = {}
        self.guidance: list[GuidanceGiven] = []
        """In force, oldest first: pinned for all rounds, or given for this one."""
        self.next_guidance: list[tuple[int, GuidanceGiven]] = []
        self.drops: list[tuple[int, str]] = []
        """Seats left out from the next round on, with the seq of the person's event."""
        self.redo: own.RedoAsked | None = None
        self.dropped: set[str] = set()
        self.degraded: list[Message] = []
        """What was less than asked for as it happened."""
        self.auto: AutoApproveChanged | None = None
        self.auto_passed = 0
        """Approval gates that passed by themselves since it was switched on."""
        self.max_rounds, self.result_from, self.rung_asked = 2, "", True
        self.rung: planning.Rung = "debate"
        """How far up the ladder it is."""
        self.target = ""
        """Whose answer was taken after a quick check, or is attacked since."""
        self.checked: own.AnswersChecked | None = None
        self.spend = Spend()
        self.summaries: dict[str, own.HistorySummarised] = {}
        """By seat, the newest."""
        self.dropped_questions: dict[str, int] = {}
        """Questions over the per-member maximum, by seat."""
        self.repeated_questions: dict[str, int] = {}
        """Questions that only repeat the session's, by seat."""
        self.reason: str | None = None
        self.ended = False
        """Whether the rounds are over: finished, stopped or failed."""
        self.halted: str | None = None
        """Why the run stopped or failed, while it is."""
        self.result: Version | None = None
        self.rewritten: str | None = None  # the result as a person wrote it anew
        self.stated: own.ResultStated | None = None
        self.chosen: own.ResultChosen | None = None
        """Whose text is the result, where one was chosen after rounds of critique."""
        self.insertions: tuple[own.Insertion, ...] = ()  # of the text that was chosen last
        self.compared: own.FinalCompared | None = None
        self.counted: own.AnswersCounted | None = None
        self.pooled: dict[str, own.KnowledgePooled] = {}  # by seat, of files that it alone was given
        self.sources: dict[str, own.SourceFetched] = {}  # by the names that answers cite them by
        self.graded: own.AnswersGraded | None = None
        self.judged: ResultJudged | None = None
        self.asked: dict[tuple[str, str, str], int] = {}
        """Seq of the CallAsked by (purpose, seat, part), of the open entry."""
        self.degraded_on_entry: tuple[Message, ...] = ()
        self.present_on_entry: tuple[str, ...] = ()
        """Who was present when the open node was entered: prompts must not change where one sits out."""
        self.offered: GateOpened | None = None
        """The newest approval gate, as the person saw it."""
        self._offered_seq = 0
        self.calls: dict[int, CallAsked] = {}  # without an end, by seq
        self._node = ""
        self._voided: list[PointAnswer] = []
        self._held_back: list[tuple[Record, Fact]] = []

    @property
    def budget(self) -> int:
        """Return the token budget in force: a limit that leaves more than it changes nothing of a debate."""
        # Who begins with a quick check may go on to a debate.
        planned = planning.token_budget(self.setup.model_copy(update={"profile": "debate"}), self.seats)
        return min(self.spend.token_limit or planned, planned)

    @property
    def attempt(self) -> Attempt:
        """Return the newest attempt; to ask for it before the first round is a bug."""
        return self.attempts[-1]

    @property
    def round(self) -> int:
        """Return the round under way, 0 before the first."""
        return self.attempts[-1].round if self.attempts else 0

    @property
    def rounds_accepted(self) -> list[Attempt]:
        """Return the accepted attempts in order."""
        return [attempt for attempt in self.attempts if attempt.accepted]

    @property
    def seated(self) -> list[str]:
        """Return the members that were not left out."""
        return [name for name in self.members if name not in self.dropped]

    @property
    def guests(self) -> list[str]:
        """Return the members that hold a given text, in the order of the texts."""
        return planning.guests_in(self.members, self.seats)

    @property
    def askable(self) -> list[str]:
        """Return the members that can be asked."""
        return [name for name in self.seated if name not in self.guests]

    @property
    def active(self) -> list[str]:
        """Return the members whose answers this rung is about."""
        asked = [n for n in self.askable if not self.attempts or n not in self.attempt.absent]
        answering = planning.answering_on(self.rung, self.target, asked, self.guests, self.seats)
        return [name for name in self.seated if answering is None or name in answering]

    @property
    def needed(self) -> int:
        """Return how many valid answers this rung must have: a quick check goes up with a single one."""
        return 1 if self.rung == "quick" else needed(len(self.active))

    @property
    def present(self) -> list[str]:
        """Return the active members that have a text and do not sit out this attempt."""
        attempt = self.attempt
        return [n for n in self.active if n not in attempt.absent and attempt.text(n) is not None]

    @property
    def critics(self) -> tuple[str, ...]:
        """Return who reviews: all that were present on entry, or the chair where that is a sole member."""
        # Who fails as a critic sits out no more than that: its answer is reviewed all the same.
        present = self.present_on_entry
        if self.rung == "attack":
            others = [n for n in self.askable if n not in present and n not in self.attempt.absent]
            return planning.attackers(others, self.attempt.base, all_of_them=not self.target) or (CHAIR,)
        return planning.critics_of(present, self.guests) or (CHAIR,)

    def letters_in(self, round_number: int) -> Mapping[str, str]:
        """Return the letters by seat that a round goes by."""
        return self.letters_of_round.get(round_number, self.first_letters)

    @property
    def letters(self) -> Mapping[str, str]:
        """Return the letters by seat that are in force."""
        return self.letters_in(self.round)

    def label(self, seat: str, round_number: int | None = None) -> str:
        """Return what an answer is called where its author must not be known: `Response B`.

        `round_number`: the round that it is spoken of in; None for the one under way.
        """
        letters = self.letters_in(self.round if round_number is None else round_number)
        # A stranger's file may have dealt none: a place at the table names nobody either.
        letter = letters.get(seat) or (*self.members, seat).index(seat) + 1
        return f"Response {letter}"

    def last_asked(self, purpose: str, seat: str, part: str = "") -> int | None:
        """Return the seq of the call whose reply counts: the repeated question, where it was repeated."""
        again = f"{part}-reask" if part else "reask"
        return self.asked.get((purpose, seat, again)) or self.asked.get((purpose, seat, part))

    @property
    def names_hidden(self) -> bool:
        """Tell whether names are to be hidden from the person: until the decision has been made."""
        return self.setup.hide_names and self.reason is None and not self.ended

    @property
    def left_out(self) -> set[str]:
        """Return the seats whose whole answer or refinement a person left out in this attempt."""
        if not self.attempts:
            return set()
        return {seat for purpose, seat in self.left_out_of(self.attempt) if purpose in ANSWERS}

    def left_out_of(self, attempt: Attempt) -> list[tuple[str, str]]:
        """Return (purpose, seat) of what a person left out of an attempt; a single draft is nothing."""
        return [
            (purpose, seat)
            for (purpose, seat), parts in attempt.left_out.items()
            if "" in parts or (purpose == "proposal" and len(parts) == self._drafts_of(seat))
        ]

    def _drafts_of(self, seat: str) -> int:
        """Return how many drafts a member is asked for; of independent answers nobody knows before: none."""
        return 0 if self.setup.independent else self.seats[seat].drafts

    @property
    def prospects(self) -> set[str]:
        """Return the members that have a valid answer in this attempt, or may yet have one."""
        if not self.attempts:
            return set(self.active)
        attempt = self.attempt
        answering = set[str]()
        if self._node in ("summarization", "proposal"):
            answering = set(self.redo_seats or self.active) - attempt.absent - self.left_out
        # Who fails to refine its answer keeps it.
        return {seat for seat in self.active if seat in answering or attempt.text(seat) is not None}

    @property
    def redo_seats(self) -> tuple[str, ...]:
        """Return the seats that alone refine again in this attempt, none for all."""
        return self.redo.seats if self.redo else ()

    @property
    def feedback(self) -> str:
        """Return what the person wants changed in this round: of all its rejected attempts, oldest first."""
        rejected = [a.feedback for a in self.attempts if a.round == self.round and a.feedback]
        return "\n\n".join(rejected) if self.redo else ""

    @property
    def standing_texts(self) -> dict[str, Version]:
        """Return the texts of the last accepted round by seat, in the order of the members."""
        last = self.rounds_accepted[-1] if self.rounds_accepted else None
        return {seat: text for seat in self.members if last and (text := last.decided(seat)) is not None}

    @property
    def first_round(self) -> Attempt | None:
        """Return the accepted attempt at round 1."""
        return next((attempt for attempt in self.rounds_accepted if attempt.round == 1), None)

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
        shapes_prompt = isinstance(fact, CritiqueDecided | DecisionWithdrawn) or (
            isinstance(fact, CritiqueFiled) and fact.mark is not None
        )
        if shapes_prompt and self._node in _PROMPTING:
            self._held_back.append((record, fact))  # type: ignore[arg-type]  # no UnknownFact by the test above
            return
        self._apply(record, fact)

    def _apply(self, record: Record, fact: Fact | UnknownFact) -> None:
        if record.type in Spend.wants and isinstance(fact, Fact):
            self.spend.apply(record, fact)
        self._run(record, fact)
        self._calls(record, fact)
        self._content(record, fact)
        self._person(record, fact)
        self._own(fact)

    def _run(self, record: Record, fact: Fact | UnknownFact) -> None:  # noqa: C901  one case a fact
        match fact:
            case SessionCreated():
                # Earlier versions judged all, looked nothing up and let the chair write: these go on so.
                before = {"judge_all": True, "check_passages": False, "result_by": "chair"}
                self.setup = DebateSetup.model_validate({**before, **fact.setup})
                self.members = tuple(members_of(fact.seats))
                self.seats = dict(fact.seats)
                self.max_rounds = self.setup.max_rounds
                self.rung = self.setup.profile
                self._take_known_answers()
            case SessionForked():
                self.ended, self.halted = False, None
                self._change_setup(fact.setup)
            case RunStarted():
                self.ended, self.halted = False, None
                self.who_answers = fact.answered_by
            case RunHalted():
                self.ended, self.halted = fact.state != "paused", fact.reason
            case SessionFinished():
                self.ended = True
            case NodeEntered():
                self._enter(fact.node)
            case NodeLeft():
                if fact.node == "critique" and self.attempts:
                    failed = {seat for purpose, seat in self.attempt.help_failed if purpose == "critique"}
                    self.attempt.uncriticised = bool(failed) and failed >= set(self.critics)
                self._node = ""
                held, self._held_back = self._held_back, []
                for late, decision in held:
                    self._apply(late, decision)
            case GateOpened() if fact.kind == "clarification":
                self._questions_gate = f"g{record.seq}"
            case GateAnswered(verb="continue") if fact.gate == self._questions_gate:
                self.questions_over = True
            case GateOpened() if fact.kind == "approval":
                self.offered, self._offered_seq = fact, record.seq
            case GateAnswered(by="policy") if fact.gate == f"g{self._offered_seq}":
                self.auto_passed += 1
            case RoundOpened():
                self._open(record, fact)
            case RoundClosed():
                self._close(fact)
            case _:
                pass

    def _change_setup(self, changes: dict[str, JsonValue]) -> None:
        if not changes:
            return
        self.setup = DebateSetup.model_validate({**self.setup.model_dump(mode="json"), **changes})
        if "max_rounds" in changes:
            self.max_rounds = self.setup.max_rounds
        if "known_answers" in changes:
            self._take_known_answers()

    def _enter(self, node: str) -> None:
        self._node = node
        self.asked.clear()
        self.degraded_on_entry = tuple(self.degraded)
        self.present_on_entry = tuple(self.present) if self.attempts else ()
        if node == "clarification_input":
            self.question_rounds += 1
        if node == "synthesis":
            self._take_guidance()
            if self.attempts and self.attempt.accepted is None:
                self._void_answers(self.attempt)

    def _calls(self, record: Record, fact: Fact | UnknownFact) -> None:
        match fact:
            case CallAsked():
                self.asked[fact.purpose, fact.seat, fact.part] = record.seq
                self.calls[record.seq] = fact
            case CallCompleted() | CallFailed() | CallCancelled() | CallInterrupted():
                asked = self.calls.pop(fact.asked, None)
                usage = fact.usage if isinstance(fact, CallCompleted | CallFailed) else None
                if self.attempts and usage is not None and asked is not None and asked.purpose in REPEATED:
                    self.attempt.spent.use(usage)
            case CallResolved():
                self._leave_out(fact)
            case SeatAbsent():
                if self.attempts:
                    self.attempt.absent.add(fact.seat)
                self.degraded.append(less_than_asked(fact, record.round))
            case HelpFailed():
                if self.attempts:
                    self.attempt.help_failed.add((fact.purpose, fact.seat))
                self.degraded.append(less_than_asked(fact, record.round))
            case SeatReplaced():
                self.degraded.append(less_than_asked(fact, record.round))
            case _:
                pass

    def _content(self, record: Record, fact: Fact | UnknownFact) -> None:
        match fact:
            case TextProposed():
                self._text(record, fact)
            case TextAssessed():
                self.attempt.assessed[fact.seat] = fact
                self.attempt.completed_at = record.at
            case CriterionMeasured():
                self.attempt.measured[fact.name] = fact
            case CritiqueFiled():
                point = Point(fact, record.round, record.attempt)
                self.points[fact.critique] = point
                self.attempt.points.append(point)
            case CritiqueAnswered():
                answered = PointAnswer(record.seq, record.round, record.attempt, fact)
                self.points[fact.critique].answers.append(answered)
            case _:
                pass

    def _person(self, record: Record, fact: Fact | UnknownFact) -> None:
        match fact:
            case TextDecided(slot="answer") if self.attempts and self.attempt.accepted is None:
                # Once a round is closed its texts stand: the next one and the answer are built on them.
                self.attempt.choices.append((record.seq, fact))
            case TextDecided(slot="result"):
                self.rewritten = fact.edit if fact.choice == "edit" else None
            case CritiqueDecided() if fact.critique in self.points:
                self.points[fact.critique].decisions.append((record.seq, fact))
            case GuidanceGiven():
                self.next_guidance.append((record.seq, fact))
            case LimitChanged(limit="rounds") if fact.value is not None:
                self.max_rounds = min(MAX_ROUNDS, max(1, int(fact.value)))
            case ResultJudged():
                self.judged = fact
            case DecisionWithdrawn():
                self._withdraw(fact.seq)
            case AutoApproveChanged():
                self.auto, self.auto_passed = fact, 0
            case SeatDropped():
                self.drops.append((record.seq, fact.seat))
            case _:
                pass

    def _own(self, fact: Fact | UnknownFact) -> None:  # noqa: C901  one case a fact
        match fact:
            case own.LettersDealt():
                if fact.round > 1:
                    self.letters_of_round[fact.round] = dict(fact.letters)
                else:
                    self.first_letters = dict(fact.letters)
            case own.QuestionAsked():
                self.questions[fact.question] = Question(fact)
            case own.QuestionAnswered():
                self.questions[fact.question].answer = fact
            case own.QuestionsDropped():
                left_out = self.repeated_questions if fact.repeats else self.dropped_questions
                left_out[fact.seat] = left_out.get(fact.seat, 0) + fact.count
            case own.HistorySummarised():
                self.summaries[fact.seat] = fact
            case own.DraftWritten():
                self.attempt.drafts.setdefault(fact.seat, []).append(fact)
            case own.AnswersRanked():
                self.attempt.rankings[fact.critic] = fact.ranking
            case own.RefinementNoted():
                self.attempt.noted[fact.seat] = fact
            case own.MustHaveChecked():
                self.attempt.must_haves[fact.text] = fact.met
            case own.RedoAsked():
                self.redo = fact
            case own.TerminationDecided():
                self.reason, self.result_from = fact.reason, fact.result_from
            case own.AnswersChecked():
                self.checked = fact
            case own.RungTaken():
                self.rung, self.target, self.rung_asked = fact.rung, fact.seat, fact.asked
                self._take_guidance()
            case own.ResultStated():
                self.stated, self.chosen = fact, None if fact.anew else self.chosen
            case own.ResultChosen():
                self.chosen, self.insertions = fact, fact.insertions
            case own.InsertionDecided() if self.chosen is not None:
                self.chosen = self.chosen.after(fact)
            case own.FinalCompared():
                self.compared = fact
            case own.AnswersCounted():
                self.counted = fact
            case own.KnowledgePooled():
                self.pooled[fact.seat] = fact
            case own.SourceFetched():
                self.sources.setdefault(fact.source, fact)
            case own.AnswersGraded():
                self.graded = fact
            case _:
                pass

    def _withdraw(self, seq: int) -> None:
        for point in self.points.values():
            point.decisions = [decision for decision in point.decisions if decision[0] != seq]
        # A mark is the person's own: without its acceptance it was never made.
        gone = [id for id, p in self.points.items() if p.fact.mark is not None and not p.decisions]
        for id in gone:
            point = self.points.pop(id)
            for attempt in self.attempts:
                attempt.points = [other for other in attempt.points if other is not point]
        self.next_guidance = [given for given in self.next_guidance if given[0] != seq]
        self.drops = [drop for drop in self.drops if drop[0] != seq]
        if self.attempts:
            self.attempt.choices = [choice for choice in self.attempt.choices if choice[0] != seq]

    def _take_guidance(self) -> None:
        self.guidance += [given for _, given in self.next_guidance]
        self.next_guidance = []

    def _take_known_answers(self) -> None:
        for number, known in enumerate(self.setup.known_answers, 1):
            asked = own.QuestionAsked(question=f"k{number}", text=known.question)
            answer = own.QuestionAnswered(question=asked.question, status="answered", note=known.answer)
            self.questions[asked.question] = Question(asked, answer)

    def _leave_out(self, fact: CallResolved) -> None:
        call_key = next((key for key, seq in self.asked.items() if seq == fact.asked), None)
        if call_key is None or "reask" in call_key[2] or not self.attempts:
            return
        purpose, seat, part = call_key
        parts = self.attempt.left_out.setdefault((purpose, seat), set())
        if fact.verb == "drop":
            parts.add(part)
        else:
            parts.discard(part)

    def _open(self, record: Record, fact: RoundOpened) -> None:
        if fact.attempt == 1:
            # What was for one round has been heard in all its attempts.
            self.guidance = [given for given in self.guidance if given.pinned]
        self._take_guidance()
        if fact.attempt == 1:
            dropped = {seat for _, seat in self.drops}
            # Somebody has to answer: dropping the last member has no effect.
            self.dropped = dropped if set(self.members) - dropped else set()
            if fact.number > 1 and self.setup.profile == "quick":
                # Who goes on after an attack debates with all.
                self.rung, self.target = "debate", ""
        attempt = Attempt(fact.number, fact.attempt, opened_at=record.at)
        if fact.attempt > 1 and self.redo_seats:
            before = self.attempt
            attempt.base = dict(before.base)
            attempt.points = list(before.points)
            attempt.rankings = dict(before.rankings)
            attempt.refined = {s: v for s, v in before.refined.items() if s not in self.redo_seats}
            attempt.noted = {s: n for s, n in before.noted.items() if s not in self.redo_seats}
            for answered in self._voided:
                answered.void = answered.fact.seat in self.redo_seats
        elif fact.number > 1:
            attempt.base = {seat: v for seat, v in self.accepted.items() if seat in self.seated}
        self.attempts.append(attempt)

    def _close(self, fact: RoundClosed) -> None:
        attempt = self.attempt
        attempt.accepted, attempt.feedback = fact.accepted, fact.feedback or ""
        if fact.accepted:
            self.redo = None
            self._voided = []
            for seat in self.seated:
                version = attempt.decided(seat)
                if version is not None:
                    self.accepted[seat] = version
        else:
            self._void_answers(attempt)

    def _void_answers(self, attempt: Attempt) -> None:
        """Take back what authors answered along with texts that are not accepted."""
        self._voided = [
            answered
            for point in self.points.values()
            for answered in point.answers
            if answered.round == attempt.round and not answered.void
        ]
        for answered in self._voided:
            answered.void = True

    def _text(self, record: Record, fact: TextProposed) -> None:
        version = Version(fact.text, record.seq)
        if fact.cut and fact.slot != "result":
            self.degraded.append(less_than_asked(fact, record.round, refined=self._node != "proposal"))
        if fact.slot == "result":
            self.result, self.rewritten = version, None
        elif self._node == "proposal":
            self.attempt.base[fact.seat] = version
        else:
            self.attempt.refined[fact.seat] = version
