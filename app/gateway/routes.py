"""Where a model's name leads: provider, address, key, rates and pace, from the table and the settings.

Rules: a seat's own address is contacted only if the person approved it; a provider's key goes to the address
of the provider (or the one set for it) and to no other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.domain.messages import ModelRequest
from app.engine.ports import Failed
from app.gateway.providers import PROVIDERS, Provider, key_owner, origin, provider_of
from app.gateway.throttle import NO_PACE
from app.settings.providers import Endpoint, Pace, ProviderSettings, ProviderTable


@dataclass(frozen=True, slots=True)
class Route:
    """A way to a model."""

    provider: Provider
    request: ModelRequest
    """As the host takes it: a provider of the table, the address, the rates."""
    owner: str
    """The name its key is kept under."""
    key_needed: bool
    pace: Pace
    title: str

    @property
    def place(self) -> str:
        """The origin it goes to."""
        return origin(self.request.base_url or self.provider.base)

    @property
    def local(self) -> bool:
        """Tell whether the server is one of this machine's usual ones."""
        return self.provider.local


def approved(table: ProviderTable, place: str) -> bool:
    """Tell whether seats may name this origin."""
    set_up = [s.base_url for s in table.providers.values() if s.base_url]
    own = [endpoint.base_url for endpoint in table.endpoints.values()]
    return place in {origin(url) for url in (*table.approved, *set_up, *own)}


def route_of(request: ModelRequest, table: ProviderTable) -> Route | Failed:
    """Return the way a request goes, or why it may not go."""
    found = _route(request, table)
    if isinstance(found, Failed) or found.request.base_url is None:
        return found
    base = _tidy(found.request.base_url, found.provider)
    return replace(found, request=found.request.model_copy(update={"base_url": base}))


def _tidy(base: str, provider: Provider) -> str:
    """Return an address as the library takes it: some people write the version, some do not."""
    base = base.rstrip("/")
    return base.removesuffix("/v1") if provider.dialect in ("anthropic", "ollama") else base


def _route(request: ModelRequest, table: ProviderTable) -> Route | Failed:
    name, _, model = request.model.partition("/")
    endpoint = table.endpoints.get(name)
    if endpoint is not None and request.base_url is None:
        return _to_endpoint(request, name, model, endpoint)
    provider = provider_of(request.model)
    if provider is None or not model:
        return no_provider(request.model, table)
    settings = table.providers.get(provider.name, ProviderSettings())
    if request.base_url is None or origin(request.base_url) == origin(settings.base_url or provider.base):
        update = {
            "base_url": request.base_url or settings.base_url,
            "api_key_env": request.api_key_env or settings.api_key_env,
        }
        pace = Pace(at_once=settings.at_once, per_minute=settings.per_minute)
        moved = request.model_copy(update=update)
        return Route(provider, moved, provider.name, not provider.local, pace, provider.title)
    place = origin(request.base_url)
    if not place.startswith(("http://", "https://")):
        return Failed(
            "not_found",
            f"The address {request.base_url} is none of a server.",
            False,
            hint="Use one that begins with http:// or https://.",
        )
    if place != provider.origin and not approved(table, place):
        return Failed(
            "not_found",
            f"The session names the server {place}, which you have not approved.",
            False,
            hint=f"Put another model in the seat, or approve it: roundtable models --approve {place}",
        )
    return Route(provider, request, key_owner(provider, request.base_url), False, NO_PACE, place)


def _to_endpoint(request: ModelRequest, name: str, model: str, endpoint: Endpoint) -> Route:
    provider = PROVIDERS[endpoint.dialect]
    own_rates = request.price_in is not None or request.price_out is not None
    update = {
        "model": f"{provider.name}/{model}",
        "base_url": endpoint.base_url,
        "api_key_env": request.api_key_env or endpoint.api_key_env,
        "price_in": request.price_in if own_rates else endpoint.price_in,
        "price_out": request.price_out if own_rates else endpoint.price_out,
    }
    pace = Pace(at_once=endpoint.at_once, per_minute=endpoint.per_minute)
    moved = request.model_copy(update=update)
    return Route(provider, moved, name, False, pace, endpoint.title or name)


def no_provider(model: str, table: ProviderTable) -> Failed:
    """Say that a model's name leads nowhere."""
    names = ", ".join([*sorted(table.endpoints), *sorted(PROVIDERS)])
    return Failed(
        "not_found",
        f"No provider is connected for the model “{model}”.",
        False,
        hint=f"Use <provider>/<model> with one of: offline, {names}; "
        "any other server as openai/<model> with base_url.",
    )


def no_embeddings(route: Route) -> Failed:
    """Say that a provider is not asked for embeddings."""
    return Failed(
        "not_found",
        f"{route.title} is not asked for embeddings: only servers that speak OpenAI's are.",
        False,
        hint="Name another embedding model, as openai/text-embedding-3-small, or leave it empty.",
    )


def no_key(route: Route) -> Failed:
    """Say that a provider has no key."""
    env = route.request.api_key_env
    names = " or ".join(dict.fromkeys([*([env] if env else []), *route.provider.env]))
    ways = f"Enter one under Models and keys (or: roundtable key {route.owner})"
    return Failed(
        "auth", f"There is no key for {route.title}.", False, hint=f"{ways}, or set the variable {names}."
    )
