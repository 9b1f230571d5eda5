"""The offline voices of a research: rules, no AI. They search the folder, quote lines, and judge nothing."""

from types import MappingProxyType

from app.engine.ports import Voices
from app.workflows.research.offline.agents import agent_voice
from app.workflows.research.offline.lead import (
    gaps_voice,
    judge_voice,
    report_voice,
    scope_voice,
    support_voice,
)

RESEARCH_VOICES: Voices = MappingProxyType(
    {
        ("*", "research_scope"): scope_voice,
        **{
            ("*", f"research_{role}"): agent_voice
            for role in ("explore", "citation", "pattern", "verification", "security", "performance")
        },
        ("*", "research_judge"): judge_voice,
        ("*", "research_support"): support_voice,
        ("*", "research_gaps"): gaps_voice,
        ("*", "research_report"): report_voice,
    }
)
