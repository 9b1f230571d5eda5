"""Reading a set-up as a journal holds it: of another version, or of a file that may hold anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, Field, StringConstraints, ValidationError

from app.domain.errors import StorageError
from app.domain.i18n import Message, words
from app.domain.refusals import first_refusal
from app.engine.command_options import CommandOption

M = TypeVar("M", bound=BaseModel)


ToolServerNames = tuple[Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,39}$")], ...]


def tool_servers_field() -> Any:
    """Return the field of a set-up that names servers whose tools its members may call."""
    return Field(
        default=(),
        max_length=20,
        title="Tool servers",
        description="Servers of yours whose tools may be called; before a tool's first call you are asked.",
    )


TOOLS_OPTION = CommandOption(
    "tools", "tool_servers", words("A server of yours whose tools may be called."), kind="words"
)


def recorded_as(model: type[M], values: Mapping[str, object], unsound: Message) -> M:
    """Return a recorded set-up as its model; fields of another version are passed over.

    Raises StorageError where it is not sound: `unsound` says so, of a `{field}` and `{why}`.
    """
    known = {name: value for name, value in values.items() if name in model.model_fields}
    try:
        return model.model_validate(known)
    except ValidationError as error:
        where, why = first_refusal(error, model)
        raise StorageError(
            "damaged",
            unsound.filled(field=where, why=why),
            words("Restore the session from a backup or an export; its file was left untouched."),
        ) from error
