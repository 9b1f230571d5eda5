"""What the guide says, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.domain.i18n import QT_TRANSLATE_NOOP


class Page(NamedTuple):
    """A page: its name, its paragraphs, and its picture's file and what is to be seen on it."""

    title: str
    words: Sequence[str]
    picture: str
    seen: str
    """For people who cannot see the picture."""


PAGES = (
    Page(
        QT_TRANSLATE_NOOP("ui", "What it is"),
        (
            QT_TRANSLATE_NOOP(
                "ui",
                "Roundtable puts one question to several AI models. Each of them answers. Then "
                "they read each other's answers, say what is wrong with them, and improve their "
                "own. That is one round.",
            ),
            QT_TRANSLATE_NOOP(
                "ui",
                "After every round it stops and waits for you. You see what changed and why, and "
                "you decide: go on, send it back, change a text yourself, or end it. No round "
                "starts without you, unless you allow it.",
            ),
            QT_TRANSLATE_NOOP(
                "ui",
                "Everything is kept on this computer; only what you ask goes to the models you "
                "chose. Close the window whenever you like, and go on later.",
            ),
        ),
        "what",
        QT_TRANSLATE_NOOP(
            "ui",
            "The window: sessions at the left, three answers beside each other, the decision below them.",
        ),
    ),
    Page(
        QT_TRANSLATE_NOOP("ui", "Ask a question"),
        (
            QT_TRANSLATE_NOOP(
                "ui",
                "Choose New, and write what you want to know in your own words. It may be long: "
                "say what matters to you, what you tried, and what the answer has to contain. You "
                "can add files, or drop them on the window.",
            ),
            QT_TRANSLATE_NOOP(
                "ui",
                "Then choose who answers. The offline council is there to try things out: it "
                "needs no key and costs nothing.",
            ),
            QT_TRANSLATE_NOOP(
                "ui",
                "Before you start you see how many calls it takes and what it may cost. Set a "
                "cost limit: when it is reached, the session waits for you. Nothing is sent "
                "before you press Start.",
            ),
        ),
        "ask",
        QT_TRANSLATE_NOOP("ui", "A new session: the question, the team, and what the first round may cost."),
    ),
    Page(
        QT_TRANSLATE_NOOP("ui", "Review a round"),
        (
            QT_TRANSLATE_NOOP(
                "ui",
                "When a round is done, read. Every member has a column, and new words are marked. "
                "Changes lays old and new beside each other, Critiques lists the objections, and "
                "Summary says what is agreed and what is still disputed.",
            ),
            QT_TRANSLATE_NOOP(
                "ui",
                "Select words in an answer to comment on them or to strike them. Their author "
                "gets that with the next round.",
            ),
            QT_TRANSLATE_NOOP(
                "ui",
                "Then decide, below the answers. Approve and continue starts the next round, "
                "Reject has this one done again with your feedback, and Approve and finish asks for the "
                "final answer. Add guidance tells everyone what to mind. For some seconds you can take "
                "an approval back.",
            ),
        ),
        "review",
        QT_TRANSLATE_NOOP("ui", "Three answers with new words marked, and below them the decision."),
    ),
    Page(
        QT_TRANSLATE_NOOP("ui", "Models, keys and costs"),
        (
            QT_TRANSLATE_NOOP(
                "ui",
                "To ask real models, open Models and keys in the File menu. Choose a provider, "
                "paste your key, and test it. Keys go into the keyring of your system and never "
                "into a file. Models that run on this computer need no key; a subscription answers "
                "through its own program, under Command-line programs.",
            ),
            QT_TRANSLATE_NOOP(
                "ui",
                "Providers charge for what is sent and for what comes back. The line at the "
                "bottom of the window shows what a session has cost so far; where a price is not "
                "known, it says so.",
            ),
            QT_TRANSLATE_NOOP(
                "ui",
                "Each provider you choose gets the question, its files and the other members' "
                "answers. Ask only those you would hand them to.",
            ),
        ),
        "models",
        QT_TRANSLATE_NOOP("ui", "Models and keys: a provider whose key is kept and works."),
    ),
    Page(
        QT_TRANSLATE_NOOP("ui", "Keys"),
        (
            QT_TRANSLATE_NOOP(
                "ui",
                "Everything can be done from the keyboard. One key is enough to begin with: "
                "{key}. Type a few letters, and it finds any action, session or round.",
            ),
        ),
        "keys",
        QT_TRANSLATE_NOOP(
            "ui", "The search over the window: three letters are typed, and actions are found."
        ),
    ),
)
