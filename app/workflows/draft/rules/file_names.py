"""File names that a model gives: confined to the files its level may have.

A name is what the model wrote; what comes back is a path of the project, or the reason it is refused. A file
that is there is meant where it is named as it was shown; another one never is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from app.domain.i18n import Message, words
from app.workflows.common.reading.shown import same_names
from app.workflows.draft.rules.templates import HISTORY_NAME, expression

LONGEST = 120
"""Bytes of one part of a path: with a temporary file's ending it fits every file system."""
_RESERVED = re.compile(r"(?i)(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")
_UNFIT = re.compile(r'[<>:"|?*\x00-\x1f\x7f]')


@dataclass(frozen=True, slots=True)
class Refused:
    """A name that is not written to, and why."""

    name: str
    why: Message


def confined(name: str, patterns: Sequence[str], known: Collection[str] = ()) -> str | Refused:
    """Return the project path that a model means, or why it is refused.

    `patterns`: the files a level may have, as project paths with `*` inside a part. A bare name is looked for
    in their folders. `known` are files that are there, whatever signs their names have: one that differs by
    case, normal form, or quotes and blanks around it alone is the same file.
    """
    shown, folders = _shown(name), _folders(tuple(patterns))
    bare = unicodedata.normalize("NFC", name.strip(": \t\r\n").strip("`'\"*").strip())
    while bare.startswith("./"):
        bare = bare[2:]
    plain = bare.replace("\\", "/").removeprefix("./")
    forms = tuple(dict.fromkeys((name, bare, plain)))
    for path in (*forms, *(f"{folder}/{one}" for folder in folders for one in forms)):
        same = same_names(path, known)
        if len(same) > 1:
            several = words(
                "“{name}” may be any of {files}: name it exactly.", name=shown, files=", ".join(same)
            )
            return Refused(shown, several)
        if same:
            return same[0]
    problem = _problem(plain)
    if problem is not None:
        return Refused(shown, problem)
    for path in (plain, *(f"{folder}/{plain}" for folder in folders)):
        pattern = next((one for one in patterns if expression(_folded(one)).fullmatch(_folded(path))), None)
        if pattern is not None:
            return _as_the_level_writes_it(path, pattern)
    return Refused(
        shown,
        words(
            "“{name}” is not among the files of this level: {files}.", name=shown, files=", ".join(patterns)
        ),
    )


_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(),  # noqa: SIM905  as it is said
        1,
    )
}


def meant(name: str, paths: Sequence[str]) -> str | None:
    """Return the file that “chapter 3”, “the foundation” or “03-storm” speaks of; None unless it is one."""
    for part in (lambda path: path, lambda path: path.rpartition("/")[2], _stem):
        found = [path for path in paths if part(path) in same_names(name, [*map(part, paths)])]
        if len(found) == 1:
            return found[0]
    lead = next((lead for lead in _LEADS if name.startswith(lead)), None)
    if lead is not None:
        return meant(name.removeprefix(lead), paths)
    plain = _folded(name.strip().strip("`'\"*“”").strip())
    found = [path for path in paths if letters(path) == letters(plain)]
    if len(found) == 1 or "/" in plain or _ENDING.search(plain):
        # What is written as a file is that file or none; what only speaks of one may be found by a word.
        return found[0] if len(found) == 1 else None
    said = [_NUMBERS.get(part, part) for part in re.findall(r"\w+", plain.removesuffix(".md"))]
    number = next((part.lstrip("0") for part in said if part.isdigit()), "")
    if number:
        found = [path for path in paths if number_of(path) == int(number or 0)]
        return found[0] if len(found) == 1 else None
    words_said = {part for part in said if len(part) > 3}
    found = [path for path in paths if words_said & set(re.findall(r"[^\W\d_]+", _folded(_stem(path))))]
    return found[0] if len(found) == 1 else None


_LEADS = ("old ", "new ", "change of ")
"""What a prompt says before a path where it shows several forms of one file."""
_ENDING = re.compile(r"\.\w{1,12}$")
LIKE = 0.7
"""Likeness of two names of which one may be meant for the other."""


def letters(path: str) -> str:
    """Return the letters and figures of a name, without signs, blanks, accents and case."""
    bare = unicodedata.normalize("NFKD", path.casefold())
    return "".join(sign for sign in bare if sign.isalnum())


def near(name: str, path: str) -> bool:
    """Tell whether a name may be meant for a file: the same figures, and nearly the same letters."""
    a, b = letters(name), letters(path)
    figures = [[part.lstrip("0") for part in re.findall(r"\d+", one)] for one in (a, b)]
    return figures[0] == figures[1] and SequenceMatcher(None, a, b, autojunk=False).ratio() >= LIKE


def number_of(path: str) -> int | None:
    """Return the number a file's name begins with or holds: 3 of `chapters/03-storm.md`."""
    found = re.search(r"\d{1,6}", _stem(path))
    return int(found.group()) if found else None


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _problem(path: str) -> Message | None:
    """Return why a path is refused whatever the level, None where it is sound."""
    shown = _shown(path)
    parts = path.split("/")
    if not path:
        return words("A file came without a name.")
    if path.startswith(("/", "~")) or re.match(r"[A-Za-z]:", path) or ".." in parts:
        return words("“{name}” leads out of the folder of this level; nothing was written there.", name=shown)
    if any(not part or part.startswith(".") for part in parts) or parts[-1].casefold() == HISTORY_NAME:
        return words("“{name}” is no name that a draft may write to.", name=shown)
    # As the project's folder refuses them: by signs that nobody sees one name looks like another.
    hidden = any(not sign.isprintable() and unicodedata.category(sign) != "Zs" for sign in path)
    if hidden or any(
        _UNFIT.search(part) or part != part.rstrip(". ") or _RESERVED.fullmatch(part) for part in parts
    ):
        return words("“{name}” is no file name that every system can hold.", name=shown)
    if any(len(part.encode("utf-8", "surrogatepass")) > LONGEST for part in parts):
        return words("“{name}” is too long for a file name.", name=shown)
    return None


def _as_the_level_writes_it(path: str, pattern: str) -> str:
    """Return a path with its fixed name, or its folder, as the level has them: “Chapters/” is “chapters/”."""
    if not set("*?") & set(pattern):
        return pattern
    folder = pattern.rpartition("/")[0]
    return path if set("*?") & set(folder) else "/".join(filter(None, (folder, path.rpartition("/")[2])))


@cache
def _folders(patterns: tuple[str, ...]) -> tuple[str, ...]:
    found = (pattern.rpartition("/")[0] for pattern in patterns)
    return tuple(dict.fromkeys(folder for folder in found if folder and "*" not in folder))


def _folded(path: str) -> str:
    return unicodedata.normalize("NFC", path).casefold()


def _shown(name: str) -> str:
    plain = "".join(c if c.isprintable() else "�" for c in name.strip())
    return plain if len(plain) <= 80 else plain[:79] + "…"
