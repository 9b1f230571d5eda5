"""What a person may decide of a finding, a gap or a conflict where it is shown: answers to the open gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.canonical import JsonValue
from app.domain.i18n import Message, words
from app.engine.tabs import Act, ActLook
from app.workflows.research.model import Conflict, Finding, Gap
from app.workflows.research.state import ResearchState


def finding_acts(state: ResearchState, finding: Finding) -> Sequence[Act]:
    """Return what can be done about a finding; what was decided can be taken back."""
    del state
    if finding.decided:
        return (_act(words("Take back"), "undo", finding.id, "reopen"),)
    confirm = _act(words("Confirm"), "accept", finding.id, "confirm")
    if finding.status == "dismissed":
        return (confirm,)
    return confirm, _act_with_reason(words("Dismiss…"), "dismiss", finding.id, "drop")


def gap_acts(state: ResearchState, gap: Gap) -> Sequence[Act]:
    """Return what can be done about a gap that is there."""
    del state
    if gap.status == "resolved":
        return ()
    if gap.status == "dismissed":
        return (_act(words("Take back"), "undo", gap.id, "take"),)
    return (_act_with_reason(words("Dismiss…"), "dismiss", gap.id, "dismiss"),)


def conflict_acts(state: ResearchState, conflict: Conflict) -> Sequence[Act]:
    """Return how a conflict can be settled; one that is settled can be opened again."""
    del state
    if conflict.state == "resolved":
        return (_act(words("Open it again"), "undo", conflict.id, "reopen"),)
    ways = ("keep_a", words("First stands")), ("keep_b", words("Second stands")), ("keep_both", BOTH)
    return [_act(title, "keep", conflict.id, taken) for taken, title in ways]


BOTH = words("Both stand")


def _act(title: Message, look: ActLook, key: str, taken: str) -> Act:
    return Act(title, look, "decide", {"items": {key: taken}})


def _act_with_reason(title: Message, look: ActLook, key: str, taken: str) -> Act:
    def explained(why: str) -> Mapping[str, JsonValue]:
        return {"items": {key: taken}, "reasons": {key: why}}

    return Act(title, look, "decide", {"items": {key: taken}}, explained, key=f"decide/{key}")
