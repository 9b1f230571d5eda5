"""What a fact is, who did it, and the catalogue that reads facts of any age.

Rules:
- A fact is past tense, frozen, and tagged by a Literal `type`.
- Records are never rewritten: a newer class reads an older body through `upcast`.
- A type this program does not know is kept as `UnknownFact` and exported untouched.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Protocol

from pydantic import (
    PlainSerializer,
    PlainValidator,
    StringConstraints,
    ValidationError,
    WithJsonSchema,
)

from app.domain.canonical import JsonValue
from app.domain.errors import Bug, StorageError
from app.domain.frozen import Frozen
from app.domain.i18n import Message, words
from app.domain.sentences import recorded, sentence_of

_LONGEST_NAME = 60
"""Characters of a client's name that are kept."""
_UNNAMED = "unnamed agent"


class Actor(Frozen):
    """A person or an agent, by the name it goes by."""

    kind: Literal["person", "agent"]
    name: Annotated[str, StringConstraints(max_length=200)] = ""


def agent_called(name: str) -> Actor:
    """Return the agent that a client says it is; what no screen should show is not part of its name."""
    # Cut first: what comes from a client has no bound of its own.
    plain = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in name[: 4 * _LONGEST_NAME])
    kept = " ".join(plain.split())[:_LONGEST_NAME].strip()
    return Actor(kind="agent", name=kept or _UNNAMED)


Sentence = Annotated[
    Message,
    PlainValidator(sentence_of),
    PlainSerializer(recorded, return_type=object),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "object"}]}),
]
"""A field of a fact that holds a sentence; a plain text is taken, too."""


class Fact(Frozen):
    """Something that happened in a session."""

    type: str
    actor: Actor | None = None
    """Who did it, where that was neither the program nor the person at this machine."""
    schema_version: ClassVar[int] = 1
    by_person: ClassVar[bool] = False
    """Whether a fact of a workflow's own tells what a person said or decided."""

    @classmethod
    def upcast(cls, version: int, body: dict[str, Any]) -> dict[str, Any]:
        """Return the body of an older `version` in the form of the present one."""
        return body

    @classmethod
    @cache
    def tag(cls) -> str:
        """Return the Literal tag of the class."""
        return str(cls.model_fields["type"].default)

    def body(self) -> dict[str, JsonValue]:
        """Return the fact without its tag, as JSON values; `actor` is there where somebody is named."""
        left_out = {"type"} if self.actor is not None else {"type", "actor"}
        dumped: dict[str, JsonValue] = self.model_dump(mode="json", exclude=left_out)
        return dumped


def facts_in(module: str) -> tuple[type[Fact], ...]:
    """Return the facts that a module defines, in its order: none can be forgotten in a list."""
    found = vars(sys.modules[module]).values()
    return tuple(
        one for one in found if isinstance(one, type) and issubclass(one, Fact) and one.__module__ == module
    )


@dataclass(frozen=True, slots=True)
class UnknownFact:
    """A fact written by a newer program or another workflow; kept, shown in the log, never folded."""

    type: str
    schema: int
    body: Mapping[str, JsonValue] = field(repr=False)


class _BodySource(Protocol):
    """Where a record's body comes from when somebody reads it."""

    @property
    def origin(self) -> str:
        """What the records stand in, for error messages: a file's name, or what else it is."""
        ...

    def load(self, packed: str, without: str = "") -> dict[str, JsonValue]:
        """Return the body with its text references resolved; the list under `without` is left empty."""
        ...


class PlainBodies:
    """Bodies without references, as tests and new records in memory have them."""

    origin = "the session"

    def load(self, packed: str, without: str = "") -> dict[str, JsonValue]:
        """Parse the JSON text."""
        body: dict[str, JsonValue] = json.loads(packed)
        return {**body, without: []} if without in body else body


SELF_ENTRY = -1
"""As `entry` of a record to be appended: its own seq (a NodeEntered)."""

ENVELOPE = ("seq", "at", "entry", "round", "attempt", "type", "schema")
"""What is written beside a record's body, in this order."""
NO_ENTRY = 0
"""As `entry`: outside any entry."""


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A fact on its way into the journal, with the envelope that only the loop knows."""

    fact: Fact
    entry: int = NO_ENTRY
    round: int = 0
    attempt: int = 0
    at: int = 0
    """When it was decided, 0: when it is committed."""


@dataclass(frozen=True, slots=True)
class Record:
    """A fact in the journal: the envelope in columns, the body decoded on demand.

    `seq` runs 1, 2, 3… without holes; `at` is microseconds since 1970-01-01 UTC.
    """

    seq: int
    at: int
    entry: int
    round: int
    attempt: int
    type: str
    schema: int
    packed: str = field(repr=False)
    bodies: _BodySource = field(repr=False, compare=False)

    def body(self, without: str = "") -> dict[str, JsonValue]:
        """Decode the body, with the list under `without` left empty."""
        return self.bodies.load(self.packed, without)

    def plain(self) -> dict[str, JsonValue]:
        """Return it as JSON values, its body decoded; that of an unknown type as it is."""
        return {**{name: getattr(self, name) for name in ENVELOPE}, "body": self.body()}


def _by_tag(classes: Iterable[type[Fact]]) -> dict[str, type[Fact]]:
    found: dict[str, type[Fact]] = {}
    for cls in classes:
        known = found.setdefault(cls.tag(), cls)
        if known is not cls:
            raise Bug(f"two fact classes have the tag {cls.tag()!r}: {known} and {cls}")
    return found


class FactCatalogue:
    """All fact classes a program knows, by their tag."""

    def __init__(self, classes: Iterable[type[Fact]]) -> None:
        self._classes: Mapping[str, type[Fact]] = _by_tag(classes)

    @classmethod
    def over(cls, classes: Mapping[str, type[Fact]]) -> FactCatalogue:
        """Return a catalogue of classes that are looked up by their tags as they are needed."""
        catalogue = cls(())
        catalogue._classes = classes
        return catalogue

    def __contains__(self, tag: str) -> bool:
        return tag in self._classes

    def classes(self) -> Mapping[str, type[Fact]]:
        """Return the classes by tag."""
        return dict(self._classes)

    def decode(self, record: Record, without: str = "") -> Fact | UnknownFact:
        """Read a record's fact, upcasting an older body; a type or schema from the future is unknown.

        `without`: a list that is left empty, for readers who have no use for it.
        Raises StorageError (damaged) for a body that is not of its type.
        """
        cls = self._classes.get(record.type)
        body = record.body(without)
        if cls is None or record.schema > cls.schema_version:
            return UnknownFact(record.type, record.schema, body)
        if record.schema < cls.schema_version:
            body = cls.upcast(record.schema, body)
        try:
            return cls.model_validate(body)
        except ValidationError as error:
            raise StorageError(
                "damaged",
                words(
                    "Record {seq} ({type}) of {file} is not sound.",
                    seq=record.seq,
                    type=record.type,
                    file=record.bodies.origin,
                ),
                words("Restore the session from a backup or an export; its file was left untouched."),
            ) from error
