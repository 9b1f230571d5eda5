"""Tones by word lists: which words stand for which, and the sentences that set a mood."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Tone:
    """A tone: the words that ask for it, what it swaps, and the sentences that open and close in it."""

    asked: tuple[str, ...]
    swaps: Mapping[str, str]
    openings: tuple[str, ...] = ()
    closings: tuple[str, ...] = ()
    opposite: str = ""
    label: str = ""
    """What a plan's line on its tone then says."""
    marks: tuple[str, ...] = field(default=())
    """Further words by which the tone is noticed in a text."""


_DARK = {
    "sunlight": "grey light",
    "sunny": "overcast",
    "bright": "dull",
    "warm": "cold",
    "warmth": "cold",
    "refreshed": "worn out",
    "hopeful": "uneasy",
    "hope": "doubt",
    "happy": "troubled",
    "happily": "uneasily",
    "glad": "ashamed",
    "cheerful": "sullen",
    "calm": "strained",
    "gentle": "harsh",
    "gently": "harshly",
    "safe": "exposed",
    "victory": "hollow victory",
    "triumph": "bitter end",
    "laughs": "falls silent",
    "laughed": "fell silent",
    "smiles": "looks away",
    "smiled": "looked away",
    "friendly": "guarded",
    "beautiful": "bleak",
    "peaceful": "uneasy",
    "confident": "afraid",
    "curious": "wary",
    "easy": "hard",
    "loved": "feared",
}
_PLAIN = {
    "utilise": "use", "utilize": "use", "utilises": "uses", "utilizes": "uses", "commence": "begin",
    "prior to": "before", "subsequently": "later", "approximately": "about", "facilitate": "help",
    "facilitates": "helps", "demonstrate": "show", "demonstrates": "shows", "demonstrated": "showed",
    "additional": "more", "numerous": "many", "sufficient": "enough", "terminate": "end",
    "purchase": "buy", "require": "need", "requires": "needs", "required": "needed", "obtain": "get",
    "assist": "help", "regarding": "about", "in order to": "to", "due to the fact that": "because",
    "in the event that": "if", "at this point in time": "now", "a large number of": "many",
    "implement": "carry out", "methodology": "method", "endeavour": "try", "ascertain": "find out",
    "nevertheless": "still", "consequently": "so", "furthermore": "also", "moreover": "also",
    "individuals": "people", "leverage": "use", "optimal": "best", "initiate": "start",
}  # fmt: skip
_FORMAL = {
    "don't": "do not", "doesn't": "does not", "didn't": "did not", "can't": "cannot", "won't": "will not",
    "isn't": "is not", "aren't": "are not", "wasn't": "was not", "weren't": "were not", "it's": "it is",
    "that's": "that is", "there's": "there is", "i'm": "I am", "we're": "we are", "they're": "they are",
    "you're": "you are", "haven't": "have not", "hasn't": "has not", "wouldn't": "would not",
    "shouldn't": "should not", "couldn't": "could not", "let's": "let us", "we'll": "we will",
    "we've": "we have", "a lot of": "many", "lots of": "many", "kids": "children", "big": "considerable",
    "huge": "very large", "really": "indeed", "pretty": "rather", "anyway": "in any case",
    "okay": "acceptable", "stuff": "material", "guys": "people",
}  # fmt: skip
_TENSE = {
    "walks": "hurries", "walked": "hurried", "says": "whispers", "said": "whispered", "looks": "stares",
    "looked": "stared", "slowly": "at once", "quiet": "too quiet", "waits": "holds still",
    "waited": "held still", "opens": "forces open", "opened": "forced open", "nods": "does not move",
    "nodded": "did not move", "sits": "stands", "sat": "stood", "hopeful": "tense", "curious": "on edge",
    "careful": "breathless", "carefully": "without breathing",
}  # fmt: skip

TONES: Mapping[str, Tone] = {
    "darker": Tone(
        asked=("darker", "dark", "darken", "bleaker", "bleak", "grim", "grimmer", "gloomier", "nightmarish"),
        swaps=_DARK,
        openings=(
            "It begins in the dark, with a sound that nobody can place.",
            "The nightmare is back: faces, water, and nobody who calls out.",
            "Something has gone wrong in the night, and the day only shows where.",
            "There is blood on the step, not much, and nobody speaks of it.",
        ),
        closings=(
            "Nobody says that it was worth it.",
            "What was done cannot be taken back, and it will be done again.",
            "It feels like guilt. It is guilt.",
            "In the glass stands somebody who has become what was fought.",
        ),
        opposite="lighter",
        label="dark, uneasy",
        marks=("dark", "nightmare", "guilt", "blood", "bleak", "uneasy", "grey", "cold", "doubt", "afraid"),
    ),
    "lighter": Tone(
        asked=("lighter", "lighten", "brighter", "hopeful", "more hope", "optimistic", "cheerful", "happier"),
        swaps={
            "dark": "bright",
            "bleak": "wide",
            "grim": "wry",
            "cold": "warm",
            "afraid": "ready",
            "grey": "silver",
            "doubt": "hope",
            "uneasy": "hopeful",
            "tired": "awake",
            "harsh": "gentle",
            "bitter": "mild",
            "tense": "lively",
            "hard": "easy",
            "silence": "music",
            "worst": "best",
            "sullen": "cheerful",
            "alone": "in good company",
            "clouded": "clear",
            "troubled": "glad",
        },
        openings=(
            "For once the day begins with laughter in the next room.",
            "The sky has cleared, and everything looks as if it could be mended.",
        ),
        closings=(
            "And tomorrow, it seems, is going to be a good day.",
            "It is not much, but it is a beginning.",
        ),
        opposite="darker",
        label="light, hopeful",
        marks=("bright", "warm", "hope", "hopeful", "glad", "laughter", "light", "clear"),
    ),
    "tenser": Tone(
        asked=("tenser", "tense", "more tension", "urgent", "more suspense", "faster", "gripping"),
        swaps=_TENSE,
        openings=("There are four minutes left.", "Somebody is at the door, and it is not the hour for it."),
        closings=("Then the light goes out.", "The step on the stairs does not stop."),
        label="tense",
        marks=("hurries", "whispers", "stares", "minutes", "at once", "breath", "tense"),
    ),
    "formal": Tone(
        asked=("more formal", "formal", "more professional", "businesslike", "official"),
        swaps=_FORMAL,
        opposite="plainer",
        label="formal",
    ),
    "plainer": Tone(
        asked=(
            *(
                "plainer",
                "plain",
                "simpler",
                "simple",
                "simplify",
                "clearer",
                "easier to read",
                "plainer words",
            ),
            *("from outside the field", "less formal", "more accessible"),
        ),
        swaps=_PLAIN,
        opposite="formal",
        label="plain",
    ),
}
"""Tones by name. Those with opening and closing sentences are moods, the others ways of writing."""

FILLERS = (
    *(
        "very",
        "really",
        "quite",
        "just",
        "simply",
        "basically",
        "actually",
        "rather",
        "somewhat",
        "certainly",
    ),
    *(
        "of course",
        "needless to say",
        "it should be noted that",
        "it is important to note that",
        "as a matter of fact",
    ),
)
"""What can go without a loss."""
CONCLUSIVE = (
    *(
        "finally",
        "at last",
        "forever",
        "for ever",
        "for good",
        "in the end",
        "never again",
        "safe",
        "won",
        "wins",
    ),
    *("peace", "it holds", "happily", "home", "certain", "knows", "is over", "was over", "enough", "settled"),
)
"""Words by which an ending says that it is one."""
