"""A command in a life of a nursery, which has imported already what commands import."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Sequence

import app.bootstrap
import app.cli
import app.engine
import app.gateway.hosted
import app.gateway.offline
import app.prompts
import app.services
import app.store
import app.workflows
from app.__main__ import main as program

APART = ("app.cli.agents", "app.cli.council")
"""What few commands import, and much with it."""


def main(arguments: Sequence[str]) -> int:
    """Run the program with these arguments."""
    sys.argv = ["roundtable", *arguments]
    return program()


for package in (app.cli, app.engine, app.prompts, app.services, app.store, app.workflows):
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not found.name.startswith(APART):
            importlib.import_module(found.name)
