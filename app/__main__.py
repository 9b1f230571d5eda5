"""`roundtable`: no arguments open the window, anything else is a command."""

from __future__ import annotations

import gc
import signal
import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.gateway.host_client import HostClient
    from app.services.core import Core


STOPPED = 4
"""As where a person stops a command."""


def main() -> int:
    """Run the program; return its exit status."""
    _open_streams()
    _without_plugins()
    arguments = sys.argv[1:]
    # Late imports: a command must not pay for Qt, nor the window for the command line; and the window
    # paints before the rest of the program is imported.
    if arguments[:1] == ["--model-host"]:
        from app.gateway.host.main import main as serve

        return serve(arguments[1:])
    if arguments[:1] == ["--tool-host"]:
        from app.gateway.tools.serve import main as serve_tools

        return serve_tools()
    if arguments[:1] == ["--command-host"]:
        from app.gateway.commands.host import main as serve_command

        return serve_command()
    if arguments[:1] == ["--read-documents"]:
        from app.documents.child import main as read_documents

        return read_documents()
    if arguments[:1] == ["--write-pdf"]:
        from app.export.pdf.child import main as write_pdf

        return write_pdf()
    from app.processes.child_env import withhold

    withhold()
    # What is imported is no garbage: looking through it again and again takes an eighth of a command, and a
    # twentieth of the window's start.
    gc.disable()
    file = _session_file(arguments)
    if not arguments or file:
        # Until the window takes Ctrl-C itself, nothing is open that must be closed: end without a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        from app.ui.startup.libraries import naming_what_is_missing

        # The whole run: what the first sketch does without is imported once it is seen.
        with naming_what_is_missing():
            from app.ui.startup.start import run_lazily

            return run_lazily(_make_core, opens=file)
    host: HostClient | None = None
    try:
        from app.gateway.early import early_host

        host = early_host(arguments)
        from app.cli.main import main as command

        return command(arguments, lambda: _make_services(host))
    except KeyboardInterrupt:
        # Pressed while the program was read: nothing had begun.
        return STOPPED
    finally:
        # What is left is to end: a second press must not break into that.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if host is not None:
            host.end_now()


def _open_streams() -> None:
    """Open the null device for each standard stream that is closed, as some schedulers start programs.

    Else the next file that is opened, a journal perhaps, would take its number, and with it what is printed.
    """
    import os  # late, as all else here

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            # What is started without streams of its own has these, too.
            os.set_inheritable(null, True)
            setattr(sys, name, os.fdopen(null, mode, encoding="utf-8"))


def _without_plugins() -> None:
    """Keep pydantic from looking for plugins: it reads the metadata of every installed package for them.

    WORKAROUND for https://github.com/pydantic/pydantic/blob/main/pydantic/plugin/_loader.py: where its
    variable forbids plugins, what reads metadata is imported all the same, a tenth of a list of sessions.
    """
    loader = ModuleType("pydantic.plugin._loader")
    loader.get_plugins = tuple  # type: ignore[attr-defined]  # the one function that is called
    sys.modules[loader.__name__] = loader


def _session_file(arguments: list[str]) -> str:
    """Return the session's file that a desktop asks to be shown, absolute; empty where it is a command."""
    if len(arguments) != 1 or not arguments[0].endswith(".roundtable") or arguments[0].startswith("-"):
        return ""
    import os  # late: a command is none of these

    return os.path.abspath(arguments[0])  # noqa: PTH100  pathlib is imported when the window is there


def _make_services(host: HostClient | None) -> Core:
    from app.bootstrap import build

    gc.freeze()
    gc.enable()
    return build(council_step=0.0, host=host)


def _make_core() -> Core:
    from app.bootstrap import build

    return build()


if __name__ == "__main__":
    sys.exit(main())
