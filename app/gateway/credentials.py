"""What litellm is told beside the key where it carries a provider's calls: from settings, keyring, variables.

Rule: what belongs to a provider goes to the address that the person set for it and to no other.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.domain import fault_hints, fault_messages
from app.engine.ports import Failed, KeyStore
from app.gateway.routes import Route

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
