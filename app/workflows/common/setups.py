"""Reading a set-up as a journal holds it: of another version, or of a file that may hold anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from app.domain.errors import StorageError
from app.domain.i18n import Words, words
from app.domain.refusals import first_refusal

M = TypeVar("M", bound=BaseModel)


def recorded_as(model: type[M], values: Mapping[str, object], unsound: Words) -> M:
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
