"""What the offline writer knows to say of a story that a brief leaves open: names, places, turns of a scene.

Sentences are in the present tense, so that what an outline says can stand in the text as it is.
"""

from __future__ import annotations

NAMES = (
    *("Mara", "Jonas", "Ines", "Tobias", "Selma", "Anton", "Vera", "Emil", "Noor", "Lukas", "Hanne", "Pavel"),
    *("Ada", "Ruben", "Signe", "Matteo", "Lena", "Oskar", "Irma", "Caspar"),
)
SURNAMES = ("Holt", "Lindqvist", "Varga", "Brandt", "Osei", "Marek", "Thorne", "Keller", "Rasmus", "Dahl")
PLACES = (
    *("the harbour", "the old customs house", "the upper town", "the ferry landing", "the salt works"),
    *("the archive", "the long bridge", "the quarry road", "the market hall", "the lighthouse stairs"),
)
TIMES = (
    *("before sunrise", "in the morning", "at noon", "late in the afternoon", "at dusk", "after dark"),
    *("in the small hours", "on the first dry day", "a week later", "on the night of the storm"),
)
FLAWS = (
    "who would rather keep a promise than ask whether it is right",
    "who mistakes being needed for being loved",
    "who has learned to leave before anybody can",
    "who trusts what is written and nobody who speaks",
    "who cannot let a question rest",
)
AGAINST = (
    ("{other}, who loses everything if the truth is told", "is afraid, and has reason to be"),
    ("{other}, who has kept the peace for years at a price", "wants the same thing by another way"),
    ("{other}, whom everybody in the town owes something", "believes that a lie can be a kindness"),
)
STAKES = (
    "If {name} is silent, others pay for it; if {name} speaks, it costs the only home there is.",
    "What {name} finds can mend an old wrong or break those who had no part in it.",
    "There is time until the end of the season; after that nobody will be able to prove anything.",
)
THEMES = ("loyalty", "guilt", "memory", "truth", "forgiveness", "duty", "home", "courage", "silence")
TITLES = (
    "What {noun} Keeps",
    "The {noun} Year",
    "A {noun} of One’s Own",
    "The Last {noun}",
    "Under the {noun}",
)

ACT_TITLES = ("What is found", "What it costs", "What remains")
BEATS: tuple[tuple[str, ...], ...] = (
    (
        "{name} comes upon the matter by chance, near {place}, and takes it for something small.",
        "A detail does not fit: somebody has been there before and has put things in order.",
        "{other} offers an explanation that is kind, reasonable and wrong.",
        "{friend} asks {name} to let it rest, and will not say why.",
        "{name} looks into it all the same and finds a name that should not be there.",
        "What began as curiosity becomes a debt: somebody was harmed, and {name} could have known.",
    ),
    (
        "{name} asks around at {place} and learns how many people have chosen not to look.",
        "The first who speaks takes it all back the next morning.",
        "{other} makes {name} an offer that would put everything right but the truth.",
        "{name} uses a confidence that {friend} gave in good faith, and gains by it.",
        "{friend} finds out, and the one house that was always open is closed.",
        "A wrong turn near {place} nearly costs a life, and {name} has to own that it was vanity.",
        "{other} turns out to have paid for the silence with more than money.",
        "Everything that {name} held to be proof can also be read the other way.",
    ),
    (
        "{name} gives back what was taken from {friend}, and asks for nothing.",
        "At {place} the two tell each other what each has kept, and it is not the same thing.",
        "{other} comes by night, alone, and tells the part that nobody has written down.",
        "{name} has to choose between being right and being just.",
        "It is said aloud, in front of everybody, by the one who had most to lose.",
        "What remains is smaller than what was hoped for, and it holds.",
    ),
)
"""What happens in each act, in order; a brief's own sentences stand before them."""

CHAPTER_TITLES = (
    *("The First Sign", "A Kind Explanation", "What Is Owed", "The Open House", "Second Thoughts"),
    *("An Offer", "The Other Reading", "By Night", "In Front of Everybody", "What Holds", "The Price"),
    *("A Name Too Many", "Low Water", "Before the Answer", "The Long Way Round", "What Was Kept"),
    *("An Honest No", "The Last Witness", "Borrowed Time", "After the Rain"),
)

CHOICES = (
    "{name} can ask openly or go on in secret, and goes on in secret.",
    "{name} can protect {friend} or the truth, and for once not both.",
    "{name} could leave now, with clean hands, and stays.",
    "{name} can believe {other} or what the eyes have seen.",
    "{name} can take the help that is offered, with what it costs, and takes it.",
    "{name} can keep the paper or burn it, and keeps it.",
)
TURNS = (
    "What looked like a threat was a warning.",
    "Somebody has known from the beginning.",
    "The one who lied did it for another.",
    "The proof is gone, and only one person had the key.",
    "An apology comes, too early to be honest.",
    "The door that was locked for years stands open.",
    "The letter was never sent.",
    "A stranger knows the name that nobody had said.",
)

OPENINGS = (
    "The light comes in low over {place} and shows every scratch in the floor.",
    "It has rained since the early hours, and {place} smells of wet stone.",
    "Nobody is at {place} yet but a man with a broom, who nods and asks nothing.",
    "The wind has turned, and with it the sounds that carry as far as {place}.",
    "There is a chair too many at {place}, and nobody wants to be the one to move it.",
    "A bell counts the hour; at {place} somebody stops in the middle of a word.",
    "The windows of {place} are fogged from inside.",
    "{name} has slept badly and comes to {place} too early.",
    "At {place} they have already begun to talk when {name} opens the door.",
    "The road to {place} is longer than it was as a child.",
    "Somebody has left a lamp burning at {place}.",
    "The tide is out, and everything that {place} usually hides lies there to be seen.",
    "It is one of those days on which {place} looks like a picture of itself.",
    "{name} counts the steps to {place}, a habit from another time.",
    "For a moment {place} is so quiet that one hears the clock in the next room.",
    "Two crates stand across the way in to {place}, and somebody has written a date on them.",
)
REACTIONS = (
    "{name} says nothing for a while, and then the wrong thing.",
    "It takes {name} a moment to see that the hands that shake are one’s own.",
    "{name} reads it twice. The second time it means something else.",
    "There would be a sentence now that made it easy. {name} does not find it.",
    "{name} thinks of the house, of the stairs, of the light that was always left on.",
    "That is not what was agreed, and both of them know it.",
    "{name} wants to be angry and is only tired.",
    "Something in the voice makes {name} look up.",
    "It would be easy to go. {name} sits down.",
    "{name} puts the paper back exactly as it lay.",
    "So that is how it was, {name} thinks, and does not believe it yet.",
    "For the first time in days {name} is not afraid, which is a mistake.",
    "{name} nods as one nods to a stranger on a train.",
    "Outside somebody laughs, and it has nothing to do with them.",
    "{name} writes it down, the hour first.",
    "What {name} remembers later is not the words but the cup, and how carefully it was set down.",
    "It fits. That is the worst of it.",
    "{name} would give something for an honest no.",
    "None of it can be proved. All of it can be known.",
    "{name} turns the key twice, and then once more.",
)
DIALOGUES = (
    ("“You could have asked me,” says {other}.", "“I did,” says {name}. “Three times.”"),
    ("“How long have you known?”", "“Long enough to get used to it,” says {friend}."),
    ("“What do you want me to say?”", "“Nothing. I want you to stop saying it.”"),
    ("“It was a long time ago,” says {other}.", "“Not for everybody,” says {name}."),
    ("“If I tell you, you cannot unhear it.”", "“Then tell me slowly.”"),
    ("“You look like your mother when you do that,” says {friend}.", "{name} puts the pen down."),
    ("“Who else has seen this?”", "“You are the first who asks,” says {other}."),
    ("“I kept it for you,” says {friend}.", "“You kept it from me,” says {name}."),
    ("“We were all there,” says {other}. “That is what we have in common.”", "{name} has no answer to that."),
    ("“And if you are wrong?”", "“Then I shall have been wrong aloud,” says {name}."),
    ("“Leave it where it lies.”", "“It does not lie there any more,” says {name}."),
    ("“Sit,” says {friend}. “You are frightening the dog.”", "There has been no dog for years."),
    ("“They will ask who told you.”", "“They will know,” says {name}."),
    ("“I am not sorry,” says {other}, and after a while: “Not for that.”", "It is the first true sentence."),
)
CLOSINGS = (
    "On the way back {name} notices that the light is out.",
    "In the morning it will have been a reasonable decision. It is not morning yet.",
    "{name} stays until the lamp is empty.",
    "Behind the door somebody who has heard everything walks away on quiet feet.",
    "It is the last evening on which both of them can pretend.",
    "The key is not where it has always been.",
    "{name} lets the door fall to and does not look round.",
    "Somewhere below a motor starts, and nobody was expected.",
    "Then it rains, as if nothing had been said.",
    "And for one night that is enough.",
)
