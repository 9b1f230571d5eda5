"""Every setting, declared once: the window's dialog and `roundtable config` are made of this list.

Values are what the file holds: text, a truth, a number, or None for no limit. What differs from the default
is written, nothing else.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.errors import InputError, one_of
from app.domain.i18n import QT_TRANSLATE_NOOP, Message, words
from app.domain.whole_numbers import whole_number

Value = str | bool | int | float | None
NONE = "none"
"""Written for no limit: the file format has no word for nothing."""
HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}")
"""The name of a header, as RFC 9110 has it."""
_WEB = re.compile(r"https?://(\[[0-9A-Fa-f:.]+\]|[^\s/?#@:\[\]\\]+)(:[0-9]{1,5})?([/?][^\s@#]*)?")
_ON, _OFF = ("on", "yes", "true"), ("off", "no", "false")

THEME, TEXT_SIZE, STILL, LANGUAGE = "theme", "text_size", "reduce_motion", "language"
TEAM, COST = "team", "cost_limit"
DESKTOP, ASK_SOUND, DONE_SOUND = "notify_desktop", "notify_ask_sound", "notify_done_sound"
CONTENT, REPEAT = "notify_content", "notify_repeat"
EXPORTS, TRASH_DAYS = "export_folder", "trash_days"
TRACE, TRACE_TEXTS, TRACE_HEADER = "trace_address", "trace_texts", "trace_header"
OF_THIS_MACHINE = (TRACE, TRACE_TEXTS, TRACE_HEADER)
"""Whom anything is told: a person says that on each machine, no backup does."""
SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Option(ABC):
    """One setting: its key in the file, its title, the group it stands in, and its default."""

    key: str
    title: str
    group: str
    default: Value
    hint: str = ""
    """What a person should know before changing it."""

    @abstractmethod
    def accepts(self, value: Value) -> bool:
        """Tell whether a value may stand in the file."""

    @abstractmethod
    def expected(self) -> Message:
        """Return what may be written, as the end of “It takes …”."""

    @abstractmethod
    def parsed(self, text: str) -> Value:
        """Return what a person typed as a value; raises ValueError."""

    def checked(self, value: Value, file: object) -> Value:
        """Return a value of the file; raises InputError naming both and what may stand there."""
        if not self.accepts(value):
            raise InputError(
                words("{file}: {name} cannot be “{value}”.", file=file, name=self.key, value=str(value)[:60]),
                words("It takes {what}.", what=self.expected()),
            )
        return value

    def typed(self, text: str) -> Value:
        """Return what a person typed as a sound value; raises InputError."""
        try:
            value = self.parsed(text.strip())
        except ValueError:
            value = text
        if not self.accepts(value):
            raise InputError(
                words("{name} cannot be “{value}”.", name=self.key, value=text[:60]),
                words("It takes {what}.", what=self.expected()),
            )
        return value


class Switch(Option):
    """On or off."""

    def accepts(self, value: Value) -> bool:
        return isinstance(value, bool)

    def expected(self) -> Message:
        return words("“on” or “off”")

    def parsed(self, text: str) -> Value:
        if text.lower() not in (*_ON, *_OFF):
            raise ValueError(text)
        return text.lower() in _ON


@dataclass(frozen=True, slots=True)
class Choice(Option):
    """One of a few values, each with its title."""

    choices: Sequence[tuple[str | int, str]] = ()

    def accepts(self, value: Value) -> bool:
        return any(type(value) is type(one) and value == one for one, _title in self.choices)

    def expected(self) -> Message:
        return words("one of: {names}", names=", ".join(str(one) for one, _title in self.choices))

    def parsed(self, text: str) -> Value:
        number = whole_number(text)
        return text.lower() if number is None else number


@dataclass(frozen=True, slots=True)
class Number(Option):
    """A number within bounds; with `endless`, none for no limit."""

    least: float = 0
    most: float = 0
    step: float = 1
    whole: bool = True
    prefix: str = ""
    suffix: str = ""
    endless: str = ""
    """What no limit is called, where there may be none."""
    field: str = ""
    """The field of a set-up that begins with this value."""

    def accepts(self, value: Value) -> bool:
        if value is None:
            return bool(self.endless)
        kinds = (int,) if self.whole else (int, float)
        return not isinstance(value, bool) and isinstance(value, kinds) and self.least <= value <= self.most

    def expected(self) -> Message:
        least, most = f"{self.least:g}", f"{self.most:.0f}"
        if self.endless:
            return words("a number from {least} to {most}, or “none”", least=least, most=most)
        if self.whole:
            return words("a whole number from {least} to {most}", least=least, most=most)
        return words("a number from {least} to {most}", least=least, most=most)

    def parsed(self, text: str) -> Value:
        bare = text.removeprefix(self.prefix.strip()).removesuffix(self.suffix.strip()).strip()
        if self.endless and bare.lower() == NONE:
            return None
        if len(bare) > 20:
            raise ValueError(text)
        return int(bare) if self.whole else float(bare)


class Text(Option):
    """A name or a path; empty where the program chooses."""

    def accepts(self, value: Value) -> bool:
        return isinstance(value, str) and len(value) <= 4096 and value.isprintable()

    def expected(self) -> Message:
        return words("one line of text")

    def parsed(self, text: str) -> Value:
        return text


class _WebAddress(Text):
    """An address with a host; empty: none. A name and a password in it would be kept in a file."""

    def accepts(self, value: Value) -> bool:
        return (
            isinstance(value, str)
            and super().accepts(value)
            and (not value or _WEB.fullmatch(value) is not None)
        )

    def expected(self) -> Message:
        return words(
            "an address that begins with http:// or https:// and names a host, without a name and password"
        )


class HeaderName(Text):
    """The name of a header; empty: none."""

    def accepts(self, value: Value) -> bool:
        return isinstance(value, str) and (not value or HEADER.fullmatch(value) is not None)

    def expected(self) -> Message:
        return words("the name of a header, such as Authorization; its value is kept apart")


class FolderPath(Text):
    """A folder; empty where the program chooses."""


class TeamName(Text):
    """One of the saved teams."""


APPEARANCE = QT_TRANSLATE_NOOP("ui", "Appearance")
_NEW_SESSIONS = QT_TRANSLATE_NOOP("ui", "New sessions")
_NOTIFICATIONS = QT_TRANSLATE_NOOP("ui", "Notifications")
DATA = QT_TRANSLATE_NOOP("ui", "Data")
GROUPS = (APPEARANCE, _NEW_SESSIONS, _NOTIFICATIONS, DATA)

OPTIONS: Sequence[Option] = (
    Choice(
        THEME,
        QT_TRANSLATE_NOOP("ui", "Colours"),
        APPEARANCE,
        SYSTEM,
        choices=(
            (SYSTEM, QT_TRANSLATE_NOOP("ui", "System")),
            ("light", QT_TRANSLATE_NOOP("ui", "Light")),
            ("dark", QT_TRANSLATE_NOOP("ui", "Dark")),
        ),
    ),
    Number(
        TEXT_SIZE,
        QT_TRANSLATE_NOOP("ui", "Text size"),
        APPEARANCE,
        100,
        least=70,
        most=200,
        step=10,
        suffix=" %",
    ),
    Choice(
        LANGUAGE,
        QT_TRANSLATE_NOOP("ui", "Language"),
        APPEARANCE,
        SYSTEM,
        hint=QT_TRANSLATE_NOOP("ui", "Another language is used from the next start on."),
        # Each language is called as its speakers call it.
        choices=((SYSTEM, QT_TRANSLATE_NOOP("ui", "System")), ("en", "English"), ("de", "Deutsch")),
    ),
    Switch(
        STILL,
        QT_TRANSLATE_NOOP("ui", "Reduce motion: nothing on the screen turns"),
        APPEARANCE,
        default=False,
    ),
    TeamName(TEAM, QT_TRANSLATE_NOOP("ui", "Default team"), _NEW_SESSIONS, "offline"),
    Number(
        COST,
        QT_TRANSLATE_NOOP("ui", "Cost limit"),
        _NEW_SESSIONS,
        2.0,
        least=0,
        most=100_000,
        whole=False,
        prefix="$",
        endless=QT_TRANSLATE_NOOP("ui", "No limit"),
        field="cost_limit",
    ),
    Switch(
        DESKTOP,
        QT_TRANSLATE_NOOP("ui", "Notify on the desktop while another program is in front"),
        _NOTIFICATIONS,
        default=True,
    ),
    Switch(ASK_SOUND, QT_TRANSLATE_NOOP("ui", "Sound when a session needs me"), _NOTIFICATIONS, default=True),
    Switch(
        DONE_SOUND, QT_TRANSLATE_NOOP("ui", "Sound when a session is finished"), _NOTIFICATIONS, default=False
    ),
    Switch(
        CONTENT,
        QT_TRANSLATE_NOOP("ui", "Show titles and questions in notifications"),
        _NOTIFICATIONS,
        default=False,
    ),
    Choice(
        REPEAT,
        QT_TRANSLATE_NOOP("ui", "Remind me once more"),
        _NOTIFICATIONS,
        10,
        choices=(
            (0, QT_TRANSLATE_NOOP("ui", "never")),
            (5, QT_TRANSLATE_NOOP("ui", "after 5 minutes")),
            (10, QT_TRANSLATE_NOOP("ui", "after 10 minutes")),
            (30, QT_TRANSLATE_NOOP("ui", "after 30 minutes")),
        ),
    ),
    FolderPath(EXPORTS, QT_TRANSLATE_NOOP("ui", "Exports"), DATA, ""),
    Number(
        TRASH_DAYS,
        QT_TRANSLATE_NOOP("ui", "Days in the trash"),
        DATA,
        30,
        least=1,
        most=3650,
        hint=QT_TRANSLATE_NOOP(
            "ui",
            "A session that has been there for longer is removed for good when the program starts. "
            "Until then “roundtable delete SESSION --undo” takes it back. "
            "A time without a start counts for a fifth of these days at most: no clock that is wrong "
            "empties the trash.",
        ),
    ),
    _WebAddress(
        TRACE,
        QT_TRANSLATE_NOOP("ui", "Send traces to"),
        DATA,
        "",
        hint=QT_TRANSLATE_NOOP(
            "ui",
            "The address of an OpenTelemetry collector, such as http://127.0.0.1:4318/v1/traces. "
            "It is told what was asked when and for how long; empty: nobody is.",
        ),
    ),
    Switch(TRACE_TEXTS, QT_TRANSLATE_NOOP("ui", "Send texts along with traces"), DATA, default=False),
    HeaderName(
        TRACE_HEADER,
        QT_TRANSLATE_NOOP("ui", "Secret header of traces"),
        DATA,
        "",
        hint=QT_TRANSLATE_NOOP(
            "ui",
            "Where the collector wants one, such as Authorization. Its value is kept in the keyring: "
            "“roundtable config trace_header NAME --secret”.",
        ),
    ),
)
BY_KEY = {option.key: option for option in OPTIONS}


def option_of(key: str) -> Option:
    """Return the setting of a key, written with _ or -; raises InputError with the keys there are."""
    found = BY_KEY.get(key.replace("-", "_"))
    if found is None:
        raise InputError(words("Nothing is set under the name “{name}”.", name=key[:60]), one_of(BY_KEY))
    return found
