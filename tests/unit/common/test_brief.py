"""What an answer says of itself is found by its own headings, and nothing is made up."""

from __future__ import annotations

from app.workflows.common.brief import brief_of

ANSWER = """## Move the depot

Rent the hall in Varde for two years. It is 12 km nearer. Buying can wait. A fourth.

## 2. Why this

- **31 people** left last year.
- Rent is lower.
- The road is new.
- A fourth reason.

## Next steps

1. By 31 March the council is heard.
2. On 1 May the lease begins.

### It would be wrong if

the first bill is over 40,000 € a month.

```
## Why not
- in code
```
"""


def test_the_first_sentences_the_reasons_and_the_steps_of_an_answer_are_told():
    brief = brief_of(ANSWER)
    assert brief.lead.startswith("Rent the hall in Varde for two years.")
    assert brief.lead.endswith("Buying can wait.")
    assert brief.why == ("31 people left last year.", "Rent is lower.", "The road is new.")
    assert brief.steps == ("By 31 March the council is heard.", "On 1 May the lease begins.")
    assert brief.wrong_if == ("the first bill is over 40,000 € a month.",)


def test_the_decision_is_not_told_twice():
    assert brief_of(ANSWER, "Rent the hall in Varde for two years.").lead.startswith("It is 12 km nearer")


def test_what_an_answer_does_not_say_stays_empty():
    assert brief_of("") == brief_of("- a list\n- alone") == brief_of("# A heading\n\nThese ways are left:")
    assert brief_of("").why == ()


def test_german_headings_are_found_as_well():
    found = brief_of(
        "Wir mieten.\n\n## Begründung\n\n- Es ist näher.\n\n## Nächste Schritte\n\n- Vertrag prüfen."
    )
    assert (found.lead, found.why, found.steps) == ("Wir mieten.", ("Es ist näher.",), ("Vertrag prüfen.",))


def test_no_mark_is_told_and_no_line_that_leads_over_to_a_formula() -> None:
    brief = brief_of(
        "## What it costs\n\nThe cost is\n\n$$E = 1.9 + p \\cdot 0.7$$\n\nso that it holds.\n\n"
        "Then $E \\le 2.6$.\n\n"
        "## Why\n\n1. There is a claim *by analogy*; see [the five](https://a.example/x) of `BGH_1`.\n"
        "2. It takes $n^2$ days.\n"
    )
    assert brief.lead == "Then E ≤ 2.6."
    assert brief.why == ("There is a claim by analogy; see the five of BGH_1.", "It takes n^2 days.")


def test_a_paragraph_that_begins_with_bold_words_is_the_beginning_of_an_answer() -> None:
    answer = "## Recommendation\n\n**Rent, for two years.** It is nearer.\n\n## Costs\n\nThey are low."
    assert brief_of(answer).lead == "Rent, for two years. It is nearer."
    assert brief_of(answer, "Rent, for two years.").lead == "It is nearer."
    assert brief_of("- one\n\n***\n\n* two").lead == ""
