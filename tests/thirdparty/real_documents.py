"""Real documents, read and cited by us, against what other programs read in them.

    .venv/bin/python -m tests.thirdparty.real_documents FOLDER

Every PDF, DOCX and notebook of the folder is read. Lines of our text of a PDF are cited as an agent would,
and must stand on the page that our citation names: as `pdftotext` reads that page. Lines that `pandoc` reads
in a DOCX, and the lines of each cell of a notebook, must be found in our text, in that cell. A file that we
give no text of is named, and so is one in which the others read words all the same. Ends with 1 below 99 %.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from app.documents.places import DocumentText, kind_of, place_at
from app.documents.reader import DocumentReader, NoText
from app.workflows.research.model import Cited
from app.workflows.research.rules.citations import Source, check

LEAST = 0.99
_OF_ONE = 40
"""Lines of one document that are cited."""
_WORDS, _LETTERS = 6, 25
_SAME = 0.8
"""Share of a line's words that the other program must read on its page: it may order columns otherwise."""
_BESIDE = re.compile(r"[\W_]+")


def folded(text: str) -> str:
    """Return a text's letters and figures alone."""
    return _BESIDE.sub("", unicodedata.normalize("NFKD", text)).casefold()


def said_by(*command: str) -> str:
    """Return what another program reads in a file."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def sentences(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield lines that say something, by their numbers from 1, without half a word at their beginning."""
    for number, line in enumerate(lines, 1):
        if len(line.split()) >= _WORDS and sum(map(str.isalpha, line)) > _LETTERS:
            broken = number > 1 and lines[number - 2].rstrip().endswith("-")
            yield number, line.split(" ", 1)[1] if broken else line


def of_pdf(source: Source, file: Path) -> Iterator[str]:
    """Yield what became of each citation of a PDF: empty where it stands on its page."""
    pages = [folded(page) for page in said_by("pdftotext", "-enc", "UTF-8", str(file), "-").split("\f")]
    lines = list(sentences(source.text.split("\n")))
    for number, quote in random.Random(file.name).sample(lines, min(_OF_ONE, len(lines))):
        found = check(Cited(file=source.path, first=number, last=number, quote=quote), source)
        if not found.verified:
            yield f"line {number} is not found: {quote}"
            continue
        page = int(found.place.split()[1])
        there = pages[page - 1] if page <= len(pages) else ""
        words = [word for word in map(folded, quote.split()) if word]
        near = sum(word in there for word in words) >= _SAME * len(words)
        yield (
            "" if near or folded(quote) in there else f"line {number} does not stand on page {page}: {quote}"
        )


def of_docx(source: Source, file: Path) -> Iterator[str]:
    """Yield what became of each paragraph that pandoc reads: empty where we have it."""
    for line in said_by("pandoc", "-t", "plain", "--wrap=none", str(file)).split("\n"):
        # Cells of a row stand apart in its text; raised letters are marked.
        for part in re.split(r"\s{2,}", re.sub(r"[\^_]\((\w+)\)", r"\1", line.strip())):
            if len(part.split()) > 2 and any(map(str.isalpha, part)):
                found = check(Cited(file=source.path, quote=part), source)
                yield "" if found.verified else f"not found: {part}"


def of_notebook(source: Source, file: Path) -> Iterator[str]:
    """Yield what became of each line of a cell: empty where it is found in a cell that has it."""
    cells = ["".join(cell["source"]) for cell in json.loads(file.read_text("utf-8"))["cells"]]
    for line in {line for cell in cells for line in cell.split("\n") if len(line) > _WORDS * 4}:
        found = check(Cited(file=source.path, quote=line), source)
        cell = int(found.place.split()[1]) if found.place else 0
        yield "" if cell and line in cells[cell - 1] else f"not found in its cell: {line}"


LOOKS = {"pdf": of_pdf, "docx": of_docx, "notebook": of_notebook}


def place_of(doc: DocumentText, line: int) -> str:
    """Return the name of the place in which a line stands."""
    place = place_at(doc.places, line)
    return place.label() if place is not None else ""


def main(folder: Path) -> int:
    """Look at all documents of a folder; return 0 where enough of the citations stand where they say."""
    ends: Counter[bool] = Counter()
    with DocumentReader() as reader:
        for file in sorted(folder.iterdir()):
            look = LOOKS.get(kind_of(file.name) or "")
            if look is None:
                continue
            try:
                doc = reader.read(file.name, file.read_bytes())
            except NoText as error:
                print(f"{file.name}: {error}")
                continue
            found = list(look(Source(file.name, doc.text, "", partial(place_of, doc)), file))
            ends.update(not one for one in found)
            print(f"{file.name}: {sum(not one for one in found)} of {len(found)} {doc.cut_off or ''}")
            print(*(f"    {one}" for one in found if one), sep="\n", end="")
    share = ends[True] / max(1, ends.total())
    print(f"\n{ends[True]} of {ends.total()} citations at their place: {share:.2%}")
    return 0 if share >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
