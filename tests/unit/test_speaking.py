"""A text that is read as a whole is made in the language of whoever asks for it."""

from __future__ import annotations

import asyncio

from app.domain.i18n import (
    ENGLISH,
    Message,
    Speech,
    format_number,
    language_in_use,
    ngettext,
    translate,
    use_language,
    with_comma,
)
from app.domain.reply_repairs import listed, several_of

TOLD = {
    "{n} call": "{n} Aufruf",
    "{n} calls": "{n} Aufrufe",
    "took {cost}": "kostete {cost}",
    "{names} and {last}": "{names} und {last}",
    "rounds": "Runden",
}
GERMAN = Speech(lambda _context, source: TOLD.get(source, source), with_comma, "de")


def test_outside_of_a_language_all_is_english() -> None:
    assert translate("took {cost}", cost="$1,234.50") == "took $1,234.50"
    assert (ngettext(1, "{n} call", "{n} calls"), ngettext(2000, "{n} call", "{n} calls")) == (
        "1 call",
        "2,000 calls",
    )
    assert language_in_use() is ENGLISH


def test_sentences_figures_and_lists_are_in_the_language_that_is_spoken() -> None:
    with use_language(GERMAN):
        assert translate("took {cost}", cost="$1,234.50") == "kostete 1\u202f234,50\xa0$"
        assert ngettext(2000, "{n} call", "{n} calls") == "2\u202f000 Aufrufe"
        assert str(Message("took {cost}", {"cost": Message("{n} calls", {"n": 3})})) == "kostete 3 Aufrufe"
        assert listed(["Ada", "Bram", "Cleo"]) == "Ada, Bram und Cleo"
        assert several_of(Message("round")) == "Runden"
        assert format_number("0.5") == "0,5"
    assert translate("rounds") == "rounds"


async def test_a_thread_that_is_started_speaks_it_and_what_runs_beside_does_not() -> None:
    begun, over = asyncio.Event(), asyncio.Event()

    async def beside() -> str:
        begun.set()
        await over.wait()
        return translate("rounds")

    other = asyncio.create_task(beside())
    await begun.wait()
    with use_language(GERMAN):
        assert await asyncio.to_thread(translate, "rounds") == "Runden"
        over.set()
        assert await other == "rounds"
