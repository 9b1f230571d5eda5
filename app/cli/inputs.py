"""What a person types on the command line, turned into values; every mistake named with the way out."""

from __future__ import annotations

import asyncio
import getpass
import json
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

from app.cli.output import say
from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.i18n import Message, words
from app.domain.typed_answers import agreed
from app.services.typed_values import parse_json
from app.settings.folders import expanded

_LONGEST_SECRET = 2**14
"""Bytes of a key or a token with its line end; the longest of providers have a few thousand."""


def text_or_file(value: str, name: str) -> str:
    """Return a text, or the content of the file behind an @."""
    text = _text_of(value)
    if not text.strip():
        raise InputError(
            words("The {name} is empty.", name=name),
            words("Write it behind the option, or @ and the name of a file that holds it."),
        )
    return text


def _text_of(value: str) -> str:
    if not value.startswith("@"):
        return value
    from app.services.context_files import read_text  # late for start-up cost: documents are read there, too

    return read_text(expanded(value[1:]))


def secret_line(prompt: str) -> str:
    """Return a secret that is typed unseen, or the first line of a pipe; raises InputError."""
    if sys.stdin.isatty():
        return getpass.getpass(prompt)
    # Bytes: a pipe may never end a line, and need not hold text.
    line = sys.stdin.buffer.readline(_LONGEST_SECRET + 1)
    if not line:
        raise InputError(
            words("There is no input to read the secret from."),
            words("Type it in a terminal, or give it through a pipe."),
        )
    text = line.decode("utf-8", "replace")
    if len(line) > _LONGEST_SECRET or "\ufffd" in text or "\0" in text:
        raise InputError(
            words("What came through the pipe is no secret: a line of text is expected."),
            words("Check which file or command it comes from."),
        )
    return text


def need_keyring(place: str, otherwise: Message, *, what: str = "secret") -> None:
    """Raise InputError where a secret would be kept anywhere but in a keyring."""
    if place != "keyring":
        raise InputError(
            words("This machine has no keyring that would keep the {what}.", what=what), otherwise
        )


def data_option(data: Mapping[str, JsonValue]) -> str:
    """Return `--data` as it is typed, with a space before it; nothing where there are none."""
    return f" --data {shlex.quote(json.dumps(data, ensure_ascii=False))}" if data else ""


def data_file(value: str | None) -> dict[str, JsonValue]:
    """Return `--data`: JSON text, or @ and a file of it."""
    if value is None:
        return {}
    text = _text_of(value)
    try:
        data = parse_json(text)
    except ValueError as error:
        raise InputError(
            words("--data is not valid JSON: {why}.", why=str(error)), words("Correct it and answer again.")
        ) from error
    if not isinstance(data, dict):
        raise InputError(
            words("--data is not a JSON object."), words("Write it as {form} and answer again.", form="{…}")
        )
    return data


def form_of(wanted: str | None, file: Path | None, forms: Mapping[str, str], default: str) -> str:
    """Return the form that is wanted; else the one by the ending of a file's name, else the default.

    `forms` has them by the ending, with its dot.
    """
    if wanted is not None:
        return wanted
    return forms.get(file.suffix.lower(), default) if file is not None else default


# --- lines of a person --------------------------------------------------------------------------------


def attended() -> bool:
    """Tell whether somebody sits in front of this command who can be asked."""
    return sys.stdin.isatty()


async def agrees(prompt: str) -> bool:
    """Ask what is answered by yes or no; no is what an empty line means."""
    return agreed(await read_line(prompt)) is True


async def read_line(prompt: str) -> str:
    """Return what a person types, or pastes at once; empty at the end of input."""
    return (await read_passage(prompt) or "").strip()


async def read_passage(prompt: str) -> str | None:
    """Return what a person types or pastes, or a line that comes through a pipe; None at the end of input."""
    if prompt.strip():
        say(prompt.rstrip("\n"))
    if sys.platform != "win32" and sys.stdin.isatty():
        # Not a thread: one that waits keeps the program from ending when the question is taken back.
        from app.cli.line_editor import read_keys  # late: there are no such terminals on Windows

        return await read_keys()
    try:
        found_line = await asyncio.to_thread(sys.stdin.readline)
    except (OSError, ValueError):
        return None
    return found_line.rstrip("\n") if found_line else None
