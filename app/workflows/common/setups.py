"""Set-ups: the limits and fields that several workflows have, and reading one as a journal holds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    StringConstraints,
    ValidationError,
)

from app.domain.errors import StorageError
from app.domain.frozen import Frozen
from app.domain.i18n import Message, words
from app.domain.refusals import first_refusal
from app.domain.seats import LONGEST_MODEL
from app.engine.command_options import CommandOption
from app.engine.plugin import SetupField, grouped

ToolServerNames = tuple[Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,39}$")], ...]


def _lines(value: Any) -> Any:
    return value.splitlines() if isinstance(value, str) else value


Lines = Annotated[tuple[str, ...], BeforeValidator(_lines)]
"""Texts that can be typed as the lines of one, as `--set` and the form do."""


def _without_blanks(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return lines without blank ones and blanks around them."""
    return tuple(line.strip() for line in lines if line.strip())


def required(why: Message, *, bare: bool = True) -> AfterValidator:
    """Return what refuses a blank text, for `why`; `bare`: the blanks around another one go."""

    def check(text: str) -> str:
        if not text.strip():
            raise ValueError(why)
        return text.strip() if bare else text

    return AfterValidator(check)


FilledLines = Annotated[Lines, AfterValidator(_without_blanks)]
"""The same, without blank ones."""


def _team_model(model: object) -> object:
    return "" if model is None else model.strip() if isinstance(model, str) else model


TeamModel = Annotated[str, Field(max_length=LONGEST_MODEL), BeforeValidator(_team_model)]
"""The name of a model; empty, or none named: the team's."""


def tool_servers_field(*, later: bool = False) -> Any:
    """Return the field of a set-up that names servers whose tools its members may call.

    `later`: it came after tables were first named by their rows' set-ups.
    """
    return Field(
        default=(),
        max_length=20,
        json_schema_extra={"later": True} if later else None,
        title="Tool servers",
        description="Servers of yours whose tools may be called; before a tool's first call you are asked.",
    )


QUESTION_OPTION = CommandOption(
    "question", "question", words("The question, or @FILE."), kind="text", required=True
)
TOOLS_OPTION = CommandOption(
    "tools", "tool_servers", words("A server of yours whose tools may be called."), kind="words"
)


def time_limit(was: float) -> Any:
    """Return the field of a set-up for a call's time; `was`: the seconds that were usual before."""
    return Field(
        default=None,
        ge=1,
        le=3600,
        title="Time limit (s)",
        description="Seconds one call may take. Empty: two minutes, five for long answers, and half an hour "
        "for a server of yours or a model that thinks first.",
        json_schema_extra={"was": was},
    )


def window_limit(*, later: bool) -> Any:
    """Return the field of a set-up for what models take in; `later`: earlier versions had none."""
    return Field(
        default=None,
        ge=256,
        title="Context length",
        description="Tokens the models take in at once. Empty: what is known of each.",
        json_schema_extra={"later": later},
    )


class CallLimits(Frozen):
    """Base of a set-up: what one call may return and take, and what all may cost."""

    max_output_tokens: int = Field(
        default=4000, ge=256, le=64_000, title="Longest answer", description="Tokens one call may return."
    )
    cost_limit: float | None = Field(
        default=2.0, ge=0, title="Cost limit", description="Dollars; reaching it asks you. Empty: no limit."
    )
    call_timeout: float | None = time_limit(was=120.0)
    context_length: int | None = window_limit(later=True)
    retries: int = Field(
        default=3,
        ge=0,
        le=10,
        title="Retries",
        description="How often a failed call is tried again, where that is safe.",
    )

    @classmethod
    def recorded(cls, values: Mapping[str, object]) -> Self:
        """Return a set-up as a journal holds it; fields of another version are passed over.

        Raises StorageError where it is not sound: an imported file may hold anything.
        """
        known = {name: value for name, value in values.items() if name in cls.model_fields}
        try:
            return cls.model_validate(known)
        except ValidationError as error:
            where, why = first_refusal(error, cls)
            raise StorageError(
                "damaged",
                words("The set-up of this session is not sound: {field}: {why}.", field=where, why=why),
                words("Restore the session from a backup or an export; its file was left untouched."),
            ) from error


class Limits(CallLimits):
    """Base of a set-up that limits tokens, too."""

    token_limit: int | None = Field(
        default=None, ge=1000, title="Token limit", description="Reaching it asks you. Empty: no limit."
    )


COST_FIELD = SetupField("cost_limit", basic=True, unit="$", empty=words("no limit"))
TIME_FIELD = SetupField("call_timeout", empty=words("as the model needs"))
WINDOW_FIELD = SetupField("context_length", empty=words("what is known"))
LIMITS_FIELDS = grouped(
    words("Limits"), "token_limit", "max_output_tokens", WINDOW_FIELD, TIME_FIELD, "retries"
)
