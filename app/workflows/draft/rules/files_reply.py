"""A reply of several files: the marks between which they stand, read strictly, and nothing lost of what came.

    <<<FILE chapters/01.md>>>
    …
    <<<END FILE>>>
    <<<KEEP FILE chapters/02.md>>>
    <<<DROP FILE chapters/03.md>>>

Marks stand on lines of their own. A text that has such a line itself gets marks with another word
(`tag_for`). What is neither named nor returned is gone from the level, and shown as deleted; but for a file
that an unknown name may be meant for (`unsure`): nothing goes by a slip in a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from app.domain.i18n import Message, words
from app.domain.thoughts import strip_reasoning
from app.prompts.fences import Fence
from app.workflows.common.offline.language import telling
from app.workflows.common.reading.mending import load
from app.workflows.common.reading.outline import found
from app.workflows.common.reading.reader import read_prose
from app.workflows.common.reading.talk import keeps, refuses, reports
from app.workflows.draft.asked import FileText
from app.workflows.draft.rules.changes import MARK, plain
from app.workflows.draft.rules.file_names import Refused, confined, letters, near

_FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*([^`]*?)\s*")
_AROUND = ("", "markdown", "md", "text", "txt", "plain", "plaintext", "json")
"""What follows the signs of a fence around a whole file: one that nothing closes is no part of the file."""
_ENDS = tuple(".!?…”\"’')*_|}]>`-:。！？")
_OVERLAP = 2000
"""Characters at a cut that a continuation may say again."""
_LEAST_OVERLAP = 20
_IN_BOTH = 1 / 3
"""Share of the shorter text's telling words that a text and what it was before have in common at least."""
_LONGEST_NAME = 4096
"""Characters of a name in a mark; a longer line is text."""


@dataclass(frozen=True, slots=True)
class FilesRead:
    """What a reply holds. `files` in its order, whole ones alone; `unfinished` where it broke off.

    `kept` and `dropped` are named without a text. `refused` says what was not taken, `mends` what was
    repaired; `strange`: the names that were not shown; `unwritten`: why a file's text is none.
    """

    files: Mapping[str, str] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    unfinished: FileText | None = None
    refused: tuple[Message, ...] = ()
    mends: tuple[Message, ...] = ()
    strange: tuple[str, ...] = ()
    unwritten: tuple[Message, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether it says nothing of any file."""
        return not (self.files or self.kept or self.dropped or self.unfinished)


class _LevelText(NamedTuple):
    """A level after a reply: its files in the document's order, and those left out without a word."""

    files: dict[str, str]
    unsaid: tuple[str, ...]


def tag_for(texts: Iterable[str], word: str = "FILE") -> str:
    """Return the word for the marks that no line of these texts has."""
    joined = "\n".join(texts)
    tag, number = word, 1
    while re.search(rf"(?im)^\s*<<<\s*(?:(?:KEEP|DROP|END)\s+)?{re.escape(tag)}\b(?!-)", joined):
        number += 1
        tag = f"{word}-{number}"
    return tag


def block(path: str, text: str, tag: str = "FILE") -> str:
    """Return a file between its marks."""
    body = text if text.endswith("\n") or not text else text + "\n"
    return f"<<<{tag} {path}>>>\n{body}<<<END {tag}>>>\n"


# --- reading ----------------------------------------------------------------------------------------


def read_files(
    text: str,
    patterns: Sequence[str],
    *,
    tag: str = "FILE",
    known: Sequence[str] = (),
    old: Mapping[str, str] = MappingProxyType({}),
    only: str = "",
    cut: bool = False,
) -> FilesRead:
    """Read a reply. `known`: the files the level has; `only`: the one file that is asked for, if it is one.

    `old`: their texts, of which a fence may be a part. `cut`: it ended at its length limit. Without any mark
    the whole answer is taken for `only`.
    """
    text = Fence.joined(text)
    answer = strip_reasoning(text)[0] if not _mark(tag).match(text) else text
    reader = _Reader(patterns, known, old, only)
    parts = _parts(answer, _mark(tag)) or _parts(_in_marks(answer, tag, known), _mark(tag))
    for part in parts:
        part.end_by_slip(tag, old)
        reader.take(part, cut=cut, last=part is parts[-1])
    return reader.done(answer, cut=cut)


_ESCAPED_MARK = re.compile(r"(?m)^[ \t]*&lt;&lt;&lt;([^\n]*?)&gt;&gt;&gt;")
_IN_TAGS = re.compile(
    r"(?ms)^[ \t]*<(file|document)\s+(?:name|path|filename)=\"([^\"\n]+)\"[^>\n]*>[ \t]*\n(.*?)^[ \t]*</\1>"
)
_NAMES, _TEXTS = ("path", "name", "file", "filename"), ("content", "text", "contents")


def _in_marks(answer: str, tag: str, known: Sequence[str]) -> str:
    """Return an answer with the marks that it lacks, where its files stand in tags, JSON or escaped marks."""
    if tagged := _IN_TAGS.findall(answer):
        return "".join(block(name, text, tag) for _, name, text in tagged)
    files: dict[str, str] = {}
    for value in found(answer) if answer.lstrip("` \njson")[:1] in ("{", "[") else ():
        with suppress(ValueError):
            files |= _of_json(load(value.source, cut=value.cut)[0], known)
    if files:
        return "".join(block(name, text, tag) for name, text in files.items())
    return _ESCAPED_MARK.sub(r"<<<\1>>>", answer)


def _of_json(value: Any, known: Sequence[str]) -> dict[str, str]:
    """Return the files that a JSON value holds, each as an object with its name or under its name."""
    if isinstance(value, list):
        return {name: text for one in value for name, text in _of_json(one, known).items()}
    if not isinstance(value, dict):
        return {}
    name = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), None)
    text = next((value[key] for key in _TEXTS if isinstance(value.get(key), str)), None)
    if name is not None and name in known and text is not None:
        return {name: text}
    within = {} if "files" not in value else _of_json(value["files"], known)
    return within or {key: text for key, text in value.items() if key in known and isinstance(text, str)}


@dataclass(slots=True)
class _Part:
    """A mark and what stands behind it. `what` empty: it opens a file, which `ended` tells the end of."""

    what: str
    name: str
    lines: list[str] = field(default_factory=list)
    ended: bool = False

    def end_by_slip(self, tag: str, old: Mapping[str, str]) -> None:
        """End a part whose last line is meant for its end mark, as “<<<END>>>” and “</FILE>” are."""
        text = "".join(self.lines).rstrip()
        last = text.rpartition("\n")[2].strip()
        end = rf"(?:END\w*|EOF)(?:[ _:]+(?:OF[ _]+)?{re.escape(tag)})?|/ ?{re.escape(tag)}"
        slip = not self.ended and re.fullmatch(rf"(?i)[^\w\n]*[<«][^\w\n]*(?:{end})[^\w\n]*", last)
        if slip and not any(last in before for before in old.values()):
            self.lines, self.ended = [text.removesuffix(last)], True


def _parts(answer: str, mark: re.Pattern[str]) -> list[_Part]:
    """Return the marks of an answer, in its order; what stands outside a file is left out."""
    found: list[_Part] = []
    for line in re.findall(r"[^\n]*\n|[^\n]+", answer):
        marked = mark.fullmatch(line)
        is_open = bool(found) and not found[-1].what and not found[-1].ended
        if marked is None and is_open:
            found[-1].lines.append(line)
        elif marked is not None and (marked[1] or "").upper() != "END":
            found.append(_Part((marked[1] or "").upper(), marked[2]))
        elif marked is not None and is_open:
            found[-1].ended = True
    return found


def _mark(tag: str) -> re.Pattern[str]:
    """Return what a mark looks like; models put more or fewer signs around it, and emphasis."""
    opens = rf"[ \t]{{0,8}}[*`]{{0,3}}<{{2,4}}[ \t]{{0,4}}(?:(KEEP|DROP|END)[ \t]+)?{re.escape(tag)}(?![\w-])"
    # One blank parts the name from the word: it may begin with blanks and colons of its own.
    name = rf"[ \t]?([^\n]{{0,{_LONGEST_NAME}}}?)"
    return re.compile(rf"{opens}{name}>{{2,4}}[*`]{{0,3}}[ \t\r]{{0,8}}\n?", re.IGNORECASE)


class _Reader:
    """Takes part for part: every name is a path that the level may have, or is refused."""

    def __init__(self, patterns: Sequence[str], known: Sequence[str], old: Mapping[str, str], only: str):
        self._patterns, self._known, self._old, self._only = patterns, known, old, only
        self._files: dict[str, str] = {}
        self._named: dict[str, dict[str, None]] = {"KEEP": {}, "DROP": {}}
        self._said: dict[str, str] = {}
        """By a file: the name under which its text came."""
        self._unfinished: FileText | None = None
        self._refused: dict[str, tuple[Message, str]] = {}
        """By a name that is not taken: why, and the text that came under it."""
        self._mends: list[Message] = []

    def take(self, part: _Part, *, cut: bool, last: bool) -> None:
        """Take in the next part; a last one without its end may be unfinished, or lack only the mark."""
        path = self._path(part.name)
        text = _unfenced("".join(part.lines), self._old.get(path or "", ""))
        if part.what:
            if path:
                self._named[part.what][path] = None
        elif path is None:
            if part.name.strip() in self._refused and not (last and not part.ended):
                self._refused[part.name.strip()] = (self._refused[part.name.strip()][0], text)
        elif last and not part.ended and (cut or not text.rstrip().endswith(_ENDS)):
            self._unfinished = FileText(path=path, text=text)
        else:
            if not part.ended:
                self._mends.append(words("The end mark of {file} is missing; its text is whole.", file=path))
            self._put(path, text)
            self._said[path] = part.name

    def done(self, answer: str, *, cut: bool) -> FilesRead:
        """Return what was read; what is still open has no end."""
        unfinished = self._unfinished
        if self._only and not (self._files or unfinished or self._refused or any(self._named.values())):
            # What is JSON stays JSON; elsewhere it is put into words.
            json = self._only.endswith(".json")
            prose = _unfenced(answer).strip() if json else out_of_talk(read_prose(answer).text).strip()
            if prose and not cut:
                self._files[self._only] = prose + "\n"
            elif prose:
                unfinished = FileText(path=self._only, text=prose + "\n")
        self._settle()
        self._rename()
        kept = tuple(path for path in self._named["KEEP"] if path not in self._files)
        dropped = tuple(path for path in self._named["DROP"] if path not in self._files and path not in kept)
        for path in (path for path in kept if path not in self._known):
            why = words("“{name}” is to be kept, but there is no such file.", name=path)
            self._refused.setdefault(path, (why, ""))
        named = (*self._files, *dropped, *self._refused)
        return FilesRead(
            files=self._files,
            kept=tuple(path for path in kept if path in self._known),
            dropped=tuple(path for path in dropped if path in self._known),
            unfinished=unfinished,
            refused=tuple(why for why, _ in self._refused.values()),
            mends=tuple(self._mends),
            strange=tuple(dict.fromkeys(name for name in named if name not in self._known)),
        )

    def _settle(self) -> None:
        """Take a name that lacks signs for the one file that was shown with them and came nowhere else."""
        named = {*self._files, *self._named["KEEP"], *self._named["DROP"]}
        missing = [path for path in self._known if path not in named]
        given = [name for name in (*named, *self._refused) if name not in self._known]
        for name in given:
            found = [path for path in missing if letters(path) == letters(name)]
            if not found and "/" not in name:
                found = [path for path in missing if letters(path.rpartition("/")[2]) == letters(name)]
            if len(found) != 1 or sum(letters(one) == letters(name) for one in given) != 1:
                continue
            path = found[0]
            _, text = self._refused.pop(name, (None, ""))
            if text:
                self._files[path] = text
            self._files = {path if one == name else one: text for one, text in self._files.items()}
            for what, names in self._named.items():
                self._named[what] = dict.fromkeys(path if one == name else one for one in names)
            taken = words("“{name}” was taken for {file}, which was shown.", name=name, file=path)
            self._mends.append(taken)

    def _rename(self) -> None:
        """Let a file have the name under which it came, where it is to go under the one that it has."""
        for old in [path for path in self._named["DROP"] if path in self._said and path in self._known]:
            others = [path for path in (*self._known, *self._files) if path != old]
            name = confined(self._said[old], self._patterns, others)
            if isinstance(name, str) and name != old and name not in others:
                self._files = {name if one == old else one: text for one, text in self._files.items()}

    def _put(self, path: str, text: str) -> None:
        if self._files.get(path, text) != text:
            self._mends.append(words("{file} came twice; the later one was taken.", file=path))
        # The order of a reply is that of the document: a file that comes again stands where it came last.
        self._files.pop(path, None)
        self._files[path] = text

    def _path(self, name: str) -> str | None:
        if not name.strip() and self._only:
            return self._only
        path = confined(name, self._patterns, (*self._known, *self._files))
        if self._only and path != self._only and letters(name) == letters(self._only):
            known = isinstance(path, str) and path in self._known
            path = path if known else self._only
        if isinstance(path, Refused):
            # With the folder before it, in which the level stands.
            behind = [one for one in self._known if name.strip().endswith(f"/{one}") and ".." not in name]
            if len(behind) != 1:
                self._refused[name.strip()] = (path.why, "")
                return None
            path = behind[0]
        if self._only and path != self._only:
            why = words(
                "{file} was not asked for and is left as it is; asked for was {only}.",
                file=path,
                only=self._only,
            )
            self._refused[name.strip()] = (why, "")
            return None
        return path


def _unfenced(text: str, old: str = "") -> str:
    """Return a file's text out of a code fence around the whole of it, ended by one line break.

    A fence that the old text has, its empty lines ahead and the blanks of its last line are its own.
    """
    lines = plain(text).strip("\n").split("\n")
    was = plain(old).removeprefix(MARK)
    edges = was.strip().split("\n")
    own = any(map(_FENCE.fullmatch, (edges[0], edges[-1])))
    fences = [found for line in lines if (found := _FENCE.fullmatch(line))]
    first, last = _FENCE.fullmatch(lines[0]), _FENCE.fullmatch(lines[-1])
    other = first and (first[1] + first[2]).strip("`~").casefold() in _AROUND and lines[0] != edges[0]
    if own and not other and not (len(lines) > 2 and _FENCE.fullmatch(lines[1])):
        pass
    elif first and last and len(lines) > 2 and _closes(last, first) and _stays_open(fences[1:-1], first):
        lines = lines[1:-1]
    elif len(fences) == 1 and first and (first[1] + first[2]).strip("`").casefold() in _AROUND:
        lines = lines[1:]
    elif len(fences) == 1 and last and not last[1].startswith("~") and not last[2]:
        lines = lines[:-1]
    body = "\n".join(lines).strip("\n")
    body = body if was.rstrip("\n")[-1:].isspace() else body.rstrip()
    return was[: len(was) - len(was.lstrip("\n"))] + body + "\n" if body.strip() else ""


def out_of_talk(answer: str) -> str:
    """Return the file that an answer without marks holds in a block of code, a sentence before and behind it.

    An answer that is the file itself stays as it is, with the blocks that it has.
    """
    lines = answer.strip("\n").split("\n")
    fences = [(at, found) for at, line in enumerate(lines) if (found := _FENCE.fullmatch(line))]
    if len(fences) < 2:
        return answer
    (begin, first), (end, last) = fences[0], fences[-1]
    before, behind = "\n".join(lines[:begin]).strip(), "\n".join(lines[end + 1 :]).strip()
    inside = lines[begin + 1 : end]
    is_file = first[2].casefold() in _AROUND and (bool(first[2]) or before.endswith(":"))
    whole = _closes(last, first) and _stays_open([found for _, found in fences[1:-1]], first)
    talk = all("\n\n" not in part and not part.startswith("#") for part in (before, behind))
    longer = len(before) + len(behind) < len("\n".join(inside))
    return "\n".join(inside).strip("\n") if before and is_file and whole and talk and longer else answer


def _closes(fence: re.Match[str], opened: re.Match[str]) -> bool:
    return fence[1].startswith(opened[1]) and not fence[2]


def _stays_open(fences: Sequence[re.Match[str]], around: re.Match[str]) -> bool:
    """Tell whether a fence is still open behind these; blocks of code within it have fences of their own."""
    inner: re.Match[str] | None = None
    for fence in fences:
        if inner is not None:
            inner = None if _closes(fence, inner) else inner
        elif _closes(fence, around):
            return False
        else:
            inner = fence
    return inner is None


# --- what a level becomes ---------------------------------------------------------------------------


def unsure(old: Mapping[str, str], read: FilesRead) -> dict[str, str]:
    """Return the files that a reply leaves out, where it names one that may be meant for them: that name."""
    left = [path for path in old if path not in read.files and path not in (*read.kept, *read.dropped)]
    found: dict[str, str] = {}
    for path in left:
        name = next((name for name in read.strange if near(name, path)), None)
        if name is not None:
            found[path] = name
    return found


def level_after(old: Mapping[str, str], read: FilesRead) -> _LevelText:
    """Return the level that a reply makes of it; a text that says the same stays byte for byte.

    A file that is left out, while an unknown name may be meant for it, stays as it is.
    """
    files: dict[str, str] = {}
    kept = {*read.kept, *unsure(old, read)}
    for path in (*old, *(path for path in read.files if path not in old)):
        if path in read.files:
            before, after = old.get(path), read.files[path]
            files[path] = before if before is not None and same(before, after) else after
        elif path in kept:
            files[path] = old[path]
    return _LevelText(files, tuple(path for path in old if path not in files and path not in read.dropped))


_HUNK = re.compile(
    r"(?m)^(?:@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@|--- [^\n]+\n\+\+\+ |diff --git a/|"
    r"<{5,9} ?(?:SEARCH|ORIGINAL|HEAD)\b)"
)
"""What a list of changes has, and no text."""
_REST = r"(?:rest|remaind?er|remaining|everything else|übrige[nrs]?|restliche[nrs]?|reste|resto)\b[^\n]{0,60}"
_KIND = r"(?:content|text|code|file|document|chapter|section|paragraph)s?"
_AS_BEFORE = (
    r"\b(?:unchanged|unmodified|omitted|(?:the )?same|as before|as in the original|unverändert|gleich"
    r"|wie (?:bisher|zuvor|gehabt)|inchangée?s?|sin cambios|igual)"
)
_LEFT_OUT = re.compile(
    r"(?im)^[ \t>*_-]*(?:"
    r"(?:<!--|[\[({]|//|%|/\*|(?:#+ *)?(?:\.\.\.|…))[ \t.…\[(]*(?:(?:the |der |das |le |el )?"
    rf"{_REST}{_AS_BEFORE}|(?:existing|previous|original) {_KIND}\b[^\n]{{0,30}})"
    rf"|the (?:rest|remainder) of the {_KIND} [a-z ]{{0,12}}{_AS_BEFORE}"
    r")(?: for brevity)?\b[^\n\w]*$|^[^\w\n]*[\[(（【…][^\w\n]*\w{0,8}(?:省略|同文|不变|同上)[^\w\n]*$"
)
"""A line that stands for what a writer did not write again: “[… the rest is unchanged]”."""
_GAP = re.compile(r"(?m)^\W*(?:\.\.\.|…)\W*$")


def only_texts(read: FilesRead, old: Mapping[str, str]) -> FilesRead:
    """Return a reply without what is no text of its file: a list of changes, a line in place of the rest.

    Such a file is kept as it is.
    """
    changes = words("What came for {file} is a list of changes. Write the whole text of the file.")
    empty = words("Nothing came for {file}. Write the whole text of the file.")
    talk = words("“{line}” came in place of {file}. Write the whole text of the file.")
    zero = words("What came for {file} has a zero byte, and is no text. Write the whole text of the file.")
    left = words("“{line}” stands in {file} in place of its text. Write the whole text of the file.")
    why: dict[str, Message] = {}
    for path, text in read.files.items():
        before = old.get(path, "")
        if "\0" in text:
            why[path] = zero.filled(file=path)
        elif path not in old:
            continue
        elif _HUNK.search(text) and not _HUNK.search(before):
            why[path] = changes.filled(file=path)
        elif before.strip() and not text.strip():
            why[path] = empty.filled(file=path)
        elif 2 * len(text) < len(before) and (refuses(text) or reports(text)):
            why[path] = talk.filled(file=path, line=text.strip())
        elif line := _left_out(text, before):
            why[path] = left.filled(file=path, line=line)
    files = {path: text for path, text in read.files.items() if path not in why}
    return replace(read, files=files, kept=(*read.kept, *why), unwritten=tuple(why.values()))


def _left_out(text: str, before: str) -> str:
    """Return the line that stands in place of a text; only where much is gone are three dots such a line."""
    found = [*_LEFT_OUT.finditer(text), *(_GAP.finditer(text) if 2 * len(text) < len(before) else ())]
    lines = [one.group().strip() for one in found]
    lines += [
        one for line in text.splitlines() if (one := line.strip()).startswith(("[", "{")) and keeps(one)
    ]
    return next((line for line in lines if line not in before), "")


def is_form_of(text: str, other: str) -> bool:
    """Tell whether a text may be another, written anew: a good part of the words of one stands in both."""
    mine, theirs = telling(text), telling(other)
    return len(mine & theirs) > _IN_BOTH * min(len(mine), len(theirs))


def same(old: str, new: str) -> bool:
    """Tell whether two texts differ in nothing but their last line breaks and the kind of all of them."""
    old, new = (text.replace("\r\n", "\n").rstrip() for text in (old, new))
    return old == new


# --- an answer that broke off -----------------------------------------------------------------------


def resume_point(begun: str) -> str:
    """Return what of a cut answer is gone on from: all up to its last whole sentence or line."""
    ends = [m.end() for m in re.finditer(r"[.!?…。！？][\"'”’)\]*_]*\s+|\n", begun[-4000:])]
    return begun[: len(begun) - len(begun[-4000:]) + ends[-1]] if ends else begun


def gone_on(begun: str, rest: str, tag: str = "FILE") -> str:
    """Join what had arrived with its continuation; what the continuation says again is said once.

    A continuation that opens the unfinished file anew and begins it with the same words replaces it.
    """
    mark = _mark(tag)
    answer = strip_reasoning(rest)[0] if not mark.match(rest) else rest
    lines = re.findall(r"[^\n]*\n|[^\n]+", answer.lstrip("\n"))
    first = mark.fullmatch(lines[0]) if lines else None
    opened = list(re.finditer(rf"(?m)^{mark.pattern}", begun, re.IGNORECASE))
    if (
        first
        and not first.group(1)
        and opened
        and not opened[-1].group(1)
        and opened[-1].group(2).strip() == first.group(2).strip()
    ):
        body, inner = "".join(lines[1:]), begun[opened[-1].end() :]
        if inner[:80].strip() and body.lstrip().startswith(inner.strip()[:80]):
            return begun[: opened[-1].start()] + "".join(lines)
        answer = body
    shared = _shared(begun, answer)
    return begun + (answer[shared:] if shared else answer.lstrip("\n") if begun.endswith("\n") else answer)


def _shared(begun: str, rest: str) -> int:
    """Return how many characters at the head of a continuation stand at the end of what had arrived."""
    tail = begun[-_OVERLAP:]
    for length in range(min(len(tail), len(rest)), _LEAST_OVERLAP - 1, -1):
        if tail.endswith(rest[:length]):
            return length
    return 0
