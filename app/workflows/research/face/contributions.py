"""What each agent contributed and used: the same figures in its tab, the report, exports and a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.canonical import JsonValue
from app.domain.i18n import Message, format_number, ngettext, translate, words
from app.projections.spend import Account
from app.workflows.research.face.labels import agent_title
from app.workflows.research.model import Claim
from app.workflows.research.rules.coverage import analysed
from app.workflows.research.state import Agent, ResearchState


@dataclass(frozen=True, slots=True)
class Contribution:
    """Of one agent. `citations`: as it gave them; `verified`: those of them whose words stand in the file.

    `findings`: those that its claims became or confirmed. `analysed`: files that matter and count as analysed
    by its work alone, out of `estimated`. `seconds`: of its calls and tools.
    """

    agent: str
    iteration: int
    findings: tuple[str, ...]
    citations: int
    verified: int
    patterns: int
    files: int
    analysed: int
    estimated: int
    tool_calls: int
    seconds: float
    account: Account

    @property
    def coverage(self) -> float:
        """The share of the files that matter, 0 to 1."""
        return self.analysed / self.estimated if self.estimated else 0.0

    @property
    def coverage_words(self) -> Message:
        """The share with its counts."""
        share = f"{100 * self.coverage:.0f}"
        if self.estimated == 1:
            return words("{n} % ({a} of 1 file)", n=share, a=self.analysed)
        return words("{n} % ({a} of {b} files)", n=share, a=self.analysed, b=self.estimated)

    @property
    def citations_words(self) -> Message:
        """How many citations it gave, and how many of them hold."""
        return words("{n} found, {m} checked", n=self.citations, m=self.verified)

    @property
    def tokens_words(self) -> str:
        """The tokens of its calls, in and out."""
        return format_number(f"{self.account.tokens:,}")


def contributions(state: ResearchState) -> Sequence[Contribution]:
    """Return what each agent contributed, in the order of their tasks."""
    return state.keep("contributions", state.changes, lambda: _all(state))


def _all(state: ResearchState) -> list[Contribution]:
    estimated = frozenset(state.coverage.estimated)
    claims: dict[str, list[Claim]] = {name: [] for name in state.agents}
    for claim in state.ledger.claims:
        if claim.agent in claims and claim.iteration:
            claims[claim.agent].append(claim)
    return [_of(state, agent, claims[agent.name], estimated) for agent in state.agents.values()]


def _of(
    state: ResearchState, agent: Agent, claims: Sequence[Claim], estimated: frozenset[str]
) -> Contribution:
    named = dict.fromkeys(
        found for claim in claims if (found := state.known.finding_of.get(claim.id)) is not None
    )
    citations = [citation for claim in claims for citation in claim.citations]
    verified = [citation for citation in citations if citation.verified]
    covers = agent.ended is not None and agent.ended.covers
    read = analysed(agent.files, ()) | {one.file for one in verified} if covers else frozenset[str]()
    return Contribution(
        agent=agent.name,
        iteration=agent.task.iteration,
        findings=tuple(named),
        citations=len(citations),
        verified=len(verified),
        patterns=sum(claim.subject == "pattern" for claim in claims),
        files=len(agent.files),
        analysed=len(read & estimated),
        estimated=len(estimated),
        tool_calls=agent.calls,
        seconds=sum(agent.seconds.values()),
        account=state.spend.by_task.get(agent.name, Account()),
    )


def contribution_line(one: Contribution) -> Message:
    """Return an agent's figures on a line."""
    return words(
        "{agent}: {findings}, citations {citations}, coverage {coverage}, {tokens} tokens, {cost}",
        agent=agent_title(one.agent),
        findings=ngettext(len(one.findings), "{n} finding", "{n} findings"),
        citations=one.citations_words,
        coverage=one.coverage_words,
        tokens=one.tokens_words,
        cost=one.account.price,
    )


def contribution_table(state: ResearchState) -> str:
    """Return the figures of all agents as a section of the report; Markdown."""
    told = contributions(state)
    if not told:
        return ""
    titles = (
        translate("Agent"),
        translate("Iteration"),
        translate("Findings"),
        translate("Citations"),
        translate("Patterns"),
        translate("Coverage"),
        translate("Tokens"),
        translate("Cost"),
    )
    rows = [
        f"| {agent_title(one.agent)} | {one.iteration} | {len(one.findings)} | {one.citations_words} | "
        f"{one.patterns} | {one.coverage_words} | {one.tokens_words} | {one.account.price} |"
        for one in told
    ]
    head = [f"| {' | '.join(titles)} |", "|---|" + "---:|" * (len(titles) - 1)]
    return "\n".join([f"## {translate('The agents in figures')}", "", *head, *rows])


def contributions_told(state: ResearchState) -> list[Mapping[str, JsonValue]]:
    """Return the figures of all agents as plain data; `cost` null: some of it has no known price."""
    return [
        {
            "agent": one.agent,
            "iteration": one.iteration,
            "findings": list[JsonValue](one.findings),
            "citations": one.citations,
            "verified_citations": one.verified,
            "patterns": one.patterns,
            "files_read": one.files,
            "files_analysed": one.analysed,
            "files_estimated": one.estimated,
            "coverage": round(100 * one.coverage, 1),
            "tool_calls": one.tool_calls,
            "tokens_in": one.account.tokens_in,
            "tokens_out": one.account.tokens_out,
            "tokens": one.account.tokens,
            "cost": None if one.account.unpriced else one.account.cost,
            "seconds": round(one.seconds, 3),
        }
        for one in contributions(state)
    ]
