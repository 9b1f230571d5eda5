"""How a fact's body is written: canonical JSON, every text over 1 KB stored once and referred to by hash.

Rules:
- A reference is a mapping with the one key `$text`; a genuine mapping that has that key, or the key `$as`,
  alone is wrapped as {"$as": mapping}, so that nothing a model wrote can be taken for a reference.
- A very long text, as a prompt with many files is, is stored in pieces: {"$text": [hash, …]}. Where it is cut
  depends on what stands there, so that what two prompts have in common is stored once. Small pieces also
  keep every look-up fast: SQLite reads whole the texts that it passes on the way to one.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING
from zlib import crc32

from app.domain.canonical import digest

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue

LONG_TEXT = 1024
"""Characters over which a text becomes a blob (architecture, On disk)."""

IN_PIECES = 32 * 1024
"""Characters over which a text is stored in pieces."""
_LEAST, _MOST, _EVERY = 2 * 1024, 16 * 1024, 32
"""Characters of a piece, and how many lines there are to one behind which it may end."""

_MOST_HELD = 1 << 20
"""Characters that a session's cache holds: prompts of a long history are large, and each is read once."""

_MARKS = ({"$text"}, {"$as"})


def pack(value: JsonValue, put: Callable[[str, str], None]) -> JsonValue:
    """Replace long texts by references, handing each (hash, text) to `put`."""
    if isinstance(value, str):
        if len(value) <= LONG_TEXT:
            return value
        if len(value) > IN_PIECES:
            return {"$text": [_put(piece, put) for piece in pieces(value)]}
        return {"$text": _put(value, put)}
    if isinstance(value, list):
        return [pack(item, put) for item in value]
    if isinstance(value, dict):
        packed: dict[str, JsonValue] = {key: pack(item, put) for key, item in value.items()}
        return {"$as": packed} if set(value) in _MARKS else packed
    return value


def _put(text: str, put: Callable[[str, str], None]) -> str:
    name = digest(text)
    put(name, text)
    return name


def pieces(text: str) -> Iterator[str]:
    """Cut a text behind lines that their content chooses: equal stretches of two texts give equal pieces."""
    start = at = 0
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        line, at = text[at:end], end
        # A line without an end, or a stretch in which no line is chosen.
        while at - start > _MOST:
            yield text[start : start + _MOST]
            start += _MOST
        if at - start >= _LEAST and crc32(line.encode("utf-8", "surrogatepass")) % _EVERY == 0:
            yield text[start:at]
            start = at
    if start < len(text):
        yield text[start:]


def unpack(value: JsonValue, get: Callable[[str], str]) -> JsonValue:
    """Undo `pack`; `get` returns a text by its hash."""
    # Most of what a long session holds is plain: a call for each text and number takes half of the time.
    if isinstance(value, list):
        return [unpack(item, get) if isinstance(item, list | dict) else item for item in value]
    if isinstance(value, dict):
        if len(value) == 1:
            if "$text" in value:
                named = value["$text"]
                return "".join(get(str(one)) for one in named) if isinstance(named, list) else get(str(named))
            if "$as" in value:
                inner = value["$as"]
                assert isinstance(inner, dict)
                return {key: unpack(item, get) for key, item in inner.items()}
        return {
            key: unpack(item, get) if isinstance(item, list | dict) else item for key, item in value.items()
        }
    return value


class Bodies:
    """Decodes packed bodies; long texts come from `fetch` and a bounded cache.

    `damaged` makes the error that is raised for a body that is no JSON object.
    """

    def __init__(
        self,
        fetch: Callable[[str], str],
        damaged: Callable[[], Exception] = ValueError,
        cached: int = 256,
        origin: str = "the session",
    ) -> None:
        self.origin = origin
        self._fetch = fetch
        self._damaged = damaged
        self._cache: OrderedDict[str, str] = OrderedDict()
        self._cached = cached
        self._held = 0
        # Bodies are decoded in several threads: what one has found the other may just let go.
        self._guard = threading.Lock()

    def remember(self, name: str, text: str) -> None:
        """Keep a text that was just written."""
        with self._guard:
            self._held += len(text) - len(self._cache.get(name, ""))
            self._cache[name] = text
            while self._cache and (len(self._cache) > self._cached or self._held > _MOST_HELD):
                self._held -= len(self._cache.popitem(last=False)[1])

    def load(self, packed: str, without: str = "") -> dict[str, JsonValue]:
        """Return the body with its references resolved; the list under `without` is left empty."""
        try:
            body: JsonValue = json.loads(packed)
        except (ValueError, RecursionError) as error:
            raise self._damaged() from error
        if without and isinstance(body, dict) and without in body:
            body[without] = []
        if '"$' in packed:
            body = unpack(body, self._text)
        if not isinstance(body, dict):
            raise self._damaged()
        return body

    def _text(self, name: str) -> str:
        with self._guard:
            text = self._cache.get(name)
            if text is not None:
                self._cache.move_to_end(name)
        if text is None:
            text = self._fetch(name)
            self.remember(name, text)
        return text
