"""Taking up an earlier research: each of its citations is looked up in the folder as it is now."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, Field

from app.domain.canonical import JsonValue, digest, dumps
from app.domain.ids import CHAIR
from app.engine.folders import in_thread
from app.engine.node import Context
from app.workflows.common.effects import as_recorded
from app.workflows.research.checking import Texts, excerpt
from app.workflows.research.facts import CarriedChecked, Excerpt
from app.workflows.research.model import Citation
from app.workflows.research.rules import again as rules
from app.workflows.research.rules.citations import Standing, recheck
from app.workflows.research.state import ResearchState
from app.workflows.research.views import place_key


class _Looked(BaseModel):
    """What the effect found: by citation how it stands and what it is now, and the lines around it."""

    citations: dict[str, tuple[Standing, Citation]] = Field(default_factory=dict)
    origins: dict[str, str] = Field(default_factory=dict)
    excerpts: dict[str, Excerpt] = Field(default_factory=dict)


async def carry_over(state: ResearchState, context: Context) -> CarriedChecked | None:
    """Return the findings of the earlier research that the setup names, checked anew; None: it names none."""
    if not state.setup.earlier:
        return None
    earlier = rules.read(state.setup.earlier)
    wanted = rules.citations(earlier)
    leave = state.setup.rules(state.left_out)

    async def effect() -> JsonValue:
        folder = context.ports.sources.by_rules(leave)
        texts = Texts(folder, [file.path for file in (await folder.files()).files])
        found: dict[str, JsonValue] = {}
        kept: dict[str, JsonValue] = {}
        for name, citation in wanted.items():
            source = await texts.of(citation.file)
            standing, now = await in_thread(recheck, citation, texts.foldable(source))
            found[name] = [standing, now.model_dump(mode="json")]
            if source is not None:
                kept[place_key(now)] = excerpt(source.text, *now.lines)
        cited = sorted(path for path, source in texts.read.items() if source is not None)
        return {"citations": found, "excerpts": kept, "origins": await texts.origins(cited)}

    identity = digest(dumps([sorted(wanted), sorted(leave.allowed), list(leave.left_out)]))
    value = await context.once("research_again", CHAIR, "earlier", identity, effect, harmless=True)
    with as_recorded():
        looked = _Looked.model_validate(value or {})
    return _fact(earlier, looked.citations, looked)


def _fact(
    earlier: rules.Earlier, found: Mapping[str, tuple[Standing, Citation]], looked: _Looked
) -> CarriedChecked:
    carried = rules.carried(earlier, found)
    count = carried.standings
    return CarriedChecked(
        session=earlier.session,
        claims=carried.claims,
        relations=carried.relations,
        counters=carried.counters,
        origins=looked.origins,
        excerpts=looked.excerpts,
        held=count.get("holds", 0) + count.get("changed", 0),
        changed=count.get("changed", 0),
        moved=count.get("moved", 0),
        gone=count.get("gone", 0),
        lost=carried.lost,
    )
