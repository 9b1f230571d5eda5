"""What each way of a choice comes to, with the question, the files and the team of a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.domain.seats import Team
from app.engine.plugin import WorkflowPlugin
from app.ui.kit.texts import tr
from app.ui.setup.choice_cards import ChoiceCards
from app.ui.setup.setup_form import FieldRow, check

if TYPE_CHECKING:
    from app.services.estimates import Estimates


async def price_cards(
    row: FieldRow, plugin: WorkflowPlugin, team: Team, values: Mapping[str, object], estimates: Estimates
) -> None:
    """Say on each card what it costs; nothing on one that could not begin yet."""
    prices = {}
    for value, card in row.field.cards.items():
        usual = {name: given for name, given in card.usual.items() if not values.get(name)}
        tried = {**values, **usual, row.name: value}
        if check(plugin.setup, tried):
            continue
        seats = plugin.seats(plugin.setup.model_validate(tried), team)
        found = await estimates.before_start(plugin, tried, seats)
        if found is not None:
            prices[value] = tr(found.glance())
    assert isinstance(row.control, ChoiceCards)
    row.control.say_prices(prices)
