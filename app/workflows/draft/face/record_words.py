"""What a draft's own records are called where a person reads them."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.i18n import Message, words

RECORDS: Mapping[str, Message] = {
    "draft_attempted": words("draft attempted"),
    "draft_begun": words("draft begun"),
    "draft_below_decided": words("draft below decided"),
    "draft_chosen": words("draft chosen"),
    "draft_continuity_checked": words("draft continuity checked"),
    "draft_decided": words("draft decided"),
    "draft_edited_outside": words("draft edited outside"),
    "draft_effects_found": words("draft effects found"),
    "draft_ended": words("draft ended"),
    "draft_explained": words("draft explained"),
    "draft_finalized": words("draft finalized"),
    "draft_finding_decided": words("draft finding decided"),
    "draft_held": words("draft held"),
    "draft_history_condensed": words("draft history condensed"),
    "draft_judged": words("draft judged"),
    "draft_moved": words("draft moved"),
    "draft_planned": words("draft planned"),
    "draft_project_read": words("draft project read"),
    "draft_ranked": words("draft ranked"),
    "draft_refused": words("draft refused"),
    "draft_stale_cleared": words("draft stale cleared"),
    "draft_target_set": words("draft target set"),
    "draft_undo_begun": words("draft undo begun"),
    "draft_undo_wanted": words("draft undo wanted"),
    "draft_undone": words("draft undone"),
    "draft_verdict": words("draft verdict"),
    "draft_written_over": words("draft written over"),
}
