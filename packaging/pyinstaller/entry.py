"""Where the frozen program begins: the environment is given back, then it is `python -m app`."""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping


def give_back(environment: MutableMapping[str, str]) -> None:
    """Undo what the loader put into LD_LIBRARY_PATH.

    The programs of others that are started from here (git, the browser) would load this one's libraries. Its
    own children are frozen too and set the path by themselves, but only where they are told to begin anew:
    otherwise they rely on the parent's path, and Qt finds none of its libraries.
    """
    environment["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    before = environment.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        environment["LD_LIBRARY_PATH"] = before
    else:
        environment.pop("LD_LIBRARY_PATH", None)


if __name__ == "__main__":
    give_back(os.environ)
    from app.__main__ import main

    sys.exit(main())
