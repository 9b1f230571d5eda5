"""Gates: what a person may be asked, and how each answer is called, asked for and meant.

A gate kind is described in its workflow's `gates.toml` (`gate_files.py`): the bar, the list of sessions, the
palette, the command line and the exports read nothing else, and know no gate by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from app.domain.canonical import JsonValue
from app.domain.comparison import Comparison
from app.domain.errors import Bug, GateError, one_of
from app.domain.fact_base import Fact
from app.domain.i18n import Message, words
from app.domain.payload import Payload, items_of
from app.domain.refusals import first_refusal

Data = Mapping[str, JsonValue]

Asked = Literal["at once", "in the bar", "in a form"]
"""How a verb's data are asked for. In the bar: one line, which may stay empty."""

Form = Literal["fields", "questions", "feedback", "per call", "models", "limit", "texts", "pieces"]
"""What a form asks; _FORM_FIELDS says which field of the data it fills.

- fields: whatever the data model declares; the payload's `message` stays in sight above them
- questions: an answer to each of the payload's `questions` (`id`, `text`, `options`, perhaps `why`), by id: a
  `status` (answered, assume, none_fits or not_answered), an `option` and a `note`
- feedback: what should change, and by whom (`seats`, none: by all)
- per call: a verb for each of the payload's `items` (`key`, `seat`, `purpose`, `partial`, `verbs`), by key
- models: another model, or nobody, for the seat of each item (`seat`, `model`)
- limit: a higher one than the first item's (`limit`, `spent`)
- texts: which text of each member goes on, chosen beside the bar; a round lies before the person, and the
  payload may say how many `open_disagreements` it has
- pieces: which of the payload's `files` (`path`, `said`, perhaps `hunks`: `number`, `where`, `said`) go on
  whole, and which hunks of others, by path, in a field `hunks`; what is said may be recorded `Message`,
  and with `ticked` false nothing of a file is chosen at the beginning
"""
_FORM_FIELDS: Mapping[Form, str] = {
    "questions": "answers",
    "feedback": "feedback",
    "per call": "items",
    "models": "replace",
    "limit": "limit",
    "texts": "texts",
    "pieces": "files",
}

Action = Literal["", "approve", "finish", "reject"]
"""The actions of a face's menu, with their keys, that give an answer."""


class GateData(BaseModel):
    """Base of a verb's data; unknown fields, and numbers that JSON has not, are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)


class _NoData(GateData):
    """A verb that takes none."""


_ROUND = words("Round")
_YOURS = words("your decision is needed")


@dataclass(frozen=True)
class GatePlace:
    """Where a gate stands, and what the face that shows it calls things; the defaults are plain names."""

    word: Message = _ROUND
    """What the workflow calls a round."""
    round: int = 0
    who: Callable[[str], str] = str
    """The name of a seat."""
    doing: Callable[[str], object] = str
    """What a seat does that is asked for a purpose."""
    missing: Mapping[str, tuple[Message, Message]] = field(default_factory=dict)
    """By purpose: what is said where its calls failed, and of going on without (`Vocabulary.missing`)."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What a line means that somebody typed at a gate: an answer, words in reply, or another folder to go to.

    `verb` empty: it answers nothing. `opens`: a folder, in whose session one goes on. `asks`: what the person
    asks for before answering (`PersonCommand`), with `data`.
    """

    verb: str = ""
    data: Data = field(default_factory=dict)
    said: tuple[Message, ...] = ()
    opens: str = ""
    asks: str = ""


@dataclass(frozen=True, slots=True)
class Completion:
    """A line that can be typed: ready-made words, or a command and what it does."""

    line: str
    """One that ends with a blank is gone on with."""
    does: Message | None = None
    """None: they are words."""


def _nothing(*_given: object) -> tuple[()]:
    return ()


def _none(*_given: object) -> None:
    return None


@dataclass(frozen=True, slots=True)
class Way:
    """One of the buttons of a verb that has several.

    `data`: sent at once; None: the verb's form is opened, in which `begins` is chosen already.
    """

    name: str
    """Empty where it is the only one."""
    label: Message
    data: Data | None = None
    begins: Data = field(default_factory=dict)
    best: bool = False
    """It is the one that is filled where its verb is recommended."""
    link: Message | None = None
    """It is a link beside what the bar tells, and no button: what this says, with all links that say so."""


@dataclass(frozen=True)
class Verb:
    """One answer. Data that are optional can be given and left out, whichever way they are asked for."""

    name: str
    """What a machine calls it."""
    label: Message
    """What it is called on every screen; one that opens a form ends with an ellipsis."""
    data: type[GateData] = _NoData
    asked: Asked | None = None
    """None: as the data need it. None at once, one optional text in the bar, all else in a form."""
    form: Form = "fields"
    line: str = ""
    """The field that takes the words of the bar's line; a verb with a form sends them along."""
    pin: str = ""
    """The field that says whether those words hold for all rounds that follow."""
    primary: bool | Callable[[Payload], bool] | None = None
    """Whether it is recommended, always or by a rule; None: where the payload names it as `primary`."""
    destroys: bool = False
    """It throws something away: never the filled button."""
    halts: bool = False
    """The run stops with it: no model is asked anything."""
    by_itself: bool = False
    """It may be given by itself for the rounds that follow (`AutoApproveChanged`), and runs another one."""
    in_bar: bool = True
    """False: it is offered where a session is stopped."""
    action: Action = ""
    turns: bool = False
    """Its ways choose what the line of words is about (`GateKind.about`): a menu before the line."""
    heard: tuple[str, ...] = ()
    """What a person may type for it at a terminal beside its name; the first of them is told."""
    aside: bool = False
    """It is a link beside what the bar tells, and no button."""
    rare: bool = False
    """Beside those a person wants every time: it lies behind a button that shows more."""
    tip: Message | None = None
    """What it does, in a sentence without a full stop; may name `{round}`."""
    done: Message | None = None
    """What was done with it, as a report tells it: “Approved the round”."""
    example: Data | Callable[[Payload], Data] = field(default_factory=dict)
    """Data that would fit, for whoever writes the answer by hand; where none is given, what its form asks
    for, else what must be."""
    ways: Callable[[Payload], Iterable[Way]] | None = None
    """The buttons there are for it, where a single one does not do."""
    outs: Mapping[str, Message] | None = None
    """Of a form of questions that no model asks: what may be said of one besides an answer, by its status."""
    looks: bool = False
    """Of what can be asked for before answering: it tells of texts. Who asks for it by a word that is heard
    for it is offered those, too."""

    def __post_init__(self) -> None:
        fields = self.data.model_fields
        for name in (_FORM_FIELDS.get(self.form), self.line, self.pin):
            if name and name not in fields:
                raise Bug(f"the verb {self.name!r} has no field {name!r} in its data")
        if self.asked is not None:
            return
        if not fields:
            asked: Asked = "at once"
        elif len(fields) == 1 and self.form == "fields" and _is_optional_text(next(iter(fields.values()))):
            asked = "in the bar"
            object.__setattr__(self, "line", self.line or next(iter(fields)))
        else:
            asked = "in a form"
        object.__setattr__(self, "asked", asked)

    @property
    def plain(self) -> str:
        """What it is called, where nothing is opened by it."""
        return str(self.label).rstrip("…")

    @property
    def said_alone(self) -> bool:
        """Whether its word, typed, is a whole answer: why something is rejected may be left out."""
        needs = any(one.is_required() for one in self.data.model_fields.values())
        return self.action == "reject" and self.form == "fields" and not needs

    def recommended(self, payload: Payload) -> bool:
        """Tell whether it is recommended."""
        if self.primary is None:
            return payload.get("primary") == self.name
        return self.primary if isinstance(self.primary, bool) else self.primary(payload)

    def own_example(self, payload: Payload) -> Data:
        """Return the data that its description names as fitting, none where it names none."""
        return self.example(payload) if callable(self.example) else self.example

    def sample(self, payload: Payload) -> Data:
        """Return data that would fit: the verb's example, its form's, else all that cannot be left out."""
        given = self.own_example(payload) or _example_of(self.form, payload)
        if given:
            return given
        needed = [name for name, info in self.data.model_fields.items() if info.is_required()]
        fields = self.data.model_json_schema().get("properties", {}) if needed else {}
        return {name: payload[name] if name in payload else _value_for(name, fields[name]) for name in needed}


def _example_of(form: Form, payload: Payload) -> Data:
    """Return data that fit any verb with this form, none where that depends on the verb."""
    if form == "feedback":
        return {"feedback": "What should change."}
    if form == "pieces":
        return {"files": [str(item.get("path")) for item in items_of(payload, "files")[:1]]}
    found = payload.get("questions") if form == "questions" else None
    answers: dict[str, JsonValue] = {}
    for question in found if isinstance(found, list) else ():
        if isinstance(question, dict):
            options = question.get("options")
            how = {"option": options[0]} if isinstance(options, list) and options else {"note": "…"}
            answers[str(question.get("id"))] = {"status": "answered", **how}
    return {"answers": answers} if answers else {}


def _value_for(name: str, schema: Mapping[str, Any]) -> JsonValue:
    """Return a value of a field by its schema: the least figure, the first choice, or its name as words."""
    kinds = [schema, *schema.get("anyOf", ())]
    if "enum" in schema:
        first: JsonValue = schema["enum"][0]
        return first
    if any(kind.get("type") in ("integer", "number") for kind in kinds):
        least: JsonValue = max(1, *(kind.get("minimum", 1) for kind in kinds))
        return least
    if any(kind.get("type") == "array" for kind in kinds):
        return []
    if any(kind.get("type") == "object" or "$ref" in kind for kind in kinds):
        return {}
    return str(spelled(name))


def _is_optional_text(info: Any) -> bool:
    return info.annotation is str and not info.is_required()


def spelled(name: str) -> Message:
    """Return a name that nobody put into words."""
    return Message(name.replace("_", " ").capitalize())


@dataclass(frozen=True)
class GateKind:
    """One kind of gate, described by a table of a `gates.toml` (`gate_files.py`).

    `events`: the person events that go in front of GateAnswered, in its transaction. `objection`: why an
    answer that fits the schema does not fit this gate's payload (None: it does). `payload_lines`: what the
    payload says in lines of text: questions with their options, figures, causes.
    """

    name: str
    title: Message
    """What it is about; the command line and the log say it."""
    verbs: tuple[Verb, ...]
    """In the order of the table of cli.md; the bar shows them from right to left."""
    short: Message = _YOURS
    """The same for the list of sessions, in few words; may name `{n}`, the round."""
    headline: Callable[[Payload, GatePlace], Message | None] | None = None
    """What the bar asks, as a sentence; None: the title."""
    brief: Callable[[Payload, GatePlace], Iterable[Message]] | None = None
    """The few lines below it; None: the first of `payload_lines`."""
    price: Callable[[Payload], Message | None] = _none
    """What its ways on take, at the right of the bar; None: what the face reckons for them."""
    payload_lines: Callable[[Payload], Iterable[Message]] = _nothing
    item_lines: Callable[[Mapping[str, JsonValue]], Sequence[Message]] = _nothing
    """All that is to be known of one item, where a gate is decided item by item and the bar has room for a
    part of it only: the form is offered for a single one, too. None: what arrived of it is all."""
    item_title: Callable[[Mapping[str, JsonValue]], str] | None = None
    """What one item is called; None, or an empty text: by what was asked."""
    item_said: Callable[[Mapping[str, JsonValue]], Message] | None = None
    """What arrived of one item in words of the program; None: others wrote it."""
    hint: tuple[Message, Message] | Callable[[Payload, Sequence[str]], tuple[Message, Message]] | None = None
    """What the words of the bar's line are for, and what becomes of them, in brackets; from the payload and
    the verbs that are offered. None: the title of the field they go into."""
    unattended: str | Callable[[Payload], tuple[str, Data]] | None = None
    """What `--approve all` answers: a verb, perhaps with data; None: what is recommended, without data."""
    flag: Literal["approve", "on_failure", "on_uncertain", "allow_tool"] = "approve"
    """The flag of the command line that answers it."""
    event: Literal["needs_you", "failed", "budget"] = "needs_you"
    """What it is to a person who is told of it; `failed` has a sign of its own."""
    recommends: Callable[[Payload], str | None] | None = None
    """The verb that the rules recommend, where that does not depend on the verb alone."""
    safest: Callable[[Payload], str | None] = _none
    """The verb that loses nothing, where what the rules recommend might; None: it is filled."""
    not_by_itself: Callable[[Payload], Message | None] = _none
    """Why it is asked although such gates are answered by themselves now; None: nothing is known of that."""
    shows: Literal["", "critiques"] = ""
    """The panel that shows what the lines speak of."""
    slots: bool = False
    """Whether texts of slots lie before the person: what is decided on their changes goes on."""
    edited: str = ""
    """The verb that takes accepted texts as somebody edited them outside: its data has `edits`, by slot, and
    `by`, the names of who did."""
    routine: bool = False
    """Whether reports leave out that a policy answered it."""
    events: Callable[[Payload, str, GateData], tuple[Fact, ...]] = _nothing
    objection: Callable[[Payload, str, GateData], Message | None] = _none
    reads: Callable[[Payload, str], Typed | None] | None = None
    """What a line means that is typed at it, where it takes whole lines in place of a choice; None: nothing.
    At a terminal such a gate is asked line by line, though it be idle."""
    offers: Callable[[Payload], Iterable[Completion]] = _nothing
    """Lines that are offered where whole lines are typed."""
    means: str = ""
    """The field of the payload that names whose text is meant, where a person may mean another's."""
    compares: Callable[[Payload], Comparison | None] = _none
    """Where the answers that lie before the person agree and differ; None: nothing was compared."""
    about: Callable[[Payload], Message] | None = None
    """What the line is about now, in a word or two; a verb that `turns` makes it another. None: one thing."""

    @property
    def shows_comparison(self) -> bool:
        """Whether it shows where answers agree and differ."""
        return self.compares is not _none

    @property
    def names(self) -> tuple[str, ...]:
        """The verbs' names."""
        return tuple(verb.name for verb in self.verbs)

    def verb(self, name: str) -> Verb:
        """Return a verb; one that nobody described is spelled from its name and takes no data."""
        return next((verb for verb in self.verbs if verb.name == name), None) or Verb(name, spelled(name))

    def label(self, verb: str) -> Message:
        """Return what a verb is called."""
        return self.verb(verb).label

    def by_action(self, action: str) -> Verb | None:
        """Return the verb that an action of the menu gives, None where it gives none here."""
        return next((verb for verb in self.verbs if action and verb.action == action), None)

    def asks(self, form: Form, offered: Sequence[str] | None = None) -> bool:
        """Tell whether a verb, of those that are offered, asks this."""
        return any(verb.form == form and (offered is None or verb.name in offered) for verb in self.verbs)

    def recommended(self, payload: Payload, offered: Sequence[str]) -> str | None:
        """Return the verb that the rules recommend, None where they say nothing."""
        safe = (verb for verb in self.verbs if verb.name in offered and not verb.destroys)
        if self.recommends is not None:
            named = self.recommends(payload)
            return next((verb.name for verb in safe if verb.name == named), None)
        return next((verb.name for verb in safe if verb.recommended(payload)), None)

    def by_policy(self, payload: Payload) -> tuple[str, Data]:
        """Return what is answered where nobody is asked."""
        if callable(self.unattended):
            return self.unattended(payload)
        if self.unattended is not None:
            return self.unattended, {}
        return self.recommended(payload, self.names) or self.names[0], {}

    def heading(self, payload: Payload, wording: GatePlace) -> Message:
        """Return what the bar asks; a title that does not end as a sentence does is given a full stop."""
        said = self.headline(payload, wording) if self.headline is not None else None
        if said is not None:
            return said
        return self.title if str(self.title).endswith(("?", "!", "…", ".")) else words("{w}.", w=self.title)

    def lines(self, payload: Payload, wording: GatePlace) -> Sequence[Message]:
        """Return the few lines below it."""
        if self.brief is not None:
            return tuple(self.brief(payload, wording))
        return tuple(self.payload_lines(payload))[:2]

    def hinted(self, payload: Payload, offered: Sequence[str]) -> tuple[Message, Message]:
        """Return what the words of the bar's line are for, and what becomes of them."""
        if callable(self.hint):
            return self.hint(payload, offered)
        if self.hint is not None:
            return self.hint
        verb = next((v for v in self.verbs if v.name in offered and v.line), None)
        title = verb.data.model_fields[verb.line].title if verb is not None else None
        name = verb.line if verb is not None else ""
        return (Message(title, context="setup") if title else spelled(name)), words("(optional)")

    def check(self, offered: tuple[str, ...], payload: Payload, verb: str, data: Data) -> GateData:
        """Return the data as its model; raise GateError naming what does not fit."""
        if verb not in offered or verb not in self.names:
            raise GateError(
                words("The {gate} gate does not take the verb “{verb}”.", gate=self.name, verb=verb),
                one_of(offered),
            )
        model = self.verb(verb).data
        try:
            parsed = model.model_validate(dict(data))
        except ValidationError as error:
            where, why = first_refusal(error, model)
            if not where:
                raise GateError(
                    words("The data for “{verb}” does not fit: {why}.", verb=verb, why=why),
                    words("Correct it and answer again; the gate is still open."),
                ) from error
            raise GateError(
                words("The data for “{verb}” does not fit: {where}: {why}.", verb=verb, where=where, why=why),
                words("Correct {where} and answer again; the gate is still open.", where=where),
            ) from error
        objection = self.objection(payload, verb, parsed)
        if objection is not None:
            raise GateError(objection, words("Answer again; the gate is still open."))
        return parsed


def unknown_kind(name: str) -> GateKind:
    """Return a gate of another version of the program: its texts can be read, its verbs are spelled."""
    title = words("{kind}: your decision is needed", kind=spelled(name))
    return GateKind(name, title, (), payload_lines=_texts_of)


def _texts_of(payload: Payload) -> Sequence[Message]:
    texts = (payload.get(name) for name in ("text", "message", "question", "summary", "feedback"))
    return [words("“{text}”", text=text) for text in texts if isinstance(text, str) and text.strip()]


def decisions_of(kinds: Mapping[str, GateKind]) -> Mapping[str, str]:
    """Return what was done with each verb, in words of a report, by `gate/verb`; its label where none are."""
    return {
        f"{name}/{verb.name}": str(verb.done or words("{gate}: “{verb}”", gate=kind.title, verb=verb.plain))
        for name, kind in kinds.items()
        for verb in kind.verbs
    }
