"""What prompts of a draft ask for that rules can do: put a word for another, delete a part, add a line.

Whatever else is asked for is told as what no rule can do. Everything that a request does not speak of stays
byte for byte.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from app.domain.messages import ModelRequest
from app.domain.whole_numbers import whole_number
from app.prompts.fences import Fence
from app.workflows.common.offline.language import Language, language_of, sentence
from app.workflows.common.offline.prompt import Prompt, read_prompt
from app.workflows.common.offline.statements import statements_of
from app.workflows.draft.rules.file_names import meant
from app.workflows.draft.rules.judging import points_of

# --- what a prompt shows ---------------------------------------------------------------------------

_TAG = re.compile(r"<<<([\w-]+)(?: path/of/the-file)?>>>")
_WRITTEN = re.compile(r"^Write (.+), the whole of it and no other file\.", re.MULTILINE)
_NAMED = re.compile(r"Files are named like (\S+?)(?:; the first one is (\S+?))?\.(?:\s|$)")
_FIRST = re.compile(r"^The file is (.+)\.$", re.MULTILINE)
PASSAGE = "passage"
"""What a marked passage is called in place of its file."""
SKELETON = "skeleton"
"""The name of the sentence that stands in every skeleton."""


@dataclass(frozen=True)
class Told:
    """All that one prompt tells."""

    prompt: Prompt

    @classmethod
    def by(cls, request: ModelRequest) -> Told:
        """Read a request."""
        return cls(read_prompt(request))

    @cached_property
    def words(self) -> str:
        """What the program says itself, in its order."""
        return "\n".join([*(section.words for section in self.prompt.sections), self.prompt.closing])

    def files(self, *words: str) -> dict[str, str]:
        """Return the files that are shown behind one of these words."""
        return {one.name: one.text for said in words for one in self.prompt.under(said)}

    @cached_property
    def above(self) -> dict[str, str]:
        """What stands above the level and is settled."""
        return self.files("and is settled:")

    @cached_property
    def level(self) -> dict[str, str]:
        """The files of the level as they are."""
        return self.files("” as it is, ")

    @cached_property
    def request(self) -> str:
        """What the author asks; empty where a level is to be written from what stands above it."""
        shown = (*self.prompt.under("The author asks:"), *self.prompt.under("The author asked:"))
        return next((one.text for one in shown if one.name == "request"), "")

    @cached_property
    def language(self) -> Language:
        return language_of(self.request or "\n".join([*self.above.values(), *self.level.values()]))

    def say(self, name: str, /, **values: object) -> str:
        """Return a sentence of the voices' own in the language of the author."""
        return sentence("draft", name, self.language, **values)

    @cached_property
    def tag(self) -> str:
        found = _TAG.search(self.words)
        return found[1] if found else "FILE"

    @cached_property
    def path(self) -> str:
        """The one file that is to be written."""
        found = _WRITTEN.search(self.words)
        return found[1] if found else ""

    @cached_property
    def naming(self) -> tuple[str, str]:
        """How files are named, and the first one; empty where nothing is said of it."""
        named, only = _NAMED.search(self.words), _FIRST.search(self.words)
        if named:
            return named[1], named[2] or ""
        return "", only[1] if only else ""

    # --- two forms of a level -------------------------------------------------------------------

    @cached_property
    def old(self) -> dict[str, str]:
        """The level, or the marked passage, as it was."""
        if self._passage_was is not None:
            return {PASSAGE: self._passage_was.text}
        return self._named("old ")

    @cached_property
    def new(self) -> dict[str, str]:
        """The level, or the marked passage, as it is now."""
        if self._passage_was is not None:
            return {PASSAGE: self.prompt.text("passage as it is now")}
        return self._named("new ")

    @cached_property
    def _passage_was(self) -> Fence | None:
        return next(iter(self.prompt.named("passage as it was")), None)

    def _named(self, opening: str) -> dict[str, str]:
        return {one.name.removeprefix(opening): one.text for one in self.prompt.named(opening)}

    @cached_property
    def attempts(self) -> dict[str, dict[str, str]]:
        """The files, or the passage, of several attempts by their labels."""
        found: dict[str, dict[str, str]] = {}
        for one in self.prompt.named("attempt "):
            _, label, path = one.name.split(" ", 2)
            found.setdefault(label, {})[path] = one.text
        return found


def strings_of(json_text: str) -> dict[str, str]:
    """Return the texts of a JSON object by their names; none where it is no object."""
    try:
        value = json.loads(json_text)
    except ValueError:
        return {}
    found = value if isinstance(value, dict) else {}
    return {name: text for name, text in found.items() if isinstance(text, str)}


# --- what it asks for --------------------------------------------------------------------------------

Files = dict[str, str]
Kind = Literal["replace", "delete", "add", "keep", "unknown"]
Spot = Literal["end", "start", "after", "before"]

_QUOTE = re.compile(
    r"“([^”“]+)[”“]|„([^“”]+)[“”]|\"([^\"]+)\"|«([^»]+)»|»([^«]+)«|(?<!\w)['‘]([^'’‘]+)['’](?!\w)"
)
_HELD = "\ue000{}\ue001"
_SHOWN = re.compile("\ue000(\\d+)\ue001")
_VERB = (
    r"(?:replace|change|rename|swap|delete|remove|cut|drop|strike|add|insert|append|keep|leave|ersetze|ändere|"
    r"tausche|benenne|nenne|lösche|streiche|entferne|füge|ergänze|lass|behalte|make|write|mach|schreib)"
)
_SPLIT = re.compile(rf"(?i)(?<=[.!?;])\s+|\n+|(?:,?\s+(?:and|und|then|dann))\s+(?={_VERB}\b)")
_TERM = "(?:\ue000\\d+\ue001|[\\w’'-]+(?: [\\w’'-]+){0,4}?)"
_REPLACE = re.compile(
    r"(?i)\b(?:replace|change|rename|swap|turn|ersetze?|ändere|tausche?|benenne|nenne)\s+"
    r"(?:(?:the|every|all|das|den|die|alle)\s+)?(?:(?:word|name|title|heading|wort|namen|titel)\s+)?"
    rf"(?P<old>{_TERM})\s+(?:by|with|to|into|for|durch|gegen|zu|mit|in(?=.*\bum\b))\s+(?P<new>{_TERM})"
    r"(?P<rest>(?:\s+um)?(?:\s+(?:in|im|within|throughout|everywhere|überall)\b.*|[.,!?].*|)$)"
)
_PLAINLY = re.compile(r"(?i)\b(?:replace|rename|swap|word|name|ersetze?|tausche?|benenne|nenne|wort|namen)\b")
_DELETE = re.compile(
    r"(?i)\b(?:delete|remove|cut|drop|strike|take out|leave out|lösche?|streiche?|entferne?)\s+(?P<rest>.+)$"
)
_ADD = re.compile(r"(?i)\b(?:add|insert|append|put|füge|ergänze?|setze?|schreibe?|hänge?)\b(?P<rest>.*)$")
_KEEP = re.compile(
    r"(?i)^(?:please\s+|bitte\s+)?(?:keep|leave|do not|don['’]t|nothing else|lass|behalte?|sonst nichts)\b"
)
_PART = r"(?:chapter|section|part|act|scene|file|kapitel|abschnitt|teil|akt|szene|datei)"
_WHERE = re.compile(
    rf"(?i)(?:(?:the|der|den|dem|das|die)\s+)?(?P<part>{_PART}\s+(?:\d+|[ivx]+\b|{_TERM})|[\w-]+/[\w./-]+|[\w-]+\.(?:md|txt)\b)"
)
_SENTENCE = re.compile(r"(?i)\b(?:sentences?|sätze?|satz)\b")
_BESIDE = re.compile(
    "(?i)\\b(?:(after|behind|below|nach|hinter|unter)|before|above|vor|über)\\b[^\ue000]*\ue000(\\d+)\ue001"
)
_START = re.compile(r"(?i)\b(?:at|to|an|am|in)\s+(?:the\s+|den\s+)?(?:beginning|start|top|anfang|beginn)\b")


@dataclass(frozen=True, slots=True)
class Request:
    """One thing that is asked for, by its own words (`said`)."""

    kind: Kind
    said: str
    old: str = ""
    """What is replaced or deleted, or what it is added to."""
    new: str = ""
    where: str = ""
    """The part it speaks of; empty: all of it."""
    form: Literal["", "sentence", "part"] = ""
    spot: Spot = "end"


@dataclass(frozen=True, slots=True)
class _Range:
    path: str
    start: int
    end: int


def requests_of(feedback: str) -> list[Request]:
    """Return what a feedback asks for, in its order."""
    return [one for point in points_of(feedback) or (feedback,) for one in _of_point(point)]


def _of_point(text: str) -> Iterator[Request]:
    quotes: list[str] = []

    def hold(found: re.Match[str]) -> str:
        quotes.append(next(part for part in found.groups() if part))
        return _HELD.format(len(quotes) - 1)

    held = _QUOTE.sub(hold, re.sub("[\ue000\ue001]", "", text))
    for clause in filter(None, (part.strip(" ;,") for part in _SPLIT.split(held))):
        yield _read(clause, lambda part: _SHOWN.sub(lambda one: quotes[int(one[1])], part).strip())


def _read(clause: str, shown: Callable[[str], str]) -> Request:
    said = shown(_SHOWN.sub(lambda one: f"‘{one[0]}’", clause)).rstrip(" .!")
    if _KEEP.search(clause):
        return Request("keep", said)
    found = _REPLACE.search(clause)
    # “Change the tone to formal” speaks of no word, “change “tone” to “voice”” does.
    if found and (_SHOWN.match(found["old"]) or found["old"][:1].isupper() or _PLAINLY.search(clause)):
        return Request(
            "replace", said, shown(found["old"]), shown(found["new"]), _where(found["rest"], shown)
        )
    if found := _DELETE.search(clause):
        return _deleted(said, found["rest"], shown)
    if found := _ADD.search(clause):
        return _added(said, found["rest"], shown)
    return Request("unknown", said)


def _where(text: str, shown: Callable[[str], str]) -> str:
    found = _WHERE.search(text)
    return shown(found["part"]) if found else ""


def _deleted(said: str, rest: str, shown: Callable[[str], str]) -> Request:
    quote = _SHOWN.search(rest)
    part = _WHERE.search(rest)
    if quote and not (part and part.start() <= quote.start() < part.end()):
        form: Literal["", "sentence"] = "sentence" if _SENTENCE.search(rest) else ""
        return Request("delete", said, shown(quote[0]), where=_where(rest[quote.end() :], shown), form=form)
    if part:
        return Request("delete", said, where=shown(part["part"]), form="part")
    return Request("unknown", said)


def _added(said: str, rest: str, shown: Callable[[str], str]) -> Request:
    quote = _SHOWN.search(rest)
    behind = "" if quote else rest.partition(":")[2].strip()
    if not quote and not behind:
        return Request("unknown", said)
    text = shown(quote[0]) if quote else shown(behind)
    around = rest[quote.end() :] if quote else rest.partition(":")[0]
    if beside := _BESIDE.search(around):
        spot: Spot = "after" if beside[1] else "before"
        return Request("add", said, shown(_HELD.format(beside[2])), text, spot=spot)
    spot = "start" if _START.search(around) else "end"
    return Request("add", said, "", text, _where(around, shown), spot=spot)


# --- doing it -----------------------------------------------------------------------------------------


def applied(files: Mapping[str, str], wanted: Sequence[Request]) -> Files:
    """Return the files with everything done that rules can do."""
    new = dict(files)
    for one in wanted:
        new = _applied(new, one)
    return new


def _applied(files: Files, one: Request) -> Files:
    ranges = _ranges(one, files)
    match one.kind:
        case "replace":
            return _each(files, ranges, lambda text: swapped(text, one.old, one.new))
        case "delete" if one.form == "part":
            return _without_part(files, ranges)
        case "delete":
            return _each(files, ranges, lambda text: _without(text, one))
        case "add" if ranges:
            return _with(files, ranges, one)
        case _:
            return files


def _ranges(one: Request, files: Files) -> list[_Range]:
    """Return the parts that a request speaks of; none where what it names is not there."""
    if not one.where:
        return [_Range(path, 0, len(text)) for path, text in files.items()]
    path = meant(one.where, list(files)) if len(files) > 1 or "." in one.where else None
    if path is not None:
        return [_Range(path, 0, len(files[path]))]
    found = (_headed(path, text, one.where) for path, text in files.items())
    return [part for part in found if part is not None][:1]


def _headed(path: str, text: str, said: str) -> _Range | None:
    """Return the section under the heading that a part is called by, or that counts so among its like."""
    name = re.sub(rf"(?i)^{_PART}\s+", "", said).casefold()
    heads = list(re.finditer(r"(?m)^(#{1,6})\s+(.+?)\s*$", text))
    second = [head for head in heads if len(head[1]) == 2]
    chosen = [head for head in heads if said.casefold() in head[2].casefold()]
    number = whole_number(name)
    chosen += [head for head in heads if number is None and name in head[2].casefold()]
    chosen += second[number - 1 : number] if number else []
    if not chosen:
        return None
    head = chosen[0]
    later = [one.start() for one in heads if one.start() > head.start() and len(one[1]) <= len(head[1])]
    return _Range(path, head.start(), later[0] if later else len(text))


def _each(files: Files, ranges: Sequence[_Range], change: Callable[[str], str]) -> Files:
    new = dict(files)
    for part in ranges:
        text = files[part.path]
        if part.path.endswith(".json"):
            new[part.path] = _in_json(text, change)
        else:
            new[part.path] = text[: part.start] + change(text[part.start : part.end]) + text[part.end :]
    return new


def _in_json(text: str, change: Callable[[str], str]) -> str:

    def walked(value: object) -> object:
        if isinstance(value, str):
            return change(value)
        if isinstance(value, list):
            return [walked(one) for one in value]
        return {name: walked(one) for name, one in value.items()} if isinstance(value, dict) else value

    try:
        value = json.loads(text)
    except ValueError:
        return text
    new = walked(value)
    return text if new == value else json.dumps(new, ensure_ascii=False, indent=2) + "\n"


def reached(one: Request, files: Mapping[str, str]) -> str:
    """Return what stands where a request speaks of; of JSON its texts."""
    parts = [(part.path, files[part.path][part.start : part.end]) for part in _ranges(one, dict(files))]
    return "\n\n".join(
        "\n".join(strings_of(text).values()) if path.endswith(".json") else text for path, text in parts
    )


def stands(word: str, text: str) -> bool:
    """Tell whether a word stands in a text by itself."""
    return re.search(_word(word), text) is not None


def swapped(text: str, old: str, new: str) -> str:
    """Return a text with words put for others; where those are written small, in the case they have."""

    def put(found: re.Match[str]) -> str:
        return new[:1].upper() + new[1:] if found[0][:1].isupper() and old[:1].islower() else new

    return re.sub(_word(old), put, text) if old else text


def _word(word: str) -> str:
    """Return the pattern of a word of its own: as it is written, or in any case where it is written small."""
    return rf"{'' if word[:1].isupper() else '(?i)'}(?<!\w){re.escape(word)}(?!\w)"


def _without(text: str, one: Request) -> str:
    """Return a text without the words, or the sentences with them, that are named."""
    gone = [one.old]
    if one.form == "sentence":
        gone = [said.text for said in statements_of(text) if one.old in said.text and said.kind != "heading"]
    for said in gone:
        words = r"\s+".join(map(re.escape, said.split()))
        text = re.sub(rf"(?m)^[ \t]*(?:[-*+]|\d+[.)])?[ \t]*{words}[ \t]*\n?$|{words}[ \t]?", "", text)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"(?m)[ \t]+$", "", text)) if gone else text


def _without_part(files: Files, ranges: Sequence[_Range]) -> Files:
    new = dict(files)
    for part in ranges:
        text = files[part.path]
        whole = part.start == 0 and part.end >= len(text)
        if whole and len(files) > 1:
            del new[part.path]
        elif not whole:
            new[part.path] = text[: part.start] + text[part.end :]
    return new


def _with(files: Files, ranges: Sequence[_Range], one: Request) -> Files:
    if one.old:
        part = next((part for part in ranges if one.old in files[part.path]), None)
    else:
        part = ranges[0] if one.spot == "start" else ranges[-1]
    if part is None or part.path.endswith(".json"):
        return files
    text = files[part.path]
    if one.old:
        at = text.index(one.old) + (len(one.old) if one.spot == "after" else 0)
        under = text[:at].rpartition("\n")[2].startswith("#")
        added = f"{one.new} " if one.spot == "before" else f"\n\n{one.new}" if under else f" {one.new}"
        return {**files, part.path: text[:at] + added + text[at:]}
    if one.spot == "start":
        title = re.match(r"\s*#.*\n+", text[part.start : part.end])
        at = part.start + (title.end() if title else 0)
        return {**files, part.path: f"{text[:at]}{one.new}\n\n{text[at:]}"}
    body = text[: part.end].rstrip()
    rest = text[part.end :]
    return {**files, part.path: f"{body}\n\n{one.new}\n" + (f"\n{rest}" if rest else "")}
