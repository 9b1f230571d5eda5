"""The offline voices of a draft: rules, no AI. They make small changes, check them, and say what they cannot.

They read the prompt as it is sent. A first text is a skeleton: the brief's own lines under headings.
"""

from types import MappingProxyType

from app.engine.ports import Voices
from app.workflows.draft import asked
from app.workflows.draft.offline.judging import (
    aims,
    continuity,
    drift,
    effects,
    explain,
    facts,
    judge,
    rank,
)
from app.workflows.draft.offline.writing import condense, outline, passage, restate, write, write_file

DRAFT_VOICES: Voices = MappingProxyType(
    {
        ("*", asked.RESTATE): restate,
        ("*", asked.OUTLINE): outline,
        ("*", asked.WRITE): write,
        ("*", asked.WRITE_FILE): write_file,
        ("*", asked.PASSAGE): passage,
        ("*", asked.JUDGE): judge,
        ("*", asked.RANK): rank,
        ("*", asked.EXPLAIN): explain,
        ("*", asked.FACTS): facts,
        ("*", asked.CONTINUITY): continuity,
        ("*", asked.EFFECTS): effects,
        ("*", asked.AIMS): aims,
        ("*", asked.DRIFT): drift,
        ("*", asked.CONDENSE): condense,
    }
)
