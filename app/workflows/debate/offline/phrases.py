"""Everything the offline council says in words of its own, in English and German.

The rest of what it writes is quoted: from the material, the brief, the person or the members. A slot in
braces takes a quotation, a name, a number or another phrase, and nothing else; a test holds every sentence
of ten final answers to this.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from app.workflows.debate.offline.words import Language

EN: Final = {
    # --- marks and places
    "quote": "“{}”",
    "line": "{}, line {}",
    "source.brief": "the brief",
    "source.answer": "your answer",
    "lens.cost": "cost and performance",
    "lens.risk": "risk and evidence",
    "lens.people": "the people affected",
    "and": "{} and {}",
    "yes": "yes",
    "no": "no",
    # --- positions
    "recommends": "**Recommendation: {}.**",
    "no_choice": "**No recommendation.**",
    "stand": "This follows by rules, without AI, from {} lines on {}: {} for {}, {} against it.",
    "stand.half": "Lines on other matters count half.",
    "stand.options": "This follows by rules, without AI, from what the material says on {}.",
    "stand.open": "The question names no options, so these are the lines of the material on {}.",
    "stand.all_out": (
        "This is about {}, but every option breaks a limit or a must-have, so none is left to choose."
    ),
    "stand.nothing": "On {}, these rules found no line that speaks for or against it.",
    "stand.tie": "The material does not set the options apart on {}.",
    "stand.close": "On {}, the lines for it ({}) and against it ({}) do not settle it.",
    "stand.unsettled": "A limit stays open as well, because the figures for it differ.",
    "stand.trial": "As lines speak for it and against it, a limited step comes before a full one.",
    "stand.stopped": "A limit is broken or a bound is passed, which rules the full step out.",
    "needs.cost": (
        "To choose by cost, a line is needed that says which way costs less; these rules found none."
    ),
    "needs.risk": (
        "To choose by risk, a line is needed that says what goes wrong with each way; these rules found none."
    ),
    "needs.people": (
        "To choose by the people affected, a line is needed that says what each way means for them; "
        "these rules found none."
    ),
    "needs.all": (
        "A line is needed that says which way is better in cost, in risk or for people. These rules found "
        "none; they know such lines by their words alone."
    ),
    "missing_for": "There is no figure for {} on “{}”.",
    "not_read": "These rules read English and German only; the lines below share words with the question.",
    "cut": "Only the beginning of {} was read, because it is very long.",
    # --- headings
    "h.for": "## What speaks for {}",
    "h.against": "## What speaks against {}",
    "h.lines": "## What the material says",
    "h.brief": "## What the brief says",
    "h.figures": "## Figures compared",
    "h.demands": "## What the answer must do",
    "h.wishes": "## As you asked",
    "h.answers": "## Your answers",
    "h.missing": "## What is missing",
    "h.added": "## Added",
    "added.on": "On {}: {}",
    "h.members": "## What the members say",
    # --- figures
    "limit": "{}: {}",
    "limit.kept": "Kept as far as is known, because {}: {}",
    "limit.broken": "Unmet, because {}: {}",
    "limit.open": "Unmet so far, because {}: {}",
    "limit.none": "Unmet, these rules found no figure in the material to check this by.",
    "fact.most.kept": "{} is within {}",
    "fact.most.broken": "{} is beyond {}",
    "fact.most.open": "{} may be beyond {}",
    "fact.least.kept": "{} is no less than {}",
    "fact.least.broken": "{} is less than {}",
    "fact.least.open": "{} may be less than {}",
    "fact": "{}: {}",
    "sum": "{} = {}, if they add up,",
    "either": "{} or {}",
    "bound.passed": "Your figure {} passes the bound that the material names, {}: {} against {}.",
    "compare": "On “{}”: {}.",
    "compare.cell": "{} {}",
    "best": "{} is best.",
    "alike": "All are alike.",
    "out": "{} is out by {}: {}",
    "conflict": "Two lines contradict each other: {} and {}.",
    "conflict.settled": "Of {} and {}, you said that {} holds.",
    # --- must-haves
    "demand": "{} — {}",
    "unmet": "Unmet",
    "d.position": "Answered by the recommendation.",
    "d.done": "It can be done: {}",
    "d.but": "But: {}",
    "d.doubt": "Unmet, this speaks against it: {}",
    "d.said": "The material says: {}",
    "d.brief": "The brief says: {}",
    "d.person": "You said: {}",
    "d.against": "The strongest argument against it: {}",
    "d.assumed": "Known are the figures quoted here. Assumed is that they carry over, while {}",
    "d.measures": "Measures, each with your starting value and what was reached elsewhere: {}",
    "d.measures.few": "Unmet, the material gives only {} of {} measures: {}",
    "d.measure": "{}, elsewhere {}",
    "d.none": "Unmet, these rules found nothing about this in the material.",
    "d.no_option": "Unmet, because no option is recommended.",
    "d.open": "Unmet, the nearest line does not settle it: {}",
    # --- what the person said
    "w.found": "You asked: {} The material says: {}",
    "w.none": "You asked: {} These rules found nothing about this in the material.",
    "w.weight": "You asked: {} So what counts most is {}.",
    "a.given": "Asked {} you answered {}.",
    "a.used": "It was used above.",
    "a.unused": "No rule could use it, so it stands here as you gave it.",
    "a.weight": "So what counts most is {}.",
    "a.over": "What you asked for since then comes first.",
    "a.sum": "So the costs are added up.",
    "a.no_sum": "So the costs are not added up.",
    "a.assume": "You were not sure about {}, so nothing was built on it.",
    "a.open_sum": "You did not settle {}, so both costs are counted, to be on the safe side.",
    "a.none_fits": "On {} no option fitted.",
    "a.open": "You did not answer {}, so nothing was built on it.",
    # --- critiques
    # --- refinements
    "c.sum": "You count one cost only. This comes on top: {}",
    "c.sum.do": "Add them up against your limit. {}",
    "c.bound": "A figure of the brief passes a bound of the material: {} against {}.",
    "c.bound.do": "Say what follows from it.",
    "c.warns": "You rest on {}, but the same part of the material warns: {}",
    "c.warns.do": "Put the warning beside it.",
    "c.left_out": "You look past this line on {}: {}",
    "c.left_out.do": "Weigh it, for it bears on {}.",
    "c.left_out.none": "Weigh it, for you recommend nothing yet.",
    "c.demand": "You leave this must-have open, though the material bears on it: {}",
    "c.demand.do": "Answer it: {}",
    "c.out": "You recommend {}, which breaks a limit or a must-have: {} {}",
    "c.out.do": "Choose one that keeps it.",
    "c.compare": "You do not compare the options on this, where another than yours is best. {}",
    "c.compare.do": "Compare them on it, too.",
    "c.conflict": "You rest on a line that another contradicts: {} and {}.",
    "c.conflict.do": "Name both.",
    "c.nothing": "You quote no line of the material and no figure.",
    "c.nothing.do": "Give a line that bears on the question: {}",
    "r.flip": "changed the recommendation from {} to {}",
    "r.added": "weighed a line it had left out",
    "r.sum": "added the costs up",
    "r.bound": "named a bound that is passed",
    "r.compared": "compared the options on more",
    "r.conflict": "named the contradiction",
    "r.wish": "took up what the person asked for",
    "r.stands": "It is in the answer now, with {} lines for {} and {} against it.",
    "r.stands.options": "It is in the answer now. The recommendation stays {}.",
    "r.flipped": "It is in the answer now and changed the recommendation from {} to {}.",
    "r.there": "The answer has this already.",
    "r.nothing": "The material holds no line that settles this.",
    "r.judgement": "This is a matter of judgement, which rules cannot settle.",
    "r.unchanged": "nothing changed",
    # --- the judge
    "j.agree": "All recommend {}.",
    "j.differ": "The answers recommend: {}.",
    "j.who": "{} {}",
    "j.nothing": "no option",
    "j.met": "The best meets {} of {} must-haves with a reason.",
    "j.words": "By their words, the answers are {} per cent alike.",
    "j.tie": "Both answer as many must-haves with a reason and weigh as many lines of the material.",
    "j.more": "It answers {} of {} must-haves with a reason, the other {}.",
    "j.lines": "Both answer as many must-haves; it weighs {} lines of the material, the other {}.",
    # --- the chair
    "f.majority": "{} of {} members recommend it: {}.",
    "f.all": "All {} members recommend it.",
    "f.weight": "You said that what counts most is {}, and this is what {} recommends on it.",
    "f.split": "The members do not agree, and rules cannot settle it: {}.",
    "f.split.who": "{} recommends {}",
    "f.nobody": "What the material says does not settle it for any member.",
    "f.nothing": "These rules found nothing in the material that bears on the question.",
    "f.none": "There is no material to go by.",
    "f.alone": "{} recommends it; the other members recommend nothing.",
    "f.sole": "{} recommends it.",
    "f.empty": "No round was accepted; this is from the material alone.",
    "f.open": "The question names no options; this is what the members found.",
    "f.rules": "Rules wrote this, no AI: every line is quoted from what you gave, with its place.",
    "f.member": "{} says: {}",
    "f.tells": "What would decide it: a limit, a figure, or which of cost, risk and people counts most.",
    "s.agreed.option": "All recommend {}.",
    "s.agreed.line": "All weigh {}",
    "s.issue": "What to do: {}",
    "s.issue.between": "{} or {}",
    "s.says": "For {}, because {}",
    "s.assumes": "That this carries over: {}",
    "s.flip": "{} changed the recommendation from {} to {}, because {} said: {}",
    "s.added": "{} took up what {} said: {}",
    "s.dissent": "For {}, because {}",
    # --- questions
    "q.open": "The brief leaves this open: {} What should be assumed?",
    "q.open.why": "the brief itself marks this as open",
    "q.loose": "You answered {}: what exactly should be assumed?",
    "q.loose.why": "the answer leaves it open",
    "q.sum": "Do these costs come on top of each other: {} and {}?",
    "q.sum.yes": "Yes, both apply",
    "q.sum.no": "No, only one applies",
    "q.sum.why": "one alone keeps your limit {}, both together may not",
    "q.weight": "Cost, risk and people point to different answers here. Which counts most?",
    "q.weight.cost": "Cost",
    "q.weight.risk": "Risk and evidence",
    "q.weight.people": "The people affected",
    "q.weight.why": "it decides between: {}",
    "q.conflict": "Two lines contradict each other: {} and {}. Which figure holds?",
    "q.conflict.why": "the answer rests on one of them",
    "q.missing": "What is the figure for {} on “{}”?",
    "q.missing.why": "the material gives it for the other options only",
    "q.vague": "From what figure on is this met: {}?",
    "q.vague.why": "without a figure nobody can say whether it is met",
}
"""The English phrases."""

DE: Final = {
    "quote": "„{}“",
    "line": "{}, Zeile {}",
    "source.brief": "Auftrag",
    "source.answer": "Ihre Antwort",
    "lens.cost": "Kosten und Leistung",
    "lens.risk": "Risiko und Belege",
    "lens.people": "Betroffene",
    "and": "{} und {}",
    "yes": "ja",
    "no": "nein",
    "recommends": "**Empfehlung: {}.**",
    "no_choice": "**Keine Empfehlung.**",
    "stand": "Das folgt nach Regeln, ohne KI, aus {} Stellen zum Thema {}: {} für {}, {} dagegen.",
    "stand.half": "Stellen zu anderen Themen zählen halb.",
    "stand.options": "Das folgt nach Regeln, ohne KI, aus dem, was das Material zum Thema {} sagt.",
    "stand.open": "Die Frage nennt keine Optionen, daher stehen hier die Stellen zum Thema {}.",
    "stand.all_out": (
        "Es geht um {}, aber jede Option verletzt eine Grenze oder Vorgabe, daher bleibt keine zur Wahl."
    ),
    "stand.nothing": "Zum Thema {} haben diese Regeln keine Stelle gefunden, die dafür oder dagegen spricht.",
    "stand.tie": "Beim Thema {} unterscheidet das Material die Optionen nicht.",
    "stand.close": "Zum Thema {} klären die Stellen dafür ({}) und dagegen ({}) es nicht.",
    "stand.unsettled": "Auch eine Grenze bleibt offen, weil die Zahlen dazu verschieden sind.",
    "stand.trial": "Weil Stellen dafür und dagegen sprechen, kommt ein begrenzter Schritt vor dem ganzen.",
    "stand.stopped": "Eine Grenze ist verletzt oder überschritten, das schließt den ganzen Schritt aus.",
    "needs.cost": (
        "Für eine Wahl nach Kosten fehlt eine Stelle, die sagt, welcher Weg weniger kostet; "
        "diese Regeln haben keine gefunden."
    ),
    "needs.risk": (
        "Für eine Wahl nach Risiko fehlt eine Stelle, die sagt, was bei jedem Weg schiefgeht; "
        "diese Regeln haben keine gefunden."
    ),
    "needs.people": (
        "Für eine Wahl nach den Betroffenen fehlt eine Stelle, die sagt, was jeder Weg für sie heißt; "
        "diese Regeln haben keine gefunden."
    ),
    "needs.all": (
        "Es fehlt eine Stelle, die sagt, welcher Weg bei Kosten, Risiko oder für Menschen besser ist. "
        "Diese Regeln haben keine gefunden; sie erkennen solche Stellen nur an ihren Wörtern."
    ),
    "missing_for": "Für {} gibt es keine Zahl zu „{}“.",
    "not_read": "Diese Regeln lesen nur Deutsch und Englisch.",
    "cut": "Von {} wurde nur der Anfang gelesen, weil der Text sehr lang ist.",
    "h.for": "## Was für {} spricht",
    "h.against": "## Was gegen {} spricht",
    "h.lines": "## Was das Material sagt",
    "h.brief": "## Was der Auftrag sagt",
    "h.figures": "## Zahlen im Vergleich",
    "h.demands": "## Was die Antwort leisten muss",
    "h.wishes": "## Wie gewünscht",
    "h.answers": "## Ihre Antworten",
    "h.missing": "## Was fehlt",
    "h.added": "## Ergänzt",
    "added.on": "Zu {}: {}",
    "h.members": "## Was die Mitglieder sagen",
    "limit": "{}: {}",
    "limit.kept": "Eingehalten, soweit bekannt, denn {}: {}",
    "limit.broken": "Nicht erfüllt, denn {}: {}",
    "limit.open": "Nicht erfüllt bisher, denn {}: {}",
    "limit.none": "Nicht erfüllt, diese Regeln fanden im Material keine Zahl, an der sich das prüfen lässt.",
    "fact.most.kept": "{} liegt innerhalb von {}",
    "fact.most.broken": "{} liegt über {}",
    "fact.most.open": "{} kann über {} liegen",
    "fact.least.kept": "{} ist nicht weniger als {}",
    "fact.least.broken": "{} ist weniger als {}",
    "fact.least.open": "{} kann weniger sein als {}",
    "fact": "{}: {}",
    "sum": "{} = {}, falls es zusammenkommt,",
    "either": "{} oder {}",
    "bound.passed": "Ihre Zahl {} überschreitet die Grenze, die das Material nennt, {}: {} gegen {}.",
    "compare": "Bei „{}“: {}.",
    "compare.cell": "{} {}",
    "best": "{} ist am besten.",
    "alike": "Alle sind gleich.",
    "out": "{} scheidet aus wegen {}: {}",
    "conflict": "Zwei Stellen widersprechen sich: {} und {}.",
    "conflict.settled": "Von {} und {} gilt laut Ihnen {}.",
    "demand": "{} — {}",
    "unmet": "Nicht erfüllt",
    "d.position": "Durch die Empfehlung beantwortet.",
    "d.done": "Das geht: {}",
    "d.but": "Aber: {}",
    "d.doubt": "Nicht erfüllt, das spricht dagegen: {}",
    "d.said": "Das Material sagt: {}",
    "d.brief": "Der Auftrag sagt: {}",
    "d.person": "Sie sagten: {}",
    "d.against": "Das stärkste Argument dagegen: {}",
    "d.assumed": (
        "Bekannt sind die hier zitierten Zahlen. Angenommen ist, dass sie übertragbar sind, während gilt: {}"
    ),
    "d.measures": "Messgrößen, jede mit Ihrem Ausgangswert und dem, was anderswo erreicht wurde: {}",
    "d.measures.few": "Nicht erfüllt, das Material gibt nur {} von {} Messgrößen her: {}",
    "d.measure": "{}, anderswo {}",
    "d.none": "Nicht erfüllt, diese Regeln haben im Material nichts dazu gefunden.",
    "d.no_option": "Nicht erfüllt, denn es wird keine Option empfohlen.",
    "d.open": "Nicht erfüllt, die nächste Stelle klärt es nicht: {}",
    "w.found": "Sie wünschten: {} Das Material sagt: {}",
    "w.none": "Sie wünschten: {} Diese Regeln haben im Material nichts dazu gefunden.",
    "w.weight": "Sie wünschten: {} Also zählt am meisten: {}.",
    "a.given": "Auf die Frage {} antworteten Sie {}.",
    "a.used": "Das ist oben verwendet.",
    "a.unused": "Keine Regel konnte es verwenden, daher steht es hier, wie Sie es sagten.",
    "a.weight": "Also zählt am meisten: {}.",
    "a.over": "Was Sie seither wünschten, geht vor.",
    "a.sum": "Also werden die Kosten addiert.",
    "a.no_sum": "Also werden die Kosten nicht addiert.",
    "a.assume": "Bei {} waren Sie nicht sicher, daher stützt sich nichts darauf.",
    "a.open_sum": "Sie klärten {} nicht, daher zählen vorsichtshalber beide Kosten.",
    "a.none_fits": "Bei {} passte keine Option.",
    "a.open": "Auf {} antworteten Sie nicht, daher stützt sich nichts darauf.",
    "c.sum": "Nur eine Kostenart ist gezählt. Hinzu kommt: {}",
    "c.sum.do": "Addieren und an die Grenze halten. {}",
    "c.bound": "Eine Zahl des Auftrags überschreitet eine Grenze des Materials: {} gegen {}.",
    "c.bound.do": "Sagen, was daraus folgt.",
    "c.warns": "Die Antwort stützt sich auf {}, aber derselbe Teil des Materials warnt: {}",
    "c.warns.do": "Die Warnung daneben stellen.",
    "c.left_out": "Übergangen ist diese Stelle zum Thema {}: {}",
    "c.left_out.do": "Abwägen, denn sie betrifft {}.",
    "c.left_out.none": "Abwägen, denn noch ist nichts empfohlen.",
    "c.demand": "Diese Vorgabe bleibt offen, obwohl das Material sie betrifft: {}",
    "c.demand.do": "Beantworten: {}",
    "c.out": "Empfohlen wird {}, das eine Grenze oder Vorgabe verletzt: {} {}",
    "c.out.do": "Etwas wählen, das sie einhält.",
    "c.compare": "Die Optionen sind hierin nicht verglichen, obwohl eine andere vorn liegt. {}",
    "c.compare.do": "Auch darin vergleichen.",
    "c.conflict": "Die Antwort stützt sich auf eine Stelle, der eine andere widerspricht: {} und {}.",
    "c.conflict.do": "Beide nennen.",
    "c.nothing": "Die Antwort zitiert keine Stelle des Materials und keine Zahl.",
    "c.nothing.do": "Eine Stelle angeben, die die Frage betrifft: {}",
    "r.flip": "die Empfehlung geändert: bisher {}, jetzt {}",
    "r.added": "eine übergangene Stelle abgewogen",
    "r.sum": "die Kosten addiert",
    "r.bound": "eine überschrittene Grenze genannt",
    "r.compared": "die Optionen in mehr verglichen",
    "r.conflict": "den Widerspruch genannt",
    "r.wish": "den Wunsch der Person aufgenommen",
    "r.stands": "Das steht jetzt in der Antwort, mit {} Stellen für {} und {} dagegen.",
    "r.stands.options": "Das steht jetzt in der Antwort. Die Empfehlung bleibt {}.",
    "r.flipped": "Das steht jetzt in der Antwort und ändert die Empfehlung: bisher {}, jetzt {}.",
    "r.there": "Das steht schon in der Antwort.",
    "r.nothing": "Das Material hat keine Stelle, die das klärt.",
    "r.judgement": "Das ist eine Ermessensfrage, die Regeln nicht klären können.",
    "r.unchanged": "nichts geändert",
    "j.agree": "Alle empfehlen {}.",
    "j.differ": "Die Antworten empfehlen: {}.",
    "j.who": "{} {}",
    "j.nothing": "keine Option",
    "j.met": "Die beste erfüllt {} von {} Vorgaben mit Begründung.",
    "j.words": "Nach ihren Wörtern sind sich die Antworten zu {} Prozent gleich.",
    "j.tie": "Beide beantworten gleich viele Vorgaben und wägen gleich viele Stellen ab.",
    "j.more": "Sie beantwortet {} von {} Vorgaben mit Begründung, die andere {}.",
    "j.lines": "Beide beantworten gleich viele Vorgaben; sie wägt {} Stellen ab, die andere {}.",
    "f.majority": "{} von {} Mitgliedern empfehlen es: {}.",
    "f.all": "Alle {} Mitglieder empfehlen es.",
    "f.weight": "Sie sagten, am meisten zählt: {}. Das empfiehlt dazu {}.",
    "f.split": "Die Mitglieder sind sich nicht einig, und Regeln können das nicht klären: {}.",
    "f.split.who": "{} empfiehlt {}",
    "f.nobody": "Was das Material sagt, klärt es für kein Mitglied.",
    "f.nothing": "Diese Regeln haben im Material nichts gefunden, was die Frage betrifft.",
    "f.none": "Es gibt kein Material.",
    "f.alone": "{} empfiehlt es; die anderen Mitglieder empfehlen nichts.",
    "f.sole": "{} empfiehlt es.",
    "f.empty": "Keine Runde wurde angenommen; dies kommt allein aus dem Material.",
    "f.open": "Die Frage nennt keine Optionen; dies haben die Mitglieder gefunden.",
    "f.rules": (
        "Das haben Regeln geschrieben, keine KI: jede Stelle ist aus Ihrem Text zitiert, mit Fundort."
    ),
    "f.member": "{} sagt: {}",
    "f.tells": (
        "Was es entscheiden würde: eine Grenze, eine Zahl, oder was am meisten zählt: Kosten, "
        "Risiko oder Menschen."
    ),
    "s.agreed.option": "Alle empfehlen {}.",
    "s.agreed.line": "Alle wägen ab: {}",
    "s.issue": "Was zu tun ist: {}",
    "s.issue.between": "{} oder {}",
    "s.says": "Für {}, denn {}",
    "s.assumes": "Dass das übertragbar ist: {}",
    "s.flip": "{} hat die Empfehlung geändert: bisher {}, jetzt {}, denn {} sagte: {}",
    "s.added": "{} nahm auf, was {} sagte: {}",
    "s.dissent": "Für {}, denn {}",
    "q.open": "Der Auftrag lässt dies offen: {} Wovon sollen wir ausgehen?",
    "q.open.why": "der Auftrag nennt das selbst offen",
    "q.loose": "Sie antworteten {}: was genau soll angenommen werden?",
    "q.loose.why": "die Antwort lässt es offen",
    "q.sum": "Kommen diese Kosten zusammen: {} und {}?",
    "q.sum.yes": "Ja, beide fallen an",
    "q.sum.no": "Nein, nur eine davon",
    "q.sum.why": "eine allein hält Ihre Grenze {} ein, beide zusammen vielleicht nicht",
    "q.weight": "Kosten, Risiko und Menschen führen hier zu verschiedenen Antworten. Was zählt am meisten?",
    "q.weight.cost": "Kosten",
    "q.weight.risk": "Risiko und Belege",
    "q.weight.people": "Betroffene",
    "q.weight.why": "es entscheidet zwischen: {}",
    "q.conflict": "Zwei Stellen widersprechen sich: {} und {}. Welche Zahl gilt?",
    "q.conflict.why": "die Antwort stützt sich auf eine davon",
    "q.missing": "Wie lautet die Zahl für {} zu „{}“?",
    "q.missing.why": "das Material nennt sie nur für die anderen Optionen",
    "q.vague": "Ab welcher Zahl ist das erfüllt: {}?",
    "q.vague.why": "ohne Zahl kann niemand sagen, ob es erfüllt ist",
}
"""The German phrases, key by key as the English ones."""


@cache
def _pattern(language: Language, key: str) -> re.Pattern[str]:
    parts = (DE if language == "de" else EN)[key].split("{}")
    return re.compile("(.+?)".join(map(re.escape, parts)) + r"\Z", re.DOTALL)


def slots_of(language: Language, key: str, text: str) -> tuple[str, ...] | None:
    """Return what fills the slots of a phrase in a text that is this phrase; None where it is another."""
    found = _pattern(language, key).match(text)
    return None if found is None else found.groups()


def say(language: Language, key: str, *slots: object) -> str:
    """Return a phrase with its slots filled; other languages are answered in English."""
    pieces = (DE if language == "de" else EN)[key].split("{}")
    phrase = pieces[0]
    for slot, after in zip(slots, pieces[1:], strict=True):
        several, one = ("Stellen", "Stelle") if language == "de" else ("lines", "line")
        if slot == 1 and after.startswith(f" {several}"):
            after = f" {one}{after.removeprefix(f' {several}')}"
        phrase += f"{slot}{after}"
    return phrase
