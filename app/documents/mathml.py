"""An equation of a web page as one line, as those of Word are told."""

from __future__ import annotations

from app.documents.equations import Equation

_AS_IN_WORD = {
    "msup": ("m:sSup",),
    "msub": ("m:sSub",),
    "msubsup": ("m:sSubSup",),
    "munder": ("m:sSub",),
    "mover": ("m:sSup",),
    "munderover": ("m:sSubSup",),
    "mfrac": ("m:f",),
    "mroot": ("m:rad",),
    "msqrt": ("m:rad", "m:e"),
}
"""Elements that say the same, from without."""
_PARTS = {
    "msup": ("m:e", "m:sup"),
    "mover": ("m:e", "m:sup"),
    "msub": ("m:e", "m:sub"),
    "munder": ("m:e", "m:sub"),
    "msubsup": ("m:e", "m:sub", "m:sup"),
    "munderover": ("m:e", "m:sub", "m:sup"),
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
        """Take in letters."""
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
