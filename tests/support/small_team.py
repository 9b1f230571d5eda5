"""What a person prepares for a team of three small models: the server, the team, and something to work on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli_w

from app.settings.folders import Folders

SEATS = {"Ada": "performance", "Bram": "simplicity", "Cleo": "testing"}
FILES = {
    "billing.md": "# Billing\nA failed charge is retried three times. Then the account is closed.\n",
    "support.md": "# Support\nSupport can open a closed account again for thirty days.\n",
    "mail.md": "# Mail\nAfter each failed charge a mail is sent that names the next try.\n",
}
LEAFLET = (
    "# Sundays\n\nOur bakery has been open on Sundays since May. Many people come, most before eleven.\n"
)


def prepare(folder: Path, base_url: str, model: str = "small", **endpoint: object) -> dict[str, str]:
    """Name the server `own`, and put its model into all seats; return the paths of what there is to work on.

    `endpoint`: what else is said of the server in `providers.toml`.
    """
    config = Folders.of_this_machine().config
    config.mkdir(parents=True, exist_ok=True)
    table = {"endpoints": {"own": {"base_url": base_url, **endpoint}}}
    (config / "providers.toml").write_text(tomli_w.dumps(table), encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    members = [f'[[member]]\nname = "{n}"\nmodel = "own/{model}"\nrole = "{r}"\n' for n, r in SEATS.items()]
    chair = f'[chair]\nname = "Chair"\nmodel = "own/{model}"\n'
    texts = {"team.toml": "".join(['name = "Small"\n', *members, chair]), "leaflet/leaflet.md": LEAFLET}
    for name, text in {**texts, **{f"files/{name}": text for name, text in FILES.items()}}.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return {
        "team": str(folder / "team.toml"),
        "files": str(folder / "files"),
        "leaflet": str(folder / "leaflet"),
    }


def came_to_its_end(value: Mapping[str, Any]) -> bool:
    """Tell whether a session that was run is over, or waits for nothing but other words, as a draft does."""
    gate = value.get("gate")
    return value["state"] == "finished" or (value["state"] == "waiting" and bool(gate and gate["idle"]))
