"""Parts of several texts put together: each change as its text has it, and nothing merged by guess."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.diffing import compare
from app.domain.canonical import JsonValue
from app.domain.errors import GateError
from app.domain.messages import ModelRequest
from app.workflows.draft.rules.changes import VersionOfFile, clash, put_together
from tests.support.drafting import CHAPTERS, Draft, files
from tests.support.scripted import Line

START, END = "chapter-beats/01-start.md", "chapter-beats/03-end.md"
ANN = {
    START: "# 1 The start\n\nMarcus wakes screaming.\n\nHe goes to town.\n",
    END: "# 3 The end\n\nAnn ends it.\n\nAll are glad.\n",
}
BOB = {START: "# 1 The start\n\nMarcus wakes late.\n\nHe stays at home.\n"}


def by_seat(request: ModelRequest) -> Line:
    return files({**CHAPTERS, **(ANN if request.seat == "Ann" else BOB)})


async def test_changes_of_one_writer_and_of_another_go_on_together_as_the_person_chose_them(
    draft: Draft,
) -> None:
    draft.scripts["draft_write"] = by_seat
    await draft.open(writers=2)
    assert await draft.change("Make it darker") == "draft_pick"
    rows = {row["path"]: row for row in draft.payload["files"]}
    assert set(rows) == {f"Ann: {START}", f"Ann: {END}", f"Bob: {START}"}
    assert {row["ticked"] for row in rows.values()} == {False}
    with pytest.raises(GateError, match=r"change the same place of chapter-beats/01-start\.md"):
        await draft.answer("combine", hunks={f"Ann: {START}": [1], f"Bob: {START}": [1, 2]})
    with pytest.raises(GateError, match="Nothing is chosen"):
        await draft.answer("combine")
    chosen: dict[str, Any] = {
        "files": [f"Ann: {END}"],
        "hunks": {f"Ann: {START}": [1], f"Bob: {START}": [2]},
    }
    assert await draft.answer("combine", **chosen) == "draft_acceptance"
    assert "put together by you" in draft.told("figures")[0]
    assert "1, parts of several put together" in draft.told("told")[0]
    await draft.answer("accept")
    assert draft.read(START) == "# 1 The start\n\nMarcus wakes screaming.\n\nHe stays at home.\n"
    assert draft.read(END) == ANN[END]
    body = draft.git("log", "-1", "--format=%B")
    assert "Verdict" not in body
    assert "over the judge" not in body


def lines(version: int, chosen: list[bool]) -> str:
    """Return a text of paragraphs in which those that were chosen are of a version."""
    return "".join(
        f"Paragraph {n} says {'the old words' if not new else f'words of version {version}'} at length.\n\n"
        for n, new in enumerate(chosen)
    )


@given(st.data())
def test_chosen_changes_are_made_and_no_others_or_the_place_is_named(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, 8))
    old = lines(0, [False] * size)
    picks = [data.draw(st.lists(st.booleans(), min_size=size, max_size=size)) for _ in range(2)]
    versions = [
        VersionOfFile(f"v{n}", "a.md", old, lines(n, pick)) for n, pick in enumerate(picks, 1) if any(pick)
    ]
    items: list[JsonValue] = []
    wanted: dict[str, list[int]] = {}
    for one in versions:
        hunks = compare(one.old or "", one.new or "").hunks
        items.append(
            {
                "path": one.label,
                "file": one.path,
                "hunks": [{"number": h.index + 1, "lines": [*h.old_lines]} for h in hunks],
            }
        )
        wanted[one.label] = data.draw(st.lists(st.sampled_from([h.index + 1 for h in hunks]), unique=True))
    refused = clash({"files": items}, [], wanted)
    found = put_together(versions, [], wanted)
    parts = [compare(old, one.new or "").compose([n - 1 for n in wanted[one.label]]) for one in versions]
    if refused is not None:
        assert all(wanted.values())
        return
    assert isinstance(found, dict)
    result = found.get("a.md", old)
    assert result is not None
    # Every paragraph is that of the one version that changes it, else the old one.
    paragraphs = [part.split("\n\n") for part in parts]
    for at, paragraph in enumerate(result.split("\n\n")):
        changed = {part[at] for part in paragraphs} - {old.split("\n\n")[at]}
        assert paragraph in (changed or {old.split("\n\n")[at]})


def test_a_new_file_of_two_texts_is_taken_from_one_of_them() -> None:
    rows: list[JsonValue] = [
        {"path": f"{who}: new.md", "file": "new.md", "hunks": []} for who in ("Ann", "Bob")
    ]
    both = ["Ann: new.md", "Bob: new.md"]
    assert clash({"files": rows}, both[:1], {}) is None
    assert "change the same place of new.md" in str(clash({"files": rows}, both, {}))
    versions = [VersionOfFile(label, "new.md", None, f"{label}\n") for label in both]
    assert put_together(versions, both[1:], {}) == {"new.md": "Bob: new.md\n"}
    assert put_together(versions, both, {}) == "new.md"
