"""Simulated members: no AI and no knowledge, but an accuracy, a conformity and an insight that are known.

What a method of deliberating gains or loses is measured with them before anybody pays for models. The same
functions answer behind the gateway (voice `simulated`) and in a plain loop over thousands of tasks.

A task has options of which one is right. In a plain task each member believes one of them, the right one with
its accuracy. In a hidden profile nobody can know alone: every member holds the clues that all have, which
speak for a wrong option, and one of its own, which speaks for the right one (Stasser and Titus 1985). A
critic names another answer; with its insight it also finds the error in a wrong one, which its author can
check. An author yields to an error that is one, takes up a clue it had not, and without either follows the
others with its conformity where they agree against it. A trusting critic passes over an answer that it knows
by its letter and had nothing against before. A gullible author takes an objection for an error that is none.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Because = Literal["evidence", "error", "persuaded", ""]

_TASK = re.compile(r"Simulated (task|hidden profile) (\w+)\W+(?:one of\s+)?([\w ,]+?)\s*[?.]", re.IGNORECASE)
_TRAIT = re.compile(r"(\w+) (\d+(?:\.\d+)?)")
SHARED, SHARED_WEIGHT, OWN_WEIGHT = "shared", 4, 3
"""What the shared clues and each own one count: alone a member believes the shared ones, two own ones win."""


def drawn(*of: object) -> float:
    """Return a number from 0 to 1 that is the same for the same things, on every machine."""
    named = "\x1f".join(map(str, of)).encode()
    return int.from_bytes(hashlib.blake2b(named, digest_size=7).digest(), "big") / (1 << 56)


@dataclass(frozen=True, slots=True)
class Task:
    """A question of which the answer is known; `hidden`: only all members together can know it."""

    name: str
    options: tuple[str, ...] = ("A", "B", "C", "D")
    hidden: bool = False

    @property
    def right(self) -> str:
        """Return the right option."""
        return self.options[int(drawn("right", self.name) * len(self.options))]

    @property
    def lure(self) -> str:
        """Return the wrong option that the shared clues of a hidden profile speak for."""
        return self._other(drawn("lure", self.name))

    def _other(self, at: float) -> str:
        wrong = [one for one in self.options if one != self.right]
        return wrong[int(at * len(wrong))]

    def question(self) -> str:
        """Return the question as a debate is given it."""
        kind = "hidden profile" if self.hidden else "task"
        return f"Simulated {kind} {self.name}: one of {', '.join(self.options)}?"

    def believed(self, seat: str, accuracy: float) -> str:
        """Return what a member believes of a plain task."""
        if drawn("knows", self.name, seat) < accuracy:
            return self.right
        return self._other(drawn("wrong", self.name, seat))

    def best_by(self, clues: frozenset[str]) -> str:
        """Return the option that clues speak for most: those that all have, and those of single members."""
        return self.right if OWN_WEIGHT * len(clues - {SHARED}) > SHARED_WEIGHT else self.lure


@dataclass(frozen=True, slots=True)
class Member:
    """How a simulated member answers.

    `accuracy`: how often it believes what is right. `confidence`: how often a further answer of its own says
    what it believes. `conformity`: how often it follows the others without a reason. `insight`: how often it
    finds the error in a wrong answer. `adversary`: it stands on something wrong and never yields.
    `unrelated`: its critiques have nothing to do with the answer. `trust`: how often it does not look again
    at an answer whose letter it knows as one that it had nothing against. `gullible`: how often it takes for
    an error what is none.
    """

    seat: str
    accuracy: float = 0.7
    confidence: float = 1.0
    conformity: float = 0.0
    insight: float = 0.0
    adversary: bool = False
    unrelated: bool = False
    trust: float = 0.0
    gullible: float = 0.0

    def role(self) -> str:
        """Return the role of a seat from which the voice reads the same again."""
        names = (
            *("accuracy", "confidence", "conformity", "insight"),
            *("adversary", "unrelated", "trust", "gullible"),
        )
        return "simulated: " + ", ".join(f"{name} {float(getattr(self, name)):g}" for name in names)


@dataclass(frozen=True, slots=True)
class Said:
    """An answer and the clues that it names."""

    answer: str
    clues: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Objection:
    """What a critic says of an answer: another one, an error, clues it lacks; else nothing to it."""

    instead: str = ""
    error: bool = False
    clues: frozenset[str] = frozenset()


def task_in(question: str) -> Task | None:
    """Return the task that a question is, None where it is no simulated one."""
    found = _TASK.search(question)
    if found is None:
        return None
    options = tuple(one.strip() for one in found[3].split(",") if one.strip())
    return Task(found[2], options, found[1].casefold() != "task") if len(options) > 1 else None


def member_in(seat: str, text: str) -> Member:
    """Return the member that a role describes; what it does not name is as usual."""
    _, _, described = text.partition("simulated: ")
    traits = {name: float(value) for name, value in _TRAIT.findall(described)}
    return Member(
        seat,
        accuracy=traits.get("accuracy", 0.7),
        confidence=traits.get("confidence", 1.0),
        conformity=traits.get("conformity", 0.0),
        insight=traits.get("insight", 0.0),
        adversary=traits.get("adversary", 0.0) > 0,
        unrelated=traits.get("unrelated", 0.0) > 0,
        trust=traits.get("trust", 0.0),
        gullible=traits.get("gullible", 0.0),
    )


def first_said(task: Task, member: Member, sample: int = 1) -> Said:
    """Return a member's answer before any critique; `sample`: its first, second … one."""
    if member.adversary:
        return Said(task.lure)
    if task.hidden:
        clues = frozenset((SHARED, member.seat))
        return Said(task.best_by(clues), clues)
    belief = task.believed(member.seat, member.accuracy)
    if sample > 1 and drawn("sure", task.name, member.seat, sample) >= member.confidence:
        others = [one for one in task.options if one != belief]
        belief = others[int(drawn("unsure", task.name, member.seat, sample) * len(others))]
    return Said(belief)


def objection(task: Task, critic: Member, own: Said, said: Said, *, passed: bool = False) -> Objection | None:
    """Return what a critic says of an answer, None where it has nothing to say.

    `passed`: it knows the answer's letter, and had nothing against what stood under it.
    """
    if passed and drawn("trusts", task.name, critic.seat, own.answer, said.answer) < critic.trust:
        return None
    if critic.unrelated:
        return Objection()
    clues = own.clues - said.clues
    if own.answer == said.answer:
        return Objection(clues=clues) if clues else None
    wrong = said.answer != task.right
    found = drawn("finds", task.name, critic.seat, said.answer) < critic.insight
    return Objection(own.answer, error=wrong and found and not critic.adversary, clues=clues)


def answered(task: Task, member: Member, said: Said, objections: Sequence[Objection]) -> tuple[Said, Because]:
    """Return a member's answer after its critiques, and what made it another one."""
    if member.adversary:
        return said, ""
    clues = said.clues.union(*(one.clues for one in objections)) if objections else said.clues
    if task.hidden:
        best = task.best_by(clues)
        return Said(best, clues), "evidence" if best != said.answer else ""
    # Whoever is shown an error can check it; of several the commonest way out, and the first by its letter.
    shown = Counter(one.instead for one in objections if one.error)
    if shown and said.answer != task.right:
        return Said(min(shown, key=lambda answer: (-shown[answer], answer)), clues), "error"
    others = Counter(one.instead for one in objections if one.instead)
    if others:
        most = min(others, key=lambda answer: (-others[answer], answer))
        if drawn("believes", task.name, member.seat, said.answer) < member.gullible:
            return Said(most, clues), "error"
        follows = drawn("follows", task.name, member.seat, said.answer, most) < member.conformity
        if others[most] * 2 > len(objections) and others[most] > 1 and follows:
            return Said(most, clues), ""
    return Said(said.answer, clues), ""


def decided(last: Mapping[str, str], turns: Sequence[tuple[str, str, Because]]) -> str:
    """Return what most members answer; of a tie the one that comes first.

    `turns`: who left which answer for what reason, in their order. A member that turned without one counts
    with what it left. What more members left for an error found in it than held it throughout counts for
    nothing, whoever came to it later, unless all is such.
    """
    grounds = ("evidence", "error")
    left = {seat: before for seat, before, because in reversed(turns) if because not in grounds}
    counted = list({**last, **left}.values())
    turned = {seat for seat, _, _ in turns}
    held = Counter(answer for seat, answer in last.items() if seat not in turned)
    refuted = Counter(answer for _, answer in {(seat, was) for seat, was, why in turns if why == "error"})
    standing = [answer for answer in counted if refuted[answer] <= held[answer]] or counted
    votes = Counter(standing)
    return min(votes, key=lambda answer: (-votes[answer], standing.index(answer)))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a simulated debate went: the first answers, those after each round, and the result."""

    first: Mapping[str, str]
    rounds: tuple[Mapping[str, str], ...]
    result: str
    named: frozenset[str] = frozenset()
    """Answers in which somebody named an error."""


def deliberate(
    task: Task,
    members: Sequence[Member],
    rounds: int = 2,
    *,
    stop_when_spent: bool = False,
    stop_when_settled: bool = False,
    new_letters: bool = False,
) -> Outcome:
    """Let members answer, criticise each other and refine, as a debate does, without asking anybody.

    `stop_when_spent`: a round in which nobody turned for evidence or an error is the last.
    `stop_when_settled`: one after which all answer alike, or in which nobody moved, is.
    `new_letters`: no critic knows an answer of the round before again.
    """
    return _deliberated(
        task,
        members,
        {one.seat: first_said(task, one) for one in members},
        [],
        rounds,
        stop_when_spent=stop_when_spent,
        stop_when_settled=stop_when_settled,
        new_letters=new_letters,
    )


def _deliberated(
    task: Task,
    members: Sequence[Member],
    said: Mapping[str, Said],
    turns: list[tuple[str, str, Because]],
    rounds: int,
    *,
    stop_when_spent: bool = False,
    stop_when_settled: bool = False,
    new_letters: bool = False,
) -> Outcome:
    """Go on from what was said; `turns`: who left which answer for what reason so far."""
    first, after = {seat: one.answer for seat, one in said.items()}, []
    objected: set[tuple[str, str]] = set()
    named: set[str] = set()
    for number in range(rounds):
        known = number > 0 and not new_letters
        raised: set[tuple[str, str]] = set()
        refined: dict[str, Said] = {}
        grounded = 0
        for author in members:
            mine = said[author.seat]
            given = []
            for critic in members:
                pair = (critic.seat, author.seat)
                passed = known and pair not in objected
                one = objection(task, critic, said[critic.seat], mine, passed=passed)
                if critic != author and one is not None:
                    given.append(one)
                    raised.add(pair)
                    named |= {mine.answer} if one.error else set()
            new, because = answered(task, author, mine, given)
            if new.answer != mine.answer:
                turns.append((author.seat, mine.answer, because))
                grounded += because in ("evidence", "error")
            refined[author.seat] = new
        before = {seat: one.answer for seat, one in said.items()}
        said, objected = refined, objected | raised
        after.append({seat: one.answer for seat, one in said.items()})
        settled = len(set(after[-1].values())) == 1 or after[-1] == before
        if (stop_when_spent and not grounded) or (stop_when_settled and settled):
            break
    last = after[-1] if after else first
    return Outcome(first, tuple(after), decided(last, turns), frozenset(named))


@dataclass(frozen=True, slots=True)
class Climb:
    """How a quick check went that goes up as its gates recommend."""

    rungs: tuple[Literal["attack", "debate"], ...]
    """What was gone up to, in order."""
    result: str
    rounds: int
    """How many the panel debated."""
    named: frozenset[str]
    """Answers in which somebody named an error."""


def climb(task: Task, members: Sequence[Member], rounds: int = 2) -> Climb:
    """Let two members answer, and go up where they differ or where the panel is not behind the first one.

    As a debate does whose gates take what is recommended, and which ends once all agree or nobody moves; the
    members are of one family, and three or more.
    """
    author, second, *others = members
    said = {one.seat: first_said(task, one) for one in members}
    mine = said[author.seat]
    if mine.answer != said[second.seat].answer:
        went = _deliberated(task, members, said, [], rounds, stop_when_settled=True)
        return Climb(("debate",), went.result, len(went.rounds), went.named)
    found = {one.seat: objection(task, one, said[one.seat], mine) for one in others}
    given = {seat: one for seat, one in found.items() if one is not None}
    new, because = answered(task, author, mine, list(given.values()))
    if new.answer == mine.answer:
        held = {seat for seat, one in given.items() if not one.clues}
        behind = len(members) - len(held)
    else:
        met = [one for one in given.values() if one.instead == new.answer or one.clues]
        behind = 1 + len(met) if because in ("evidence", "error") else 1
    named = frozenset({mine.answer} if any(one.error for one in given.values()) else ())
    grave = any(one.error and one.instead != new.answer for one in given.values())
    if (2 * behind > len(members) and not grave) or rounds == 1:
        return Climb(("attack",), new.answer, 0, named)
    turns: list[tuple[str, str, Because]] = (
        [(author.seat, mine.answer, because)] if new.answer != mine.answer else []
    )
    went = _deliberated(
        task,
        members,
        {**said, author.seat: new},
        turns,
        rounds - 1,
        stop_when_settled=True,
    )
    return Climb(("attack", "debate"), went.result, len(went.rounds), named | went.named)
