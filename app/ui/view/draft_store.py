"""The decision in the making: typed words, choices and ticks, kept on disk until they are sent.

Rules: nothing typed is ever dropped. Words that were not sent with one gate wait for the next one.
Choices can be undone; typing has the editors' own undo.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from app.domain.canonical import JsonValue
from app.domain.facts import TextChoice
from app.domain.taken import TakenPassage
from app.ui.kit.tasks import pause
from app.ui.kit.texts import single_line, tr
from app.ui.view.view_state import ViewState

if TYPE_CHECKING:
    # For start-up cost.
    from app.domain.gates import Verb

Choice = TextChoice
_SAVE_MILLISECONDS = 300


class Given(BaseModel):
    """What is chosen and typed for one clarifying question; the note stays whatever is chosen."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    status: str = "not_answered"
    option: str = ""
    note: str = ""


class Draft(BaseModel):
    """Everything not yet sent of one session."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    gate: str = ""
    place: str = ""
    """Round and attempt that `edits` are about."""
    guidance: str = ""
    guidance_pinned: bool = False
    """For all rounds that follow; else for the next one alone."""
    feedback: str = ""
    quotes: tuple[str, ...] = ()
    """Passages quoted in the feedback, as “text” — who."""
    seats: tuple[str, ...] | None = None
    """Whom the feedback is for; None: all."""
    choices: dict[str, Choice] = Field(default_factory=dict)
    edits: dict[str, str] = Field(default_factory=dict)
    """The person's own text of a seat; stays while another choice is made."""
    earlier: dict[str, str] = Field(default_factory=dict)
    """Such texts of an attempt that is over: what was rejected goes on only where it is chosen anew."""
    taken: dict[str, tuple[TakenPassage, ...]] = Field(default_factory=dict)
    """What was put into it from other sessions."""
    answers: dict[str, Given] = Field(default_factory=dict)
    items: dict[str, str] = Field(default_factory=dict)
    """The verb of each uncertain call, or the model of each failed seat, by key."""
    typed: dict[str, JsonValue] = Field(default_factory=dict)
    """What was typed for other verbs, by `verb/field`."""
    auto: bool = False
    auto_figure: float | None = 90
    auto_cost: float | None = 1.0
    auto_rounds: int | None = None

    def data_for(self, verb: Verb, by_rules: Mapping[str, Choice]) -> dict[str, JsonValue]:
        """Return what of the bar a verb takes along: its words and texts, only where they say something.

        `by_rules`: the texts that go on where the person chose none.
        """
        data: dict[str, JsonValue] = {}
        words = self.guidance.strip()
        if verb.line and words:
            data[verb.line] = words
            if verb.pin and self.guidance_pinned:
                data[verb.pin] = True
        if verb.form != "texts":
            return data
        texts: dict[str, JsonValue] = {}
        for seat, choice in {**by_rules, **self.choices}.items():
            if choice == "edit" and self.edits.get(seat, "").strip():
                texts[seat] = {"edit": self.edits[seat], **self._origins(seat)}
            elif choice != "edit":
                # Also “refined”: it takes back what was decided on the changes before.
                texts[seat] = choice
        if texts:
            data["texts"] = texts
        return data

    def passages(self, seat: str) -> list[TakenPassage]:
        """Return what of the person's own text of a seat was taken from other sessions and still stands."""
        text = self.edits.get(seat, "")
        return [passage for passage in self.taken.get(seat, ()) if passage.stands_in(text)]

    def _origins(self, seat: str) -> dict[str, JsonValue]:
        found = [passage.model_dump(mode="json") for passage in self.passages(seat)]
        return {"taken": list[JsonValue](found)} if found else {}

    def text_of(self, seat: str, decided: Choice, own: str, refined: str) -> tuple[Choice, str]:
        """Return which text of a seat goes on, and the person's own text of it.

        `decided` and `own` are what was decided on its changes; a choice made here comes after that.
        """
        typed = self.edits.get(seat)
        if seat in self.choices:
            return self.choices[seat], typed if typed is not None else own or refined
        return decided, own or (typed if typed is not None else refined)

    def full_feedback(self) -> str:
        """Return the feedback as it is sent: quoted passages first."""
        return "\n\n".join(filter(None, ("\n".join(f"> {q}" for q in self.quotes), self.feedback.strip())))

    def feedback_data(self) -> dict[str, JsonValue]:
        """Return what should change, and by whom where it is not all."""
        data: dict[str, JsonValue] = {"feedback": self.full_feedback()}
        if self.seats is not None:
            data["seats"] = list[JsonValue](self.seats)
        return data


_OF_FORM: Mapping[str, tuple[str, ...]] = {
    "feedback": ("feedback", "quotes", "seats"),
    "questions": ("answers",),
    "texts": ("choices", "edits", "earlier", "taken", "auto"),
}


def _turned(now: Draft, old: Draft, new: Draft) -> Draft:
    """Return the draft there is now with what differs between two others as it is in the second."""
    update: dict[str, object] = {}
    for name in Draft.model_fields:
        was, will = getattr(old, name), getattr(new, name)
        if was == will:
            continue
        if isinstance(will, dict):
            turned = {key for key in was.keys() | will.keys() if was.get(key) != will.get(key)}
            kept = {key: value for key, value in getattr(now, name).items() if key not in turned}
            will = kept | {key: will[key] for key in turned & will.keys()}
        update[name] = will
    return now.model_copy(update=update)


def _without(now: Draft, gone_out: Draft, verb: Verb) -> Draft:
    """Return a draft without what went out with a verb: what it takes, and what was typed for it alone.

    What was changed since then did not go out, and stays; so does what waits for another verb.
    """
    fresh = Draft()
    fields = (*(("guidance", "guidance_pinned") if verb.line else ()), *_OF_FORM.get(verb.form, ("items",)))
    update: dict[str, object] = {
        name: getattr(fresh, name) for name in fields if getattr(now, name) == getattr(gone_out, name)
    }
    gone = {k: v for k, v in gone_out.typed.items() if k.startswith(f"{verb.name}/")}
    update["typed"] = {k: v for k, v in now.typed.items() if gone.get(k) != v}
    return now.model_copy(update=update)


class _Step(QUndoCommand):
    """Something done at once, and the way to take it back."""

    def __init__(self, words: str, do: Callable[[], object], undo: Callable[[], object]) -> None:
        super().__init__(words)
        self._do, self._undo = do, undo

    def redo(self) -> None:
        self._do()

    def undo(self) -> None:
        self._undo()


class DraftStore(QObject):
    """Holds the draft of the session in sight and writes it down shortly after each change."""

    changed = Signal()

    def __init__(self, state: ViewState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Nothing is given, so nothing is checked: the first check of a model takes a tenth of the start.
        self.draft = Draft.model_construct()
        self.stack = QUndoStack(self)
        self.ended = False
        """Whether its session is finished: nothing goes out any more."""
        self._state, self._session = state, ""
        self._kept: list[tuple[str, str, Callable[[], object]]] = []
        """(verb, words, how to take it back) of what was decided of rows: each outlives its gate."""
        self._timer = pause(self, _SAVE_MILLISECONDS, self.save)

    def open(self, session: str) -> None:
        """Take up the draft of a session."""
        if session == self._session:
            return
        self.save()
        self._kept = []
        self.stack.clear()
        self._session = session
        self.draft = self._read(session)
        self.changed.emit()

    def _read(self, session: str) -> Draft:
        try:
            return Draft.model_validate(self._state.read(session).get("draft", {}))
        except ValidationError:
            # View state is disposable: one that does not fit any more is begun anew.
            return Draft()

    def at_gate(self, gate: str, place: str = "") -> None:
        """Begin the draft of another gate; words that were not sent go along.

        `place`: its round and attempt. At another one the person's own texts are earlier ones.
        """
        if gate == self.draft.gate:
            return
        before = self.draft
        self._begin_steps()
        fresh = {name: getattr(Draft(), name) for name in ("choices", "seats", "items", "auto")}
        if before.place not in ("", place):
            fresh |= {"earlier": {**before.earlier, **before.edits}, "edits": {}}
        self.put(before.model_copy(update={"gate": gate, "place": place, **fresh}))

    def type(self, **changes: object) -> None:
        """Note what is being typed; no step of the undo."""
        self.put(self.draft.model_copy(update=changes))

    def choose(self, words: str, **changes: object) -> None:
        """Make a choice that can be undone; `words` name it in the menu."""
        before, after = self.draft, self.draft.model_copy(update=changes)
        if after != before:
            # What was typed or chosen besides stays, both ways.
            self.push_told(
                words,
                lambda: self.put(_turned(self.draft, before, after)),
                lambda: self.put(_turned(self.draft, after, before)),
            )

    def choose_text(self, words: str, seat: str, choice: Choice, edit: str | None = None) -> None:
        """Choose which text of a seat goes on."""
        if edit is not None:
            self.type(edits={**self.draft.edits, seat: edit})
        self.choose(words, choices={**self.draft.choices, seat: choice})

    def quote(self, passage: str, who: str) -> str:
        """Quote a passage in the feedback, as “text” — who; return what there is to tell of it."""
        if self.ended:
            return tr("This session is finished and takes no feedback. Start a follow-up to ask on.")
        quote = f"“{single_line(passage, 600)}” — {who}"
        if not passage.strip() or quote in self.draft.quotes:
            return ""
        self.choose(tr("quote of {name}", name=who), quotes=(*self.draft.quotes, quote))
        return tr("Quoted; it is sent when you reject with feedback.")

    def forget_texts(self, seats: Collection[str]) -> None:
        """Let what was decided on the changes of these seats count again; what was typed stays."""
        self.type(choices={name: choice for name, choice in self.draft.choices.items() if name not in seats})

    def take(self, seats: Iterable[str], passages: Sequence[TakenPassage]) -> None:
        """Note what was put into the person's own texts from other sessions, each passage once."""
        taken = dict(self.draft.taken)
        for seat in seats:
            taken[seat] = tuple(dict.fromkeys((*taken.get(seat, ()), *passages)))
        self.type(taken=taken)

    def type_text(self, seat: str, text: str) -> None:
        """Note the person's own text of a seat, which thereby goes on."""
        self.type(edits={**self.draft.edits, seat: text}, choices={**self.draft.choices, seat: "edit"})

    def push_told(self, words: str, do: Callable[[], object], undo: Callable[[], object]) -> None:
        """Note a decision that is told at once, with the way to take it back."""
        self.stack.push(_Step(words, do, undo))

    def keep_step(self, verb: str, words: str, undo: Callable[[], object]) -> None:
        """Note what a verb decided of a row: its gate opens anew, and until another verb it can be undone."""
        self._kept.append((verb, words, undo))
        self._begin_steps()

    def _begin_steps(self) -> None:
        """Begin the undo of another gate with what can still be taken back there."""
        self.stack.clear()
        for step in self._kept:
            self.stack.push(_Step(step[1], lambda: None, partial(self._undo_kept, step)))

    def _undo_kept(self, step: tuple[str, str, Callable[[], object]]) -> None:
        self._kept.remove(step)
        step[2]()

    def sent(self, session: str, gone_out: Draft, verb: Verb) -> None:
        """Forget what of a draft has gone out with a verb; `session` may be in sight no more."""
        if session == self._session:
            self._kept = [step for step in self._kept if step[0] == verb.name]
            self._begin_steps()
            self.put(_without(self.draft, gone_out, verb))
        else:
            self._state.write(session, draft=dumped(_without(self._read(session), gone_out, verb)))

    def put(self, draft: Draft) -> None:
        if draft != self.draft:
            self.draft = draft
            self._timer.start()
            self.changed.emit()

    def save(self) -> None:
        self._timer.stop()
        if self._session:
            self._state.write(self._session, draft=dumped(self.draft))

    def close(self) -> None:
        """Write down what there is, and say nothing any more: the window goes."""
        self.save()
        self.stack.blockSignals(True)


def dumped(draft: Draft) -> Mapping[str, JsonValue]:
    found: dict[str, JsonValue] = draft.model_dump(mode="json", exclude_defaults=True)
    return found
