"""Reading what strangers made: a regular file, no larger than is allowed, and JSON that memory can hold.

A pipe would be waited for for ever, a device never ends, and three bytes of JSON can take sixty of memory.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import BinaryIO

from app.domain.errors import InputError, storage_step
from app.domain.i18n import words

_MOST_JSON_VALUES = 3_000_000
"""Values, names and containers of a JSON text: some 250 MB of memory, and two seconds of reading."""

_LONGEST_TOLD = 1_000
# Compiled when first used, for start-up cost.
_ESCAPED, _STRINGS = rb"(?s)\\.", rb'"[^"]*+"?'


def read_untrusted(path: Path, most: int) -> bytes:
    """Return the content of a regular file of at most `most` bytes; raises InputError in words, at once."""
    with open_strange(path) as stream:
        size = os.fstat(stream.fileno()).st_size
        try:
            content = _up_to(stream, size, most) if size <= most else None
        except OSError as error:
            raise unreadable(path, error) from error
    if content is None or len(content) > most:
        raise InputError(
            words("{file} is larger than {limit}.", file=shown_path(path), limit=_size(most)),
            words("Check that it is the file you mean."),
        )
    return content


def open_strange(path: Path) -> BinaryIO:
    """Open a regular file to be read; raises InputError in words, at once, for whatever else it is."""
    try:
        # Not blocking: who opens a pipe waits for somebody who writes.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        kind = os.fstat(handle).st_mode
        if stat.S_ISREG(kind):
            return os.fdopen(handle, "rb")
        os.close(handle)
        if stat.S_ISDIR(kind):
            raise IsADirectoryError
        raise InputError(
            words("{file} is a pipe or a device, not a file.", file=path),
            words("Save what it gives as a file, and name that."),
        )
    except FileNotFoundError as error:
        raise InputError(
            words("There is no file {file}.", file=shown_path(path)), words("Check the name and the folder.")
        ) from error
    except IsADirectoryError as error:
        raise InputError(
            words("{file} is a folder, not a file.", file=path), words("Name one of the files in it.")
        ) from error
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from error


def is_there(path: Path) -> bool:
    """Tell whether there is something; where the system does not say, no: opening or writing it says why."""
    return _kind(path) != 0


def is_folder(path: Path) -> bool:
    """Tell whether a path is a folder; where the system does not say, no, as in `is_there`."""
    return stat.S_ISDIR(_kind(path))


def _kind(path: Path) -> int:
    # What pathlib asks raises for a name that is too long, and for a folder that may not be looked into.
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0


def shown_path(path: Path) -> str:
    """Return a path as it is told: of one that is too long for the system its beginning tells which it is."""
    name = str(path)
    return name if len(name) <= _LONGEST_TOLD else f"{name[:_LONGEST_TOLD]}…"


def unreadable(path: Path, error: OSError | ValueError) -> InputError:
    """Return what a person is told of a file or folder that the system does not give."""
    if not isinstance(error, OSError):
        # Such as a zero byte in it: Python's words for that are no sentence, and each version has others.
        return InputError(
            words("“{file}” is no name that a file can have.", file=shown_path(path)),
            words("Name another file or folder."),
        )
    why = error.strerror or str(error)
    step = words("Give yourself permission to read it, or name another file.")
    told = words("{file} cannot be read: {why}.", file=shown_path(path), why=why)
    return InputError(told, storage_step(error, step))


def _up_to(stream: BinaryIO, size: int, most: int) -> bytes:
    """Return what a stream holds, one byte over `most` at most; `size` is what it is said to hold."""
    # Room is made for all that is asked for: of a small file not the most.
    content = stream.read(size + 1)
    while size < len(content) <= most and (more := stream.read(min(2**20, most + 1 - len(content)))):
        content += more
    return content


def json_is_too_deep(value: object, most: int) -> bool:
    """Tell whether more than `most` lists and objects lie within each other in a value that was read."""
    within = [value]
    for _ in range(most):
        within = [
            child
            for one in within
            if isinstance(one, list | dict)
            for child in (one if isinstance(one, list) else one.values())
            if isinstance(child, list | dict)
        ]
        if not within:
            return False
    return True


def json_is_too_large(data: bytes, most: int = _MOST_JSON_VALUES) -> bool:
    """Tell whether a JSON text holds more than `most` values, before any of it is read."""
    if _weight(data) <= most:
        return False
    # Only what stands outside of strings counts; one that does not end goes to the end.
    return _weight(re.sub(_STRINGS, b"", re.sub(_ESCAPED, b"", data))) > most


def _weight(text: bytes) -> int:
    # An object, and a name in one, cost about as much memory as two values.
    return sum(text.count(sign) for sign in (b",", b"[", b":", b":", b"{", b"{"))


def _size(number: int) -> str:
    return f"{number // 2**20} MB" if number >= 2**20 else f"{number // 2**10} KB"
