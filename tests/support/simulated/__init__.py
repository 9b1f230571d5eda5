"""Members whose accuracy, conformity and insight are known, seated through the port of offline voices.

`panel` says what they believe and how they turn, `voices` says it in a debate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from app.bootstrap import build
from app.engine.plugin import WorkflowPlugin
from app.services.core import Core
from app.settings.folders import Folders
from app.workflows.debate.plugin import DebatePlugin
from app.workflows.registry import SHIPPED
from tests.support.simulated.voices import voices


def _debate() -> WorkflowPlugin:
    plugin = DebatePlugin()
    plugin.voices = {**plugin.voices, **voices()}
    return plugin


MAKERS: Mapping[str, Callable[[], WorkflowPlugin]] = {**SHIPPED, "debate": _debate}
"""The workflows as they are shipped; in a debate `offline/simulated` may sit."""


def build_simulated(folders: Folders | None = None, *, council_step: float = 0.0) -> Core:
    """Return the program as it is, with simulated members to choose."""
    return build(folders, council_step=council_step, makers=MAKERS)
