"""The offline voices of a draft: rules, no AI. They do simple instructions, check them, say what they cannot.

A voice works from `Ask.inputs` alone, which are the variables of its question (`asked`).
"""

from types import MappingProxyType

from app.engine.ports import Voices
from app.workflows.draft import asked
from app.workflows.draft.offline.checking import judge, rank
from app.workflows.draft.offline.reading import continuity, effects, facts
from app.workflows.draft.offline.telling import explain
from app.workflows.draft.offline.writer import condense, outline, passage, restate, write, write_file

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
        ("*", asked.CONDENSE): condense,
    }
)
