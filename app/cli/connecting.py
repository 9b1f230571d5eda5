"""Commands about models and their providers, and about this machine."""

from __future__ import annotations

from dataclasses import asdict

from app.cli.inputs import need_keyring, secret_line
from app.cli.output import print_found, print_json, show
from app.cli.status import EXIT
from app.domain.i18n import words
from app.services.core import Core
from app.services.providers import ModelChoice


async def models(core: Core, *, everything: bool, ask: bool, approve: str | None, as_json: bool) -> int:
    """List the models that can be put into a seat; `approve` first allows seats to name a server."""
    approved = core.providers.approve(approve) if approve else ""
    found = await core.providers.models(everything=everything, ask=ask)
    if as_json:
        print_json([_row(choice) for choice in found])
        return 0
    if approved:
        show(f"Seats may name {approved} from now on.")
    for choice in found:
        context = f"  {choice.info.context_limit:,} tokens" if choice.info.context_limit else ""
        show(f"{choice.info.name}  {choice.info.label or choice.title}  {choice.price}{context}")
    missing = [one.title for one in await core.providers.list() if not (one.connected or one.local)]
    if missing:
        show(f"Not connected: {', '.join(missing)}. Keep a key with “roundtable key NAME”.")
    return 0


def _row(choice: ModelChoice) -> dict[str, object]:
    row = {**asdict(choice.info), "connected": choice.connected}
    return {**row, "label": choice.info.label or choice.title}


async def keep_key(core: Core, name: str, *, forget: bool, as_json: bool) -> int:
    """Keep a provider's key in the keyring, or forget it; the key is typed unseen or read from a pipe."""
    provider = await core.providers.get(name)
    if forget:
        await core.providers.forget_key(name)
        found = {"name": name, "key": "forgotten"}
    else:
        hint = f" ({provider.page})" if provider.page else ""
        key = secret_line(f"Key for {provider.title}{hint}: ")
        storage = await core.providers.put_key(name, key)
        variable = (*provider.variables, "of your own")[0]
        need_keyring(storage, words("Set the variable {name} instead.", name=variable), what="key")
        found = {"name": name, "key": storage}
    return print_found(found, f"{provider.title}: {found['key']}", as_json=as_json)


async def doctor(core: Core, *, connect: bool, as_json: bool) -> int:
    """Check the machine; exit 5 where something is wrong."""
    checks = await core.doctor.checks(connect=connect)
    if as_json:
        print_json([asdict(check) for check in checks])
    for check in [] if as_json else checks:
        show(f"{'✓' if check.ok else '✕'} {check.check}: {check.detail}")
        if check.next:
            show(f"    {check.next}")
    return 0 if all(check.ok for check in checks) else EXIT["failed"]
