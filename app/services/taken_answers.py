"""An answer of another session as a given text: its final answer, or a member's last one."""

from __future__ import annotations

import asyncio

from app.domain.errors import InputError, one_of
from app.domain.facts import TextProposed
from app.domain.i18n import Message, words
from app.domain.ids import SessionId, members_of
from app.engine.plugin import report_of, shortened
from app.projections.folding import Projections, fold_session
from app.services.live import following, read_session
from app.services.parts import Parts

_FIRST = 400
"""Records among which the first answers of members are."""
MARK = "session:"
"""Begins the name of an answer where a file could be named: `session:ID`, `session:ID:Ada`."""


def is_taken(name: str) -> bool:
    """Tell whether a name is that of another session's answer."""
    return name.startswith(MARK)


def parts_of(name: str) -> tuple[str, str]:
    """Return the session and the member of such a name; without a member: the final answer is meant."""
    session, _, member = name.removeprefix(MARK).partition(":")
    return session.strip(), member.strip()


class TakenAnswers:
    """Reads answers out of sessions."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def members(self, session: SessionId) -> tuple[str, ...]:
        """Return the members that have an answer there, by what it begins with; none where it has no seats.

        Raises NotFound and StorageError as reading does.
        """
        async with following(self._parts, session) as reader:
            records = await reader.read(limit=_FIRST)
        seats = records[0].body().get("seats") if records else None
        answered = {record.body().get("seat") for record in records if record.type == TextProposed.tag()}
        names = seats if isinstance(seats, dict) else {}
        return tuple(name for name in members_of(names) if name in answered)

    async def answer(self, session: SessionId, member: str = "") -> dict[str, str]:
        """Return an answer as a setup value, its `name` and its `text`.

        `member`: whose last one; empty: the final answer. Raises InputError where there is none, NotFound
        and StorageError as reading does.
        """
        async with following(self._parts, session) as reader:
            fold, records = await read_session(self._parts, reader)

            def read() -> dict[str, str]:
                shared = fold_session(self._parts.catalogue, records, fold.plugin.headline)
                title = shortened(shared.session.title)
                if member:
                    seat, text = _of_member(shared, member)
                    return {"name": f"{title} ({seat})", "text": text}
                report, result = report_of(fold.plugin, fold.state), shared.texts.result()
                # As the window shows it: a text that a person has chosen since is no chair's.
                text = report.answer or (shared.texts.standing_text(result) if result is not None else "")
                if not text.strip():
                    raise _nothing(words("“{title}” has no final answer yet.", title=title))
                return {"name": title, "text": text.strip()}

            return await asyncio.to_thread(read)


def _of_member(shared: Projections, member: str) -> tuple[str, str]:
    session = shared.session
    members = members_of(session.seats)
    seat = next((name for name in members if name.casefold() == member.casefold()), None)
    if session.names_hidden:
        raise _nothing(words("Who wrote what in that session is hidden until it is finished."))
    if seat is None:
        raise InputError(words("Nobody there is called “{who}”.", who=member), one_of(members))
    texts = shared.texts.of_seat(seat)
    if not texts or not texts[-1].text.strip():
        raise _nothing(words("{who} has no answer there.", who=seat))
    return seat, texts[-1].text.strip()


def _nothing(why: Message) -> InputError:
    return InputError(why, words("Choose another session, or paste the text itself."))
