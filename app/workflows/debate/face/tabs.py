"""What the window shows of a debate: its tabs, and a quick check or an attack with its steps and ways on.

Rule: it is a quick check until its two answers are to be debated; then rounds are counted as in any debate.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.facts import (
    CritiqueAnswered,
    CritiqueFiled,
    GateOpened,
    NodeEntered,
    RoundOpened,
    SessionCreated,
    SessionFinished,
    SessionForked,
    TextProposed,
)
from app.domain.i18n import NO_MESSAGE, Message, plural, words
from app.domain.payload import Payload, items_of, mapping_of, number_of, texts_of
from app.engine.status import Remark, Section, Status
from app.engine.tabs import RecordPlace, StepState, StripStep, Tab, TabPlace, TabState
from app.workflows.debate.facts import RungTaken

TABS = (
    Tab("answers", words("Answers"), "texts", slot="answer"),
    Tab("critiques", words("Critiques"), "critiques"),
    Tab("changes", words("Changes"), "diff", slot="answer"),
    Tab("summary", words("Summary"), "summary"),
    Tab("log", words("Log"), "log"),
)


_ANSWERING, _COMPARING, _DECIDING = range(3)
_AT: Mapping[str, int] = {
    "round_manager": _ANSWERING,
    "summarization": _ANSWERING,
    "proposal": _ANSWERING,
    "comparison": _COMPARING,
    "ladder": _DECIDING,
}
"""How far it is, by the open node."""
_PANEL = 2
"""Answers that are compared."""
_READ = (
    *(SessionCreated, SessionForked, NodeEntered, TextProposed, GateOpened, RungTaken, RoundOpened),
    *(SessionFinished, CritiqueFiled, CritiqueAnswered),
)


class QuickCheck:
    """Fold of what its steps tell."""

    def __init__(self) -> None:
        self.on = False
        """Whether it is one, attacked or not."""
        self.node = ""
        self.entries: dict[str, int] = {}
        """By node, the record at which it was entered last."""
        self.answered: set[str] = set()
        self.offered: Payload = {}
        """What lies before the person at its gate."""
        self.rung = ""
        """How it went on."""
        self.taken = ""
        """Whose answer was taken or attacked."""
        self.over = False
        self.reason: str | None = None
        self.raised = 0
        """Points of criticism by members."""
        self.answers: dict[str, str] = {}
        """What authors said to points, by their ids."""

    def apply(self, record: Record, fact: Fact | UnknownFact) -> None:
        match fact:
            case SessionCreated() | SessionForked():
                self._begin(fact.setup)
            case NodeEntered():
                self.node, self.entries[fact.node] = fact.node, record.seq
            case TextProposed(slot="answer"):
                self.answered.add(fact.seat)
            case GateOpened(kind="ladder"):
                self.offered = fact.payload
            case RungTaken():
                self.rung, self.on = fact.rung, self.on and fact.rung != "debate"
                self.taken = fact.seat
            case RoundOpened(number=number):
                self.on = self.on and number == 1
            case CritiqueFiled():
                self.raised += fact.mark is None
            case CritiqueAnswered():
                self.answers[fact.critique] = fact.answer
            case SessionFinished():
                self.over, self.reason = True, fact.reason
            case _:
                pass

    def _begin(self, setup: Mapping[str, JsonValue]) -> None:
        self.on, self.over = setup.get("profile", "quick" if self.on else "") == "quick", False


QUICK_CHECK = TabState(lambda _records: QuickCheck(), frozenset(fact.tag() for fact in _READ))


def strip_of(check: QuickCheck) -> tuple[StripStep, ...]:
    """Return the rungs in place of rounds; none where it is a debate."""
    if not check.on:
        return ()
    at = _DECIDING if check.rung else _AT.get(check.node, _ANSWERING)
    compared = _said_of(check) or words("not started")
    first = StripStep(
        words("Answers"),
        "running" if at == _ANSWERING else "finished",
        _answers(check),
        at == _ANSWERING,
        TabPlace("answers"),
    )
    look: StepState = "future" if at < _COMPARING else "finished" if check.rung else "waiting"
    second = StripStep(words("Compare"), look, compared, look == "waiting", TabPlace("answers"))
    if check.rung == "take":
        return first, second
    if check.rung == "attack":
        said = words("done") if check.over else words("in work")
        attack: StepState = "finished" if check.over else "waiting"
        third = StripStep(words("Attack"), attack, said, not check.over, TabPlace("critiques"))
    else:
        third = StripStep(words("Debate"), "future", words("not started"))
    return first, second, third


def status_of(check: QuickCheck) -> Status | None:
    """Return its steps, and at its gate what each way on would do; None where rounds have their own."""
    at = _AT.get(check.node)
    if not check.on or check.rung or at is None:
        return None
    steps = [
        _step(check, words("Answer"), "proposal", at - _ANSWERING, _answers(check)),
        _step(check, words("Compare"), "comparison", at - _COMPARING, _said_of(check)),
        _step(check, words("You"), "ladder", at - _DECIDING, words("decide")),
    ]
    # What may follow is no step before the person has chosen it.
    ways = _ways(check.offered) if at == _DECIDING else {}
    for title, name in ((words("Attack"), "attack"), (words("Debate"), "debate")):
        if name in ways:
            steps.append(StripStep(title, "future", _calls(check.offered, name)))
    ahead = Section(words("What comes next"), tuple(ways.values()))
    return Status((ahead,) if ways else (), words("Quick check"), tuple(steps))


def _step(check: QuickCheck, title: Message, node: str, past: int, said: Message | None) -> StripStep:
    state: StepState = "future" if past < 0 else "finished" if past else "waiting"
    told = said if said is not None and past >= 0 else NO_MESSAGE
    entry = check.entries.get(node, 0)
    return StripStep(title, state, told, not past, RecordPlace(entry) if entry else None)


def _answers(check: QuickCheck) -> Message:
    there = len(check.answered)
    return words("{n} of {all}", n=there, all=max(there, _PANEL))


def _said_of(check: QuickCheck) -> Message | None:
    """Return “2 differ” or “all 7 agree”; None before that is known."""
    differ, agreed = len(items_of(check.offered, "differ")), len(texts_of(check.offered, "agreed"))
    if differ:
        return plural(differ, words("1 differs"), words("{n} differ"))
    if agreed > 1:
        return words("all {n} agree", n=agreed)
    return words("they agree") if check.offered.get("agree") and agreed else None


def why_ended(check: QuickCheck) -> Message | None:
    """Return what a quick check or an attack came to, as the rest of a sentence; None where it was none."""
    if check.rung == "take" and check.over and check.taken:
        return words("{who}'s answer was taken after a quick check", who=check.taken)
    if check.reason != "attacked":
        return None
    if not check.raised:
        return words("the attack raised no point")
    if not check.answers:
        raised = plural(check.raised, words("1 point"), words("{n} points"))
        return words("the attack raised {points}; nobody was to revise the answer", points=raised)
    taken = sum(answer == "fixed" for answer in check.answers.values())
    return words("{n} of {all} points of the attack were taken up", n=taken, all=len(check.answers))


def _calls(payload: Payload, name: str) -> Message:
    number = number_of(mapping_of(payload, name), "calls")
    return plural(number, words("1 call"), words("{n} calls")) if number else NO_MESSAGE


def _ways(payload: Payload) -> dict[str, Remark]:
    """Return what each way on that asks somebody would do."""
    offered = texts_of(payload, "verbs")
    found = {
        "attack": Remark(words("Attack it once."), _attack(payload)),
        "debate": Remark(words("Debate."), _debate(payload)),
    }
    return {name: remark for name, remark in found.items() if name in offered}


def _attack(payload: Payload) -> Message:
    critic = str(payload.get("critic") or "")
    if not critic:
        return words("The chair looks for what is wrong in the chosen answer. It may change nothing.")
    if any(one.get("seat") == critic for one in items_of(payload, "answers")):
        # Which of two that is hangs on whose answer the person means.
        return words("The other one looks for what is wrong in the chosen answer. It may change nothing.")
    said = words("{who} looks for what is wrong in the chosen answer. It may change nothing.")
    return said.filled(who=critic)


def _debate(payload: Payload) -> Message:
    answers, joining = len(items_of(payload, "answers")), texts_of(payload, "joining")
    stay = words("The answer stays.")
    if answers > 1:
        stay = words("Both answers stay.") if answers == _PANEL else words("The answers stay.")
    if joining:
        also = words("{who} answers too.") if len(joining) == 1 else words("{who} answer too.")
        stay = words("{before} {after}", before=stay, after=also.filled(who=", ".join(joining)))
    rounds = number_of(payload, "max_rounds")
    then = plural(
        rounds,
        words("Then one round of critique and revision."),
        words("Then {n} rounds of critique and revision."),
    )
    return words("{before} {after}", before=stay, after=then) if rounds else stay
