"""Reading a brief by rules: who, where, what it is about, and how long it is to be."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from app.workflows.common.prose import STOP, prose_sentences, sentences, words_of
from app.workflows.draft.asked import FileText, LevelAsked

_NAME = re.compile(r"(?<![.!?“\"]\s)(?<!^)(?<!\n)\b([A-Z][a-zà-ÿ]{2,}(?:[- ][A-Z][a-zà-ÿ]{2,})?)\b")
_COUNT = re.compile(r"\b(\d{1,2})\s+(?:chapters?|sections?|parts?)\b", re.IGNORECASE)
NO_NAMES = frozenset(
    """
    the a an and but or act chapter part scene section january february march april may june july august
    september october november december monday tuesday wednesday thursday friday saturday sunday place time
    tone turn choice old young dear poor my your its our her his their what who when where why how there
    this that it he she they we you i in on at of for
    """.split()  # noqa: SIM905  a list of quoted words is no easier to read
)


@dataclass(frozen=True, slots=True)
class Brief:
    """What the author wants, as far as rules can read it."""

    text: str
    """The author's own sentences."""
    title: str
    names: tuple[str, ...]
    """Persons; the first is whom it is about."""
    place: str
    """Where it plays, as it is written; empty where nobody said."""
    topics: tuple[str, ...]
    count: int
    """Chapters or sections; 0 where nobody said."""

    def rng(self, *labels: str) -> Random:
        """Return a random source that depends on the brief and the labels alone."""
        return rng_of(self.text, *labels)


def rng_of(*labels: str) -> Random:
    """Return a random source that depends on these texts alone."""
    return Random(int.from_bytes(sha256("\0".join(labels).encode("utf-8", "replace")).digest()[:8]))  # noqa: S311  nothing secret


def brief_of(asked: LevelAsked) -> Brief:
    """Read the brief out of what a level is given: the settings' own fields, else all of their text."""
    settings = next((f for f in asked.upstream if f.path.endswith(".json") and "/" not in f.path), None)
    fields = json_of(settings)
    text = " ".join(str(fields.get("brief") or asked.feedback or "").split())
    told = " ".join(
        str(value) for name, value in fields.items() if name != "brief" and isinstance(value, str)
    )
    count = _COUNT.search(f"{text} {told}")
    return Brief(
        text=text or told,
        title=str(fields.get("title") or ""),
        names=tuple(persons_in(text)),
        place=place_in(text),
        topics=tuple(topics_in([text or told])),
        count=min(40, int(count.group(1))) if count else 0,
    )


def json_of(file: FileText | None) -> dict[str, object]:
    """Return a JSON file's object, empty where it is none."""
    if file is None:
        return {}
    try:
        value = json.loads(file.text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def file_in(files: Iterable[FileText], *ends: str) -> FileText | None:
    """Return the first file whose path ends so."""
    return next((file for end in ends for file in files if file.path.endswith(end)), None)


def names_in(texts: Iterable[str], most: int = 12) -> list[str]:
    """Return the names that stand in texts, the most frequent first."""
    found: Counter[str] = Counter()
    for text in texts:
        for name in _NAME.findall(text):
            if not any(part.casefold() in NO_NAMES for part in name.split()):
                found[name] += 1
    return [name for name, _ in found.most_common(most)]


_ACTS = re.compile(
    r"(?:^|[.!?]\s+)([A-Z][a-zà-ÿ]{2,})(?=\s+(?:and\s+[A-Z]|(?:has|is|was|must|will|[a-z]{2,}(?:s|ed))\b))"
)
_AT = re.compile(r"\b(?:at|in|near|off|from|outside|to)\s+((?:the\s+)?[A-Z][a-zà-ÿ]+(?:\s[A-Z][a-zà-ÿ]+)*)")


def place_in(text: str) -> str:
    """Return the place that a text names first."""
    found = _AT.search(text)
    return found.group(1) if found and found.group(1).casefold() not in NO_NAMES else ""


def persons_in(text: str) -> list[str]:
    """Return the persons a text names: who acts at the head of a sentence, then others; no places."""
    places = {word for found in _AT.findall(text) for word in found.split()}
    first = [name for name in _ACTS.findall(text) if name.casefold() not in NO_NAMES]
    found = dict.fromkeys([*first, *names_in([text])])
    return [name for name in found if not set(name.split()) & places]


def topics_in(texts: Iterable[str], most: int = 12) -> list[str]:
    """Return the telling words of texts, the most frequent first, then as they come."""
    found: Counter[str] = Counter()
    for text in texts:
        for word in words_of(text):
            if len(word) > 3 and word.casefold() not in STOP and word[:1].islower():
                found[word] += 1
    return [word for word, _ in found.most_common(most)]


def said_in(text: str, most: int = 3) -> list[str]:
    """Return the first whole sentences of a text."""
    return (prose_sentences(text) or sentences(text))[:most]


def closed(text: str) -> str:
    """Return a sentence with its end mark, and a capital at its head."""
    bare = text.strip()
    if not bare:
        return ""
    bare = bare[:1].upper() + bare[1:]
    return bare if bare[-1] in '.!?…”"' else bare + "."


def slug(text: str, most: int = 4) -> str:
    """Return words for a file name."""
    kept = [w.casefold() for w in words_of(text) if w.isascii() and w.casefold() not in STOP]
    return "-".join(re.sub(r"[^a-z0-9]", "", word) for word in kept[:most]).strip("-") or "part"


def pick(rng: Random, deck: Sequence[str], used: set[str]) -> str:
    """Return a card that was not drawn yet; all are in again when the deck is through."""
    left = [card for card in deck if card not in used]
    if not left:
        used.difference_update(deck)
        left = list(deck)
    card = left[rng.randrange(len(left))]
    used.add(card)
    return card
