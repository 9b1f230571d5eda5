"""What is said in the sample experiment: an agent on the recovery of tide pools, with real-looking texts."""

from __future__ import annotations

from typing import NamedTuple

PROMPT = (
    "Work out, cycle by cycle, how the tide pools at Hallsund recover after a winter storm: which species "
    "return first, what they need, and what could be measured by two people in one low tide. Keep what you "
    "are sure of apart from what you suppose, and say after each cycle what you would do next."
)
SYSTEM = (
    "You work on one task over many cycles. In every cycle you may think, use your tools, and at the end you "
    "reflect; your state goes on into the next cycle.\n\nYour memory belongs to this run alone: notes under "
    "keys, stored with `write`, found with `list`, `pattern_search` and `read`, removed with `delete`.\n\n"
    "A cycle ends with your first answer that calls no tool. That answer is your reflection."
)

Value = dict[str, str | None]


class Use(NamedTuple):
    """One tool call: what it was given, what came back, and what it changed in the memory."""

    tool: str
    given: dict[str, str]
    output: str
    changed: Value = {}  # noqa: RUF012  read only
    ok: bool = True


class Told(NamedTuple):
    """One cycle: its turns (what was said beside the calls, and the calls), and the reflection."""

    turns: tuple[tuple[str, tuple[Use, ...]], ...]
    reflection: str
    similarity: float | None = None
    similar_to: int | None = None
    note: str = ""
    """The person's, which stands in the cycle's instructions."""


def write(key: str, text: str) -> Use:
    """Store a note."""
    return Use("write", {"key": key, "value": text}, f"Stored “{key}” ({len(text)} characters).", {key: text})


SPECIES = (
    "First to return (three sources agree): green weed (Ulva) within two weeks; then barnacle "
    "larvae once the "
    "rock is bare for a full spring tide; limpets walk in from above, they do not settle.\n"
    "Last: mussels (second summer), because their larvae need something rough to hold on to.\n"
    "Not certain: whether periwinkles come back by themselves or with drifting weed."
)
PLAN = (
    "One low tide, two people, nine pools:\n"
    "1. Photograph a frame of 25 × 25 cm, always the same corner, the scale in the picture.\n"
    "2. Count limpets and periwinkles in the frame; for barnacles, count a quarter and multiply.\n"
    "3. Temperature and salinity at the bottom, not at the surface.\n"
    "4. Note the height of the pool above low water from the tide table, to ten centimetres.\n"
    "Stop after 3½ hours: the last two pools are the lowest and flood first."
)
LONG_REFLECTION = """## What I did

I put the nine pools in order by height and asked of each species what it needs **first**, not what \
it likes best. \
Two notes from cycle 2 contradicted each other; I read both and kept the narrower one.

## What I am sure of

| Species | Returns after | Needs first | Told by |
|---|---|---|---|
| Green weed (*Ulva*) | 10–14 days | light, bare rock | three sources |
| Barnacles | 5–8 weeks | a spring tide without weed on the rock | two sources |
| Limpets | 2–4 months | a film to graze, a way down from above | one source, one photo series |
| Mussels | second summer | rough ground: old shells, byssus | two sources |

## What I only suppose

- [x] Height above low water explains more than the pool's depth (7 of 9 pools agree)
- [ ] Shade delays weed by about a week – I have two shaded pools, so this is a guess
- [ ] Periwinkles arrive *with* drifting weed rather than by themselves

> “An upper ledge that stays empty in June is not poor; it is only late.” – your note of cycle 3

## Next

Work out how many frames two people can count in 3½ hours, with `count ≈ 25 limpets/min`, and \
whether nine pools \
are enough to tell height from shade. If not, say which pools to leave out."""

CYCLES: tuple[Told, ...] = (
    Told(
        (
            (
                "I begin with what is known of each species, before I think of measuring.",
                (
                    Use("list", {}, "Your memory is empty."),
                    write("species-order", SPECIES),
                    write("question", "What would two people have to see to tell recovery from a good year?"),
                ),
            ),
        ),
        "I collected in which order species return. Green weed comes first, then barnacles; limpets walk in "
        "from above. Mussels take until the second summer. Next: what could be measured in one low tide.",
    ),
    Told(
        (
            (
                "",
                (
                    Use("read", {"key": "species-order"}, SPECIES),
                    write("measuring-plan", PLAN),
                    Use("fly_drone", {"height": "20 m"}, "error: there is no tool “fly_drone”", {}, ok=False),
                ),
            ),
        ),
        "I wrote a plan for one low tide: frames, counts, temperature and salinity, height from the "
        "tide table. "
        "A drone would have helped, but there is none. Next: whether nine pools are enough.",
        0.31,
        1,
    ),
    Told(
        (
            (
                "The plan needs to know who is there and how often.",
                (
                    Use(
                        "send_message_to_operator",
                        {"message": "May I count on two people, and on the same pools in April and in June?"},
                        "The operator answers: Two people, yes. April is certain, June is not.",
                    ),
                    write("people", "Two people. April certain, June not (operator, cycle 3)."),
                    write("ledge", "The upper ledge stayed empty until June last year: late, not poor."),
                ),
            ),
        ),
        "There are two people, and April is certain. I changed the plan so that April alone answers "
        "the first "
        "question; June would only tell how fast. The upper ledge must not be read as a failure.",
        0.38,
        2,
        note="Keep in mind that the upper ledge stayed empty until June last year.",
    ),
    Told(
        tuple(
            (
                "",
                (
                    Use("pattern_search", {"pattern": word}, f"{found} notes contain “{word}”: {where}"),
                    Use("read", {"key": "species-order"}, SPECIES),
                ),
            )
            for word, found, where in (
                ("weed", 2, "species-order, ledge"),
                ("height", 1, "measuring-plan"),
                ("shade", 0, "none"),
                ("salinity", 1, "measuring-plan"),
            )
        ),
        "",
    ),
    Told(
        (
            (
                "I stop searching and decide with what I have.",
                (
                    write(
                        "pools", "Nine pools: P1–P3 below 0.8 m, P4–P7 to 1.6 m, P8 and P9 in shade above."
                    ),
                    Use("delete", {"key": "question"}, "Removed “question”.", {"question": None}),
                    write("species-order", SPECIES + "\nLimpets: one photo series confirms it (cycle 5)."),
                ),
            ),
        ),
        "Nine pools can tell height from depth, not from shade: only P8 and P9 are shaded, and both "
        "are high. I "
        "removed the first question, which the plan answers by now, and noted which pool lies where.",
        0.46,
        3,
    ),
    Told(
        (
            (
                "",
                (
                    Use("read", {"key": "measuring-plan"}, PLAN),
                    Use("read", {"key": "pools"}, "Nine pools: P1–P3 below 0.8 m, P4–P7 to 1.6 m, P8, P9."),
                    write(
                        "needs-first", "Weed: light. Barnacles: bare rock. Limpets: a film. Mussels: rough."
                    ),
                ),
            ),
        ),
        LONG_REFLECTION,
        0.86,
        5,
    ),
)
REDONE = (
    "I listed instruments that would be good to have. That does not answer what two people can do in one low "
    "tide. Next: the plan itself."
)
"""What cycle 2 came to before it was done again."""
WHY_AGAIN = "Only what two people can carry, please: no instruments we do not have."
QUESTION = (
    "I can count either all nine pools once, or P1, P4 and P8 three times each. Once tells where things are; "
    "three times tells how sure the counts are.\n\n"
    "I lean towards three pools, because a count nobody repeated cannot be told from luck. But then the two "
    "shaded pools are one, and nothing can be said about shade at all.\n\n"
    "Which of the two do you want – and may I drop the salinity, which takes four minutes a pool?"
)
WRITING = (
    "I have the answer to the first part. **Three hours and a half** hold about 26 frames, if one "
    "person counts "
    "and the other writes:\n\n- 4 minutes a frame, 2 to walk\n- a reserve of 40 minutes for"
)
