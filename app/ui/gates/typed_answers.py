"""Takes what is typed into the line of an open gate for one of its answers, as at a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.domain.excerpt import cut
from app.domain.gate_choices import Choice, choices
from app.domain.typed_answers import TypedAnswer, agreed, named_texts, typed_answer
from app.ui.gates.asking import Asker
from app.ui.gates.controller import Decider
from app.ui.kit.texts import tr
from app.ui.view.gate_bars import answer_words, offered_at, slots_at

if TYPE_CHECKING:
    from app.projections.gate_inbox import Gate
    from app.ui.gates.opening import PageContext
    from app.ui.view.draft_store import DraftStore
    from app.ui.view.session_view import SessionView

_LONGEST = 100
"""Characters of a line that are said again."""


class TypedAnswers(QObject):
    """Understands the line of the bar where no button sends it."""

    said = Signal(str)
    """What answers a line that decides nothing."""
    not_understood = Signal(str)
    changes_wanted = Signal(str)
    """The person wants to see what changed in a text, by its slot."""

    def __init__(self, bench: PageContext, decider: Decider, asker: Asker, draft_store: DraftStore) -> None:
        super().__init__(decider)
        self._bench, self._decider, self._asker = bench, decider, asker
        self._draft_store = draft_store
        self._looked_at = ""
        """The gate at which changes were told in words: whether they are wanted in full is open."""

    def take(self) -> None:
        """Do what the line says at the open gate; what is understood is taken out of it."""
        view, line = self._bench.view, self._draft_store.draft.guidance.strip()
        gate = view.gate() if view is not None else None
        if view is None or gate is None or not line:
            return
        line = {tr("yes"): "yes", tr("no"): "no"}.get(line.casefold(), line)
        asked_for_all, self._looked_at = self._looked_at == gate.id, ""
        if asked_for_all and (wants := agreed(line)) is not None:
            self._draft_store.type(guidance="")
            self.said.emit("")
            if wants:
                self.changes_wanted.emit("")
            return
        kind, texts = view.kind(gate.fact.kind), slots_at(view, gate)
        commands = [command.verb for command, _cost in offered_at(view, gate.id)]
        known = (*map(kind.verb, gate.fact.verbs), *commands)
        typed = typed_answer(line, known, gate.fact.primary or "", texts, called=tr)
        if not typed.name and typed.changes is None and not typed.passes:
            names = ", ".join(answer_words(view, gate))
            told = tr("“{line}” is none of: {names}.", line=cut(typed.text, _LONGEST), names=names)
            self.not_understood.emit(told)
            return
        # Nothing of it goes along as words with the answer.
        self._draft_store.type(guidance="")
        self.said.emit("")
        if typed.changes is not None:
            self._show(texts, typed.changes)
        elif typed.name in gate.fact.verbs:
            self._answer(view, gate, typed.name)
        elif typed.name:
            self._ask(view, gate, typed, bool(texts))

    def _answer(self, view: SessionView, gate: Gate, name: str) -> None:
        """Give an answer: of one that has several ways, by its form, or as it is without any data."""
        kind, payload = view.kind(gate.fact.kind), gate.fact.payload
        ways = [one for one in choices(kind, payload, gate.fact.verbs) if one.verb.name == name]
        verb = kind.verb(name)
        if verb.said_alone:
            self._decider.give(Choice(name, verb, verb.label, "at once"))
        elif len(ways) == 1:
            self._decider.do(ways[0].id)
        elif verb.asked is not None:
            self._decider.give(Choice(name, verb, verb.label, verb.asked))

    def _ask(self, view: SessionView, gate: Gate, typed: TypedAnswer, changed: bool) -> None:
        command = view.command(typed.name)
        self._asker.do(typed.name)
        if command is not None and command.verb.looks and typed.heard and changed:
            self._looked_at = gate.id
            self.said.emit(tr("View the changes in full? (yes/no)"))

    def _show(self, texts: Sequence[str], wanted: str) -> None:
        """Show the changes of the text that is named; the panel itself lets attempts be chosen."""
        first, _, rest = wanted.partition(" ")
        name = rest.strip() if first.isdecimal() else wanted
        found = named_texts(texts, name)
        if found:
            self.changes_wanted.emit(found[0] if name else "")
            return
        told = tr("Of these there is no change “{name}”: {names}.", name=wanted, names=", ".join(texts))
        self.not_understood.emit(told)
