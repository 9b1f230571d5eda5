"""The text of a reply while it is being written: out of JSON, behind fences and thoughts, as it arrives.

What a person sees depends on what has arrived alone, not on the pieces it came in. What may yet turn out to
be an escape, a fence or the beginning of an object is held back.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_APART = re.compile(r"[\W_]+")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\", "/": "/", "'": "'"}
_QUOTES = {'"': '"', "'": "'", "“": "”"}
_LONGEST_KEY = 80
_LONG_PROSE = 1200
"""Characters of prose that an object behind it does not displace."""
_SHORT_PROSE = 160
"""Characters of prose that are but an introduction to an object."""
_DEEPEST = 3
_MOST_BRACKETS = 40
_PIECE = 4096
THOUGHTS = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<thoughts>", "</thoughts>"),
    ("<reasoning>", "</reasoning>"),
    ("<reflection>", "</reflection>"),
    ("<scratchpad>", "</scratchpad>"),
    ("<analysis>", "</analysis>"),
    ("<antthinking>", "</antthinking>"),
    ("<seed:think>", "</seed:think>"),
    ("<longcat_think>", "</longcat_think>"),
    ("<mm:think>", "</mm:think>"),
    ("<inner_monologue>", "</inner_monologue>"),
    ("<chain_of_thought>", "</chain_of_thought>"),
    ("[thinking]", "[/thinking]"),
    ("<|thinking|>", "<|/thinking|>"),
    ("<|think|>", "<|/think|>"),
    ("<|channel>thought", "<channel|>"),
    ("◁think▷", "◁/think▷"),
    ('<details type="reasoning"', "</details>"),
    ("[think]", "[/think]"),
    ("<|start_thinking|>", "<|end_thinking|>"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<unused94>thought", "<unused95>"),
    ("<|channel|>analysis", "<|channel|>final<|message|>"),
)
"""Opening and closing marks, in small letters, that models are known to put around their thoughts."""


def folded(name: str) -> str:
    """Return a name without case, accents, style and marks: `finalAnswer`, `**Final-Answer**`."""
    apart = _CAMEL.sub("_", unicodedata.normalize("NFKD", name[:_LONGEST_KEY]))
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return _APART.sub("_", bare.casefold()).strip("_")


@dataclass(frozen=True, slots=True)
class LiveFields:
    """Which fields of a reply a person reads while it is written, by all their folded names."""

    text: frozenset[str] = frozenset()
    """Of the one text."""
    points: frozenset[str] = frozenset()
    """Of the texts of which there are several."""
    answer: bool = True
    """False: what the seat writes is no answer of its own, but a word on others'."""
    result: bool = False
    """True: it is the answer the session ends with."""


class LiveText:
    """Takes a reply in pieces; `text` and `points` are what can be read of it by now."""

    def __init__(self, fields: LiveFields, depth: int = 0) -> None:
        self._fields, self._depth = fields, depth
        self._prose: list[str] = []
        self._prose_length = 0
        self._last = "\n"
        """The last sign of the prose, blanks left out: an object begins a line or stands behind a colon."""
        self._tail = ""
        """The last signs of the prose."""
        self._waiting = ""
        """What has arrived and is not known yet for what it is."""
        self._begun = False
        self._closing = ""
        """The mark that ends the thoughts we are in."""
        self._object: _Object | None = None
        self._taken: _Object | None = None
        """The newest object with a field that is read."""

    @property
    def text(self) -> str:
        """What a person reads of the one text, empty while nothing of it has come."""
        return self._taken.text if self._taken is not None else _bare("".join(self._prose))

    @property
    def points(self) -> list[str]:
        """The texts of which there are several, the last perhaps unfinished."""
        return self._taken.points if self._taken is not None else []

    @property
    def is_fields(self) -> bool:
        """Tell whether it came with fields, rather than as prose."""
        return self._taken is not None

    def feed(self, piece: str) -> None:
        """Take in what arrived."""
        # In short pieces: what waits is looked through again with each step.
        for start in range(0, len(piece), _PIECE):
            self._waiting += piece[start : start + _PIECE]
            while self._waiting and self._step():
                pass

    # --- steps: each takes something from what waits, or says that more must come -------------

    def _step(self) -> bool:
        if self._object is not None:
            return self._in_object(self._object)
        if self._closing:
            return self._in_thoughts()
        return self._in_prose() if self._begun else self._at_the_beginning()

    def _at_the_beginning(self) -> bool:
        self._waiting = self._waiting.lstrip()
        small = self._waiting[:40].casefold()
        for opened, closed in THOUGHTS:
            if small.startswith(opened):
                self._closing, self._waiting = closed, self._waiting[len(opened) :]
                return True
            if opened.startswith(small):
                return False
        self._begun = True
        return True

    def _in_thoughts(self) -> bool:
        position = self._waiting.casefold().find(self._closing)
        if position < 0:
            self._waiting = self._waiting[-len(self._closing) :]
            return False
        self._waiting = self._waiting[position + len(self._closing) :]
        self._closing = ""
        return True

    def _in_prose(self) -> bool:
        bracket = _BRACKET.search(self._waiting)
        if bracket is None:
            self._say(self._waiting)
            self._waiting = ""
            return False
        if bracket.start():
            self._say(self._waiting[: bracket.start()])
            self._waiting = self._waiting[bracket.start() :]
        follows = self._waiting[1:].lstrip()[:1]
        if self._last not in "\n:：>`" or (follows and follows not in "\"'“{[}/"):
            self._say(self._waiting[0])
            self._waiting = self._waiting[1:]
            return True
        if not follows:
            return False
        self._object = _Object(self._fields, self._depth, keep=self._prose_length > _LONG_PROSE)
        return True

    def _in_object(self, current: _Object) -> bool:
        used = current.feed(self._waiting)
        self._waiting = self._waiting[used:]
        if current.found and not current.keep:
            self._taken = current
        if not current.ended:
            return False
        self._object = None
        if self._taken is not current and (current.keep or self._prose_length > _SHORT_PROSE):
            self._say("".join(current.source))
        return True

    def _say(self, text: str) -> None:
        self._prose.append(text)
        self._prose_length += len(text)
        stripped = text.rstrip(" \t")
        self._last = stripped[-1] if stripped else self._last
        # What ends thoughts whose beginning was never written makes all before it thoughts.
        tail = self._tail + text
        end = max((m.end() for m in _ENDED.finditer(tail)), default=0)
        if end:
            self._prose, self._prose_length = [tail[end:]], len(tail) - end
            self._last = "\n"
            self._tail = tail[end:][-_TAIL:]
        else:
            self._tail = tail[-_TAIL:]


class _Object:
    """One JSON object or list, sign by sign."""

    def __init__(self, fields: LiveFields, depth: int, *, keep: bool) -> None:
        self.keep, self.ended, self.found = keep, False, False
        self.source: list[str] = []
        self.points: list[str] = []
        self._text: list[str] = []
        self._child: LiveText | None = None
        self._fields, self._depth = fields, depth
        self._stack: list[tuple[str, str]] = []
        """(bracket, the key it stands under)"""
        self._key = ""
        self._word: list[str] = []
        self._before = ""
        """The last sign outside texts, blanks left out."""
        self._comment = ""
        """How the comment began that we are in."""
        self._quote = ""
        self._kind = ""
        """What the text we are in is: key, text, point, other, child."""
        self._fresh = False
        """Nothing of the text we are in has come yet."""
        self._escape: str | None = None
        self._high = ""
        """The first half of a sign that takes two escapes."""
        self._held = ""
        """A quotation mark and what follows it, until it is known whether it ends the text."""
        self._written = False
        """The one text has been written to its end."""

    @property
    def text(self) -> str:
        """The one text as far as it has come."""
        if self._child is not None:
            return self._child.text
        return "".join(self._text)

    def feed(self, piece: str) -> int:
        """Take in signs up to the object's end; return how many were used."""
        for number, sign in enumerate(piece):
            if self._quote:
                self._in_text(sign)
            else:
                self._between(sign)
            if self.ended:
                self.source.append(piece[: number + 1])
                return number + 1
        self.source.append(piece)
        return len(piece)

    def _between(self, sign: str) -> None:
        if self._comment:
            self._in_comment(sign)
            return
        if self._before == "/" and sign in "/*":
            self._comment, self._before = sign, ","
            return
        if sign in _QUOTES and (sign == '"' or self._before in "{[,:"):
            self._open(sign)
            return
        if sign.isspace():
            return
        if sign in "{[":
            self._stack.append((sign, self._key))
            self._word.clear()
        elif sign in "}]":
            if self._stack:
                _, self._key = self._stack.pop()
            self._word.clear()
            self.ended = not self._stack
        elif sign == ":":
            if self._word:
                self._key = folded("".join(self._word))
            self._word.clear()
        elif sign == ",":
            self._word.clear()
            if self._stack:
                bracket, key = self._stack[-1]
                self._key = key if bracket == "[" else ""
        else:
            self._word.append(sign)
        self._before = sign

    def _in_comment(self, sign: str) -> None:
        if self._comment == "/":
            self._comment = "" if sign == "\n" else "/"
        elif self._comment == "*":
            self._comment = "**" if sign == "*" else "*"
        else:
            self._comment = "" if sign == "/" else "**" if sign == "*" else "*"

    def _open(self, sign: str) -> None:
        self._quote, self._fresh, self._word = _QUOTES[sign], True, []
        in_object = bool(self._stack) and self._stack[-1][0] == "{"
        if in_object and self._before != ":":
            self._kind = "key"
            return
        if len(self._stack) > _MOST_BRACKETS:
            # No answer lies that deep; to look through them at each text would take a square of the time.
            self._kind = "other"
            return
        lists = [depth for depth, (bracket, _) in enumerate(self._stack) if bracket == "["]
        innermost = bool(lists) and lists[-1] == len(self._stack) - 1
        of_texts = innermost and self._stack[-1][1] in self._fields.text
        alone = not [depth for depth in lists if depth > 0 and not (of_texts and depth == lists[-1])]
        if self._key in self._fields.text and alone and (not self._written or of_texts):
            self._kind, self.found = "text", True
            if self._text:
                self._text.append("\n\n")
        elif self._key in self._fields.points and lists:
            self._kind, self.found = "point", True
            self.points.append("")
        else:
            self._kind = "other"

    def _in_text(self, sign: str) -> None:
        if self._held:
            if sign.isspace():
                self._held += sign
                return
            if sign in ",}]`" or (sign in "\"'“" and "\n" in self._held):
                self._close()
                self._between(sign)
                return
            held, self._held = self._held, ""
            for one in held:
                self._take(one)
        if self._escape is not None:
            self._escaped(sign)
        elif sign == "\\":
            self._escape = ""
        elif sign == self._quote:
            if self._kind == "key":
                self._close()
            else:
                self._held = sign
        else:
            self._take(sign)

    def _escaped(self, sign: str) -> None:
        escape = (self._escape or "") + sign
        if escape[0] != "u":
            self._escape = None
            self._take(_ESCAPES.get(escape, "\\" + escape))
            return
        if len(escape) > 1 and sign not in "0123456789abcdefABCDEF":
            self._escape = None
            self._take("\\" + escape)
            return
        self._escape = escape
        if len(escape) < 5:
            return
        self._escape = None
        code = int(escape[1:], 16)
        if 0xD800 <= code < 0xDC00:
            self._high = chr(code)
            return
        if self._high and 0xDC00 <= code < 0xE000:
            whole = 0x10000 + ((ord(self._high) - 0xD800) << 10) + (code - 0xDC00)
            self._high = ""
            self._take(chr(whole))
            return
        self._take("\ufffd" if 0xD800 <= code < 0xE000 else chr(code))

    def _take(self, sign: str) -> None:
        if self._high:
            sign, self._high = "\ufffd" + sign, ""
        if self._fresh and not sign.isspace():
            self._fresh = False
            # JSON within a text: models that call a tool write their arguments so.
            if sign in "{[" and self._kind in ("text", "other") and self._depth < _DEEPEST and not self._text:
                if self._kind == "other" and self.found:
                    return
                self._child = LiveText(self._fields, self._depth + 1)
                self._kind = f"{self._kind} in JSON"
        match self._kind:
            case "key":
                self._word.append(sign)
            case "text":
                self._text.append(sign)
            case "point":
                self.points[-1] += sign
            case "text in JSON" | "other in JSON" if self._child is not None:
                self._child.feed(sign)
                self.found = self.found or self._child.is_fields
                if self._child.points:
                    self.points = self._child.points

    def _close(self) -> None:
        if self._kind == "key":
            self._key = folded("".join(self._word))
        elif self._kind.startswith("text"):
            self._written = True
        if self._kind == "other in JSON" and not self.found:
            self._child = None
        self._word, self._quote, self._kind, self._held, self._before = [], "", "", "", '"'


def _bare(prose: str) -> str:
    """Return prose without a fence that is just being opened at its end, and without one around all of it."""
    prose = _BROKEN_MARK.sub("", _MARK.sub("", prose))
    if prose.count("```") % 2:
        prose = _OPENED.sub("", prose)
        prose = _MARKDOWN.sub("", prose)
    elif _MARKDOWN.match(prose) and prose.rstrip().endswith("```"):
        prose = _MARKDOWN.sub("", prose).rstrip()[:-3]
    return prose.strip("\n")


_ENDED = re.compile(
    "|".join([*(re.escape(pair[1]) for pair in THOUGHTS), "assistantfinal", r"\[TOOL_CALLS\]"]), re.IGNORECASE
)
_TAIL = 40
_MARK = re.compile(r"<\|\w{1,30}\|>|</?tool_call>|</?(?:output|answer|reply|response|result)>")
_BROKEN_MARK = re.compile(r"(?:</?[\w:]{0,14}|<\|[\w|]{0,30}|\[(?:T(?:O(?:O(?:L(?:_\w{0,5})?)?)?)?)?)\Z")
_BRACKET = re.compile(r"[{\[]")
_OPENED = re.compile(r"(?:\A|\n)[ \t]*```\w*[ \t]*\n?\s*\Z")
_MARKDOWN = re.compile(r"\A[ \t]*```(?:markdown|md)[ \t]*\n")


def live_text(reply: str, fields: LiveFields) -> LiveText:
    """Return what can be read of a reply that has arrived so far."""
    live = LiveText(fields)
    live.feed(reply)
    return live
