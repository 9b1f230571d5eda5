"""What a PDF's page holds beside its text: what is filled in, what readers noted, whether it is a picture."""

from __future__ import annotations

from collections.abc import Iterator

from pypdf import PageObject
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, PdfObject

_MOST, _LONGEST, _DEEPEST = 1_000, 20_000, 12
"""Notes of a page, characters of one, and fields that one is a part of."""
_UNREAD = ("/Link", "/Popup", "/Widget")
"""Annotations whose words are told elsewhere, or are none."""


def notes_of(page: PageObject) -> Iterator[str]:
    """Yield the fields of a page that hold something, and its comments, in their order."""
    listed = page.get("/Annots")
    listed = listed.get_object() if listed is not None else None
    seen: set[str] = set()
    for one in list(listed)[:_MOST] if isinstance(listed, ArrayObject) else ():
        note = one.get_object()
        told = _told(note) if isinstance(note, DictionaryObject) else ""
        if told and told not in seen:
            seen.add(told)
            yield told


def is_picture(page: PageObject) -> bool:
    """Return whether a picture is drawn on a page."""
    found: object = page
    for key in ("/Resources", "/XObject"):
        found = found.get(key) if isinstance(found, DictionaryObject) else None
        found = found.get_object() if isinstance(found, PdfObject) else None
    drawn = [one.get_object() for one in found.values()] if isinstance(found, DictionaryObject) else []
    return any(isinstance(one, DictionaryObject) and one.get("/Subtype") == "/Image" for one in drawn)


def _told(note: DictionaryObject) -> str:
    if note.get("/Subtype") == "/Widget":
        name, value = _words(_of(note, "/TU") or _of(note, "/T")), _value(note)
        return f"[field] {name}: {value}" if value else ""
    said = "" if note.get("/Subtype") in _UNREAD else _words(note.get("/Contents"))
    who = _words(note.get("/T"))
    return f"[comment] {who}: {said}" if said and who else f"[comment] {said}" if said else ""


def _value(note: DictionaryObject) -> str:
    """Return what is filled in; of a box or a button that is not chosen nothing."""
    if _of(note, "/FT") == "/Btn":
        chosen = _words(note.get("/AS") or _of(note, "/V")).removeprefix("/")
        return "" if chosen == "Off" else chosen
    return _words(_of(note, "/V"))


def _of(note: DictionaryObject, key: str) -> object:
    """Return a value of a field, or of the one that it is a part of."""
    at: object = note
    for _ in range(_DEEPEST):
        if not isinstance(at, DictionaryObject):
            return None
        if key in at:
            return at[NameObject(key)].get_object()
        parent = at.get("/Parent")
        at = parent.get_object() if parent is not None else None
    return None


def _words(value: object) -> str:
    if isinstance(value, ArrayObject):
        return ", ".join(filter(None, (_words(one.get_object()) for one in value[:_MOST])))
    return " ".join(value[:_LONGEST].split()) if isinstance(value, str) else ""
