"""Whether a plug-in holds together: every message says the fix.

The registry looks at what a run needs when it makes one; at what faces and exports show, the tests do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from app.domain.errors import Bug
from app.engine.command_options import CommandOption
from app.engine.folders import PORT_NAMES
from app.engine.plugin import WorkflowPlugin


def check_plugin(
    name: str, plugin: WorkflowPlugin, templates: Callable[[str], object], ports: Collection[str] = PORT_NAMES
) -> None:
    """Raise Bug for what does not fit. `templates` refuses one that is missing; `ports`: those there are."""
    if plugin.name != name:
        raise Bug(f"the workflow {plugin.name!r} stands in the table as {name!r}")
    for node in plugin.graph.nodes:
        if node.name not in plugin.nodes:
            raise Bug(f"{name}: node {node.name!r} has no function; add it to `nodes`")
        if node.gate and node.gate not in plugin.gates:
            raise Bug(f"{name}: gate {node.gate!r} of {node.name!r} is not declared in `gates`")
    if plugin.vocabulary.noun.source != plugin.vocabulary.round.source.lower():
        raise Bug(f"{name}: `vocabulary.noun` is not its word for a round in the middle of a sentence")
    _check_ports(name, plugin, ports)
    _check_command(name, plugin)
    for field in plugin.form:
        takes = plugin.setup.model_fields[field.name].annotation
        if field.widget == "folder" and takes not in (str, str | None):
            raise Bug(f"{name}: the field {field.name!r} is asked for as a folder; its type must be str")
    for template in plugin.templates:
        templates(template)


def _check_ports(name: str, plugin: WorkflowPlugin, ports: Collection[str]) -> None:
    named = [use.name for use in plugin.ports]
    for use in plugin.ports:
        if use.name not in ports:
            raise Bug(f"{name}: there is no port {use.name!r}; those there are: {', '.join(sorted(ports))}")
        if named.count(use.name) > 1:
            raise Bug(f"{name}: the port {use.name!r} is named twice in `ports`")
        if use.field not in plugin.setup.model_fields:
            raise Bug(f"{name}: the port {use.name!r} reads {use.field!r}, which is no field of the setup")
        if use.alone and use.alone not in plugin.setup.model_fields:
            raise Bug(f"{name}: the port {use.name!r} names {use.alone!r}, which is no field of the setup")


def _check_command(name: str, plugin: WorkflowPlugin) -> None:
    optional = ""
    for option in plugin.command_options:
        flag = option.flag
        if option.answers:
            _check_answering(name, plugin, option)
        elif option.field not in plugin.setup.model_fields:
            raise Bug(f"{name}: the option {flag!r} sets {option.field!r}, which is no field of the setup")
        if option.positional and option.required and optional:
            raise Bug(f"{name}: the argument {flag!r} must come before {optional!r}, which may be left out")
        if option.positional and not option.required:
            optional = flag


def _check_answering(name: str, plugin: WorkflowPlugin, option: CommandOption) -> None:
    gate, verb, field = option.spot
    kind = plugin.gates.get(gate)
    if kind is None or verb not in kind.names or field not in kind.verb(verb).data.model_fields:
        raise Bug(f"{name}: the option {option.flag!r} answers {option.answers!r}, no gate/verb/field")
