"""Checking a citation: is the file inside the folder, do the lines exist, does the quote stand there.

Pure: who calls has read the file, under the session's rules, inside an effect. What is outside, left out or
no text is never opened: it is checked with `None` for the file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from app.workflows.research.model import Citation, Cited

Standing = Literal["holds", "moved", "changed", "gone"]
"""What became of an earlier citation: `changed`: it stands there, and the file is another one by now."""


@dataclass(frozen=True)
class Source:
    """A file as it was read, whole. `place_at`: the name of a line's place, where there are such names."""

    path: str
    text: str
    digest: str
    place_at: Callable[[int], str] = lambda line: ""


def inside(path: str) -> str:
    """Return a path as it is named in the folder; empty: it leads out, or is no path."""
    raise NotImplementedError


def check(cited: Cited, source: Source | None, *, agent: str = "", iteration: int = 0) -> Citation:
    """Return a citation with what the program found; `source` None: there is no file that may be opened."""
    raise NotImplementedError


def recheck(citation: Citation, source: Source | None) -> tuple[Standing, Citation]:
    """Return what became of a citation of an earlier session, and the citation as it stands now."""
    raise NotImplementedError
