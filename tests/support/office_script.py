"""Runs inside LibreOffice's own Python: opens a document, does what it is told, and says what it found.

Lines of JSON come in and go out. It is started by `tests.support.office`, and imports nothing of the program.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException


def value(name, content):
    found = PropertyValue()
    found.Name, found.Value = name, content
    return found


class Office:
    def __init__(self, pipe):
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
        until = time.monotonic() + 120
        while True:
            try:
                self.context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                break
            except NoConnectException:
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)
        manager = self.context.ServiceManager
        self.desktop = manager.createInstanceWithContext("com.sun.star.frame.Desktop", self.context)
        self.dispatcher = manager.createInstanceWithContext("com.sun.star.frame.DispatchHelper", self.context)
        self.document: Any = None

    def do(self, step):
        return getattr(self, step[0])(*step[1:])

    def open(self, path):
        self.document = self.desktop.loadComponentFromURL(
            Path(path).as_uri(), "_blank", 0, (value("Hidden", True),)
        )
        if self.document is None:
            raise LookupError(path)

    def close(self):
        self.document.close(False)
        self.document = None

    def quit(self):
        if self.document is not None:
            self.close()
        self.desktop.terminate()

    def save(self, path, filter="MS Word 2007 XML"):
        self.document.storeToURL(Path(path).as_uri(), (value("FilterName", filter),))

    def command(self, name, *arguments):
        frame = self.document.CurrentController.Frame
        given = tuple(value(key, content) for key, content in arguments)
        self.dispatcher.executeDispatch(frame, f".uno:{name}", "", 0, given)

    def text(self):
        """Return the paragraphs that are shown, as lines."""
        found = []
        paragraphs = self.document.Text.createEnumeration()
        while paragraphs.hasMoreElements():
            one = paragraphs.nextElement()
            if one.supportsService("com.sun.star.text.Paragraph"):
                found.append(one.getString())
        return "\n".join(found)

    def author(self, name):
        """Let what is done from now on be done by somebody of this name."""
        provider = self.context.ServiceManager.createInstanceWithContext(
            "com.sun.star.configuration.ConfigurationProvider", self.context
        )
        profile = provider.createInstanceWithArguments(
            "com.sun.star.configuration.ConfigurationUpdateAccess",
            (value("nodepath", "/org.openoffice.UserProfile/Data"),),
        )
        profile.givenname, profile.sn = name, ""
        profile.commitChanges()

    def recording(self, on):
        self.document.RecordChanges = on

    def changes(self):
        """Return kind, author and words of each tracked change."""
        found = []
        changes = self.document.Redlines.createEnumeration()
        while changes.hasMoreElements():
            one = changes.nextElement()
            found.append([one.RedlineType, one.RedlineAuthor])
        return found

    def decide(self, accept, which):
        """Accept or reject the tracked changes of these places, counted from the beginning."""
        before = len(self.changes())
        for place in sorted(which, reverse=True):
            self.document.CurrentController.ViewCursor.gotoStart(False)
            for _ in range(place + 1):
                self.command("NextTrackedChange")
            self.command("AcceptTrackedChange" if accept else "RejectTrackedChange")
        return before - len(self.changes())

    def find(self, words):
        search = self.document.createSearchDescriptor()
        search.SearchString, search.SearchCaseSensitive = words, True
        found = self.document.findFirst(search)
        if found is None:
            raise LookupError(words)
        return found

    def replace(self, words, others):
        self.find(words).setString(others)

    def insert_behind(self, words, text):
        found = self.find(words)
        found.Text.insertString(found.End, text, False)

    def move_line(self, words, behind):
        """Cut the paragraph of these words, with the empty one after it, and paste it behind another one."""
        found = self.find(words)
        cursor = found.Text.createTextCursorByRange(found)
        cursor.gotoStartOfParagraph(False)
        cursor.gotoEndOfParagraph(True)
        line = cursor.getString()
        cursor.goRight(2, True)
        cursor.setString("")
        cursor = self.document.Text.createTextCursorByRange(self.find(behind))
        cursor.gotoEndOfParagraph(False)
        paragraph_break = uno.getConstantByName("com.sun.star.text.ControlCharacter.PARAGRAPH_BREAK")
        self.document.Text.insertControlCharacter(cursor, paragraph_break, False)
        self.document.Text.insertString(cursor, line, False)

    def tables(self):
        return self.document.TextTables.Count

    def comment(self, words, author, said):
        found = self.find(words)
        field = self.document.createInstance("com.sun.star.text.textfield.Annotation")
        field.Author, field.Content = author, said
        found.Text.insertTextContent(found, field, True)

    def comments(self):
        """Return author, words and anchor of each comment."""
        found = []
        fields = self.document.TextFields.createEnumeration()
        while fields.hasMoreElements():
            one = fields.nextElement()
            if one.supportsService("com.sun.star.text.textfield.Annotation"):
                found.append([one.Author, one.Content, one.Anchor.getString()])
        return sorted(found)


def main():
    office = Office(sys.argv[1])
    for line in sys.stdin:
        try:
            answer = {"found": office.do(json.loads(line))}
        except Exception as error:  # noqa: BLE001  whatever goes wrong in there is told outside
            answer = {"error": repr(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
