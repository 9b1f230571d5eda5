"""What a change of a level does to the files below it: which no longer fit, with the words that show it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from app.diffing import compare
from app.diffing.quotations import find_quotation
from app.domain.fact_base import Fact, UnknownFact, facts_in
from app.workflows.common.reading.names import ReplyModel
from app.workflows.common.replies import Text, Written
from app.workflows.draft.asked import FileText
from app.workflows.draft.rules.continuity import FileFacts, Finding, FoundPlace, Silence, is_silent, silence
from app.workflows.draft.rules.drift import (
    Aim,
    DraftAimsChecked,
    NumberedAim,
    find_place,
    how_it_stands,
    texts_digest,
)

_LONGEST_DIFF = 6000
"""Characters of one file's changes that are shown."""


class EffectReply(ReplyModel):
    """One file below that no longer fits."""

    main: ClassVar[str] = "why"
    names: ClassVar[dict[str, str]] = {
        "file": "path name chapter where",
        "quote": "words text evidence passage",
        "why": "reason explanation because",
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


class Effect(FoundPlace):
    """A place below that no longer fits."""

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
        place = find_place(one.file, one.quote, files)
        if place is None:
            lost += 1
            continue
        why, change = (" ".join(text.split()) for text in (one.why, one.change))
        found.append(Effect(**place.model_dump(), why=why, change=change))
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
            FileText(path=path, text=told if len(told) <= _LONGEST_DIFF else told[:_LONGEST_DIFF] + "\n…")
        )
    return tuple(found)


FindingEnd = Literal["intended", "dismissed", "sent"]


class DraftContinuityChecked(Fact):
    """Files were read for facts, and these compared. `read`: what was taken anew; `found`: what is new.

    `unread`: files whose facts no reply had.
    """

    type: Literal["draft_continuity_checked"] = "draft_continuity_checked"
    level: str
    read: tuple[FileFacts, ...] = ()
    found: tuple[Finding, ...] = ()
    unread: tuple[str, ...] = ()


class DraftFindingDecided(Fact):
    """A person said of a contradiction, by its number, that it is meant so for good, that it is none, or
    sent it as a feedback.
    """

    by_person: ClassVar[bool] = True
    type: Literal["draft_finding_decided"] = "draft_finding_decided"
    number: int
    how: FindingEnd
    reason: str = ""


class DraftEffectsFound(Fact):
    """What a change of a level does to files of a level below."""

    type: Literal["draft_effects_found"] = "draft_effects_found"
    level: str
    below: str
    found: tuple[Effect, ...] = ()


CHECK_FACTS: tuple[type[Fact], ...] = (*facts_in(__name__), DraftAimsChecked)


@dataclass(slots=True)
class Checks:
    """Fold of what was found."""

    book: dict[str, FileFacts] = field(default_factory=dict)
    findings: dict[str, Finding] = field(default_factory=dict)
    """By key, in the order they were found: the first is number 1."""
    ends: dict[int, DraftFindingDecided] = field(default_factory=dict)
    """What became of them, by number."""
    silences: list[Silence] = field(default_factory=list)
    effects: dict[tuple[str, str], tuple[str, Effect]] = field(default_factory=dict)
    """By file and words, in the order they were found: the level below, and the place."""
    aims: dict[tuple[str, str, str], tuple[Aim, DraftAimsChecked]] = field(default_factory=dict)
    """By level, file and words, in the order they were found: each as the newest check has it."""
    checked: int = 0
    """How often it was looked."""

    def apply(self, fact: Fact | UnknownFact) -> None:
        """Take in one fact; others are passed over."""
        match fact:
            case DraftContinuityChecked():
                self.checked += 1
                self.book.update({one.path: one for one in fact.read})
                for one in fact.found:
                    self.findings.setdefault(one.key, one)
            case DraftFindingDecided():
                found = self.numbered().get(fact.number)
                if found is None:
                    # The number of none must not settle the one that gets it later.
                    return
                self.ends[fact.number] = fact
                if fact.how == "intended":
                    self.silences.append(silence(found, fact.reason))
            case DraftEffectsFound():
                self.checked += 1
                self.effects.update({(one.path, one.quote): (fact.below, one) for one in fact.found})
            case DraftAimsChecked():
                self.checked += 1
                self.aims.update({(fact.level, one.path, one.quote): (one, fact) for one in fact.aims})
            case _:
                pass

    def numbered(self) -> dict[int, Finding]:
        """Return every finding by the number a person calls it."""
        return dict(enumerate(self.findings.values(), 1))

    def ending(self, number: int) -> FindingEnd | None:
        """Return what a person said of a contradiction; None: nothing yet."""
        end = self.ends.get(number)
        return end.how if end is not None else None

    def open(self, files: Mapping[str, str]) -> dict[int, Finding]:
        """Return what still stands: neither put aside, nor silenced, and both its quotes are in the text.

        One that was sent as feedback stands until a change that was accepted has mended it.
        """
        return {
            number: one
            for number, one in self.numbered().items()
            if self.ending(number) in (None, "sent")
            and not is_silent(one, self.silences)
            and stands(one, files)
        }

    def numbered_effects(self) -> dict[int, tuple[str, Effect]]:
        """Return every place below by the number a person calls it, each with its level."""
        return dict(enumerate(self.effects.values(), 1))

    def open_effects(self, files: Mapping[str, str]) -> dict[int, tuple[str, Effect]]:
        """Return the places below whose words still stand."""
        return {
            number: (below, one)
            for number, (below, one) in self.numbered_effects().items()
            if find_quotation(files.get(one.path, ""), one.quote) is not None
        }

    def aims_known(self, above: str) -> tuple[Aim, ...]:
        """Return the aims that were taken from what stands above, where it is still as it was then."""
        checks = [check for _, check in self.aims.values() if check.above == above]
        return checks[-1].aims if checks else ()

    def drifted(self) -> dict[int, NumberedAim]:
        """Return the aims that are lost, fade or are gone against, by the number a person calls them."""
        found = {}
        for number, (aim, check) in enumerate(self.aims.values(), 1):
            how = how_it_stands(aim, check)
            if how != "served":
                found[number] = NumberedAim(number, aim, how, check)
        return found

    def open_aims(
        self, files: Mapping[str, str], level_files: Callable[[str], Mapping[str, str]]
    ) -> dict[int, NumberedAim]:
        """Return those that still stand above a level that is as it was when it was looked through."""
        return {
            number: one
            for number, one in self.drifted().items()
            if find_quotation(files.get(one.aim.path, ""), one.aim.quote) is not None
            and texts_digest(level_files(one.check.level)) == one.check.digest
        }


def stands(finding: Finding, files: Mapping[str, str]) -> bool:
    """Tell whether both places of a finding still say what it quotes."""
    return all(
        find_quotation(files.get(side.path, ""), side.quote) is not None
        for side in (finding.first, finding.second)
    )
