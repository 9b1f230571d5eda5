"""The offline council: participants made of rules, no AI, that work on the person's own text.

Reading: `brief` (what is asked), `material` (what is said, with its place), `case` (both together). Deciding:
`positions` under a lens, `demands` for the must-haves, `settled` by the person. Talking: `answers`,
`critiques`, `refining`, `judging`, `chair`, `talk`. The rule of all: what is not a phrase of `phrases` is
quoted, with its place. The same inputs give the same bytes.
"""

from app.workflows.debate.offline.voices import DEBATE_VOICES

__all__ = ["DEBATE_VOICES"]
