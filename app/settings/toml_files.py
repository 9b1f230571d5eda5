"""Reading TOML that people write: every mistake is one sentence with the file, the place and the fix."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from app.domain.errors import InputError, disk_refused
from app.domain.i18n import words
from app.domain.private import make_private, put_whole
from app.domain.untrusted_files import read_untrusted

if TYPE_CHECKING:
    from pydantic import BaseModel

_M = TypeVar("_M", bound="BaseModel")
LARGEST = 2**18
"""Bytes of a file of settings, a team or answers; one that people write has a few thousand."""
_LONG_KEY = (
    # Compiled when first used, for start-up cost.
    rb"""(?<![\w-])(?:(?:[\w-]++|"[^"\n]{0,200}+"|'[^'\n]{0,200}+')[ \t]*+\.[ \t]*+){50}"""
)
"""A key of so many parts; the parser's memory grows with the square of them."""


def read_toml(path: Path) -> dict[str, Any]:
    """Return a TOML file's table; raises InputError."""
    return parsed_toml(read_untrusted(path, LARGEST), path)


def parsed_toml(content: bytes, path: object) -> dict[str, Any]:
    """Return the table of what a file of TOML holds; raises InputError."""
    import tomllib  # late: start-up cost

    deep = InputError(words("{file} is nested too deeply.", file=path), words("Correct it and try again."))
    if re.search(_LONG_KEY, content):
        raise deep
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError(
            words("{file} is not a UTF-8 text.", file=path), words("Save it as UTF-8 and try again.")
        ) from error
    except RecursionError as error:
        raise deep from error
    except ValueError as error:
        # Its own error, or a number of more figures than Python reads.
        raise InputError(
            words("{file} is not valid TOML: {why}.", file=path, why=str(error).rstrip(".")),
            words("Correct that line and try again."),
        ) from error


def read_model(path: Path, model: type[_M]) -> _M:
    """Return a TOML file as a model; raises InputError naming the field."""
    # Late, both: the window reads its settings at the start and needs no model for them.
    from pydantic import ValidationError

    from app.domain.refusals import first_refusal

    table = read_toml(path)
    try:
        return model.model_validate(table)
    except ValidationError as error:
        where, why = first_refusal(error, model)
        if not where:
            raise InputError(
                words("{file}: {why}.", file=path, why=why), words("Correct the file and try again.")
            ) from error
        raise InputError(
            words("{file}: {where}: {why}.", file=path, where=where, why=why),
            words("Correct {where} in the file and try again.", where=where),
        ) from error


def write_model(path: Path, model: BaseModel) -> None:
    """Write what differs from a model's defaults; raises as `write_toml` does."""
    write_toml(path, model.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude_none=True))


def kept_name(name: str) -> str:
    """Return a name as a file's on every system; empty where nothing of it is left."""
    return re.sub(r"[^\w .-]+", "-", name.strip()).strip(" .-")


def _without_nothing(value: Any) -> Any:
    """Return a value without the fields that hold nothing, however deep: TOML has no word for it."""
    if isinstance(value, Mapping):
        return {key: _without_nothing(one) for key, one in value.items() if one is not None}
    if isinstance(value, list | tuple):
        return [_without_nothing(one) for one in value if one is not None]
    return value


def write_toml(path: Path, table: Mapping[str, Any]) -> None:
    """Write a table as a TOML file in one go, readable by its owner alone; raises StorageError.

    Raises InputError for what `read_toml` would not read again; the older file stays.
    """
    import tomli_w  # late for start-up cost: settings are seldom written

    content = _readable(path, tomli_w.dumps(_without_nothing(table)))
    try:
        make_private(path.parent)
        put_whole(path, content)
    except OSError as error:
        raise disk_refused(
            error,
            words("{file} cannot be written: {why}.", file=path),
            words("Give yourself write permission for the folder, and free some space."),
        ) from error


def _readable(path: Path, text: str) -> bytes:
    """Return a file's content where it can be read again; raises InputError."""
    try:
        content = text.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            words("{file} cannot take what is no UTF-8 text.", file=path),
            words("Write it with characters of Unicode; nothing was changed."),
        ) from error
    if len(content) > LARGEST or re.search(_LONG_KEY, content):
        raise InputError(
            words("{file} would become too large to be read again.", file=path),
            words("Make its values shorter, or remove some; nothing was changed."),
        )
    return content
