"""An editor of a Word document without a word processor: decides, writes with tracking, comments."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from docx import Document
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn

_KINDS = (qn("w:ins"), qn("w:del"))
WHEN = "2030-01-02T03:04:05Z"


class Editor:
    """A document that is being worked on by somebody of a name."""

    def __init__(self, content: bytes, name: str = "Anna") -> None:
        self.document = Document(io.BytesIO(content))
        self.name = name

    @property
    def body(self) -> Any:
        """The body's element."""
        return self.document.element.body

    def saved(self, path: Path | None = None) -> bytes:
        """Return the document as it is now, and write it where a path is given."""
        out = io.BytesIO()
        self.document.save(out)
        if path is not None:
            path.write_bytes(out.getvalue())
        return out.getvalue()

    def words(self, change: Any) -> str:
        """Return the letters of a tracked change."""
        return "".join(one.text or "" for one in change.iter(qn("w:t"), qn("w:delText")))

    def decide(self, accept: bool, *words: str) -> None:
        """Accept or reject the tracked changes of these words; all where none are named."""
        for change in [one for one in self.body.iter(*_KINDS) if one.getparent().tag != qn("w:rPr")]:
            if words and self.words(change) not in words:
                continue
            parent, at = change.getparent(), change.getparent().index(change)
            parent.remove(change)
            if (change.tag == qn("w:ins")) == accept:
                for offset, run in enumerate(list(change)):
                    for letters in run.iter(qn("w:delText")):
                        letters.tag = qn("w:t")
                    parent.insert(at + offset, run)
        if not words:
            self._decide_ends(accept)

    def _decide_ends(self, accept: bool) -> None:
        """Join paragraphs whose end goes, and let the others stay."""
        for mark in [one for one in self.body.iter(*_KINDS) if one.getparent().tag == qn("w:rPr")]:
            goes = (mark.tag == qn("w:ins")) != accept
            line = mark.getparent().getparent().getparent()
            mark.getparent().remove(mark)
            if goes:
                after = line.getnext()
                for number, one in enumerate(one for one in list(line) if one.tag != qn("w:pPr")):
                    properties = after.find(qn("w:pPr"))
                    after.insert(number + (0 if properties is None else 1), one)
                line.getparent().remove(line)

    def run_with(self, words: str) -> Any:
        """Return the run in which words stand."""
        for letters in self.body.iter(qn("w:t")):
            if words in (letters.text or ""):
                return letters.getparent()
        raise LookupError(words)

    def replace(self, old: str, new: str, *, tracked: bool = True) -> None:
        """Write other words in place of some, as a tracked change or not."""
        run = self.run_with(old)
        (letters,) = run.iter(qn("w:t"))
        before, _, after = letters.text.partition(old)
        who = f'w:id="900" w:author="{self.name}" w:date="{WHEN}"'
        tail = [("", after, "t")]
        middle = [("del", old, "delText"), ("ins", new, "t")] if tracked else [("", new, "t")]
        at = run.getparent().index(run) + 1
        letters.text = before
        letters.set(qn("xml:space"), "preserve")
        for kind, text, tag in (*middle, *tail):
            inner = f'<w:r><w:{tag} xml:space="preserve">{text}</w:{tag}></w:r>' if text else ""
            wrapped = f"<w:{kind} {who}>{inner}</w:{kind}>" if kind else inner
            if inner:
                found = parse_xml(f"<w:p {nsdecls('w')}>{wrapped}</w:p>")[0]
                run.getparent().insert(at, found)
                at += 1

    def comment(self, words: str, said: str) -> None:
        """Say something of the run in which words stand."""
        for paragraph in self.document.paragraphs:
            for run in paragraph.runs:
                if words in run.text:
                    self.document.add_comment([run], said, author=self.name)
                    return
        raise LookupError(words)

    def delete_line(self, words: str) -> None:
        """Take the paragraph out in which words stand, with its end."""
        line = self.run_with(words)
        while line.tag != qn("w:p"):
            line = line.getparent()
        line.getparent().remove(line)
