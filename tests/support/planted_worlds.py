"""What generated folders speak of: pumping stations of a valley, and the services of a firm.

Both say the same kinds of things in other words, so that nothing can fit the words of one of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

PLACES = tuple(
    """
    Nordheim Altenau Bremke Calden Dassel Einbeck Fallberg Gieboldt Hardegsen Ilfeld Jessnitz Kelbra
    Lamspringe Moringen Nesselrode Osterode Pöhlde Quernheim Rhumspringe Salzderhelden Tettenborn Uslar
    Vienenburg Walkenried Xanten Yburg Zorge Arenborn Bodenfelde Clausthal Duderstadt Elbingerode Freden
    Gandersheim Hattorf Immenrode Katlenburg Lindau Markoldendorf Northeim
    """.split()  # noqa: SIM905  forty quoted words are no easier to read
)
OPERATORS = ("Hillgate", "Oakfield", "Riverside", "Stonebridge")


@dataclass(frozen=True, slots=True)
class Attribute:
    """Something that is said of places: how, what asks for it, and what says it under a condition."""

    name: str
    question: str
    says: tuple[str, ...]
    narrowed: tuple[str, ...]
    lures: tuple[str, ...]
    values: Callable[[random.Random], tuple[str, str]]
    """Two values that differ."""


@dataclass(frozen=True, slots=True)
class World:
    """What a folder speaks of: things, what is said of each, and the question that nothing answers."""

    things: Sequence[str]
    attributes: Sequence[Attribute]
    aim: str
    unanswered: str
    elsewhere: frozenset[str]
    """Words of the unanswered question that must have been searched for."""

    @property
    def brief(self) -> str:
        """Return the brief that asks for all of it, and for one thing that stands nowhere."""
        asked = " ".join(one.question for one in self.attributes)
        return f"{self.aim} {asked} {self.unanswered}"


def _two(rng: random.Random, low: int, high: int, step: int = 1) -> tuple[str, str]:
    first, second = rng.sample(range(low, high, step), 2)
    return str(first), str(second)


_OF_STATIONS: Sequence[Attribute] = (
    Attribute(
        "speed",
        "At what speed do the pumps of the stations run?",
        (
            "The pump at {e} runs at {v} rpm.",
            "At {e} the pump runs at a speed of {v} rpm.",
            "The pump speed at {e} is {v} rpm.",
        ),
        ("In winter the pump at {e} runs at {v} rpm.", "Under load the pump at {e} runs at {v} rpm."),
        (
            "Nobody knows whether the pump at {e} runs at {v} rpm.",
            "Does the pump at {e} run at {v} rpm?",
        ),
        lambda rng: _two(rng, 200, 900, 10),
    ),
    Attribute(
        "opened",
        "When were the pumping stations opened?",
        (
            "The station at {e} was opened in {v}.",
            "The pumping station at {e} was opened in the year {v}.",
            "{e} station was opened in {v}.",
        ),
        (),
        ("It was proposed to have the station at {e} opened in {v}.",),
        lambda rng: _two(rng, 1880, 1990),
    ),
    Attribute(
        "tank",
        "How many litres do the tanks hold?",
        (
            "The tank at {e} holds {v} litres.",
            "At {e} the tank holds {v} litres of water.",
            "The tanks at {e} hold {v} litres together.",
        ),
        ("During tests the tank at {e} holds {v} litres.",),
        ("A visitor might think that the tank at {e} holds {v} litres.",),
        lambda rng: _two(rng, 1_000, 90_000, 500),
    ),
    Attribute(
        "valve",
        "At what pressure do the valves close?",
        (
            "The valve at {e} closes at a pressure of {v} bar.",
            "At {e} the valve closes when the pressure reaches {v} bar.",
        ),
        ("In frost the valve at {e} closes at a pressure of {v} bar.",),
        ("Perhaps the valve at {e} closes at a pressure of {v} bar.",),
        lambda rng: _two(rng, 2, 19),
    ),
    Attribute(
        "chlorine",
        "Where is chlorination enabled, and where is it disabled?",
        (
            "Chlorination is {v} at {e}.",
            "At {e} chlorination is {v}.",
        ),
        ("Chlorination is {v} at {e} only in summer.",),
        ("Is chlorination {v} at {e}?",),
        lambda rng: ("enabled", "disabled") if rng.random() < 0.5 else ("disabled", "enabled"),
    ),
    Attribute(
        "filters",
        "How often are the filters changed?",
        (
            "The filters at {e} are changed every {v} days.",
            "At {e} the filters are changed after {v} days.",
        ),
        ("During the dry season the filters at {e} are changed every {v} days.",),
        ("Somebody suggested that the filters at {e} be changed every {v} days.",),
        lambda rng: _two(rng, 10, 120),
    ),
    Attribute(
        "operator",
        "Which cooperative operates each station?",
        (
            "The station at {e} is operated by the {v} cooperative.",
            "The {v} cooperative operates the station at {e}.",
        ),
        (),
        ("Rumour has it that the {v} cooperative operates the station at {e}.",),
        lambda rng: (lambda two: (two[0], two[1]))(rng.sample(OPERATORS, 2)),
    ),
)
VALLEY = World(
    PLACES,
    _OF_STATIONS,
    "We take over the pumping stations of the valley and need to know what the files say.",
    "Who designed the tunnel under the Arlen pass?",
    frozenset({"arlen", "tunnel"}),
)

SERVICES = tuple(
    """
    Mistral Sirocco Bora Levante Zephyr Harmattan Chinook Foehn Khamsin Tramontane Ostro Libeccio
    Meltemi Shamal Pampero Haboob Brisa Etesian Gregale Ponente Williwaw Zonda Diablo Abroholos Bayamo
    Brickfielder Buran Cierzo Elephanta Fremantle Halny Karaburan Kona Leveche Marin Norther Papagayo
    Simoom Squamish Vendavel
    """.split()  # noqa: SIM905  forty quoted words are no easier to read
)
TEAMS = ("Harbour", "Lighthouse", "Quayside", "Drydock")
_MONTHS = ("January", "March", "May", "July", "October", "December")


def _dates(rng: random.Random) -> tuple[str, str]:
    first, second = rng.sample(range(1, 28), 2)
    month, year = rng.choice(_MONTHS), rng.randint(2008, 2023)
    return f"{first} {month} {year}", f"{second} {rng.choice(_MONTHS)} {year}"


_OF_SERVICES: Sequence[Attribute] = (
    Attribute(
        "port",
        "Which ports do the services listen on?",
        (
            "{e} listens on port {v}.",
            "The service {e} listens on port {v}.",
            "The port that {e} listens on is {v}.",
        ),
        ("During upgrades {e} listens on port {v}.",),
        ("Does {e} listen on port {v}?", "Perhaps {e} listens on port {v}."),
        lambda rng: _two(rng, 4_000, 9_900),
    ),
    Attribute(
        "retention",
        "For how long are the backups kept?",
        (
            "The backups of {e} are kept for {v} days.",
            "{e} keeps its backups for {v} days.",
            "Backups of {e} are kept {v} days long.",
        ),
        ("During audits the backups of {e} are kept for {v} days.",),
        ("It was proposed to keep the backups of {e} for {v} days.",),
        lambda rng: _two(rng, 5, 400),
    ),
    Attribute(
        "retries",
        "How many times are failed requests retried?",
        (
            "A failed request to {e} is retried {v} times.",
            "{e} retries a failed request {v} times.",
            "After a failed request {e} retries {v} times.",
        ),
        ("At night a failed request to {e} is retried {v} times.",),
        ("Somebody suggested that a failed request to {e} be retried {v} times.",),
        lambda rng: _two(rng, 2, 30),
    ),
    Attribute(
        "encrypted",
        "Which services encrypt their logs, and which do not?",
        ("The logs of {e} are {v} encrypted.", "At {e} the logs are {v} encrypted."),
        ("The logs of {e} are {v} encrypted only during audits.",),
        ("Are the logs of {e} {v} encrypted?",),
        lambda rng: ("not", "always") if rng.random() < 0.5 else ("always", "not"),
    ),
    Attribute(
        "team",
        "Which team maintains each service?",
        (
            "{e} is maintained by the {v} team.",
            "The {v} team maintains {e}.",
            "The service {e} is maintained by the {v} team.",
        ),
        (),
        ("Rumour has it that the {v} team maintains {e}.",),
        lambda rng: (lambda two: (two[0], two[1]))(rng.sample(TEAMS, 2)),
    ),
    Attribute(
        "launched",
        "On what date were the services launched?",
        (
            "{e} was launched on {v}.",
            "The service {e} was launched on {v}.",
            "The launch of {e} was on {v}.",
        ),
        (),
        ("It might be that {e} was launched on {v}.",),
        _dates,
    ),
    Attribute(
        "memory",
        "How much memory does each service need?",
        (
            "{e} needs {v} MB of memory.",
            "The service {e} needs {v} megabytes of memory.",
            "The memory of {e} is {v} MB.",
        ),
        ("Under load {e} needs {v} MB of memory.",),
        ("Nobody knows whether {e} needs {v} MB of memory.",),
        lambda rng: _two(rng, 64, 4_000, 16),
    ),
)
FIRM = World(
    SERVICES,
    _OF_SERVICES,
    "We take over the services of the firm and need to know what its papers say.",
    "Who painted the portrait in the Adelaide office?",
    frozenset({"adelaide", "portrait"}),
)
