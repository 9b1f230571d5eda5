"""The tools by which a model reads the folder that a workflow named as its sources: list, read, search.

What of a file was shown goes to the workflow as `data`: its path, first, last and total lines, and digest.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from app.engine.folders import Hit, SourceFolder, SourceRules
from app.engine.node import Context
from app.workflows.common.tool_loop import LoopTool, ToolResult
from app.workflows.common.tools import Parameters, Text

_MOST_LISTED = 500


class ListFiles(Parameters):
    """What `list_files` takes."""

    pattern: Annotated[Text, Field(description="Part of a path, or a pattern such as *.md; empty: all.")] = ""


class ReadFile(Parameters):
    """What `read_file` takes."""

    path: Annotated[Text, Field(min_length=1, description="The file's path, as list_files shows it.")]
    first: Annotated[int, Field(description="The first line, counted from 1.")] = 1
    last: Annotated[int, Field(description="The last line; 0: to the end.")] = 0


class SearchText(Parameters):
    """What `search_text` takes."""

    text: Annotated[Text, Field(min_length=1, description="The words to look for, as they stand in a line.")]
    pattern: Annotated[Text, Field(description="Which files, as in list_files; empty: all.")] = ""


def _place(hit: Hit) -> str:
    return f" ({hit.place.label()})" if hit.place is not None else ""


def source_tools(context: Context, rules: SourceRules | None = None) -> tuple[LoopTool, ...]:
    """Return the three tools over the port `sources`, under a person's rules."""

    def folder() -> SourceFolder:
        # Inside the effect of a call, where the port is open.
        sources = context.ports.sources
        return sources if rules is None else sources.by_rules(rules)

    async def list_files(given: ListFiles) -> ToolResult:
        found = await folder().files(given.pattern)
        lines = [f"{file.path} ({file.size} bytes)" for file in found.files[:_MOST_LISTED]]
        if len(found.files) > _MOST_LISTED or not found.whole:
            lines.append("[there are more; name a pattern]")
        return ToolResult("\n".join(lines) or "There are no such files.")

    async def read_file(given: ReadFile) -> ToolResult:
        passage = await folder().read(given.path, given.first, given.last or None)
        if not passage.text and passage.first > passage.total:
            return ToolResult(f"{passage.path} has {passage.total} lines.")
        lines = [f"{passage.path}, lines {passage.first}–{passage.last} of {passage.total}:"]
        # Where in a document: before the line that begins there.
        starts = {max(place.line, passage.first): place.label() for place in passage.places}
        for number, line in enumerate(passage.text.split("\n"), passage.first):
            lines += [f"[{starts[number]}]"] if number in starts else []
            lines.append(f"{number}: {line}")
        if passage.cut_off is not None:
            lines.append(f"[{passage.cut_off}]")
        if passage.cut:
            lines.append(f"[cut here; read on from line {passage.last + 1}]")
        return ToolResult(
            "\n".join(lines),
            {
                "path": passage.path,
                "first": passage.first,
                "last": passage.last,
                "total": passage.total,
                "digest": passage.digest,
            },
        )

    async def search_text(given: SearchText) -> ToolResult:
        found = await folder().search(given.text, given.pattern)
        lines = [f"{hit.path}:{hit.line}{_place(hit)}: {hit.text}" for hit in found.hits]
        if not lines:
            lines.append(f"Nothing contains “{given.text}” ({found.files} files were searched).")
        if not found.whole:
            lines.append("[there is more; search for something rarer, or in fewer files]")
        return ToolResult("\n".join(lines))

    return (
        LoopTool("list_files", "List the files of the folder with their sizes.", ListFiles, list_files),
        LoopTool("read_file", "Return numbered lines of a file.", ReadFile, read_file),
        LoopTool("search_text", "Return the lines that contain some words.", SearchText, search_text),
    )
