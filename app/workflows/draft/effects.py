"""What a change of a level does to the files below it: which no longer fit, with the words that show it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from app.diffing import compare
from app.diffing.quotations import find_quotation, line_of
from app.workflows.common.reading.names import ReplyModel
from app.workflows.common.replies import Text, Written
from app.workflows.draft.asked import FileText
from app.workflows.draft.names import meant

LONGEST_DIFF = 6000
"""Characters of one file's changes that are shown."""


class EffectReply(ReplyModel):
    """One file below that no longer fits."""

    main: ClassVar[str] = "why"
    names: ClassVar[dict[str, str]] = {
        "file": "path name chapter where datei",
        "quote": "words text evidence passage zitat",
        "why": "reason explanation because grund",
        "change": "request fix suggestion what_to_do proposed_change",
    }
    file: Text
    quote: Written
    why: Written
    change: Text = ""


class EffectsReply(ReplyModel):
    """All of them; none is an answer as well."""

    main: ClassVar[str] = "effects"
    names: ClassVar[dict[str, str]] = {"effects": "files affected affected_files items changes list"}
    effects: tuple[EffectReply, ...]


class Effect(BaseModel):
    """A place below that no longer fits."""

    model_config = ConfigDict(frozen=True)

    path: str
    line: int
    quote: str
    why: str
    change: str

    @property
    def feedback(self) -> str:
        """What to ask for, so that it fits again."""
        asked = self.change or "Make it fit again."
        return f"{self.path} line {self.line} says “{self.quote}”. {self.why} {asked}".strip()


def effects_of(reply: EffectsReply, files: Mapping[str, str]) -> tuple[list[Effect], int]:
    """Return the effects whose words stand in a file below, in the document's order, and how many do not."""
    found: list[Effect] = []
    lost = 0
    for one in reply.effects:
        named = meant(one.file, list(files))
        # A quote tells better than a name which file is meant.
        for path in [path for path in (named, *files) if path is not None]:
            quoted = find_quotation(files[path], one.quote)
            if quoted is not None:
                why, change = (" ".join(text.split()) for text in (one.why, one.change))
                words = " ".join(files[path][slice(*quoted)].split())
                line = line_of(files[path], quoted.start)
                found.append(Effect(path=path, line=line, quote=words, why=why, change=change))
                break
        else:
            lost += 1
    order = list(files)
    unique = {(one.path, one.line, one.quote): one for one in found}
    return sorted(unique.values(), key=lambda one: (order.index(one.path), one.line)), lost


def changes_of(old: Mapping[str, str], new: Mapping[str, str]) -> tuple[FileText, ...]:
    """Return the changes of a level, a text a file: what is gone after `- `, what came after `+ `."""
    found: list[FileText] = []
    for path in (*new, *(path for path in old if path not in new)):
        before, after = old.get(path, ""), new.get(path, "")
        if before == after:
            continue
        rows = compare(before, after).rows
        lines: list[str] = []
        for row in rows:
            if row.kind == "unchanged":
                continue
            lines += [f"- {row.old.text.strip()}"] if row.old and row.old.text.strip() else []
            lines += [f"+ {row.new.text.strip()}"] if row.new and row.new.text.strip() else []
        told = "\n".join(lines)
        found.append(
            FileText(path=path, text=told if len(told) <= LONGEST_DIFF else told[:LONGEST_DIFF] + "\n…")
        )
    return tuple(found)
