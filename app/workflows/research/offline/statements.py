"""What files state: sentences of prose, definitions, uses and settings of code, and open points."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePosixPath
from typing import Literal

from app.workflows.common.prose import words_of
from app.workflows.research.offline.features import hedged, names_in, telling
from app.workflows.research.offline.seen import FileSeen

Kind = Literal["prose", "definition", "import", "setting", "open_point"]
CODE = frozenset(
    {
        *(
            ".py",
            ".pyi",
            ".js",
            ".jsx",
            ".ts",
            ".tsx",
            ".java",
            ".kt",
            ".c",
            ".h",
            ".cc",
            ".cpp",
            ".hpp",
            ".cs",
        ),
        *(".go", ".rs", ".rb", ".php", ".swift", ".scala", ".sh", ".sql", ".lua", ".pl", ".r", ".jl"),
    }
)
SETTINGS = frozenset({".toml", ".yaml", ".yml", ".ini", ".cfg", ".conf", ".json", ".properties"})
LONGEST = 400
"""Characters of a sentence that is a finding."""
MOST_STATED = 3_000
"""Statements of one file: more than a reader would look through."""
SHORT = 45
"""Characters of a line that may be a title; text that goes on fills its lines further."""
FEWEST, MOST = 4, 70
"""Words of a sentence that states something."""
_SENTENCE_END = re.compile(r"(?<=[.!?])[\"'”’)]*\s+(?=[\"'“‘(*_`]*[A-ZÄÖÜ0-9])")
_ABBREVIATED = re.compile(
    r"\b(?:e\.g|i\.e|cf|etc|vs|approx|no|nr|dr|mr|mrs|st|prof|fig|vol|bzw|z\.B|ca)\.$", re.IGNORECASE
)
LONGEST_ABBREVIATED = 12
_BULLET = re.compile(r"^\s*(?:[-*+•>]|\d{1,3}[.)]|\||#{1,6})\s+")
_POINTS_BACK = re.compile(
    r"(?:This|That|These|Those|It(?! (?:is|was|has been) \w+ed? (?:that|to)\b)|They|He|She|Such|Otherwise|"
    r"Then|Here|However|Therefore|Instead)\b(?! (?:is|was) (?:said|known|thought|held) that)"
)
_UNDERLINE = re.compile(r"^\s*(?:=|-|~|\^){3,}\s*$")
_HEADING = re.compile(r"^\s*#{1,6}\s|^\s*(?:=|-|~|\^){3,}\s*$")
_DEFINITION = re.compile(
    r"^\s*(?:export\s+|public\s+|private\s+|protected\s+|static\s+|async\s+|final\s+|abstract\s+|pub(?:\(\w+\))?\s+|"
    r"default\s+)*(?P<what>def|class|function|func|fn|interface|struct|trait|enum|type)\s+"
    r"(?:\([^)]*\)\s*)?(?P<name>[A-Za-z_]\w*)"
)
_IMPORT = re.compile(
    r"^\s*(?:from\s+(?P<of>[\w.]+)\s+import\b|import\s+(?P<plain>[\w.]+)|(?:import|export)\b.*\bfrom\s+[\"'](?P<js>[^\"']+)"
    r"|#include\s+[<\"](?P<c>[^>\"]+)|use\s+(?P<rs>[\w:]+)|require(?:_relative)?\s*\(?[\"'](?P<rb>[^\"']+))"
)
_SETTING = re.compile(
    r"^(?P<indent>\s*)[\"']?(?P<name>[A-Za-z_][\w.-]{1,60})[\"']?\s*(?::\s*[\w\[\], .|]+)?\s*[=:]\s*"
    r"(?P<value>[^=].*)$"
)
_PLAIN_VALUE = re.compile(r"[\"'\d+-]|True\b|False\b|None\b|\[[\"'\d]")
"""A value that says something by itself; what is computed does not."""
_OPEN_POINT = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|HA" r"CK|X" r"XX)\b")
_COMMENT = re.compile(r"^\s*(?:#(?!!)|//+!?|/\*+|\*(?!/)|--|;)\s?")
_TYPES = "str|int|float|bool|bytes|list|dict|tuple|set|None|callable|array|optional|object|any"
_PARAMETER = (
    rf"\*{{0,2}}\w+(?:, \*{{0,2}}\w+)*(?: :(?: |$)|: ?(?:{_TYPES})\b)|:\w+[^:]*:|@\w+|\w+ \([^)]*\)\s*:"
)
_FIELD = re.compile(rf"^\s*(?:{_PARAMETER}|[=~^-]{{3,}}\s*$|\.\. |>>>|\.\.\.\s|[A-Z]\w+:\s*$)")
_PARAMETERS = re.compile(rf"^\s*(?:{_PARAMETER})")
"""A line of a description that is no sentence: a parameter, a directive, an example."""
_ROLE = re.compile(r":[a-z]+(?::[a-z]+)?:`([^`<]+?)\s*(?:<[^`]*>)?`")
_TAG = re.compile(r"\{@\w+ ([^}]*)\}")
_SENTENCE = re.compile(r"[\"'“‘(`*]*[A-ZÄÖÜ`].*[.!?][\"'”’)`*]*$", re.DOTALL)
"""In code what begins and ends like a sentence is one; examples of code do not."""
_WHAT = {"def": "function", "fn": "function", "func": "function"}
MOST_OF_A_BODY = 3
FARTHEST = 12
"""Lines between the beginning of a definition and what is said of it."""
_QUOTES = re.compile(r"[rRbBuU]?(\"\"\"|''')")


@dataclass(frozen=True, slots=True)
class Statement:
    """Something a file says: what is reported of it, and the words that stand in its lines."""

    path: str
    first: int
    last: int
    quote: str
    kind: Kind
    description: str
    words: frozenset[str]
    names: frozenset[str]
    own: frozenset[str] = frozenset()
    """The words in the name of what is defined here."""


def statements(file: FileSeen) -> list[Statement]:
    """Return what the lines that were seen of a file state, in their order."""
    suffix = PurePosixPath(file.path).suffix.lower()
    found = (one for first, lines in _runs(file) for one in _stated(file.path, suffix, first, lines))
    return list(islice(found, MOST_STATED))


def _stated(path: str, suffix: str, first: int, lines: Sequence[str]) -> Iterator[Statement]:
    if suffix in CODE:
        return _Code(path, first, lines).statements()
    return _settings(path, first, lines) if suffix in SETTINGS else _prose(path, first, lines)


def _runs(file: FileSeen) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that follow each other, with the number of the first."""
    run: list[str] = []
    first = 0
    for number in sorted(file.lines):
        if run and number != first + len(run):
            yield first, run
            run = []
        if not run:
            first = number
        run.append(file.lines[number])
    if run:
        yield first, run


# --- prose ------------------------------------------------------------------------------------------


def _prose(path: str, first: int, lines: Sequence[str]) -> Iterator[Statement]:
    """Yield the sentences of paragraphs; a list item, a row and a heading end the one before."""
    paragraph: list[tuple[int, str]] = []
    fenced = False
    for number, line in enumerate(lines, first):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        begins = _BULLET.match(line) is not None or line.lstrip().startswith("|")
        # What ends like a sentence is one, whatever stands before it: a remark in the cell of a notebook.
        title = _HEADING.match(line) is not None and not line.rstrip().endswith((".", "!"))
        begins = begins or (bool(paragraph) and _short_title(paragraph[-1][1], line))
        if not line.strip() or _HEADING.match(line) or begins or fenced:
            yield from _sentences(path, paragraph)
            paragraph = []
        if line.strip() and not title and not fenced:
            paragraph.append((number, line))
    yield from _sentences(path, paragraph)


def _sentences(
    path: str, paragraph: Sequence[tuple[int, str]], *, apart: bool = False, fewest: int = FEWEST
) -> Iterator[Statement]:
    """Yield the sentences of one paragraph, each with the lines it stands on.

    `apart`: signs of a comment stand between the lines, so that what goes over several is quoted from one.
    """
    text, starts = "", list[tuple[int, int]]()
    for number, line in paragraph:
        shown = _BULLET.sub("", line).strip()
        if text.endswith("-") and len(text) > 2 and text[-2].isalpha() and shown[:1].islower():
            text = text[:-1]  # a word that was divided at the end of a line
        elif text:
            text += " "
        starts.append((len(text), number))
        text += shown
    for at, end in _units(text):
        sentence = text[at:end].strip()
        if not fewest <= len(words_of(sentence)) <= MOST or len(sentence) > LONGEST:
            continue
        on = [start for start in starts if start[0] < at + len(sentence)]
        first = max((start for start in on if start[0] <= at), default=on[0])
        if apart and first != on[-1]:
            yield _from_one_line(path, sentence, text, at, [start for start in on if start >= first])
        else:
            yield _statement(path, first[1], on[-1][1], sentence, "prose", _shown(sentence))


def _units(text: str) -> Iterator[tuple[int, int]]:
    """Yield from where to where the sentences go; one that points back goes with the one before it."""
    begin = 0
    at = end = 0
    for found in [*_ends(text), len(text)]:
        start = begin + len(text[begin:found]) - len(text[begin:found].lstrip())
        if end > at and _POINTS_BACK.match(text[start:found]) and found - at <= LONGEST:
            end = found
        else:
            if end > at:
                yield at, end
            at, end = start, found
        begin = found
    if end > at:
        yield at, end


def _from_one_line(path: str, sentence: str, text: str, at: int, on: Sequence[tuple[int, int]]) -> Statement:
    """Return a statement whose quote is the longest part of it that stands on one line."""
    ends = [*(start for start, _ in on[1:]), at + len(sentence)]
    parts = [
        (text[max(at, start) : end].strip(), number) for (start, number), end in zip(on, ends, strict=True)
    ]
    quote, number = max(parts, key=lambda part: len(part[0]))
    return _statement(path, number, number, quote, "prose", _shown(sentence))


def _short_title(before: str, line: str) -> bool:
    """Tell whether a line stood alone: short, without an end, and the next one begins a sentence."""
    return len(before.strip()) < SHORT and before.strip()[-1:].isalnum() and line.strip()[:1].isupper()


def _ends(text: str) -> list[int]:
    """Return where sentences end; behind an abbreviation none does."""
    return [
        found.end()
        for found in _SENTENCE_END.finditer(text)
        if not _ABBREVIATED.search(text, max(0, found.start() - LONGEST_ABBREVIATED), found.start())
    ]


def _shown(sentence: str) -> str:
    """Return a sentence without the marks of Markdown."""
    return re.sub(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)", "", sentence).strip()


# --- code -------------------------------------------------------------------------------------------


class _Remarks:
    """Which lines of a program are remarks: comments, and texts between three quotation marks."""

    def __init__(self, first: int, lines: Sequence[str]) -> None:
        # Lines from the middle of a file may begin within such a text: its end is met before a beginning.
        self._data = False
        marked = next((line.strip() for line in lines if _QUOTES.search(line)), "")
        alone = marked in ('"""', "'''")
        self._open = first > 1 and bool(marked) and (alone or not _begins_text(marked)) and "=" not in marked

    def take(self, line: str) -> tuple[str, bool] | None:
        """Return what a line remarks, and whether it is a comment; None for a line that does something."""
        within, begins = self._open, _begins_text(line)
        self._open ^= bool(len(_QUOTES.findall(line)) % 2)
        if not within:
            # A text that something is set to is data, and says nothing of the program.
            self._data = self._open and not begins
        elif self._data:
            return "", False
        if within or begins:
            return _QUOTES.sub("", line), False
        return (_COMMENT.sub("", line).replace("*/", ""), True) if _COMMENT.match(line) else None


def _names_a_type(before: str, text: str) -> bool:
    """Tell whether a line names what is given back, and the one behind it, set in further, describes it."""
    deeper = len(text) - len(text.lstrip()) > len(before) - len(before.lstrip())
    return deeper and len(before.split()) <= 3 and before.rstrip()[-1:].isalnum()


def _begins_text(line: str) -> bool:
    return line.strip().lstrip("rRbBuU").startswith(('"""', "'''"))


class _Code:
    """Reads a program from top to bottom: what is defined, and what is said of it."""

    def __init__(self, path: str, first: int, lines: Sequence[str]) -> None:
        self._path, self._first, self._lines = path, first, lines
        self._defined: list[tuple[int, str, str]] = []
        """The definitions that are open: how far they are set in, their name, and what they are."""
        self._head: tuple[int, str] | None = None
        """A definition that nothing was said of yet: its line and how it begins."""
        self._body: list[tuple[int, str]] = []
        """Its first lines."""
        self._paragraph: list[tuple[int, str]] = []
        self._comment = False
        self._field: int | None = None
        """How far the parameter is set in that the next lines may speak of."""
        self._said = first > 1

    def statements(self) -> Iterator[Statement]:
        """Yield what the lines state."""
        remarks = _Remarks(self._first, self._lines)
        for number, line in enumerate(self._lines, self._first):
            said = remarks.take(line)
            yield from _open_points(self._path, number, line)
            text, comment = said or ("", self._comment)
            yield from self._remark(number, line, text, comment=comment)
            if said is None:
                self._field = None
                yield from self._line(number, line)
        yield from self._end()
        yield from self._bare()

    def _remark(self, number: int, line: str, text: str, *, comment: bool) -> Iterator[Statement]:
        """Take in the words of a line; yield what the paragraph before it says, where it ends there."""
        indent = len(line) - len(line.lstrip())
        if text.strip() and self._field is not None and indent <= self._field:
            self._field = None
        if _UNDERLINE.match(text):
            # What stands above it is a title, and no part of a sentence.
            self._paragraph = self._paragraph[:-1]
        told = bool(text.strip()) and not _FIELD.match(text) and self._field is None
        if not told or comment != self._comment or _BULLET.match(text):
            yield from self._end()
        self._comment = comment
        if told:
            if len(self._paragraph) == 1 and _names_a_type(self._paragraph[0][1], text):
                self._paragraph.clear()
            self._paragraph.append((number, text))
        elif _PARAMETERS.match(text):
            # What is set in below a parameter speaks of it, and not of what is defined.
            self._field = indent

    def _line(self, number: int, line: str) -> Iterator[Statement]:
        found = _DEFINITION.match(line)
        if found:
            yield from self._bare()
            indent = len(line) - len(line.lstrip())
            self._defined = [one for one in self._defined if one[0] < indent]
            what = _WHAT.get(found["what"], found["what"])
            self._defined.append((indent, found["name"], what))
            self._head, self._body = (number, line.strip().rstrip("{:").strip()), []
            return
        within = len(line) - len(line.lstrip()) > self._defined[-1][0] if self._defined else False
        if self._head is not None and line.strip() and within and len(self._body) < MOST_OF_A_BODY:
            self._body.append((number, line.strip()))
        imported = _IMPORT.match(line)
        if imported:
            used = next(value for value in imported.groups() if value)
            described = f"{self._path} uses `{used}`."
            yield _statement(self._path, number, number, line.strip(), "import", described, used)
        elif not line[:1].isspace():
            yield from _setting(self._path, number, line)

    def _end(self) -> Iterator[Statement]:
        """Yield what a paragraph of remarks says, of the definition it belongs to."""
        paragraph, self._paragraph = self._paragraph, []
        for at, one in enumerate(_sentences(self._path, paragraph, apart=self._comment, fewest=2)):
            sentence = _plain_roles(one.description)
            if not _SENTENCE.match(sentence):
                continue
            head, about = self._head, self._about()
            if not about and not self._said and not self._comment:
                # What a file says of itself before anything else.
                self._said = True
                name = PurePosixPath(self._path).stem
                described = f"{self._path}: {sentence}"
                yield _statement(
                    self._path,
                    one.first,
                    one.last,
                    one.quote,
                    "definition",
                    described,
                    f"{name} {sentence}",
                    name,
                )
                continue
            if head is not None and at == 0 and not self._comment and one.first - head[0] <= FARTHEST:
                # The first sentence says what is defined; both stand in the quotation.
                self._head = None
                quote = one.quote if one.first == one.last else _first_line(paragraph, one.first)
                yield _statement(
                    self._path,
                    head[0],
                    one.first,
                    f"{head[1]} … {quote}",
                    "definition",
                    f"`{about}` ({self._defined[-1][2]} in {self._path}): {sentence}",
                    f"{self._defined[-1][1]} {sentence}",
                    self._defined[-1][1],
                )
            else:
                described = f"`{about}` in {self._path}: {sentence}" if about else sentence
                yield _statement(self._path, one.first, one.last, one.quote, "prose", described, sentence)

    def _bare(self) -> Iterator[Statement]:
        """Yield a definition that nothing is said of."""
        if self._head is not None:
            number, head = self._head
            self._head = None
            name, what = self._defined[-1][1:]
            last = number
            described = f"`{self._about()}` ({what}) is defined in {self._path}."
            does = [text for _, text in self._body if not text.startswith((")", "]", "}", '"'))]
            quote = (
                "\n".join(self._lines[number - self._first : self._body[-1][0] - self._first + 1])
                if does
                else ""
            )
            if what == "function" and does and len(quote) <= LONGEST:
                last, head = self._body[-1][0], quote.strip()
                described = f"`{self._about()}` ({what} in {self._path}) begins: `{'; '.join(does)}`."
            yield _statement(self._path, number, last, head, "definition", described, name, name)

    def _about(self) -> str:
        return ".".join(name for _, name, _ in self._defined[-2:])


def _first_line(paragraph: Sequence[tuple[int, str]], number: int) -> str:
    return next((line.strip() for at, line in paragraph if at == number), "")


def _plain_roles(sentence: str) -> str:
    """Return a sentence without the marks of reStructuredText and Javadoc."""
    plain = _ROLE.sub(lambda found: f"`{found[1].lstrip('~.').rpartition('.')[2] or found[1]}`", sentence)
    return _TAG.sub(r"\1", plain.replace("``", "`"))


def _open_points(path: str, number: int, line: str) -> Iterator[Statement]:
    found = _OPEN_POINT.search(line)
    if found:
        said = line[found.start() :].strip()[:LONGEST]
        yield _statement(
            path, number, number, said, "open_point", f"An open point is marked in {path}: {said}"
        )


# --- settings ---------------------------------------------------------------------------------------


def _settings(path: str, first: int, lines: Sequence[str]) -> Iterator[Statement]:
    for number, line in enumerate(lines, first):
        yield from _open_points(path, number, line)
        remark = _COMMENT.match(line)
        if remark:
            yield from _sentences(path, [(number, _COMMENT.sub("", line))])
        else:
            yield from _setting(path, number, line, deep=True)


def _setting(path: str, number: int, line: str, *, deep: bool = False) -> Iterator[Statement]:
    found = _SETTING.match(line) if len(line) <= LONGEST else None
    if not found:
        return
    constant = (
        found["name"].isupper() and not found["indent"] and _PLAIN_VALUE.match(found["value"]) is not None
    )
    value = found["value"].strip().rstrip(",;")
    if (constant or deep) and value and value not in ("{", "[", "("):
        described = f"`{found['name']}` is {value[:120]} in {path}."
        yield _statement(path, number, number, line.strip(), "setting", described)


def _statement(
    path: str,
    first: int,
    last: int,
    quote: str,
    kind: Kind,
    description: str,
    about: str | None = None,
    own: str = "",
) -> Statement:
    """Return a statement; `about`: what it is found by, where its description says more; `own`: its name."""
    return Statement(
        path=path,
        first=first,
        last=max(first, last),
        quote=quote[: LONGEST + 200],
        kind=kind,
        description=description[: LONGEST + 200],
        words=telling(description if about is None else about),
        names=names_in(description, first=True),
        own=telling(own),
    )


def states(statement: Statement) -> bool:
    """Tell whether it says how something is, and no more than asks, supposes or proposes it."""
    return statement.kind != "prose" or not hedged(statement.quote)
