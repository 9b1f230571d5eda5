#!/usr/bin/env python3
"""One door for working on Roundtable: make the environment, run the program, run the checks.

    python3 packaging/dev.py run [ARGUMENTS]     open the window, or pass ARGUMENTS to `roundtable`
    python3 packaging/dev.py test [ARGUMENTS]    run the tests; ARGUMENTS go to pytest (--nightly: all)
    python3 packaging/dev.py check [--no-tests]  lint, format, types, import rules, then the tests
    python3 packaging/dev.py bench [NAMES]       run the benchmarks; exit 1 if a bound is missed
    python3 packaging/dev.py pictures FOLDER     make a picture of every state of the window
    python3 packaging/dev.py package [FOLDER]    make the installers, and prove them in a bare system
    python3 packaging/dev.py lock [--upgrade]    write packaging/locks/ anew from pyproject.toml

Works from any folder with Python 3.11 to 3.14 and nothing else installed. The environment is `.venv`
at the root; it holds exactly what the lock files name, each file checked against its hash.

Rules of this file: it must parse on every Python, so that an old one gets a sentence and no traceback; what
needs a supported one lies in the dev_*.py beside it, of the standard library alone. Exit status: 2 if
something on this machine is missing (the message says what to do), else that of the command that ran.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence  # noqa: F401  in comments: annotations are too new

SUPPORTED = ((3, 11), (3, 12), (3, 13), (3, 14))


def find_program(name):
    # type: (str) -> str | None
    """Return where a program lies on the PATH, or None."""
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        path = os.path.join(folder, name)
        if os.access(path, os.X_OK) and not os.path.isdir(path):
            return path
    return None


def python_problem(version, which=find_program):
    # type: (Sequence[int], Callable[[str], str | None]) -> str | None
    """Return the sentence that says which Python is needed, or None if this one serves."""
    if tuple(version[:2]) in SUPPORTED:
        return None
    sentence = "Roundtable needs Python 3.11 to 3.14; this is {}.{}.".format(*version[:2])
    for major, minor in reversed(SUPPORTED):
        name = "python{}.{}".format(major, minor)
        if which(name):
            return "{} Run it with the one that is here: {} packaging/dev.py".format(sentence, name)
    return "{} Install one of them, then run this again with it.".format(sentence)


def main(arguments):
    # type: (Sequence[str]) -> int
    """Run one command and return the exit status."""
    problem = python_problem(sys.version_info[:2])
    if problem is not None:
        sys.stderr.write(problem + "\n")
        return 2
    # Late, all of them: an old Python cannot read them, and a start with nothing to make needs few.
    if arguments[:1] == ["run"]:
        import dev_quick

        dev_quick.run_at_once(arguments[1:])
    import dev_commands

    return dev_commands.main(arguments, __doc__ or "")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
