"""What a research's own records are called where a person reads them."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.i18n import Message, words

RECORDS: Mapping[str, Message] = {
    "research_agent_assigned": words("agent assigned"),
    "research_agent_ended": words("agent ended"),
    "research_answer_given": words("answer given"),
    "research_carried_checked": words("carried findings checked"),
    "research_claims_checked": words("claims checked"),
    "research_conflict_decided": words("conflict decided"),
    "research_criteria_tested": words("criteria tested"),
    "research_ended": words("research ended"),
    "research_finding_decided": words("finding decided"),
    "research_findings_compared": words("findings compared"),
    "research_gap_decided": words("gap decided"),
    "research_gaps_listed": words("gaps listed"),
    "research_plan_changed": words("plan changed"),
    "research_questions_judged": words("questions judged"),
    "research_report_counted": words("report counted"),
    "research_scope_confirmed": words("scope confirmed"),
    "research_scope_proposed": words("scope proposed"),
    "research_went_wide": words("search widened"),
}
