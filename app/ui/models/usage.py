"""Which models the kept teams use."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from app.domain.errors import RoundtableError
from app.ui.kit.texts import single_line, tr

if TYPE_CHECKING:
    from app.domain.seats import Team
    from app.settings.teams import TeamFiles

MOST = 3
"""Users of a model that are named."""


def used_models(teams: TeamFiles | None) -> Mapping[str, str]:
    """Return by model who uses it: members of the default team, then those of others."""
    users: dict[str, list[str]] = {}
    if teams is None:
        return {}
    with suppress(RoundtableError):
        default = teams.default()
        _add(users, default, "")
        for name in teams.names():
            # A file that is not sound is mended where teams are made.
            with suppress(RoundtableError):
                team = teams.load(name)
                if team != default:
                    _add(users, team, team.name)
    return {model: ", ".join(list(dict.fromkeys(who))[:MOST]) for model, who in users.items()}


def _add(users: dict[str, list[str]], team: Team, name: str) -> None:
    seats = [(seat.name, seat) for seat in team.enabled]
    seats += [(tr("Chair"), team.chair), (tr("Judge"), team.judge or team.chair)]
    for who, seat in seats:
        words = (
            tr("{who} in “{team}”", who=single_line(who, 24), team=single_line(name, 24))
            if name
            else single_line(who, 24)
        )
        users.setdefault(seat.model, []).append(words)
