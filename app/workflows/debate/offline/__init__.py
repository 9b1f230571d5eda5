"""The offline council: three members, a judge and a chair made of rules, no AI, that quote what is given.

`case` reads a prompt as it is sent: what is demanded, and which lines of the given texts bear on it. Members
differ in what they weigh (`lenses`). They write (`answers`), name what an answer leaves out (`critiques`),
add it (`refining`); the judge tells coverage, and nothing else (`judging`); the chair says what was found for
each demand and what was not (`chair`). What is no quotation is a sentence of `phrases`.
"""

from app.workflows.debate.offline.voices import DEBATE_VOICES

__all__ = ["DEBATE_VOICES"]
