"""Whatever happened in a session stands in its report once, under the attempt it happened in.

Sessions are made of the real facts, by chance: attempts rejected and accepted, members that write alone,
edits, choices, decisions withdrawn, critiques decided and answered later.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.canonical import dumps
from app.domain.fact_base import Fact, PlainBodies, Record
from app.domain.facts import (
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueDecided,
    CritiqueFiled,
    DecisionWithdrawn,
    GateAnswered,
    GateOpened,
    GuidanceGiven,
    RoundClosed,
    RoundOpened,
    SeatAbsent,
    SessionCreated,
    TextAssessed,
    TextDecided,
    TextProposed,
)
from app.domain.ids import SessionId
from app.domain.seats import Seat
from app.engine.exporting import ExportRequest
from app.export.registry import EXPORTERS
from tests.support.examples import examples

SESSION = SessionId("01" + "a" * 24)
SEATS = ("Ada", "Bo", "Cy")
Key = tuple[int, int]


@dataclass(repr=False)
class SessionDraft:
    """A session under way, and where each word of it must stand: once, and nowhere else."""

    draw: Callable[[st.SearchStrategy[object]], object]
    records: list[Record] = field(default_factory=list)
    wanted: dict[str, Key] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    """Words that stand nowhere."""
    written: list[str] = field(default_factory=list)
    """Every text, each once."""
    texts: dict[str, tuple[int, str]] = field(default_factory=dict)
    """The newest text of each seat, with its seq."""
    points: list[tuple[str, Key, str]] = field(default_factory=list)
    at: Key = (0, 0)
    numbers: count[int] = field(default_factory=count)

    def add(self, fact: Fact) -> int:
        seq = len(self.records) + 1
        self.records.append(Record(seq, seq, 0, *self.at, fact.type, 1, dumps(fact.body()), PlainBodies()))
        return seq

    def word(self, key: Key | None = None) -> str:
        """Return a word that nobody else says, and note where it must stand."""
        word = f"word{next(self.numbers)}x"
        self.wanted[word] = key or self.at
        return word

    def often(self, one_in: int = 2) -> bool:
        return self.draw(st.integers(0, one_in - 1)) == 0

    def passages(self, least: int = 1) -> list[str]:
        number = self.draw(st.integers(least, 4))
        assert isinstance(number, int)
        return [f"The {self.word()} is what {self.word()} came to." for _ in range(number)]

    def write(self, seat: str, *, fresh: bool) -> None:
        """Let a seat write: a new text, its old one with changes, or the same again."""
        base = None if fresh else self.texts.get(seat)
        if base is None:
            text = "\n\n".join(self.passages())
        elif self.often(4):
            text = base[1]
        else:
            kept = [p for p in base[1].split("\n\n") if not self.often(3)]
            changed = [
                p.replace("came to", f"came to {self.word()}", 1) if "came to" in p and self.often() else p
                for p in kept
            ]
            text = "\n\n".join([*changed, *(self.passages() if self.often() or not changed else [])])
        seq = self.add(TextProposed(slot="answer", seat=seat, text=text, base=base[0] if base else None))
        self.texts[seat] = (seq, text)
        if text not in self.written:
            self.written.append(text)

    def criticise(self, critic: str, target: str) -> None:
        name = f"{self.at[0]}.{self.at[1]}.{len(self.points)}"
        self.points.append((name, self.at, target))
        self.add(
            CritiqueFiled(
                critique=name,
                critic=critic,
                target=target,
                label="Response A",
                claim=f"It lacks {self.word()}",
                suggestion=f"Add {self.word()}" if self.often() else "",
                quote=self.word() if self.often() else "",
            )
        )

    def withdraw(self, seq: int, words: list[str]) -> None:
        if self.often(3):
            self.add(DecisionWithdrawn(seq=seq))
            for word in words:
                del self.wanted[word]
                self.gone.add(word)

    def decide(self) -> None:
        """Let the person decide on some critiques of now or earlier, texts, and what comes next."""
        for name, key, _ in self.points:
            if self.often(4):
                why = self.word(key)
                seq = self.add(CritiqueDecided(critique=name, verdict="dismiss", reason=why))
                self.withdraw(seq, [why])
        for seat in SEATS:
            if seat in self.texts and self.often(4):
                before = self.texts[seat]
                words = [self.word(), self.word()]
                edit = f"My {words[0]} in place of {words[1]}."
                seq = self.add(TextDecided(slot="answer", seat=seat, choice="edit", edit=edit))
                self.texts[seat] = (seq, edit)
                self.withdraw(seq, words)
                if words[0] in self.gone:
                    self.texts[seat] = before
            elif seat in self.texts and self.often(4):
                self.add(TextDecided(slot="answer", seat=seat, choice="previous"))
        if self.often():
            guidance = self.word()
            self.withdraw(self.add(GuidanceGiven(text=f"Mind {guidance}.")), [guidance])


@st.composite
def sessions(draw: st.DrawFn) -> SessionDraft:
    session = SessionDraft(draw)
    seats = {name: Seat(name=name, model=f"m/{name}") for name in SEATS}
    session.add(
        SessionCreated(
            session=SESSION,
            workflow="w",
            title="T",
            setup={"question": "Q?"},
            seats=seats,
            seed=1,
            app_version="1",
        )
    )
    for number in range(1, draw(st.integers(1, 3)) + 1):
        attempts = draw(st.integers(1, 3))
        for attempt in range(1, attempts + 1):
            session.at = (number, attempt)
            session.add(RoundOpened(number=number, attempt=attempt))
            alone = session.often() and attempt > 1
            writing = SEATS[:1] if alone else SEATS
            if number == 1 and not alone:
                for seat in writing:
                    session.write(seat, fresh=True)
            if not alone:
                for critic, target in (("Ada", "Bo"), ("Bo", "Cy"), ("Cy", "Ada")):
                    session.criticise(critic, target)
            if session.often(5):
                session.add(SeatAbsent(seat="Cy", reason=session.word()))
            for seat in writing:
                session.write(seat, fresh=False)
            for name, key, target in session.points:
                if target in writing and session.often():
                    answer = CritiqueAnswered(
                        critique=name, seat=target, answer="held", justification=session.word(key)
                    )
                    session.add(answer)
            for seat in SEATS:
                session.add(TextAssessed(slot="answer", seat=seat, status="minor", ratio=0.1))
            session.add(CriterionMeasured(name="agreement", value=50, note=session.word()))
            gate = session.add(GateOpened(kind="approval", payload={}, verbs=("approve", "reject")))
            accepted = attempt == attempts
            session.decide()
            feedback = "" if accepted else f"Again, with {session.word()}."
            data = {"feedback": feedback} if feedback else {}
            verb = "approve" if accepted else "reject"
            session.add(GateAnswered(gate=f"g{gate}", verb=verb, data=data))  # type: ignore[arg-type]
            closed = RoundClosed(number=number, attempt=attempt, accepted=accepted, feedback=feedback or None)
            session.add(closed)
    return session


def sections_of_words(text: str) -> dict[str, list[str]]:
    """Return under which section every word stands; what is struck out stands nowhere."""
    found: dict[str, list[str]] = {}
    for section in re.sub(r"~~.*?~~|- Moved: .*", "", text).split("\n## ")[1:]:
        title, _, body = section.partition("\n")
        for word in re.findall(r"word\d+x", body):
            found.setdefault(word, []).append(title)
    return found


@given(sessions())
@settings(max_examples=examples(30, 1000))
def test_every_text_critique_and_decision_stands_once_under_its_attempt(session: SessionDraft) -> None:
    text = EXPORTERS["md"].write(ExportRequest(SESSION, session.records)).decode()
    attempts = {
        number: max(a for n, a in session.wanted.values() if n == number)
        for number, _ in session.wanted.values()
    }
    found = sections_of_words(text)
    assert not session.gone & found.keys()
    for word, (number, attempt) in session.wanted.items():
        # What was carried over stands again only in texts that are told whole, for hardly anything stayed.
        again = max(0, sum(1 for written in session.written if word in written) - 1)
        title = f"Round {number}"
        if attempts[number] > 1:
            title += f", attempt {attempt}" + ("" if attempt == attempts[number] else " (rejected)")
        assert found.get(word, [])[:1] == [title], (word, text)
        assert len(found[word]) <= 1 + again, (word, text)


@given(sessions())
@settings(max_examples=examples(8, 200))
def test_a_report_written_twice_is_the_same(session: SessionDraft) -> None:
    first = EXPORTERS["md"].write(ExportRequest(SESSION, session.records))
    assert first == EXPORTERS["md"].write(ExportRequest(SESSION, session.records))
