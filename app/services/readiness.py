"""Whether a session can begin: looked at before there is one, so that none is started that cannot go on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel

from app.domain import fault_hints, fault_messages
from app.domain.errors import InputError, RoundtableError
from app.domain.i18n import Message, without_stop, words
from app.domain.ids import CHAIR, JUDGE, SeatName
from app.domain.no_model import is_given
from app.domain.seats import COMMAND, Obstacle, Seat
from app.domain.sentences import joined
from app.engine.plugin import WorkflowPlugin
from app.engine.ports import ModelGateway, ProviderGateway

if TYPE_CHECKING:
    from app.services.providers import NotApproved
    from app.settings.teams import TeamFiles

POSTS = {CHAIR: words("the chair"), JUDGE: words("the judge")}


class NoTeam(InputError):
    """A team is not there, or its file is not sound; nothing was started."""

    team: str | None
    """The name of a team that could begin now, if there is one."""

    def __init__(self, why: InputError, team: str | None) -> None:
        super().__init__(why.message, why.next)
        self.kind, self.team = why.kind, team


class NotReady(InputError):
    """The models of a team cannot be asked as it is; nothing was started."""

    kind = "not_ready"

    def __init__(self, obstacles: Sequence[Obstacle], team: str | None) -> None:
        self.obstacles, self.team = tuple(obstacles), team
        """Why, and the name of a team that could begin now, if there is one."""
        hints = {str(one.hint): one.hint for one in obstacles if str(one.hint)}
        super().__init__(
            words("{why} Nothing was started.", why=joined([sentence(one) for one in obstacles], " ")),
            joined([*hints.values()], "\n"),
        )

    def parts(self) -> Sequence[RoundtableError]:
        """Return each obstacle by itself, with what to do about it."""
        return [InputError(sentence(one), one.hint) for one in self.obstacles]


class _ServersNotApproved(NotReady):
    """Seats name servers that the person has not approved, and what is in the way besides."""

    kind = "not_approved"


def sentence(obstacle: Obstacle) -> Message:
    """Return what is in the way, and who sits there."""
    why = without_stop(obstacle.message)
    if not obstacle.seats:
        return words("{why}.", why=why)
    who = joined([POSTS.get(seat, seat) for seat in obstacle.seats], ", ")
    return words("{why} ({who}).", why=why, who=who)


@dataclass
class Readiness:
    """Looks whether every model of a table can be asked."""

    gateway: ModelGateway
    desk: Callable[[], ProviderGateway]
    """Asked for where somebody is to be asked: an offline team does not wait for it."""
    teams: TeamFiles

    async def check(
        self,
        plugin: WorkflowPlugin,
        setup: BaseModel,
        seats: Mapping[SeatName, Seat],
        *,
        contact: bool = True,
    ) -> None:
        """Raise NotReady where the session could not go on; `contact`: the servers are tried, too."""
        found = await self.obstacles(plugin, setup, seats, contact=contact)
        if found:
            real = self._asks_others(seats)
            try:
                team = await self.team_that_works(plugin, setup, real=real, contact=contact)
            finally:
                # Whoever is cancelled here asks anew next time, too.
                if contact and (real or _embedding(plugin, setup, seats, ())):
                    self.desk().look_again()
            raise NotReady(found, team)

    async def refusal(
        self,
        why: NotApproved,
        plugin: WorkflowPlugin,
        setup: BaseModel,
        seats: Mapping[SeatName, Seat],
        *,
        contact: bool = True,
    ) -> NotReady:
        """Return that servers are not approved, with all that keeps the other seats from being asked."""
        left = {seat for one in why.named for seat in one.seats}
        found = [Obstacle(part.message, part.next) for part in why.parts()]
        found += await self.obstacles(plugin, setup, seats, contact=contact, but=left)
        # Nobody whom this table does not name is contacted for it.
        try:
            team = await self.team_that_works(plugin, setup, real=False, contact=contact)
        finally:
            self.desk().look_again()
        return _ServersNotApproved(found, team)

    async def obstacles(
        self,
        plugin: WorkflowPlugin,
        setup: BaseModel,
        seats: Mapping[SeatName, Seat],
        *,
        contact: bool = False,
        but: Collection[SeatName] = (),
    ) -> Sequence[Obstacle]:
        """Return what keeps a table from working as far as it can be told here, but for some seats.

        `contact`: the servers are tried, too.
        """
        looked_at = {n: seat for n, seat in seats.items() if n not in but and not is_given(seat.model)}
        wanted = {**looked_at, **_embedding(plugin, setup, seats, but)}
        hosted = {name: seat for name, seat in wanted.items() if not self.gateway.built_in(seat.model)}
        own = {name: seat for name, seat in looked_at.items() if name not in hosted}
        unknown: dict[str, list[SeatName]] = {}
        for name, seat in own.items():
            if not (await self.gateway.test(seat.model)).ok:
                unknown.setdefault(seat.model, []).append(name)
        # To list them they are loaded: who names none that is missing does not wait for it.
        names = list(dict.fromkeys(info.name for info in await self.gateway.models())) if unknown else []
        missing = [
            Obstacle(
                words("There is no model “{model}”.", model=model),
                words("Use another one: {names}.", names=", ".join(names)),
                tuple(who),
            )
            for model, who in unknown.items()
        ]
        missing += [
            Obstacle(fault_messages.NO_SEARCH.filled(model=seat.model), fault_hints.NO_SEARCH, (name,))
            for name, seat in looked_at.items()
            if seat.web_search and (name in own or seat.model.startswith(COMMAND))
        ]
        # Offline teams contact nobody, and wait for nothing.
        missing += plugin.obstacles(setup, seats)
        return [*missing, *(await self.desk().obstacles(hosted, contact=contact) if hosted else ())]

    async def team_that_works(
        self, plugin: WorkflowPlugin, setup: BaseModel, *, real: bool, contact: bool = True
    ) -> str | None:
        """Return the name of a team that could begin now.

        `real`: with models to ask, if there is one; `contact`: their servers are tried.
        """
        spare = []
        for name in self.teams.names():
            try:
                seats = plugin.seats(setup, self.teams.load(name))
                asks = self._asks_others(seats)
                # Who sat down with the offline council alone has no server contacted.
                if (asks and not real) or await self.obstacles(plugin, setup, seats, contact=contact):
                    continue
            except InputError:
                # A file that is not sound is no way out.
                continue
            if asks:
                return name
            spare.append(name)
        return min(spare, key=len, default=None)

    def _asks_others(self, seats: Mapping[SeatName, Seat]) -> bool:
        """Tell whether a model at this table is not part of the program."""
        return not all(self.gateway.built_in(seat.model) for seat in seats.values())


def _embedding(
    plugin: WorkflowPlugin, setup: BaseModel, seats: Mapping[SeatName, Seat], but: Collection[SeatName]
) -> Mapping[SeatName, Seat]:
    """Return the places of embedding models that the workflow will ask, but for those seats."""
    there = seats.keys() - set(but)
    planned = [call for call in plugin.plan(setup, seats) if call.embeds and call.seat in there]
    return {SeatName(call.seat_label): seats[call.seat].embedder(call.embeds) for call in planned}
