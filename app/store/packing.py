"""How a fact's body is written: canonical JSON, every text over 1 KB stored once and referred to by hash.

Rule: a reference is a mapping with the one key `$text`; a genuine mapping that has that key, or the key
`$as`, alone is wrapped as {"$as": mapping}, so that nothing a model wrote can be taken for a reference.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable

from app.domain.canonical import JsonValue, digest

LONG_TEXT = 1024
"""Characters over which a text becomes a blob (architecture, On disk)."""

MOST_HELD = 1 << 20
"""Characters that a session's cache holds: prompts of a long history are large, and each is read once."""

_MARKS = ({"$text"}, {"$as"})


def pack(value: JsonValue, put: Callable[[str, str], None]) -> JsonValue:
    """Replace long texts by references, handing each (hash, text) to `put`."""
    if isinstance(value, str):
        if len(value) <= LONG_TEXT:
            return value
        name = digest(value)
        put(name, value)
        return {"$text": name}
    if isinstance(value, list):
        return [pack(item, put) for item in value]
    if isinstance(value, dict):
        packed: dict[str, JsonValue] = {key: pack(item, put) for key, item in value.items()}
        return {"$as": packed} if set(value) in _MARKS else packed
    return value


def unpack(value: JsonValue, get: Callable[[str], str]) -> JsonValue:
    """Undo `pack`; `get` returns a text by its hash."""
    # Most of what a long session holds is plain: a call for each text and number takes half of the time.
    if isinstance(value, list):
        return [unpack(item, get) if isinstance(item, list | dict) else item for item in value]
    if isinstance(value, dict):
        if len(value) == 1:
            if "$text" in value:
                return get(str(value["$text"]))
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

    def remember(self, name: str, text: str) -> None:
        """Keep a text that was just written."""
        self._held += len(text) - len(self._cache.get(name, ""))
        self._cache[name] = text
        while self._cache and (len(self._cache) > self._cached or self._held > MOST_HELD):
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
        text = self._cache.get(name)
        if text is None:
            text = self._fetch(name)
            self.remember(name, text)
        else:
            self._cache.move_to_end(name)
        return text
