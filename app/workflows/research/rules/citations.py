"""Checking a citation: is the file inside the folder, do the lines exist, does the quote stand there.

Pure: who calls has read the file, under the session's rules, inside an effect. What is outside, left out or
no text is never opened: it is checked with `None` for the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from app.workflows.common.quotes import FoldedText
from app.workflows.common.reading.shown import same_name
from app.workflows.research.model import Citation, Cited

Standing = Literal["holds", "moved", "changed", "gone"]
"""What became of an earlier citation: `changed`: it stands there, and the file is another one by now."""

_LONGEST_PATH = 1_000
_MARKDOWN = (".md", ".markdown", ".mdown", ".rst")
_LINES_BEHIND = re.compile(
    r"(?::|#L?|\s*[,(]\s*(?:lines?|l\.|ll\.)\s*)(\d{1,7})(?:\s*(?:-|–|to|\.\.|,)\s*L?(\d{1,7}))?\)?$",
    re.IGNORECASE,
)
_DRIVE = re.compile(r"^[A-Za-z]:|^[A-Za-z][A-Za-z0-9+.-]*://|^~")


@dataclass(frozen=True)
class Source:
    """A file as it was read, whole. `place_at`: the name of a line's place, where there are such names."""

    path: str
    text: str
    digest: str
    place_at: Callable[[int], str] = lambda line: ""

    @cached_property
    def folded(self) -> FoldedText:
        """The text in the form in which quotes are looked for."""
        return FoldedText(self.text, markdown=self.path.lower().endswith(_MARKDOWN))


def inside(path: str) -> str:
    """Return a path as it is named in the folder; empty: it leads out, or is no path."""
    cleaned = path.strip().strip("`'\"<>").replace("\\", "/")
    if not cleaned or "\0" in cleaned or "\n" in cleaned or cleaned.startswith("/") or _DRIVE.match(cleaned):
        return ""
    steps: list[str] = []
    for step in cleaned.split("/"):
        if step in ("", "."):
            continue
        if step == "..":
            if not steps:
                return ""
            steps.pop()
        else:
            steps.append(step)
    return "/".join(steps)


def named(cited: Cited, files: Collection[str]) -> Cited:
    """Return a citation with its file as the folder names it, and lines that stood behind the name.

    A bare file name that one file of the folder alone has is taken for it; all else is left as it is.
    """
    path, first, last = cited.file.strip(), cited.first, cited.last
    shown = same_name(cited.file, files)
    if shown is not None:
        return cited.model_copy(update={"file": shown})
    if len(path) <= _LONGEST_PATH and inside(path) not in files:
        behind = _LINES_BEHIND.search(path)
        if behind:
            path = path[: behind.start()]
            if not first:
                first = int(behind.group(1))
                last = int(behind.group(2) or first)
    clean = inside(path)
    if clean and clean not in files:
        folded = clean.casefold()
        same = [file for file in files if file.casefold() == folded]
        same = same or [file for file in files if file.endswith("/" + clean)]
        clean = same[0] if len(same) == 1 else clean
    return cited.model_copy(update={"file": clean or cited.file, "first": first, "last": last})


def check(cited: Cited, source: Source | None, *, agent: str = "", iteration: int = 0) -> Citation:
    """Return a citation with what the program found; `source` None: there is no file that may be opened."""
    first, last = cited.first, cited.last
    if last and first > last:
        first, last = last, first
    last = max(first, last)
    # A file of the folder is called what it is called, whatever signs its name has.
    path = cited.file if source is not None and cited.file == source.path else inside(cited.file)
    base = Citation(
        file=path or cited.file,
        first=first,
        last=last,
        quote=cited.quote,
        check="refused",
        reason="unreadable" if path else "outside",
        agent=agent,
        iteration=iteration,
    )
    if source is None or not path:
        return base
    exist = first >= 0 and last <= source.folded.total
    found = base.model_copy(
        update={
            "digest": source.digest,
            "origin": source.path,
            "place": source.place_at(first) if first > 0 and exist else "",
        }
    )
    if not cited.quote.strip():
        if not exist:
            return found.model_copy(update={"check": "unverified", "reason": "no_such_lines"})
        return found.model_copy(update={"check": "file_only", "reason": "no_quote"})
    look = source.folded.look(cited.quote, max(0, first), max(0, last))
    if look.place is None:
        reason = "no_such_lines" if not exist and look.problem == "not_found" else look.problem
        return found.model_copy(update={"check": "unverified", "reason": reason})
    here = (look.near and exist) or first == 0
    return found.model_copy(
        update={
            "check": "verified" if here else "moved",
            "reason": "",
            "found_first": look.place.first,
            "found_last": look.place.last,
            "place": source.place_at(look.place.first),
        }
    )


def recheck(citation: Citation, source: Source | None) -> tuple[Standing, Citation]:
    """Return what became of a citation of an earlier session, and the citation as it stands now.

    One that was never verified holds while its file is the same. What is gone keeps the lines it once had.
    """
    first, last = citation.lines if citation.found_first else (citation.first, citation.last)
    now = check(
        Cited(file=citation.file, first=first, last=last, quote=citation.quote),
        source,
        agent=citation.agent,
        iteration=citation.iteration,
    )
    if source is None:
        return "gone", now.model_copy(update={"lost": citation.verified})
    now = now.model_copy(update={"support": citation.support if now.verified else ""})
    same = source.digest == citation.digest
    if not citation.verified:
        return ("holds" if same else "changed"), now
    if not now.verified:
        return "gone", now.model_copy(update={"lost": True})
    if (now.found_first, now.found_last) != (first, last):
        return "moved", now
    return ("holds" if same else "changed"), now
