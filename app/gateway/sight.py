"""Whether a model is shown pictures: as the person set it, its server told, or the table of models has it."""

from __future__ import annotations

from dataclasses import replace

from app.gateway.host.table import find_row
from app.gateway.routes import Route
from app.gateway.sizes import SizeMemory


def sighted(route: Route, sizes: SizeMemory) -> Route:
    """Return a way that tells it for a request with pictures; where nobody knows, they are tried."""
    request = route.request
    if request.sees is not None or not request.pictures:
        return route
    elsewhere = request.base_url is not None and not route.provider.carried
    row = None if elsewhere and not route.provider.serves(request.base_url) else find_row(request.model)
    told = sizes.of(route.origin, request.model).sees
    sees = row.sees if told is None and row is not None else told
    return replace(route, request=request.model_copy(update={"sees": sees}))
