"""The languages of texts that are read as a whole, for a face without Qt: of the window's own files."""

from __future__ import annotations

import os
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from functools import cache

from app import resources
from app.domain.errors import InputError, one_of
from app.domain.i18n import ENGLISH, Figure, Speech, with_comma, words

FIGURES: Mapping[str, Figure] = {"de": with_comma}
"""How figures are written, where it is not as in English."""
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def languages() -> list[str]:
    """Return the languages there are, English first."""
    files = resources.names("i18n", ".ts")
    return ["en", *(name.removeprefix("roundtable_").removesuffix(".ts") for name in files)]


def speech(language: str) -> Speech:
    """Return a language by its name, or the one of this machine for `system`; raises InputError."""
    name = _of_this_machine() if language == "system" else language
    if name not in languages():
        raise InputError(words("There is no language “{name}”.", name=name), one_of(["system", *languages()]))
    return ENGLISH if name == "en" else Speech(_translate(name), FIGURES.get(name), name)


def _of_this_machine() -> str:
    """Return the language that the environment asks for where there is it, else English."""
    asked = next((value for name in _VARIABLES if (value := os.environ.get(name))), "")
    return asked[:2] if asked[:2] in languages() else "en"


@cache
def _translate(language: str) -> Callable[[str, str], str]:
    done: dict[tuple[str, str], str] = {}
    root = ET.parse(resources.path(f"i18n/roundtable_{language}.ts")).getroot()  # noqa: S314  as above
    for context in root.iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            told = message.findtext("translation")
            if told:
                done[name, message.findtext("source", "")] = told
    return lambda context, source: done.get((context, source), source)
