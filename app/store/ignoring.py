"""Patterns of a .gitignore, matched step by step, so that no pattern can be made to take for ever.

As in git, a file below a folder that is left out cannot be taken in again by `!`. Unlike git, what stands in
`.git/info/exclude` and in the user's configuration is not read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from app.domain.errors import InputError
from app.store.confined import Confined

_MOST_PATTERNS = 200
"""Of one file."""
MOST_IN_FORCE = 400
"""Of all files above a path: the nearest ones."""
MOST_STARS = 6
"""In one step of a pattern: each makes it slower to match."""
_LONGEST_PATTERN = 300
MOST_STEPS = 20
_LARGEST = 2**16
"""Bytes of one file."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line: `base` is the folder its file lies in, `anchored` one that counts from there alone."""

    base: tuple[str, ...]
    steps: tuple[str, ...]
    negated: bool
    anchored: bool
    folders_only: bool

    def fits(self, path: tuple[str, ...], *, folder: bool) -> bool:
        """Tell whether it names this file or folder."""
        if (self.folders_only and not folder) or path[: len(self.base)] != self.base:
            return False
        rest = path[len(self.base) :]
        if not self.anchored:
            return bool(rest) and fnmatchcase(rest[-1], self.steps[0])
        return _fits(self.steps, rest)


def patterns(lines: Iterable[str], base: tuple[str, ...] = ()) -> list[Pattern]:
    """Read patterns; what is too long or too much is passed over."""
    found: list[Pattern] = []
    for line in lines:
        text = line.rstrip("\r\n")
        if not text.endswith("\\ "):
            text = text.rstrip(" ")
        if not text or text.startswith("#") or len(text) > _LONGEST_PATTERN:
            continue
        negated = text.startswith("!")
        text = text[negated:].removeprefix("\\")
        folders_only = text.endswith("/")
        text = text.rstrip("/")
        anchored = "/" in text
        steps = tuple(step for step in text.split("/") if step)
        if not steps or len(steps) > MOST_STEPS or any(step.count("*") > MOST_STARS for step in steps):
            continue
        found.append(Pattern(base, steps, negated, anchored, folders_only))
        if len(found) == _MOST_PATTERNS:
            break
    return found


def rules_of(folder: Confined, inside: str, file: str = ".gitignore") -> tuple[Pattern, ...]:
    """Return the patterns of a file `inside` a folder; none where it cannot be read."""
    try:
        text = folder.read(f"{inside}/{file}" if inside else file, _LARGEST).decode("utf-8", "replace")
    except (OSError, InputError):
        return ()
    return tuple(patterns(text.splitlines(), tuple(inside.split("/")) if inside else ()))


def left_out(path: str, rules: Iterable[Pattern], *, folder: bool = False) -> bool:
    """Tell whether the last pattern that fits leaves this out."""
    steps = tuple(path.split("/"))
    out = False
    for rule in rules:
        if rule.negated == out and rule.fits(steps, folder=folder):
            out = not rule.negated
    return out


def _fits(steps: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Match steps against steps; `**` stands for any number of them."""
    open_at = {0}
    for name in (*path, None):
        # What `**` stands for may be nothing.
        for at in sorted(open_at):
            if at < len(steps) and steps[at] == "**":
                open_at.add(at + 1)
        if name is None:
            break
        open_at = {
            to
            for at in open_at
            if at < len(steps)
            for to in ([at] if steps[at] == "**" else [at + 1] if fnmatchcase(name, steps[at]) else [])
        }
        if not open_at:
            return False
    return len(steps) in open_at
