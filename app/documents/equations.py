"""An equation of Word, or of a web page, as one line: `(a+b)/2`, `c^2`, `√(x+1)`."""

from __future__ import annotations

from collections.abc import Mapping

MATH = "m:"
"""What the names of an equation's elements begin with."""
_CHARACTERS = ("m:chr", "m:begChr", "m:endChr", "m:sepChr")
_JOINED = {"m:mr": ", ", "m:m": "; ", "m:eqArr": "; ", "m:func": " "}
"""What stands between the parts of an element; between those of others nothing does."""


class Equation:
    """What is written of an equation; it is read as its elements come."""

    def __init__(self) -> None:
        self._open: list[tuple[str, list[tuple[str, str]], dict[str, str]]] = [("", [], {})]
        """The elements that are open: the parts of each, and the signs that it is drawn with."""

    @property
    def is_over(self) -> bool:
        """Whether all that began has ended."""
        return len(self._open) == 1

    @property
    def text(self) -> str:
        """What was written so far."""
        return "".join(text for _, text in self._open[0][1])

    def begin(self, tag: str, given: Mapping[str, str]) -> None:
        """Take in that an element begins."""
        if tag in _CHARACTERS and len(self._open) > 1:
            # It stands in the properties of what it is a sign of.
            self._open[-2][2][tag] = given.get("val", "")
        self._open.append((tag, [], {}))

    def add(self, letters: str) -> None:
        self._open[-1][1].append(("", letters))

    def end(self) -> None:
        """Take in that the last element ends."""
        tag, parts, signs = self._open.pop()
        if told := _told(tag, [text for _, text in parts], dict(parts), signs):
            self._open[-1][1].append((tag, told))


def _told(tag: str, texts: list[str], parts: Mapping[str, str], signs: Mapping[str, str]) -> str:
    """Return what an element says; `parts`: its texts by their elements."""
    match tag:
        case "m:f":
            return f"{_grouped(parts.get('m:num', ''))}/{_grouped(parts.get('m:den', ''))}"
        case "m:sSup" | "m:sSub" | "m:sSubSup":
            return f"{_grouped(parts.get('m:e', ''))}{_around(parts)}"
        case "m:limLow" | "m:limUpp":
            sign = "_" if tag == "m:limLow" else "^"
            return f"{parts.get('m:e', '')}{sign}{_grouped(parts.get('m:lim', ''))} "
        case "m:rad":
            return f"{parts.get('m:deg', '')}√{_grouped(parts.get('m:e', ''))}"
        case "m:nary":
            return f"{signs.get('m:chr', '∫')}{_around(parts)} {parts.get('m:e', '')}"
        case "m:d":
            inner = (signs.get("m:sepChr") or ", ").join(texts)
            return f"{signs.get('m:begChr', '(')}{inner}{signs.get('m:endChr', ')')}"
        case "m:acc":
            return f"{''.join(texts)}{signs.get('m:chr', chr(0x302))}"
        case _:
            return _JOINED.get(tag, "").join(texts)


def _around(parts: Mapping[str, str]) -> str:
    """Return what stands low and high at something."""
    low, high = parts.get("m:sub", ""), parts.get("m:sup", "")
    return (f"_{_grouped(low)}" if low else "") + (f"^{_grouped(high)}" if high else "")


def _grouped(text: str) -> str:
    return text if text.isalnum() or len(text) < 2 else f"({text})"


_AS_IN_WORD = {
    **dict.fromkeys(("msup", "mover"), ("m:sSup",)),
    **dict.fromkeys(("msub", "munder"), ("m:sSub",)),
    **dict.fromkeys(("msubsup", "munderover"), ("m:sSubSup",)),
    "mfrac": ("m:f",),
    "mroot": ("m:rad",),
    "msqrt": ("m:rad", "m:e"),
}
"""Elements that say the same, from without."""
_PARTS = {
    **dict.fromkeys(("msup", "mover"), ("m:e", "m:sup")),
    **dict.fromkeys(("msub", "munder"), ("m:e", "m:sub")),
    **dict.fromkeys(("msubsup", "munderover"), ("m:e", "m:sub", "m:sup")),
    "mfrac": ("m:num", "m:den"),
    "mroot": ("m:e", "m:deg"),
}
"""What their parts are, in their order."""


class MathML:
    """What is written of an equation; it is read as its elements come, whether they are closed or not."""

    def __init__(self) -> None:
        self._equation = Equation()
        self._open: list[tuple[str, int]] = []
        """The elements that are open, each with how many it is in Word's words."""
        self._parts = [0]
        """How many parts each has so far."""

    def begin(self, tag: str) -> None:
        """Take in that an element begins."""
        parts = _PARTS.get(self._open[-1][0], ()) if self._open else ()
        names = (*parts[self._parts[-1] : self._parts[-1] + 1], *_AS_IN_WORD.get(tag, ()))
        self._parts[-1] += 1
        for name in names:
            self._equation.begin(name, {})
        self._open.append((tag, len(names)))
        self._parts.append(0)

    def add(self, letters: str) -> None:
        self._equation.add(" ".join(letters.split()))

    def end(self, tag: str) -> None:
        """Take in that an element ends, with all that are open in it."""
        while self._open and any(one == tag for one, _ in self._open):
            last, names = self._open.pop()
            self._parts.pop()
            for _ in range(names):
                self._equation.end()
            if last == tag:
                return

    def told(self) -> str:
        """Return the equation, as far as it was read."""
        while not self._equation.is_over:
            self._equation.end()
        return self._equation.text
