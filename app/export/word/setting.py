"""Which lines of a text that is to come back are set as a person expects it: headings, lists, bold letters.

Rule: marks of Markdown are left out only where whoever reads the document finds the very same ones by how the
line is set, sign by sign, whatever of it is accepted or rejected. Everywhere else they stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from app.diffing.hunks import Passage
from app.diffing.spans import Kind
from app.documents import marking
from app.documents.marking import cells_of, name_of_rule, row_in_markdown
from app.documents.numbering import NO_ITEM, Lists, Numbering
from app.export.word.looks import BothLooks, Line
from app.export.word.markup import Look
from app.markup.parser import Token, TooDeep, parse
from app.markup.quoting import MAX_CHARS

_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+")
_INDENT = 426
"""Of a level of a list, in twentieths of a point."""
_BULLETS, _NUMBERED = "901", "902"
"""The two kinds of lists; each numbered one is a list of its own, so that it begins at 1."""
_FIRST_LIST = 901
_SIGNS = "•◦▪" * 3
_LEVELS = len(_SIGNS)
Letter = tuple[str, Kind, Look]


@dataclass(frozen=True, slots=True)
class Setting:
    """How a line is set; `ahead`: letters before its words that are left out.

    `level`: of a heading, 0: none; `item`: its list and how deep; `inline`: without marks among the words;
    `plain`: its marks do not show what they mean.
    """

    ahead: int = 0
    level: int = 0
    item: tuple[str, int] = NO_ITEM
    inline: bool = False
    plain: bool = False
    cells: tuple[tuple[int, int, Setting], ...] = ()
    """Of a row of a table: where its cells stand in the line, and how they are set."""
    rule: str = ""
    """The line below the head of a table, where it is one."""

    def left(self, text: str, look: Look) -> str:
        """Return what of some letters is written."""
        return text.replace("*", "") if self.inline and look.muted else text

    def look(self, look: Look) -> Look:
        """Return how letters are set: those of a heading are bold by its style."""
        if self.plain:
            return replace(look, bold=False, italic=False)
        return replace(look, bold=False) if self.level else look


AS_IT_IS, PLAINLY = Setting(), Setting(plain=True)


def lists_of(numbered: Sequence[int]) -> list[str]:
    """Return the lists of a document (WordprocessingML); `numbered`: how deep each numbered one stands."""
    kinds = [
        f'<w:abstractNum w:abstractNumId="{kind}"><w:multiLevelType w:val="hybridMultilevel"/>'
        + "".join(
            f'<w:lvl w:ilvl="{deep}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
            f'<w:lvlText w:val="{sign}"/><w:lvlJc w:val="left"/>'
            f'<w:pPr><w:ind w:left="{_INDENT * (deep + 1)}" w:hanging="{_INDENT}"/></w:pPr></w:lvl>'
            for deep, sign in enumerate(signs)
        )
        + "</w:abstractNum>"
        for kind, form, signs in (
            (_BULLETS, "bullet", _SIGNS),
            (_NUMBERED, "decimal", [f"%{deep + 1}." for deep in range(_LEVELS)]),
        )
    ]
    bulleted = f'<w:num w:numId="{_FIRST_LIST}"><w:abstractNumId w:val="{_BULLETS}"/></w:num>'
    return [*kinds, bulleted] + [
        f'<w:num w:numId="{id}"><w:abstractNumId w:val="{_NUMBERED}"/>'
        f'<w:lvlOverride w:ilvl="{deep}"><w:startOverride w:val="1"/></w:lvlOverride></w:num>'
        for id, deep in enumerate(numbered, _FIRST_LIST + 1)
    ]


@dataclass(slots=True)
class _Spans:
    """Words that are bold and words that are italic, each stretch by itself."""

    bold: list[str] = field(default_factory=list)
    italic: list[str] = field(default_factory=list)
    _open: tuple[bool, bool] = (False, False)

    def add(self, text: str, bold: bool, italic: bool) -> None:
        """Take in the next letters of the line."""
        if not text:
            return
        of_both = ((self.bold, bold, self._open[0]), (self.italic, italic, self._open[1]))
        for found, is_set, is_open in of_both:
            if is_set and is_open:
                found[-1] += text
            elif is_set:
                found.append(text)
        self._open = (bold, italic)

    def same(self, other: _Spans) -> bool:
        """Tell whether the same words are set."""
        return (self.bold, self.italic) == (other.bold, other.italic)


class _Known:
    """What the lines of a text are to a reader of Markdown."""

    def __init__(self, text: str) -> None:
        self.headings: dict[int, int] = {}
        self.items: dict[int, tuple[int, int]] = {}
        """How deep, and the number; 0: it has none."""
        self.tables: dict[int, int] = {}
        """Where those that stand by themselves begin, and how many lines they have."""
        self.cells: dict[int, list[list[_Spans]]] = {}
        """Of the rows of tables, the lines of each cell."""
        self.spans: dict[int, _Spans] = {}
        """Of lines of words alone, not of code, formulas or tables."""
        with suppress(TooDeep, RecursionError):
            self._read(parse(text) if len(text) <= MAX_CHARS else [])

    def _read(self, tokens: Sequence[Token]) -> None:
        deep = row = 0
        in_cell = False
        for token in tokens:
            line = token.map[0] if token.map else 0
            match token.type:
                case "bullet_list_open" | "ordered_list_open":
                    deep += 1
                case "bullet_list_close" | "ordered_list_close":
                    deep -= 1
                case "list_item_open":
                    self.items.setdefault(line, (deep - 1, int(token.info or 0)))
                case "heading_open" if token.markup.startswith("#"):
                    self.headings[line] = len(token.markup)
                case "table_open" if token.map and not token.level:
                    self.tables[line] = token.map[1] - line
                case "tr_open":
                    row = line
                case "th_open" | "td_open":
                    in_cell = True
                case "th_close" | "td_close":
                    in_cell = False
                case "inline" if in_cell:
                    self.cells.setdefault(row, []).append(list(_spans(token.children or ())))
                case "inline":
                    self.spans.update(enumerate(_spans(token.children or ()), line))
                case _:
                    pass


def _spans(children: Iterable[Token]) -> Iterator[_Spans]:
    """Yield what is set in each line of a paragraph."""
    found = _Spans()
    bold = italic = 0
    for child in children:
        match child.type:
            case "softbreak" | "hardbreak":
                yield found
                found = _Spans()
            case "strong_open" | "strong_close":
                bold += child.nesting
            case "em_open" | "em_close":
                italic += child.nesting
            case _:
                found.add(child.content, bold > 0, italic > 0)
    yield found


class Settings:
    """Finds how the lines of one text are set, from the first to the last."""

    def __init__(self, old: str, new: str, looks: BothLooks, numbered: list[int]) -> None:
        """`numbered`: how deep each numbered list of the document stands; those of this text are added."""
        known = _Known(new)
        self._known = {"delete": known if old == new else _Known(old), "insert": known}
        self._looks = looks
        self._at = {"delete": 0, "insert": 0}
        self._line = {"delete": 0, "insert": 0}
        self._numbered = numbered
        self._numbering = Numbering()
        for kind, form in ((_BULLETS, "bullet"), (_NUMBERED, "decimal")):
            self._numbering.begin("abstractNum", {"abstractNumId": kind})
            for deep in range(_LEVELS):
                self._numbering.begin("lvl", {"ilvl": str(deep)})
                self._numbering.begin("numFmt", {"val": form})
        self._name_list(str(_FIRST_LIST), _BULLETS)
        self._lists = Lists(self._numbering)
        self._newest: dict[int, tuple[str, Kind]] = {}
        """The numbered list that was begun last, by its depth, and whether all of it comes or goes."""
        self._parents: dict[int, Kind] = {}
        """Whether the newest item of each depth comes or goes."""

    def _name_list(self, id: str, kind: str) -> None:
        self._numbering.begin("num", {"numId": id})
        self._numbering.begin("abstractNumId", {"val": kind})

    def of(self, lines: Sequence[Line]) -> Iterator[Setting]:
        """Yield the setting of each line."""
        joined = False
        table: list[Setting] = []
        for number, line in enumerate(lines):
            table = table or ([] if joined else list(self._table(lines, number)))
            end = line.end.kind if line.end is not None else "equal"
            whole = all(one.kind == end for one, _ in line.runs)
            # What paragraphs that are joined become in the end is the program's own.
            stands = not joined if end == "equal" else whole
            yield table.pop(0) if table else self._setting(line, stands=stands)
            joined = end != "equal" and (joined or not whole)
            for side in self._line:
                self._at[side] += sum(len(one.text) for one, _ in line.runs if one.kind in (side, "equal"))
                if end in (side, "equal"):
                    self._at[side] += 1
                    self._line[side] += 1

    def _table(self, lines: Sequence[Line], number: int) -> Iterator[Setting]:
        """Yield the settings of a table's lines; nothing where none begins that stays as it is."""
        old, new = self._line["delete"], self._line["insert"]
        known = self._known["insert"]
        length = known.tables.get(new, 0)
        rows = lines[number : number + length]
        kinds = {one.kind for row in rows for one, _ in row.runs}
        ends = {row.end.kind for row in rows if row.end is not None}
        whole = all(row.end is not None for row in rows) and kinds == ends == {"equal"}
        if not whole or self._known["delete"].tables.get(old) != length:
            return
        texts = ["".join(one.text for one, _ in row.runs) for row in rows]
        places = [cells_of(text) for text in (texts[0], *texts[2:])]
        columns = len(places[0])
        if not columns or any(len(row) != columns for row in places):
            return
        if texts[1].count("|") != columns + 1 or not name_of_rule(texts[1]):
            return
        self._lists.end()
        at_old, at_new = self._at["delete"], self._at["insert"]
        found = iter(places)
        settings: list[Setting] = []
        for place, text in enumerate(texts):
            if place == 1:
                settings.append(Setting(rule=text))
            else:
                said = known.cells.get(new + place, [])
                settings.append(Setting(cells=tuple(self._cells(text, next(found), said, at_old, at_new))))
            at_old, at_new = at_old + len(text) + 1, at_new + len(text) + 1
        for text, setting in zip(texts, settings, strict=True):
            cells = [[_piece(text[begin:end], "equal")] for begin, end, _ in setting.cells]
            if cells and "".join(piece[0] for _, piece in row_in_markdown(cells)) != text:
                return
        yield from settings

    def _cells(
        self,
        text: str,
        places: Sequence[tuple[int, int]],
        said: Sequence[Sequence[_Spans]],
        at_old: int,
        at_new: int,
    ) -> Iterator[tuple[int, int, Setting]]:
        for number, (begin, end) in enumerate(places):
            one = Passage("equal", text[begin:end])
            shown = self._looks.of(one, one.text, at_old + begin, at_new + begin)
            letters: list[Letter] = [(letter, "equal", look) for piece, look in shown for letter in piece]
            known = said[number] if number < len(said) else ()
            setting = PLAINLY
            for tried in (Setting(inline=True), AS_IT_IS):
                alike = len(known) == 1 and known[0].same(self._spans(tried, letters, "insert"))
                if (alike or not tried.inline) and self._read(tried, letters) is not None:
                    setting = tried
                    break
            yield begin, end, setting

    def _setting(self, line: Line, *, stands: bool) -> Setting:
        letters = list(self._letters(line))
        kinds = {one.kind for one, _ in line.runs}
        kind = kinds.pop() if len(kinds) == 1 else "equal"
        sides = ["delete", "insert"] if kind == "equal" else [kind]
        if line.runs and all(self._line[side] in self._known[side].spans for side in sides):
            for setting in self._tried(line, letters, sides, kind, stands=stands):
                if (lists := self._comes_back(setting, letters, sides)) is not None:
                    self._lists = lists
                    self._begin(setting, kind)
                    return setting
        is_set = any(look.bold or look.italic for _, _, look in letters)
        plainly = is_set and self._comes_back(AS_IT_IS, letters, sides) is None
        self._lists.end()
        return PLAINLY if plainly else AS_IT_IS

    def _tried(
        self, line: Line, letters: Sequence[Letter], sides: Sequence[str], kind: Kind, *, stands: bool
    ) -> Iterator[Setting]:
        """Yield what a line may be set as, what is best first."""
        inline = any(look.muted and letter == "*" for letter, _, look in letters)
        ahead = self._ahead(line, sides, kind) if stands else AS_IT_IS
        # At worst a heading has its mark, and looks like one.
        for one in dict.fromkeys((ahead, Setting(level=ahead.level))):
            if inline:
                yield replace(one, inline=True)
            if one != AS_IT_IS:
                yield one

    def _ahead(self, line: Line, sides: Sequence[str], kind: Kind) -> Setting:
        """Return the heading or the item that a line is on both sides."""
        levels = {self._known[side].headings.get(self._line[side], 0) for side in sides}
        items = {self._known[side].items.get(self._line[side]) for side in sides}
        mark = _ITEM.match("".join(one.text for one, _ in line.runs))
        (level, *others), (item, *more) = levels, items
        if others or more:
            return AS_IT_IS
        if item is None:
            return Setting(ahead=level + 1, level=level) if level else AS_IT_IS
        if mark is None:
            return AS_IT_IS
        deep, number = item
        if any(self._parents.get(at) not in ("equal", kind) for at in range(deep)):
            # Where what it stands under is gone it would stand elsewhere.
            return AS_IT_IS
        id, of = str(_FIRST_LIST), kind
        if number == 1:
            id = self._next_list()
            self._name_list(id, _NUMBERED)
        elif number:
            id, of = self._newest.get(deep, (NO_ITEM[0], kind))
        # An item that comes or goes alone would change the numbers of the others.
        return Setting(ahead=mark.end(), item=(id, deep)) if of == kind else AS_IT_IS

    def _next_list(self) -> str:
        return str(_FIRST_LIST + 1 + len(self._numbered))

    def _begin(self, setting: Setting, kind: Kind) -> None:
        """Note the item that a line is, and the numbered list that begins with it."""
        id, deep = setting.item
        if id == NO_ITEM[0]:
            return
        self._parents[deep] = kind
        if id == self._next_list():
            self._numbered.append(deep)
            self._newest[deep] = (id, kind)

    def _letters(self, line: Line) -> Iterator[Letter]:
        at_old, at_new = self._at["delete"], self._at["insert"]
        for one, _ in line.runs:
            for text, look in self._looks.of(one, one.text, at_old, at_new):
                yield from ((letter, one.kind, look) for letter in text)
            at_old += len(one.text) if one.kind != "insert" else 0
            at_new += len(one.text) if one.kind != "delete" else 0

    def _comes_back(self, setting: Setting, letters: Sequence[Letter], sides: Sequence[str]) -> Lists | None:
        """Return the lists behind a line that is read as it was sent, and says what it says in Markdown.

        None: it would not come back so: with its changes marked, accepted or rejected.
        """
        lists = self._read(setting, letters)
        changes = any(kind != "equal" for _, kind, _ in letters)
        for side in sides if changes and len(sides) > 1 else ():
            left: list[Letter] = [
                (letter, "equal", look) for letter, kind, look in letters if kind in (side, "equal")
            ]
            if self._read(setting, left) is None:
                return None
        if lists is None or not setting.inline:
            return lists
        alike = (
            self._spans(setting, letters, side).same(self._known[side].spans[self._line[side]])
            for side in sides
        )
        return lists if all(alike) else None

    def _read(self, setting: Setting, letters: Sequence[Letter]) -> Lists | None:
        lists = self._lists.copy()
        shown = list(_shown(setting, letters))
        ahead, line, _ = marking.marked_line(
            [_piece(letter, kind) for letter, kind, _ in shown],
            [marking.Look(look.bold, look.italic) for _, _, look in shown],
            setting.level,
            setting.item,
            lists,
        )
        back = [(letter, *piece[1:]) for piece in (*ahead, *line) for letter in piece[0]]
        return lists if back == [_piece(letter, kind) for letter, kind, _ in letters] else None

    @staticmethod
    def _spans(setting: Setting, letters: Sequence[Letter], side: str) -> _Spans:
        found = _Spans()
        for letter, kind, look in _shown(setting, letters):
            if kind in (side, "equal"):
                found.add(letter, look.bold, look.italic)
        return found


def _shown(setting: Setting, letters: Sequence[Letter]) -> Iterator[Letter]:
    """Yield the letters that are written, as they are set."""
    for letter, kind, look in letters[setting.ahead :]:
        if setting.left(letter, look):
            yield letter, kind, setting.look(look)


def _piece(letter: str, kind: Kind) -> marking.Piece:
    return (letter, kind == "insert", "", "", kind == "delete", "", "")
