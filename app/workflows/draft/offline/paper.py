"""A report or a document by rules: an outline, its sections, and their text, from the author's own words.

Rules know nothing of the matter. What the material says is quoted; what it leaves open is named as open.
"""

from __future__ import annotations

import re

from app.workflows.common.prose import demands, evidence, sentences
from app.workflows.draft.asked import FileText, LevelAsked
from app.workflows.draft.offline.brief import Brief, brief_of, closed, file_in, slug

_SECTIONS = (
    ("What is asked", "The question, and what an answer to it decides."),
    ("How things stand", "What is known and where it comes from."),
    ("What speaks for it", "The reasons, the strongest first."),
    ("What speaks against it", "Objections, risks, and who would be harmed."),
    ("What it costs", "Money, time and what cannot be done meanwhile."),
    ("What is recommended", "The recommendation and the first step."),
    ("What stays open", "What nobody knows yet, and how it could be found out."),
)


def report(asked: LevelAsked) -> dict[str, str]:
    """Return a level of a report, written anew."""
    brief = brief_of(asked)
    match asked.level:
        case "outline":
            return {asked.patterns[0]: _outline(brief)}
        case "sections":
            return _sections(asked, brief)
        case _:
            return _text(asked)


def document(asked: LevelAsked) -> dict[str, str]:
    """Return a level of any other project: a file a part of what stands above it, else one document."""
    brief = brief_of(asked)
    above = [file for file in asked.upstream if file.path.endswith(".md")]
    if above and asked.naming:
        folder = asked.patterns[-1].rpartition("/")[0]
        return {f"{folder}/{file.path.rpartition('/')[2]}": _written(file) for file in above}
    path = asked.first or asked.patterns[0].replace("*", "document")
    lines = [f"# {_title(brief)}", ""]
    for title, about in _SECTIONS:
        lines += [f"## {title}", "", _said(title, about, brief, asked.upstream), ""]
    return {path: "\n".join(lines).rstrip() + "\n"}


def _title(brief: Brief) -> str:
    if brief.title:
        return brief.title
    first = next(iter(sentences(brief.text)), "Report").rstrip(".?!")
    return first if len(first) <= 80 else " ".join(first.split()[:10]) + " …"


def _outline(brief: Brief) -> str:
    lines = [f"# {_title(brief)}", "", *(closed(s) for s in sentences(brief.text)[:6]), ""]
    for number, (title, about) in enumerate(_SECTIONS[: brief.count or len(_SECTIONS)], 1):
        lines += [f"## {number}. {title}", "", about, ""]
    return "\n".join(lines).rstrip() + "\n"


def _sections(asked: LevelAsked, brief: Brief) -> dict[str, str]:
    outline = file_in(asked.upstream, "outline.md")
    folder = asked.patterns[-1].rpartition("/")[0]
    parts = sections_of(outline.text) if outline else [(title, about) for title, about in _SECTIONS]
    found: dict[str, str] = {}
    for number, (title, body) in enumerate(parts, 1):
        about = " ".join(sentences(body)) or title
        own = _own(title, brief)
        carried = own or [
            closed(one.text)
            for one in evidence(
                f"{title} {about}", [(f.path, f.text) for f in asked.upstream], most=3, skip=about
            )
            if not one.source.endswith(".json")
        ]
        lines = [f"# {title}", "", f"Claim: {closed(about)}", "", "## Points", ""]
        lines += [f"- {point}" for point in carried] or [f"- {_open(title)}"]
        lines += ["", "## To be found", "", f"- A figure or a source for: {closed(about)}"]
        found[f"{folder}/{number:02d}-{slug(title)}.md"] = "\n".join(lines) + "\n"
    return found


def _text(asked: LevelAsked) -> dict[str, str]:
    folder = asked.patterns[-1].rpartition("/")[0]
    plans = [file for file in asked.upstream if file.path.startswith("sections/")]
    if not plans:
        return {f"{folder}/01-text.md": "".join(document(asked.model_copy(update={"naming": ""})).values())}
    return {f"{folder}/{file.path.rpartition('/')[2]}": _written(file) for file in plans}


def _written(plan: FileText) -> str:
    title = next(
        (line.lstrip("# ").strip() for line in plan.text.splitlines() if line.startswith("#")), "Text"
    )
    claim = ""
    points: list[str] = []
    part = ""
    for line in plan.text.splitlines():
        bare = line.strip()
        if bare.startswith("#"):
            part = bare.lstrip("# ").casefold()
        elif bare:
            words = closed(re.sub(r"^(?:[-*]\s+|\d+[.)]\s+)?(?:Claim:\s*)?", "", bare))
            if bare.startswith("Claim:"):
                claim = words
            elif part != "to be found" and words != _open(title):
                points.append(words)
    # What the author said is the text; where there is nothing, what belongs there is named as open.
    told = points or [*filter(None, [claim]), _open(title)]
    paragraphs = [" ".join(told[start : start + 3]) for start in range(0, len(told), 3)]
    return f"# {title}\n\n" + "\n\n".join(paragraphs) + "\n"


def sections_of(text: str) -> list[tuple[str, str]]:
    """Return the parts of a text under its second headings, their numbers taken off, each with its body."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith("## "):
            found.append((re.sub(r"^\d+[.)]\s*", "", line[3:].strip()), []))
        elif found and not line.startswith("#"):
            found[-1][1].append(line)
    return [(title, "\n".join(lines).strip()) for title, lines in found]


def _said(title: str, about: str, brief: Brief, upstream: tuple[FileText, ...]) -> str:
    told = _own(title, brief)
    if not told:
        context = [(file.path, file.text) for file in upstream if not file.path.endswith(".json")]
        told = [closed(one.text) for one in evidence(f"{title} {about}", context, most=3)]
    return f"{closed(about)} {' '.join(told) or _open(title)}".strip()


_COSTS = re.compile(
    r"(?i)\b(?:costs?|price|pays?|paid|budget|euros?|dollars?|percent|spend|spent|hours?)\b|[€$£%]"
)
_AGAINST = re.compile(
    r"(?i)\b(?:but|risk|risks|against|however|although|danger|harm|objection|complain\w*)\b"
)


def _own(title: str, brief: Brief) -> list[str]:
    """Return the author's sentences that belong under one of the usual headings; each belongs under one."""
    by_heading: dict[str, list[str]] = {}
    for sentence in sentences(brief.text):
        heading = (
            "What is asked"
            if demands(sentence)
            else "What it costs"
            if _COSTS.search(sentence)
            else "What speaks against it"
            if _AGAINST.search(sentence)
            else "How things stand"
        )
        by_heading.setdefault(heading, []).append(closed(sentence))
    return by_heading.get(title, [])


def _open(title: str) -> str:
    return f"The material says nothing on “{title}” yet; it has to be supplied."
