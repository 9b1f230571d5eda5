"""A document that came back, on the command line: what it brings is told, then taken in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.approving import approve_servers
from app.cli.command_line import AnswerOptions
from app.cli.output import print_json, program, show
from app.cli.runs import answer
from app.domain.errors import InputError
from app.domain.i18n import words
from app.services.returning import ReturnedFile, as_feedback
from app.services.returning_words import told
from app.settings.folders import expanded

if TYPE_CHECKING:
    from app.services.core import Core


def is_document(file: Path) -> bool:
    """Tell whether a file is a document that somebody worked on, by its name."""
    return file.suffix.lower() in (".docx", ".docm", ".doc", ".odt", ".rtf")


async def import_document(
    core: Core, file: Path, session: str, *, look: bool, allowed: Sequence[str], as_json: bool
) -> int:
    """Say what a document brings, and take it in unless it is only looked at.

    `allowed`: servers the team may name, this time: what is taken in may be answered by its models.
    """
    path = expanded(file)
    if path.suffix.lower() != ".docx":
        raise InputError(
            words("{file} is no DOCX.", file=path.name),
            words("Save it as “Word 2007–365 (.docx)”, and import that file."),
        )
    named = await core.sessions.resolve(session) if session else None
    found = await core.returning.read(path, named)
    if not look and found.answer is not None:
        # First: what is taken in is not taken in again by the command that the refusal advises.
        live = await core.sessions.attach(found.session)
        await approve_servers(core, live.fold.session.seats, allowed)
    if not look:
        await core.returning.take_in(found)
    if as_json and (look or found.answer is None):
        print_json(_value(found, taken=not look and found.brings))
        return 0
    if not as_json:
        _tell(found, look=look, again=f"{file}{f' --session {found.session}' if session else ''}")
    if look or found.answer is None:
        return 0
    # It goes on from there to the next question, as with any answer.
    given = json.dumps(dict(found.answer))
    options = AnswerOptions(approve="none", allow_server=list(allowed), as_json=as_json)
    return await answer(core, found.session, found.gate, found.verb, "", given, options)


def _tell(found: ReturnedFile, *, look: bool, again: str) -> None:
    show(f"{found.title}  {found.session}")
    for part in told(found):
        if part.title is not None:
            show(f"  {part.title}")
        for line in part.lines:
            show(f"{'    ' if part.title is not None else '  '}{line}")
    if look and found.brings:
        show(f"Nothing was taken in yet. Take it in: {program()} import {again}")
    elif found.brings:
        show("It was taken in.")
        if found.new_comments and not found.marks:
            show("The comments as feedback, should a model follow them:")
            for point in as_feedback(found.new_comments).splitlines():
                show(f"  {point}")


def _value(found: ReturnedFile, *, taken: bool) -> dict[str, object]:
    return {
        "session": found.session,
        "taken_in": taken,
        "authors": list(found.authors),
        "texts": [
            {
                "slot": one.text.slot,
                "seat": one.text.seat,
                "changes": list(one.back.changes),
                "edits": [{"old": e.old, "new": e.new, "moved": e.moved} for e in one.back.edits],
                "refused": str(one.refused) if one.refused is not None else None,
                "lost": list(one.lost),
            }
            for one in found.texts
        ],
        "comments": [
            {
                "author": one.author,
                "text": one.text,
                "quote": one.quote,
                "slot": one.slot,
                "known": one.known,
            }
            for one in found.comments
        ],
        "lacking": list(found.lacking),
        "not_read": list(found.not_read),
        "feedback": "" if found.marks else as_feedback(found.new_comments),
    }
