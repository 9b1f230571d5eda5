"""Edited documents that something went wrong with: each is read or refused in words, and harms no session."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from app.domain.errors import RoundtableError
from app.services.returning import Returning
from app.services.returning_words import told
from tests.e2e.test_returning import debating
from tests.support.editing import Editor
from tests.support.examples import examples
from tests.unit.debate.conftest import table as table
from tests.unit.debate.debate_table import Table

pytestmark = pytest.mark.asyncio
_TAG = re.compile(r"<[^>]*>")


def cut(chance: random.Random, xml: str) -> str:
    """Lose a piece of the text and its marks, torn or whole."""
    at = chance.randrange(len(xml))
    return xml[:at] + xml[at + chance.randint(1, 200) :]


def whole_tags(chance: random.Random, xml: str) -> str:
    """Lose, repeat or move some elements' marks."""
    tags = list(_TAG.finditer(xml))
    for _ in range(chance.randint(1, 6)):
        one, other = chance.choice(tags), chance.choice(tags)
        xml = xml.replace(one.group(), chance.choice(["", other.group(), one.group() * 2]), 1)
    return xml


def numbers(chance: random.Random, xml: str) -> str:
    """Give other numbers to comments, bookmarks and changes."""
    return re.sub(r'(?<=w:id=")\d+', lambda _: str(chance.randint(-2, 4_000_000_000)), xml)


def titles(chance: random.Random, xml: str) -> str:
    """Number the texts anew, some twice and some as nobody would."""
    return re.sub(r"(?<=roundtable_text_)\d+", lambda _: str(chance.randint(0, 9_999)), xml)


def kinds(chance: random.Random, xml: str) -> str:
    """Call what was brought taken, and the other way round."""
    names = ["w:ins", "w:del", "w:moveTo", "w:moveFrom", "w:t", "w:delText", "w:p", "w:r"]
    one, other = chance.sample(names, 2)
    return xml.replace(f"<{one} ", f"<{other} ").replace(f"</{one}>", f"</{other}>")


def letters(chance: random.Random, xml: str) -> str:
    """Put signs into the text that mean something elsewhere."""
    sign = chance.choice(["\u202e", "&#x0;", "&#8232;", "\ufeff", "]]>", "&amp;#60;", "𝔘" * 50, "\n" * 300])
    at = xml.find("<w:t", chance.randrange(len(xml)))
    end = xml.find(">", at)
    return xml[: end + 1] + sign + xml[end + 1 :] if at >= 0 else xml


CHANGES: Sequence[Callable[[random.Random, str], str]] = (cut, whole_tags, numbers, titles, kinds, letters)
PARTS = ("word/document.xml", "word/comments.xml", "docProps/custom.xml", "word/styles.xml")


def mutant(content: bytes, seed: int) -> bytes:
    """Return a document in which one or two parts were changed."""
    chance = random.Random(seed)
    wanted = {chance.choice(PARTS[:2]), chance.choice(PARTS)}
    out = io.BytesIO()
    with ZipFile(io.BytesIO(content)) as source, ZipFile(out, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            part = source.read(name)
            if name in wanted:
                part = chance.choice(CHANGES)(chance, part.decode()).encode("utf-8", "replace")
            target.writestr(name, part)
    return out.getvalue()


async def test_every_mutant_is_read_or_refused_in_words_and_what_is_taken_in_leaves_a_sound_session(
    table: Table, tmp_path: Path
) -> None:
    editor = Editor(await debating(table))
    editor.comment("Ben proposes", "Why Ben?")
    editor.replace("It costs nothing.", "It costs a little.")
    content = editor.saved()
    returning = Returning(table.sessions)
    path = tmp_path / "back.docx"
    read, said = 0, list[str]()
    for seed in range(examples(10, 300)):
        path.write_bytes(mutant(content, seed))
        try:
            found = await returning.read(path, table.id if seed % 2 else None)
        except RoundtableError as error:
            said.append(str(error))
            continue
        read += 1
        assert all(str(line) for part in told(found) for line in part.lines), seed
        if seed % 5 == 0:
            await returning.take_in(found)
    assert read, "none could be read"
    assert said, "none had to be refused"
    assert all("back.docx" in sentence for sentence in said), set(said)
    # What came of them is a session like any other: it goes on.
    await table.answer("approve")
    assert table.live.fold.session.state in ("waiting", "finished")
