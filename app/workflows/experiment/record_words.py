"""What an experiment's own records are called where a person reads them."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.i18n import Message, words

RECORDS: Mapping[str, Message] = {
    "cycle_ended": words("cycle ended"),
    "cycles_summarised": words("cycles summarised"),
    "model_answered": words("model answered"),
    "prompt_assembled": words("prompt assembled"),
    "prompt_shortened": words("prompt shortened"),
    "reflections_embedded": words("reflections embedded"),
    "tool_called": words("tool called"),
}
