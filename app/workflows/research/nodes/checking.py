"""Looking citations up in the folder, in one effect: what was found once stays what it was."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from pydantic import BaseModel, Field

from app.documents.places import place_at
from app.domain.canonical import JsonValue, digest, dumps
from app.domain.errors import InputError
from app.domain.ids import CHAIR
from app.engine.folders import SourceFolder, SourceText, in_thread
from app.engine.node import Context
from app.workflows.common.effects import as_recorded
from app.workflows.research.facts import AgentEnded, CarriedChecked, ClaimsChecked, Excerpt
from app.workflows.research.model import Citation, Claim
from app.workflows.research.rules import again
from app.workflows.research.rules import citations as citation_rules
from app.workflows.research.rules.coverage import Names, references
from app.workflows.research.rules.origins import origins
from app.workflows.research.state import Agent, ResearchState

_AROUND, _MOST_LINES, _LONGEST_LINE = 6, 60, 400
"""Lines kept before and behind a citation, lines of a long one, and characters of one."""
_MOST_REFERRING = 400
"""Files of an iteration that are looked through for the files they name."""


class _Looked(BaseModel):
    """What an effect found beside the citations: the lines around them, and how files hang together."""

    origins: dict[str, str] = Field(default_factory=dict)
    refers: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    excerpts: dict[str, Excerpt] = Field(default_factory=dict)


class _Checked(_Looked):
    citations: dict[str, list[Citation]] = Field(default_factory=dict)
    """By claim."""


class _Rechecked(_Looked):
    citations: dict[str, tuple[citation_rules.Standing, Citation]] = Field(default_factory=dict)
    """By the name of an earlier citation: how it stands, and what it is now."""


class _Texts:
    """The texts of a folder, each read and folded once; None for what must not or cannot be read."""

    def __init__(self, folder: SourceFolder, files: Collection[str]) -> None:
        self.names = Names(files)
        self.excerpts: dict[str, JsonValue] = {}
        self._folder = folder
        self._read: dict[str, citation_rules.Source | None] = {}

    @property
    def cited(self) -> set[str]:
        """The files that could be read."""
        return {path for path, source in self._read.items() if source is not None}

    async def of(self, path: str) -> citation_rules.Source | None:
        """Return a file, by its name in the folder or a path that leads there."""
        path = path if path in self.names.files else citation_rules.inside(path)
        if path and path not in self._read:
            try:
                self._read[path] = _source(await self._folder.text(path))
            except InputError:
                self._read[path] = None
        return self._read.get(path)

    def keep(self, citation: Citation, source: citation_rules.Source | None) -> None:
        """Keep the lines of a citation with a few around them."""
        if source is not None:
            first, last = citation.lines
            begin = max(1, first - _AROUND)
            shown = source.text.split("\n")[begin - 1 : min(last, first + _MOST_LINES) + _AROUND]
            text = "\n".join(line[:_LONGEST_LINE].rstrip("\r") for line in shown)
            self.excerpts[citation.key] = {"first": begin, "text": text}

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


def _source(found: SourceText) -> citation_rules.Source:
    def name(line: int) -> str:
        place = place_at(found.places, line)
        return place.label() if place is not None else ""

    pages = tuple(place.line for place in found.places if place.kind == "page")
    return citation_rules.Source(found.path, found.text, found.digest, name, pages)


async def _look_up(
    state: ResearchState,
    context: Context,
    effect: tuple[str, str],
    asked: Callable[[list[JsonValue]], JsonValue],
    look: Callable[[_Texts], Awaitable[dict[str, JsonValue]]],
) -> JsonValue:
    """Run an effect, a purpose and a part, over the folder under the session's rules.

    `asked`: what it is known by, with these rules.
    """
    rules = state.setup.rules(state.left_out)

    async def found() -> JsonValue:
        folder = context.ports.sources.by_rules(rules)
        texts = _Texts(folder, [file.path for file in (await folder.files()).files])
        return {**await look(texts), "excerpts": texts.excerpts}

    identity = digest(dumps(asked([[*sorted(rules.allowed)], [*rules.left_out]])))
    purpose, part = effect
    return await context.once(purpose, CHAIR, part, identity, found, harmless=True)


async def check_reports(state: ResearchState, context: Context, agents: Sequence[Agent]) -> ClaimsChecked:
    """Look up every citation of the iteration's reports, and what the files they read refer to."""
    said = [agent.ended for agent in agents if agent.ended is not None]
    reports = {
        f"{ended.agent}/{number}": one.citations
        for ended in said
        for number, one in enumerate(ended.reported, 1)
    }
    shown = sorted({passage.path for one in said for passage in one.shown} - state.refers.keys())
    cited_before = sorted(state.ledger.origins)

    async def look(texts: _Texts) -> dict[str, JsonValue]:
        found: dict[str, JsonValue] = {}
        for claim, cited in reports.items():
            agent = claim.rpartition("/")[0]
            check = partial(citation_rules.check, agent=agent, iteration=state.iteration)
            of_claim: list[JsonValue] = []
            for one in cited:
                clean = citation_rules.named(one, texts.names.files)
                source = await texts.of(clean.file)
                # A long text is folded for its first citation: not where a window waits.
                citation = await in_thread(check, clean, source)
                of_claim.append(citation.model_dump(mode="json"))
                texts.keep(citation, source)
            found[claim] = of_claim
        cited_now = sorted(texts.cited | {*cited_before})
        refers = await texts.referring(shown[:_MOST_REFERRING])
        return {"citations": found, "refers": refers, "origins": await texts.origins(cited_now)}

    value = await _look_up(
        state,
        context,
        ("research_check", f"iteration-{state.iteration}"),
        lambda rules: [
            {claim: [one.model_dump(mode="json") for one in cited] for claim, cited in reports.items()},
            [[*shown], [*cited_before], *rules],
        ],
        look,
    )
    with as_recorded():
        looked = _Checked.model_validate(value or {})
    return ClaimsChecked(
        claims=tuple(claim for ended in said for claim in _claims(state, ended, looked.citations)),
        origins=looked.origins,
        refers=looked.refers,
        excerpts=looked.excerpts,
    )


def _claims(
    state: ResearchState, ended: AgentEnded, looked: Mapping[str, Sequence[Citation]]
) -> Iterator[Claim]:
    for number, reported in enumerate(ended.reported, 1):
        yield Claim(
            agent=ended.agent,
            iteration=state.iteration,
            number=number,
            description=reported.description,
            category=reported.category,
            subject=reported.subject,
            citations=tuple(looked.get(f"{ended.agent}/{number}", ())),
            confirms=reported.confirms,
            question=reported.question,
            counters=_countered(state, ended.agent, reported.confirms),
        )


def _countered(state: ResearchState, agent: str, confirms: str) -> str:
    """Return the finding that a claim was found against, by a search for what speaks against it."""
    gap = state.agents[agent].task.gap
    if gap is None or not gap.counter or not gap.finding_ids or confirms in gap.finding_ids:
        return ""
    return gap.finding_ids[0]


async def carry_over(state: ResearchState, context: Context) -> CarriedChecked | None:
    """Return the findings of the earlier research that the setup names, checked anew; None: it names none."""
    if not state.setup.earlier:
        return None
    earlier = again.read(state.setup.earlier)
    wanted = again.citations(earlier)

    async def look(texts: _Texts) -> dict[str, JsonValue]:
        found: dict[str, JsonValue] = {}
        for name, citation in wanted.items():
            source = await texts.of(citation.file)
            standing, now = await in_thread(citation_rules.recheck, citation, source)
            found[name] = [standing, now.model_dump(mode="json")]
            texts.keep(now, source)
        return {"citations": found, "origins": await texts.origins(sorted(texts.cited))}

    value = await _look_up(
        state, context, ("research_again", "earlier"), lambda rules: [[*sorted(wanted)], *rules], look
    )
    with as_recorded():
        looked = _Rechecked.model_validate(value or {})
    carried = again.carried(earlier, looked.citations)
    return carried.model_copy(update={"origins": looked.origins, "excerpts": looked.excerpts})
