"""What a debate's own records are called where a person reads them."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.i18n import Message, words

RECORDS: Mapping[str, Message] = {
    "answers_counted": words("answers counted"),
    "answers_graded": words("answers graded"),
    "answers_ranked": words("answers ranked"),
    "draft_written": words("draft written"),
    "final_compared": words("final compared"),
    "history_summarised": words("history summarised"),
    "knowledge_pooled": words("knowledge pooled"),
    "letters_dealt": words("letters dealt"),
    "must_have_checked": words("must have checked"),
    "question_answered": words("question answered"),
    "question_asked": words("question asked"),
    "questions_dropped": words("questions dropped"),
    "redo_asked": words("redo asked"),
    "refinement_noted": words("refinement noted"),
    "result_stated": words("result stated"),
    "termination_decided": words("termination decided"),
}
