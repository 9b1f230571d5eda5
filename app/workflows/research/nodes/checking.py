"""Looking citations up in the folder, in one effect: what was found once stays what it was."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from pydantic import BaseModel, Field

from app.documents.places import place_at
from app.domain.canonical import JsonValue, digest, dumps
from app.domain.errors import InputError
from app.domain.ids import CHAIR
from app.engine.folders import SourceFolder, SourceText, in_thread
from app.engine.node import Context
from app.workflows.common.effects import as_recorded
from app.workflows.research.agents import Agent
from app.workflows.research.face.views import place_key
from app.workflows.research.facts import AgentEnded, ClaimsChecked, Excerpt
from app.workflows.research.model import Citation, Cited, Claim
from app.workflows.research.rules import citations as citation_rules
from app.workflows.research.rules.coverage import Names, references
from app.workflows.research.rules.origins import origins
from app.workflows.research.state import ResearchState

AROUND, MOST_LINES, LONGEST_LINE = 6, 60, 400
"""Lines kept before and behind a citation, lines of a long one, and characters of one."""
MOST_REFERRING = 400
"""Files of an iteration that are looked through for the files they name."""


class _Looked(BaseModel):
    """What an effect found: citations by claim, the lines around them, and how files hang together."""

    citations: dict[str, list[Citation]] = Field(default_factory=dict)
    origins: dict[str, str] = Field(default_factory=dict)
    refers: dict[str, list[str]] = Field(default_factory=dict)
    excerpts: dict[str, Excerpt] = Field(default_factory=dict)


class Texts:
    """The texts of a folder, each read once; None for what must not or cannot be read."""

    def __init__(self, folder: SourceFolder, files: Collection[str]) -> None:
        self.folder, self.names = folder, Names(files)
        self.read: dict[str, SourceText | None] = {}
        self._sources: dict[str, citation_rules.Source] = {}

    def foldable(self, found: SourceText | None) -> citation_rules.Source | None:
        """Return a file as the check takes it: one for all its citations, for it is folded once."""
        if found is None:
            return None
        return self._sources.setdefault(found.path, _source(found))

    async def of(self, path: str) -> SourceText | None:
        """Return a file's text, by its name in the folder or a path that leads there."""
        path = path if path in self.names.files else citation_rules.inside(path)
        if not path:
            return None
        if path not in self.read:
            try:
                self.read[path] = await self.folder.text(path)
            except InputError:
                self.read[path] = None
        return self.read[path]

    async def checked(
        self, reports: Mapping[str, Sequence[Cited]], agents: Mapping[str, str], iteration: int
    ) -> dict[str, JsonValue]:
        """Return every citation as it was found, by claim, and the lines around those in files."""
        found: dict[str, JsonValue] = {}
        kept: dict[str, JsonValue] = {}
        for claim, cited in reports.items():
            of_claim: list[JsonValue] = []
            for one in cited:
                clean = citation_rules.named(one, self.names.files)
                source = await self.of(clean.file)
                # A long text is folded for its first citation: not where a window waits.
                looked = partial(citation_rules.check, agent=agents[claim], iteration=iteration)
                citation = await in_thread(looked, clean, self.foldable(source))
                of_claim.append(citation.model_dump(mode="json"))
                if source is not None:
                    kept[place_key(citation)] = excerpt(source.text, *citation.lines)
            found[claim] = of_claim
        return {"citations": found, "excerpts": kept}

    async def referring(self, paths: Iterable[str]) -> dict[str, JsonValue]:
        """Return which files of the folder these files name."""
        found: dict[str, JsonValue] = {}
        for path in paths:
            source = await self.of(path)
            if source is not None:
                named = await in_thread(references, path, source.text, self.names)
                found[path] = list[JsonValue](named)
        return found

    async def origins(self, cited: Iterable[str]) -> dict[str, JsonValue]:
        """Return the file that each cited one's near-copies are counted under."""
        texts = {path: source.text for path in cited if (source := await self.of(path)) is not None}
        return dict[str, JsonValue](await in_thread(origins, texts))


def excerpt(text: str, first: int, last: int) -> JsonValue:
    """Return the lines of a citation with a few around them."""
    begin = max(1, first - AROUND)
    shown = text.split("\n")[begin - 1 : min(last, first + MOST_LINES) + AROUND]
    return {"first": begin, "text": "\n".join(line[:LONGEST_LINE].rstrip("\r") for line in shown)}


def _source(found: SourceText) -> citation_rules.Source:
    def name(line: int) -> str:
        place = place_at(found.places, line)
        return place.label() if place is not None else ""

    return citation_rules.Source(found.path, found.text, found.digest, name)


async def check_reports(state: ResearchState, context: Context, agents: Sequence[Agent]) -> ClaimsChecked:
    """Look up every citation of the iteration's reports, and what the files they read refer to."""
    said = [agent.ended for agent in agents if agent.ended is not None]
    reports = {
        f"{ended.agent}/{number}": one.citations
        for ended in said
        for number, one in enumerate(ended.reported, 1)
    }
    by_claim = {claim: claim.rpartition("/")[0] for claim in reports}
    shown = sorted({passage.path for one in said for passage in one.shown} - state.refers.keys())
    cited_before = sorted(state.ledger.origins)
    rules = state.setup.rules(state.left_out)

    async def effect() -> JsonValue:
        folder = context.ports.sources.by_rules(rules)
        texts = Texts(folder, [file.path for file in (await folder.files()).files])
        found = await texts.checked(reports, by_claim, state.iteration)
        cited = sorted({path for path, source in texts.read.items() if source is not None} | {*cited_before})
        refers = await texts.referring(shown[:MOST_REFERRING])
        return {**found, "refers": refers, "origins": await texts.origins(cited)}

    whole = [
        {claim: [one.model_dump(mode="json") for one in cited] for claim, cited in reports.items()},
        [shown, cited_before, sorted(rules.allowed), list(rules.left_out)],
    ]
    value = await context.once(
        "research_check",
        CHAIR,
        f"iteration-{state.iteration}",
        digest(dumps(whole)),
        effect,
        harmless=True,
    )
    with as_recorded():
        looked = _Looked.model_validate(value or {})
    return ClaimsChecked(
        claims=tuple(claim for ended in said for claim in _claims(state, ended, looked)),
        origins=looked.origins,
        refers={path: tuple(named) for path, named in looked.refers.items()},
        excerpts=looked.excerpts,
    )


def _claims(state: ResearchState, ended: AgentEnded, looked: _Looked) -> list[Claim]:
    return [
        Claim(
            agent=ended.agent,
            iteration=state.iteration,
            number=number,
            description=reported.description,
            category=reported.category,
            subject=reported.subject,
            citations=tuple(looked.citations.get(f"{ended.agent}/{number}", ())),
            confirms=reported.confirms,
            question=reported.question,
            counters=_countered(state, ended.agent, reported.confirms),
        )
        for number, reported in enumerate(ended.reported, 1)
    ]


def _countered(state: ResearchState, agent: str, confirms: str) -> str:
    """Return the finding that a claim was found against, by a search for what speaks against it."""
    gap = state.agents[agent].task.gap
    if gap is None or not gap.counter or not gap.finding_ids or confirms in gap.finding_ids:
        return ""
    return gap.finding_ids[0]
