"""The command line with the toy with folders beside the shipped workflows, as a module to be run."""

from __future__ import annotations

import sys

from app.bootstrap import build
from app.cli.main import main
from app.workflows.registry import SHIPPED, Makers
from tests.support.toy_folders import BinderPlugin

MAKERS: Makers = {**SHIPPED, "binder": BinderPlugin}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], lambda: build(council_step=0.0, makers=MAKERS), MAKERS))
