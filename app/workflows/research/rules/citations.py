"""Checking a citation: is the file inside the folder, do the lines exist, does the quote stand there.

Pure: who calls has read the file, under the session's rules, inside an effect. What is outside, left out or
no text is never opened: it is checked with `None` for the file.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from app.documents.places import kind_of
from app.workflows.common.quotes import FoldedText, Look
from app.workflows.common.reading.shown import same_name
from app.workflows.research.model import Citation, Cited

Standing = Literal["holds", "moved", "changed", "gone"]
"""What became of an earlier citation: `changed`: it stands there, and the file is another one by now."""

_LONGEST_PATH = 1_000
_MARKDOWN = (".md", ".markdown", ".mdown", ".rst")
_LINES_BEHIND = re.compile(
    r"(?:[:#]|[\s,(@]+(?:lines?|ll?\.?)?\s*)L?(\d{1,7})(?:\s*(?:-|–|to|\.\.|,)\s*L?(\d{1,7}))?[),;]*$",
    re.IGNORECASE,
)
_PAGE_BEHIND = re.compile(
    r"[\s,(]+(?:pp?\.|pages?|seiten?|s\.)\s*\d{1,6}(?:\s*[-–]\s*\d{1,6})?[),;]*$", re.IGNORECASE
)
_LINKED = re.compile(r"\[[^\[\]]*\]\(([^()]+)\)")
_MARK = re.compile(r"(?<=\S)\[(?:comment \d{1,5}|\d{1,5}|[ivxlc]{1,9})\]")
_PAGE_NUMBER = re.compile(
    r"(?:page|seite|p\.|s\.)?[\W_]*(\d{1,5})[\W_]*(?:(?:of|von|/)\s*\d{1,5})?", re.IGNORECASE
)
_FIGURES, _LETTERS = re.compile(r"\d+"), re.compile(r"[^\W\d_]")
_EDGE, _FEWEST_LETTERS = 2, 4
"""Lines of a page that may be its edge, and letters of one that is no number."""
_DRIVE = re.compile(r"^[A-Za-z]:|^[A-Za-z][A-Za-z0-9+.-]*://|^~")


@dataclass(frozen=True)
class Source:
    """A file as it was read, whole.

    `place_at`: the name of a line's place, where there are such names; `pages`: the lines that they begin at.
    """

    path: str
    text: str
    digest: str
    place_at: Callable[[int], str] = lambda line: ""
    pages: Sequence[int] = ()

    @cached_property
    def folded(self) -> FoldedText:
        """The text in the form in which quotes are looked for."""
        return FoldedText(self.text, markdown=self.path.lower().endswith(_MARKDOWN))

    @cached_property
    def bare(self) -> FoldedText | None:
        """The same without what stands between its sentences and is of none; None: nothing does.

        What a page has at its edges as others do, and the marks of notes and comments of a Word file.
        """
        lines = self.text.split("\n")
        if kind_of(self.path) == "docx":
            bare = [_MARK.sub("", line) for line in lines]
        else:
            edges = page_edges(lines, self.pages)
            bare = ["" if at in edges else line for at, line in enumerate(lines)]
        return FoldedText("\n".join(bare)) if bare != lines else None

    def look(self, quote: str, first: int, last: int) -> Look:
        """Look for a quote in the text, and where it does not stand so without what breaks in."""
        look = self.folded.look(quote, first, last)
        if look.place is None and look.problem == "not_found" and self.bare is not None:
            bare = self.bare.look(quote, first, last)
            return bare if bare.place is not None else look
        return look


def page_edges(lines: Sequence[str], pages: Sequence[int]) -> set[int]:
    """Return the lines, from 0, that pages have at their edges as others do: running heads and page numbers.

    `pages`: the lines that they begin at, from 1.
    """
    found: dict[str, list[int]] = defaultdict(list)
    for page, (begin, end) in enumerate(pairwise([*pages, len(lines) + 1] if pages else ())):
        filled = [at for at in range(begin - 1, end - 1) if lines[at].strip()]
        for at in {*filled[:_EDGE], *filled[-_EDGE:]}:
            line = " ".join(lines[at].split())
            number = _PAGE_NUMBER.fullmatch(line)
            # A page's number goes on with the pages; a figure of a table does not.
            key = f"#{int(number[1]) - page}" if number else _FIGURES.sub("#", line)
            if number or len(_LETTERS.findall(line)) >= _FEWEST_LETTERS:
                found[key].append(at)
    return {at for same in found.values() if len(same) > 1 for at in same}


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

    A bare file name that one file of the folder alone has is taken for it, and one with the folder's own
    before it; all else is left as it is.
    """
    path, first, last = cited.file.strip(), cited.first, cited.last
    shown = same_name(cited.file, files)
    if shown is not None:
        return cited.model_copy(update={"file": shown})
    if len(path) <= _LONGEST_PATH and inside(path) not in files:
        linked = _LINKED.fullmatch(path)
        path = _PAGE_BEHIND.sub("", linked[1] if linked else path)
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
        same = same or [file for file in files if file.casefold().endswith("/" + folded)]
        if not same and clean.partition("/")[0] not in {file.partition("/")[0] for file in files}:
            # The folder's own name, put before.
            same = [file for file in files if folded.endswith("/" + file.casefold())]
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
    look = source.look(cited.quote, max(0, first), max(0, last))
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
