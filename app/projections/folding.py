"""All projections of one session, fed together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields

from app.domain.fact_base import FactCatalogue, Record
from app.projections.base import Projection, ProjectionSet
from app.projections.commands import Commands
from app.projections.critiques import Critiques
from app.projections.gate_inbox import GateInbox
from app.projections.log import Log
from app.projections.session import Session
from app.projections.spend import Spend
from app.projections.steps import Steps
from app.projections.texts import Reviews, Texts
from app.projections.timeline import Timeline


@dataclass(slots=True)
class Projections:
    """All projections of one session, without the set that feeds them."""

    session: Session = field(default_factory=Session)
    timeline: Timeline = field(default_factory=Timeline)
    texts: Texts = field(default_factory=Texts)
    critiques: Critiques = field(default_factory=Critiques)
    gates: GateInbox = field(default_factory=GateInbox)
    commands: Commands = field(default_factory=Commands)
    spend: Spend = field(default_factory=Spend)
    steps: Steps = field(default_factory=Steps)
    reviews: Reviews = field(default_factory=Reviews)
    log: Log = field(default_factory=Log)

    def feeder(self, catalogue: FactCatalogue, *more: Projection) -> ProjectionSet:
        """Return a set that feeds these projections, and `more` beside them."""
        mine: list[Projection] = [getattr(self, one.name) for one in fields(self)]
        return ProjectionSet(catalogue, (*mine, *more))


def fold_session(catalogue: FactCatalogue, records: Iterable[Record], headline: str = "") -> Projections:
    """Fold a whole session at once."""
    fold = Projections(timeline=Timeline(headline))
    fold.feeder(catalogue).fold(records)
    return fold
