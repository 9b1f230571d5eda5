"""The offline voices of a draft: rules, no AI. They make small changes, check them, and say what they cannot.

They read the prompt as it is sent. A first text is a skeleton: the brief's own lines under headings.
"""

from types import MappingProxyType

from app.engine.ports import Voices
from app.workflows.draft import asked
from app.workflows.draft.offline import judging, writing

DRAFT_VOICES: Voices = MappingProxyType(
    {
        ("*", asked.RESTATE): writing.restate,
        ("*", asked.OUTLINE): writing.outline,
        ("*", asked.WRITE): writing.write,
        ("*", asked.WRITE_FILE): writing.write_file,
        ("*", asked.PASSAGE): writing.passage,
        ("*", asked.JUDGE): judging.judge,
        ("*", asked.RANK): judging.rank,
        ("*", asked.EXPLAIN): judging.explain,
        ("*", asked.FACTS): judging.facts,
        ("*", asked.CONTINUITY): judging.continuity,
        ("*", asked.EFFECTS): judging.effects,
        ("*", asked.AIMS): judging.aims,
        ("*", asked.DRIFT): judging.drift,
        ("*", asked.CONDENSE): writing.condense,
    }
)
