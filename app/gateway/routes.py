"""Where a model's name leads: provider, address, key, rates and pace, from the table and the settings.

Rules: a seat's own address is contacted only if the person approved it; the value of a variable that a seat
names is sent only where the person bound it, or where a provider usually takes it; a provider's key goes to
the address of the provider (or the one set for it) and to no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from app.domain import fault_hints, fault_messages
from app.domain.ids import SeatName
from app.domain.messages import ModelRequest
from app.domain.seats import NamedServer
from app.engine.ports import Failed, KeyStore
from app.gateway.host.table import find_row
from app.gateway.providers import (
    CARRIED_FIRST,
    PROVIDERS,
    SPOKEN,
    Provider,
    key_owner,
    origin,
    own_network,
    provider_of,
    reasons,
    speaker_of,
)
from app.gateway.sizes import SizeMemory
from app.gateway.throttle import NO_PACE
from app.settings.providers import Endpoint, Pace, ProviderSettings, ProviderTable


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


KEY, ADDRESS = "api_key", "api_base"
"""What litellm calls the key and the address."""
V1 = "/openai/v1"
"""The end of Azure's newer addresses."""


def secret_owner(owner: str, parameter: str) -> str:
    """Return the name under which a secret of a provider is kept beside its key."""
    return owner if parameter == KEY else f"{owner}.{parameter}"


def key_variable(route: Route) -> str | None:
    """Return the variable in which a route's key may lie, where that is not one of a spoken provider's."""
    provider = route.provider
    usual = provider.env[0] if provider.carried and provider.env and route.owner == provider.name else None
    return route.request.api_key_env or usual


def named_of(route: Route, keys: KeyStore) -> Mapping[str, str]:
    """Return what litellm is told besides, by its names. May wait for the keyring."""
    provider = route.provider
    found: dict[str, str | None] = {}
    for parameter, variable in provider.named.items():
        if parameter == KEY:
            continue
        owner = secret_owner(route.owner, parameter)
        if route.owner != provider.name:
            # An address that somebody else named: the person's variables are not for it.
            found[parameter] = keys.get(owner) if parameter in provider.secret else None
        elif parameter in provider.secret:
            found[parameter] = keys.get(owner, variable)
        else:
            found[parameter] = route.named.get(parameter) or keys.at_hand(owner, variable)
    address = route.request.base_url or found.get(ADDRESS) or ""
    if route.provider.name == "azure" and address.rstrip("/").endswith(V1):
        # litellm adds the path itself, by the version.
        address = address.rstrip("/").removesuffix(V1)
        found["api_version"] = found.get("api_version") or "v1"
    return {name: value for name, value in {**found, ADDRESS: address}.items() if value}


def lacks(route: Route, key: str | None, named: Mapping[str, str]) -> Failed | None:
    """Return what a provider of litellm's needs and nobody set, in its own words; None where all is there."""
    there = {*named, *([KEY] if key else [])}
    missing = [group for group in route.provider.needs if there.isdisjoint(group)]
    if not missing:
        return None
    provider = route.provider
    parts = " + ".join(" / ".join(provider.named[one] for one in group) for group in missing)
    told = fault_messages.LACKS.filled(provider=route.title, names=parts)
    secret = any(one in provider.secret for one in missing[0])
    hint = fault_hints.ENTER_NAMED if not secret else fault_hints.ENTER_SECRET
    owner = secret_owner(route.owner, missing[0][0])
    return Failed(
        "auth", told, False, hint=hint.filled(owner=owner, name=missing[0][0], provider=provider.name)
    )


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
    named: Mapping[str, str] = field(default_factory=dict)
    """What the person set besides, where litellm carries the calls."""

    @property
    def origin(self) -> str:
        """The origin it goes to."""
        return origin(self.request.base_url or self.provider.base)

    @property
    def prefix(self) -> str:
        """What its models are called by in front of their own names."""
        return self.owner.partition("@")[0]

    @property
    def local(self) -> bool:
        """Tell whether the server is one of this machine's usual ones."""
        return self.provider.local

    @property
    def own(self) -> bool:
        """Tell whether the server is on this machine or in a private network."""
        return own_network(self.request.base_url or self.provider.base)

    @property
    def patient(self) -> bool:
        """Tell whether the first word may come after minutes."""
        return self.own or reasons(self.request.model)


def approved(table: ProviderTable, server: str) -> bool:
    """Tell whether seats may name this origin."""
    set_up = [s.base_url for s in table.providers.values() if s.base_url]
    own = [endpoint.base_url for endpoint in table.endpoints.values()]
    return server in {origin(url) for url in (*table.approved, *set_up, *own)}


def _is_bound(table: ProviderTable, server: str, variable: str) -> bool:
    """Tell whether a variable's value may be sent to an origin because a seat names it."""
    if any(variable in names for url, names in table.variables.items() if origin(url) == server):
        return True
    if any(variable == e.api_key_env and origin(e.base_url) == server for e in table.endpoints.values()):
        return True
    for provider in PROVIDERS.values():
        set_up = table.providers.get(provider.name, ProviderSettings())
        own = variable == set_up.api_key_env
        # The person has led the provider elsewhere: its key goes along.
        if server == origin(set_up.base_url or provider.base) and (own or variable in provider.env):
            return True
        if server == provider.origin and variable in provider.env:
            return True
    return False


def stranger(request: ModelRequest, table: ProviderTable) -> NamedServer | None:
    """Return the server, with the variable, that must be approved before a request may go there."""
    found = _route(request, table)
    if isinstance(found, Failed):
        return None
    server, seat = found.origin, (SeatName(request.seat),)
    variable = request.api_key_env or ""
    unbound = variable if variable and not _is_bound(table, server, variable) else ""
    own = request.base_url is None or server in (origin(found.provider.base), *_moved(found.provider, table))
    known = own or approved(table, server)
    return None if known and not unbound else NamedServer(server, unbound, seat)


def _moved(provider: Provider, table: ProviderTable) -> tuple[str, ...]:
    """Return where the person has led a provider."""
    base = table.providers.get(provider.name, ProviderSettings()).base_url
    return (origin(base),) if base else ()


def route_of(request: ModelRequest, table: ProviderTable) -> Route | Failed:
    """Return the way a request goes, or why it may not go."""
    unknown = stranger(request, table)
    return not_approved(unknown) if unknown is not None else way_of(request, table)


def way_of(request: ModelRequest, table: ProviderTable) -> Route | Failed:
    """Return where a request leads, approved or not: for what is worked out without sending it."""
    found = _route(request, table)
    if isinstance(found, Failed) or found.request.base_url is None:
        return found
    base = _tidy(found.request.base_url, found.provider)
    return replace(found, request=found.request.model_copy(update={"base_url": base}))


def _tidy(base: str, provider: Provider) -> str:
    """Return a base address: some people write the version, some do not, and some the whole path."""
    if provider.carried:
        return base.rstrip("/")
    path = urlsplit(provider.dialect.address("http://base", "")).path
    return base.rstrip("/").removesuffix(path).rstrip("/").removesuffix(provider.dialect.VERSION_PATH)


def _route(request: ModelRequest, table: ProviderTable) -> Route | Failed:
    name, _, model = request.model.partition("/")
    endpoint = table.endpoints.get(name)
    if endpoint is not None and request.base_url is None:
        return _to_endpoint(request, name, model, endpoint)
    provider = provider_of(request.model)
    if provider is None or not model:
        return _no_provider(request.model, table)
    settings = table.providers.get(provider.name, ProviderSettings())
    if request.base_url is None or origin(request.base_url) == origin(settings.base_url or provider.base):
        update = {
            "base_url": request.base_url or settings.base_url,
            "api_key_env": request.api_key_env or settings.api_key_env,
        }
        pace = Pace(at_once=settings.at_once, per_minute=settings.per_minute)
        moved = _sized(request.model_copy(update=update), model, settings)
        needed = not provider.local
        return Route(provider, moved, provider.name, needed, pace, provider.title, settings.named)
    server = origin(request.base_url)
    if not server.startswith(("http://", "https://")):
        return Failed(
            "not_found",
            fault_messages.NO_ADDRESS.filled(address=request.base_url),
            False,
            hint=fault_hints.USE_HTTP,
        )
    return Route(provider, request, key_owner(provider, request.base_url), False, NO_PACE, server)


def _to_endpoint(request: ModelRequest, name: str, model: str, endpoint: Endpoint) -> Route:
    provider = speaker_of(endpoint.dialect)
    own_rates = request.price_in is not None or request.price_out is not None
    update = {
        "model": f"{provider.name}/{model}",
        "base_url": endpoint.base_url,
        "api_key_env": request.api_key_env or endpoint.api_key_env,
        "price_in": request.price_in if own_rates else endpoint.price_in,
        "price_out": request.price_out if own_rates else endpoint.price_out,
        "price_cached": None if own_rates else endpoint.price_cached,
        "price_stored": None if own_rates else endpoint.price_stored,
    }
    pace = Pace(at_once=endpoint.at_once, per_minute=endpoint.per_minute)
    moved = _sized(request.model_copy(update=update), model, endpoint)
    return Route(provider, moved, name, False, pace, endpoint.title or name)


def _sized(request: ModelRequest, model: str, settings: ProviderSettings | Endpoint) -> ModelRequest:
    """Return a request with what the person set for its model, where the session says nothing of it."""
    if request.sees is None and model in settings.vision:
        request = request.model_copy(update={"sees": settings.vision[model]})
    window = settings.context_length.get(model)
    if window is None or request.options.context_length is not None:
        return request
    options = request.options.model_copy(update={"context_length": window})
    return request.model_copy(update={"options": options})


def not_approved(unknown: NamedServer) -> Failed:
    """Say that a seat names a server, or a variable for it, that the person knows nothing of."""
    host = urlsplit(unknown.origin).netloc
    told = (
        fault_messages.UNAPPROVED_KEY.filled(server=unknown.origin, variable=unknown.variable)
        if unknown.variable
        else fault_messages.UNAPPROVED.filled(server=unknown.origin)
    )
    return Failed("not_found", told, False, hint=fault_hints.APPROVE.filled(host=host))


def _no_provider(model: str, table: ProviderTable) -> Failed:
    """Say that a model's name leads nowhere."""
    names = ", ".join([*sorted(table.endpoints), *sorted(SPOKEN), *CARRIED_FIRST])
    told = fault_messages.NO_PROVIDER.filled(model=model)
    return Failed("not_found", told, False, hint=fault_hints.USE_PROVIDER.filled(names=names))


def no_embeddings(route: Route) -> Failed:
    """Say that a provider is not asked for embeddings."""
    told = fault_messages.NO_EMBEDDINGS.filled(server=route.title)
    return Failed("not_found", told, False, hint=fault_hints.OTHER_EMBEDDING)


def no_key(route: Route) -> Failed:
    """Say that a provider has no key."""
    env = route.request.api_key_env
    name, *others = dict.fromkeys([*([env] if env else []), *route.provider.env])
    hint = (
        fault_hints.ENTER_KEY_OR.filled(owner=route.owner, name=name, other=" or ".join(others))
        if others
        else fault_hints.ENTER_KEY.filled(owner=route.owner, name=name)
    )
    return Failed("auth", fault_messages.NO_KEY.filled(provider=route.title), False, hint=hint)
