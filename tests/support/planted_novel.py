"""A novel of forty chapters with thirty contradictions planted in it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

CHAPTERS = 40
NAMES = tuple(
    """
    Mara Jonas Ines Tobias Selma Anton Vera Emil Noor Lukas Hanne Pavel Ruben Signe Matteo Lena Oskar Caspar
    """.split()  # noqa: SIM905  a list of names
)
PLACES = (
    "the harbour",
    "the old customs house",
    "the upper town",
    "the ferry landing",
    "the salt works",
    "the archive",
)
FILLER = (
    "The light comes in low over {place} and shows every scratch in the floor.",
    "It has rained since the early hours, and {place} smells of wet stone.",
    "Nobody is at {place} yet but a man with a broom, who nods and asks nothing.",
    "The wind has turned, and with it the sounds that carry as far as {place}.",
    "{name} says nothing for a while, and then the wrong thing.",
    "It takes {name} a moment to see that the hands that shake are one’s own.",
    "{name} reads it twice. The second time it means something else.",
    "There would be a sentence now that made it easy. {name} does not find it.",
    "{name} thinks of the house, of the stairs, of the light that was always left on.",
    "That is not what was agreed, and both of them know it.",
    "{name} can ask openly or go on in secret, and goes on in secret.",
    "{name} can protect {friend} or the truth, and for once not both.",
    "{name} could leave now, with clean hands, and stays.",
    "{name} can believe {other} or what the eyes have seen.",
)


@dataclass(frozen=True, slots=True)
class Planted:
    """Two sentences that cannot both be true, in different chapters."""

    first: str
    second: str


PLANTED = tuple(
    Planted(*pair)
    for pair in (
        ("Mara has brown eyes.", "Mara’s green eyes gave nothing away."),
        ("Jonas was thirty-four, and it showed.", "Jonas was forty-one when the letter came."),
        ("Mara’s brother Anton kept the books.", "Mara’s brother Pavel kept the books."),
        ("Vera was a teacher.", "Vera worked as a nurse until the war."),
        ("The silver key hangs behind the stove.", "The silver key hangs under the stairs."),
        ("The bridge is forty metres long.", "The bridge is sixty metres long."),
        ("The great fire was in 1923.", "The great fire was in 1931."),
        ("The church has two bells.", "The church has three bells."),
        ("Selma has never seen the sea.", "Selma had often seen the sea, and did not care for it."),
        ("Tobias cannot swim.", "Tobias can swim like a fish."),
        ("Anton had black hair.", "Anton’s hair was red, as everybody in that house."),
        ("The scar on Ruben’s left cheek is white.", "The old scar runs across Ruben’s right cheek."),
        ("The ferry takes three hours.", "The ferry takes five hours."),
        ("The island lies north of the town.", "The island lies south of the town."),
        ("Pavel drowned in the spring.", "Pavel is alive, whatever they say."),
        ("The door of the customs house is green.", "The door of the customs house is red."),
        ("Ines was born in Lund.", "Ines was born in Bergen."),
        ("Ines was born on 3 May 1901.", "Ines was born on 7 June 1901."),
        ("Emil is left-handed.", "Emil was right-handed, like his father."),
        ("The wedding took place on Tuesday.", "The wedding took place on Saturday."),
        ("The cup is silver.", "The cup was glass, and cracked."),
        ("Noor had two sisters.", "Noor has three sisters in the capital."),
        ("Lukas lives above the bakery.", "Lukas lives behind the station."),
        ("The lighthouse has ninety steps.", "The lighthouse has eighty-two steps."),
        ("Hanne’s mother Ada is ill.", "Hanne’s mother Irma is ill."),
        ("The contract was signed in March 1919.", "The contract was signed in October 1919."),
        ("The well is twelve metres deep.", "The well is twenty metres deep."),
        ("Oskar can read.", "Oskar cannot read."),
        ("Caspar’s left leg is lame.", "Caspar’s right leg is lame."),
        ("The school was built in 1888.", "The school was built in 1902."),
    )
)


def novel_with_contradictions() -> dict[str, str]:
    """Return the chapters; the sides of a contradiction lie at least three chapters apart."""
    rng = Random(19)
    sentences: dict[int, list[str]] = {number: [] for number in range(CHAPTERS)}
    for pair in ((one.first, one.second) for one in PLANTED):
        first = rng.randrange(CHAPTERS - 4)
        for number, sentence in zip((first, rng.randrange(first + 3, CHAPTERS)), pair, strict=True):
            sentences[number].append(sentence)
    found: dict[str, str] = {}
    for number in range(CHAPTERS):
        cast = {"name": rng.choice(NAMES), "other": rng.choice(NAMES), "friend": rng.choice(NAMES)}
        paragraphs = [
            " ".join(rng.choice(FILLER).format(**cast, place=rng.choice(PLACES)) for _ in range(4))
            for _ in range(8)
        ]
        for sentence in sentences[number]:
            at = rng.randrange(len(paragraphs))
            paragraphs[at] = (
                f"{sentence} {paragraphs[at]}" if rng.random() < 0.5 else f"{paragraphs[at]} {sentence}"
            )
        found[f"chapters/{number + 1:02d}.md"] = (
            f"# Chapter {number + 1}\n\n" + "\n\n".join(paragraphs) + "\n"
        )
    return found
