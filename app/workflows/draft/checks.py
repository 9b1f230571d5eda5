"""What was found in the whole of a draft: contradictions with their places, and what no longer fits below.

Facts taken from a file are kept with the digest of its text; a finding stands while both its quotes do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from app.diffing.quotations import find_quotation
from app.domain.fact_base import Fact, UnknownFact
from app.workflows.draft.continuity import FileFacts, Finding, Silence, is_silent, silence
from app.workflows.draft.effects import Effect

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


CHECK_FACTS: tuple[type[Fact], ...] = (DraftContinuityChecked, DraftFindingDecided, DraftEffectsFound)


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


def stands(finding: Finding, files: Mapping[str, str]) -> bool:
    """Tell whether both places of a finding still say what it quotes."""
    return all(
        find_quotation(files.get(side.path, ""), side.quote) is not None
        for side in (finding.first, finding.second)
    )
