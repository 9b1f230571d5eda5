"""Rules from what was refused again and again: proposed, accepted, changed, or never proposed again."""

from __future__ import annotations

from dataclasses import asdict

from app.cli.output import print_found, show, show_wrapped
from app.services.core import Core

_USES = {"must_have": "must-have of new sessions", "critics": "told to critics"}


async def listed(core: Core, *, as_json: bool) -> int:
    """Show what is proposed with its cases, and what was decided."""
    proposed, decided = core.rules.proposals(await core.library.rows()), core.rules.decided()
    if as_json:
        value = {
            "proposed": [asdict(one) for one in proposed],
            "decided": {kind: rule.model_dump() for kind, rule in decided.items()},
        }
        return print_found(value, as_json=True)
    for one in proposed:
        show(f"{one.kind}: proposed ({_USES[one.use]})")
        show_wrapped(f"  {one.text}")
        for title, case in one.cases:
            show_wrapped(f"    {title}: {case}", 6)
    for kind, rule in decided.items():
        show(f"{kind}: never again" if rule.verdict == "never" else f"{kind}: {_USES[rule.use]}: {rule.text}")
    if not proposed and not decided:
        show("Nothing is proposed: rules come from what you refuse in five sessions or more.")
    return 0


async def accept(core: Core, kind: str, text: str, *, as_json: bool) -> int:
    """Put a proposed rule in force for new sessions."""
    rule = core.rules.accept(await core.library.rows(), kind, text)
    said = f"In force for new sessions ({_USES[rule.use]}): {rule.text}"
    return print_found({"kind": kind, **rule.model_dump()}, said, as_json=as_json)


async def never(core: Core, kind: str, *, as_json: bool) -> int:
    """Propose this never again."""
    core.rules.never(await core.library.rows(), kind)
    return print_found({"kind": kind, "verdict": "never"}, "It is not proposed again.", as_json=as_json)


async def forget(core: Core, kind: str, *, as_json: bool) -> int:
    """Take back what was decided of a proposal."""
    core.rules.forget(kind)
    return print_found({"kind": kind, "verdict": ""}, "Taken back.", as_json=as_json)
