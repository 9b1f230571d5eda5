"""The letters by which the entries of an open menu are chosen; taken from their words, in any language."""

from __future__ import annotations

from collections.abc import Mapping


def letters_for(words: Mapping[str, str]) -> Mapping[str, str]:
    """Return a letter per entry, each once: the first of one of its words where that is free, else any."""
    found: dict[str, str] = {}
    for name, text in words.items():
        every = [*(word[0] for word in text.split()), *text]
        letter = next((c.lower() for c in every if c.isalpha() and c.lower() not in found.values()), "")
        if letter:
            found[name] = letter
    return found


def lettered(words: str, letter: str) -> str:
    """Return an entry's words with its letter marked, where it stands in them."""
    places = [at for at, c in enumerate(words) if letter and c.lower() == letter]
    begins = [at for at in places if at == 0 or words[at - 1] == " "]
    at = next(iter((*begins, *places)), None)
    if at is None:
        return words.replace("&", "&&")
    return words[:at].replace("&", "&&") + "&" + words[at:].replace("&", "&&")
