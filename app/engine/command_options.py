"""What is typed behind `roundtable run <workflow>`: a workflow's own options, what they set or answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.i18n import Message, words

Answering = Literal["ask", "all", "none"]
"""Who answers open gates."""
OnFailure = Literal["fallback", "retry", "stop"]
"""What to do where models fail."""
OnUncertain = Literal["ask", "ask-again", "use-partial", "drop", "use-stored"]
"""What to do with calls of which it is not known whether they finished."""


@dataclass(frozen=True, slots=True)
class CommandOption:
    """An option or argument of `roundtable run <workflow>` that sets one field of the setup.

    `words` and `files` are said as often as there are some: names, or files and folders whose texts are
    given. `text` may be @FILE; `folder` is a path on this machine. `positional`: typed without a flag, in the
    order of the table, the required ones first; the flag is then what it is called: FOLDER.
    `answers`: `GATE/VERB/FIELD` of what it says at the first gate of that kind, in place of a setup field;
    `field` is then its name alone.
    """

    flag: str
    field: str
    help: Message
    kind: Literal["word", "words", "text", "number", "folder", "files"] = "word"
    required: bool = False
    positional: bool = False
    answers: str = ""

    @property
    def typed(self) -> str:
        """How it is written in a command that somebody could type."""
        return self.flag.upper() if self.positional else f"--{self.flag} …"

    @property
    def spot(self) -> tuple[str, str, str]:
        """The gate, the verb and the field of its data that it answers; empty where it sets the setup."""
        gate, _, rest = self.answers.partition("/")
        verb, _, name = rest.partition("/")
        return gate, verb, name


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """What the options of a command answer at the first gate of a kind."""

    gate: str
    verb: str
    data: Mapping[str, JsonValue]


def first_answer(options: Sequence[CommandOption], given: Mapping[str, JsonValue]) -> FirstAnswer | None:
    """Return what the options that were given answer, None where none does.

    Raises InputError where they answer the same gate in two ways.
    """
    said = [option for option in options if option.answers and given.get(option.field) is not None]
    if not said:
        return None
    gate, verb, _ = said[0].spot
    other = next((option for option in said if option.spot[:2] != (gate, verb)), None)
    if other is not None:
        raise InputError(
            words("--{one} and --{other} ask for two things at once.", one=said[0].flag, other=other.flag),
            words("Give one of them, and run the command again for the other."),
        )
    return FirstAnswer(gate, verb, {option.spot[2]: given[option.field] for option in said})
