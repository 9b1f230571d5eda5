"""Six debates of the offline council, run and exported by the command line, and read as a reader would."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from app.domain.ids import RESERVED_SEATS
from app.workflows.debate.rules.termination import CONTEXT_SHARE
from tests.support.commands import SAMPLES, call
from tests.support.six_debates import Debate, run_six

QUIET = ("--set", "interactive_clarifications=false")
NAMES = ("five rounds fixed", "follow-up", "auto-approve", "rejected", "never ask", "sole agent")
NUMBER = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?!\w)")
SNAKE = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


@pytest.fixture(scope="module")
def six(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Debate]]:
    folder = tmp_path_factory.mktemp("six")
    return folder, run_six(folder)


@pytest.fixture(params=NAMES)
def debate(request: pytest.FixtureRequest, six: tuple[Path, dict[str, Debate]]) -> Debate:
    return six[1][request.param]


def bodies(debate: Debate, *types: str) -> list[dict[str, Any]]:
    """Return the records of these types, body and envelope in one."""
    envelope = ("seq", "at", "round", "attempt", "type")
    records = [r for r in json.loads(debate.json)["records"] if r["type"] in types]
    return [{**r["body"], **{name: r[name] for name in envelope}} for r in records]


def sections(markdown: str) -> dict[str, str]:
    """Return what stands under each of the report's own headings."""
    parts = markdown.split("\n## ")
    return {title: body for title, _, body in (part.partition("\n") for part in parts[1:])}


def own_words(markdown: str) -> str:
    """Return a report's own lines: without quotations."""
    return "\n".join(line for line in markdown.split("\n") if not line.lstrip().startswith(">"))


def test_no_machine_value_stands_in_a_report(debate: Debate) -> None:
    own_text = own_words(debate.markdown)
    assert not SNAKE.findall(own_text)
    assert not re.search(r"\d{4}-\d\d-\d\dT", own_text)
    assert not re.search(r"(?<![\w.])\d+\.\d{4,}(?!\d)", own_text), "a figure nobody rounded"
    assert "\\_" not in own_text
    assert "None" not in own_text.replace("None.", "")
    assert not re.search(r"^ *- *(?:\*\*[^*]+\*\*:? *)?$(?!\n +-)", own_text, re.MULTILINE), "an empty item"


def test_the_first_page_is_enough_to_decide_on(debate: Debate) -> None:
    page = debate.markdown.split("\n## The answer\n")[0]
    assert page.split("\n\n")[1].startswith("Finished ")
    assert "No AI took part: the offline council works by rules." in page
    assert re.search(r"\*\*Decision\.\*\* \S", page)
    for part in ("Quoted", "Disputed", "Dissent"):
        assert f"- **{part}**" in page
    assert len(page.split("\n")) <= 60
    order = [title for title in sections(debate.markdown) if not title.startswith("Round ")]
    assert order[:3] == ["Summary", "The answer", "The question"]
    assert order[-2:] == ["How it was decided", "Who took part, and what it cost"]


def test_every_quotation_mark_of_a_report_is_closed_on_its_line(debate: Debate) -> None:
    for line in debate.markdown.split("\n"):
        assert line.count("“") == line.count("”"), line


def test_every_link_of_a_report_leads_to_one_of_its_headings(debate: Debate) -> None:
    titles = re.findall(r"^#+ (.*)$", debate.markdown, re.MULTILINE)
    anchors = Counter(re.sub(r"[^\w\- ]", "", title.casefold()).replace(" ", "-") for title in titles)
    links = re.findall(r"\]\(([^)]*)\)", debate.markdown)
    assert all(link.startswith("#") and anchors[link[1:]] == 1 for link in links)


def test_no_reply_of_the_rules_is_read_otherwise_than_it_was_asked_for(debate: Debate) -> None:
    assert bodies(debate, "reply_mended") == []


def test_the_report_of_the_sample_has_250_lines_at_most(tmp_path: Path) -> None:
    brief, material = SAMPLES / "four-day-week-brief.md", SAMPLES / "four-day-week-context.md"
    options = ("--question", f"@{brief}", "--context", material, "--approve", "all", "--json")
    ran = call("run", "debate", *options, data=tmp_path)
    assert call("export", ran.value["session"], "-o", tmp_path / "report.md", data=tmp_path).code == 0
    assert len((tmp_path / "report.md").read_text(encoding="utf-8").splitlines()) <= 250


# --- figures ----------------------------------------------------------------------------------


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)


def test_every_figure_of_a_round_is_the_one_in_the_records(debate: Debate) -> None:
    titles = {
        "agreement": "Agreement of the answers, by the judge",
        "quality": "Quality of the best answer, by the judge",
        "similarity": "Similarity of the texts",
        "changed": "Members whose answer changed",
    }
    found = attempts(debate)
    seen = 0
    for key, text in found.items():
        for fact in bodies(debate, "criterion_measured"):
            if (fact["round"], fact["attempt"]) != key:
                continue
            title = f" {titles[fact['name']]}: "
            if fact["value"] is None:
                judged = fact["name"] in ("agreement", "quality")
                assert f"{title}{'not judged' if judged else 'unknown'}" in text
                continue
            line = rf"{re.escape(title)}(\S+) %(?: \(needed: (\S+) %, (\w+ ?\w+)\))?"
            match = re.search(line, text)
            assert match, (fact, text)
            assert abs(float(match[1]) - fact["value"]) <= 0.5
            if fact["threshold"] is None:
                assert match[2] is None
            else:
                assert float(match[2]) == fact["threshold"]
                assert match[3] == ("reached" if fact["passes"] else "not reached")
                # A rounded figure is never on the other side of its limit.
                assert (float(match[1]) >= fact["threshold"]) == fact["passes"]
            seen += 1
        for fact in bodies(debate, "text_assessed"):
            if (fact["round"], fact["attempt"]) == key and fact["status"] in ("changed", "minor"):
                match = re.search(rf"\*\*{fact['seat']}\*\* – [a-z ]+ \((\d+) %\)", text)
                if match is None:
                    assert re.search(rf"\*\*{fact['seat']}\*\*.* keeps? (?:its|their) answers? of", text)
                    continue
                assert abs(float(match[1]) - 100 * fact["ratio"]) <= 0.5
                seen += 1
    assert seen


def attempts(debate: Debate) -> dict[tuple[int, int], str]:
    """Return each attempt's part of a report."""
    found = {}
    for title, body in sections(debate.markdown).items():
        named = re.match(r"Round (\d+)(?:, attempt (\d+))?", title)
        if named:
            found[int(named[1]), int(named[2] or 1)] = body
    opened = [(r["number"], r["attempt"]) for r in bodies(debate, "round_opened")]
    assert sorted(found) == sorted(opened)
    return found


def test_the_cost_table_adds_up_to_the_calls_in_the_records(debate: Debate) -> None:
    asked = {r["seq"]: r["seat"] for r in bodies(debate, "call_asked")}
    wanted: dict[str, list[float]] = {}
    for call_ended in bodies(debate, "call_completed"):
        usage = call_ended["usage"]
        # A report names the chair and the judge in words.
        seat_told = asked[call_ended["asked"]]
        seat_told = seat_told.capitalize() if seat_told in RESERVED_SEATS else seat_told
        for seat in (seat_told, "In all"):
            row = wanted.setdefault(seat, [0, 0, 0, 0.0])
            for column, value in enumerate((1, usage["tokens_in"], usage["tokens_out"], usage["cost"])):
                row[column] += value
    table = sections(debate.markdown)["Who took part, and what it cost"]
    lines = [line for line in table.split("\n") if "|" in line]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    shown_costs = {
        row[0]: [float(re.sub(r"[≈$, ]|free", "", cell).replace("–", "0") or 0) for cell in row[3:]]
        for row in rows[2:]
    }
    assert {seat: row for seat, row in shown_costs.items() if any(row)} == wanted
    total = wanted["In all"]
    assert total[3] == 0, "rules cost nothing"
    assert "Cost: free." in debate.markdown.split("\n\n")[1]


def test_the_table_of_rules_is_the_one_of_the_last_gate(debate: Debate) -> None:
    gates = [r for r in bodies(debate, "gate_opened") if r["kind"] == "approval"]
    rules = gates[-1]["payload"]["rules"]
    rows = re.findall(r"^\| (\d) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$", debate.markdown, re.MULTILINE)
    assert [int(row[0]) for row in rows] == [rule["number"] for rule in rules]
    decided = next((rule for rule in rules if rule["holds"] and rule["in_force"]), None)
    for row, rule in zip(rows, rules, strict=True):
        assert row[3].strip("*") == ("yes" if rule["holds"] else "no")
        assert ("**" in row[3]) == (rule is decided)
        assert row[4] == ("yes" if rule["in_force"] else "no")
        figures = [float(n.replace(",", "")) for n in NUMBER.findall(row[2])]
        value, limit = rule["value"], rule["limit"]
        match rule["number"]:
            case 2 | 3:
                assert figures == [value, limit]
            case 4:
                assert figures == [value, round(limit), 100 * CONTEXT_SHARE]
            case 5 | 6:
                assert figures == [value]
            case 7 if value is not None:
                assert abs(figures[0] - value) <= 0.5
                assert figures[1] == limit
            case _:
                assert figures == []


def test_no_other_number_stands_in_a_report(debate: Debate) -> None:
    """Outside the tables every number is somebody's words in the records, or computed from them here."""
    facts = [r["body"] for r in json.loads(debate.json)["records"] if not r["type"].startswith("call_")]
    known = {number for text in strings(facts) for number in NUMBER.findall(text)} | computed(debate)
    for line in own_words(debate.markdown).split("\n"):
        if not line.startswith("| "):
            for number in NUMBER.findall(line.replace("\\", "")):
                assert number in known, (number, line)


def computed(debate: Debate) -> set[str]:
    """Return the numbers that a report may compute, as it must write them."""
    whole = json.loads(debate.json)
    setup, rounds = whole["records"][0]["body"]["setup"], bodies(debate, "round_opened")
    at = datetime.fromisoformat(whole["finished_at"])
    found = {f"{len(setup['question'].split()):,}"}
    for time in (at, *(datetime.fromisoformat(d["at"]) for d in whole["decisions"])):
        found |= {f"{time.day}", f"{time.year}", f"{time:%H}", f"{time:%M}"}
    found |= {f"{setup['cost_limit']:.2f}", f"{setup['threshold']:g}", f"{setup['max_rounds']}"}
    found |= {f"{setup['min_change_threshold'] * 100:g}", "0.00", "1"}
    found |= {str(r[field]) for r in rounds for field in ("number", "attempt")}
    found |= {f"{m['value']:.0f}" for m in bodies(debate, "criterion_measured") if m["value"] is not None}
    found |= {f"{100 * a['ratio']:.0f}" for a in bodies(debate, "text_assessed")}
    found |= {str(n) for n in range(len(whole["team"]))}
    limits = [d["limits"] for d in whole["decisions"]]
    found |= {text for limit in limits for v in limit.values() for text in (f"{v:.0f}", f"{v:.2f}")}
    for summary in bodies(debate, "history_summarised"):
        found |= {f"{summary['characters']:,}", f"{len(summary['text']):,}"}
    tokens = {"first": 0, "all": 0}
    asked = {r["seq"]: r["body"]["purpose"] for r in whole["records"] if r["type"] == "call_asked"}
    for call_ended in bodies(debate, "call_completed"):
        used = call_ended["usage"]["tokens_in"] + call_ended["usage"]["tokens_out"]
        tokens["all"] += used
        tokens["first"] += used if asked[call_ended["asked"]] in ("proposal", "drafts") else 0
    share = 100 * tokens["first"] / tokens["all"]
    found |= {f"{tokens['first']:,}", f"{tokens['all']:,}", f"{share:.0f}"}
    ranks: dict[tuple[int, int, str], list[int]] = {}
    for ranked in bodies(debate, "answers_ranked"):
        for rank, seat in enumerate(ranked["ranking"], 1):
            ranks.setdefault((ranked["round"], ranked["attempt"], seat), []).append(rank)
    return found | {f"{round(sum(seat_ranks) / len(seat_ranks), 2):g}" for seat_ranks in ranks.values()}


# --- JSON ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schema(six: tuple[Path, dict[str, Debate]]) -> jsonschema.Draft202012Validator:
    found = call("export", "--schema", "--json", data=six[0] / "data").value
    jsonschema.Draft202012Validator.check_schema(found)
    return jsonschema.Draft202012Validator(found, format_checker=jsonschema.FormatChecker())


def test_the_json_export_fits_its_schema_and_has_the_session_in_named_fields(
    debate: Debate, schema: jsonschema.Draft202012Validator
) -> None:
    whole = json.loads(debate.json)
    schema.validate(whole)
    assert whole["version"] == 2
    assert {m["letter"] for m in whole["team"] if not m["presides"]} <= {f"Response {c}" for c in "ABC"}
    setup = bodies(debate, "session_created")[0]["setup"]
    assert whole["question"] == setup["question"]
    stated = bodies(debate, "result_stated")[-1]
    assert whole["final_answer"]["text"] == stated["answer"]
    assert whole["decision"]
    texts = [t for t in bodies(debate, "text_proposed") if t["slot"] == "answer"]
    assert [t["text"] for t in whole["texts"] if t["by"] == "seat"] == [t["text"] for t in texts]
    assert {c["id"]: c["claim"] for c in whole["critiques"]} == {
        c["critique"]: c["claim"] for c in bodies(debate, "critique_filed")
    }
    gates = [d for d in whole["decisions"] if d["kind"] == "gate"]
    assert [d["verb"] for d in gates] == [g["verb"] for g in bodies(debate, "gate_answered")]
    assert {(m["name"], m["round"], m["value"]) for m in whole["measures"]} >= {
        (m["name"], m["round"], m["value"]) for m in bodies(debate, "criterion_measured") if m["attempt"] == 1
    }
    questions = [*bodies(debate, "question_asked")]
    assert [q["question"] for q in whole["clarifying_questions"]] == [q["text"] for q in questions]
    assert whole["costs"]["total"]["calls"] == len(bodies(debate, "call_completed"))
    for time in (whole["created_at"], *(t["at"] for t in whole["texts"])):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", time)


def test_every_field_of_the_schema_says_what_it_means(tmp_path: Path) -> None:
    schema = call("export", "--schema", "--json", data=tmp_path).value
    silent = [
        (name, field)
        for name, definition in (("the session", schema), *schema["$defs"].items())
        for field, shape in definition.get("properties", {}).items()
        if not shape.get("description", "").endswith((".", "`"))
    ]
    assert silent == []


def test_an_export_comes_back_and_gives_the_same_bytes(debate: Debate, tmp_path: Path) -> None:
    file, again = tmp_path / "session.json", tmp_path / "again.json"
    file.write_text(debate.json, encoding="utf-8")
    assert call("import", file, data=tmp_path / "data").code == 0
    ran = call("export", debate.session, "--format", "json", "-o", again, data=tmp_path / "data")
    assert ran.code == 0
    assert again.read_bytes() == file.read_bytes()


def test_show_says_the_same_in_named_fields(debate: Debate, six: tuple[Path, dict[str, Debate]]) -> None:
    shown = call("show", debate.session, "--json", data=six[0] / "data").value
    whole = json.loads(debate.json)
    for field in ("question", "final_answer", "clarifying_questions", "rounds", "texts", "costs"):
        assert shown["report"][field] == whole[field]
    assert isinstance(shown["rounds"], int), "the documented keys stay what they were"


# --- each of the six ----------------------------------------------------------------------------


def test_five_fixed_rounds_are_all_there_and_say_what_ended_them(
    six: tuple[Path, dict[str, Debate]],
) -> None:
    text = six[1]["five rounds fixed"].markdown
    assert [title for title in sections(text) if title.startswith("Round ")] == [
        f"Round {n}" for n in range(1, 6)
    ]
    ending = sections(text)["How it was decided"]
    assert "It ended because the planned rounds were over." in ending
    assert "\n- Stop early: no, all planned rounds were to be run" in ending


def test_questions_stand_with_their_answers(six: tuple[Path, dict[str, Debate]]) -> None:
    asked = sections(six[1]["follow-up"].markdown)["Questions to the person"]
    assert "Answer: Probably in the morning, it depends on the staff" in asked
    assert re.search(
        r"Answered the questions of the members, by an answer prepared in a file \(.* UTC\)\.", asked
    )


def test_approving_without_asking_is_told_with_its_limits(six: tuple[Path, dict[str, Debate]]) -> None:
    text = six[1]["auto-approve"].markdown
    assert (
        "The person let rounds be approved without asking: until the figure reaches 95 %, "
        "for 2 rounds at most and until $1.50 are spent."
    ) in text


def test_a_rejected_attempt_shows_its_own_texts_and_the_next_one_its_edit(
    six: tuple[Path, dict[str, Debate]],
) -> None:
    found = attempts(six[1]["rejected"])
    first, second = found[1, 1], found[1, 2]
    assert "Say what the trial costs in a year." in first
    assert "The person dismissed it: That was settled in spring." in first
    assert "Rejected the attempt" in first
    assert "**Bram**" in first
    assert "31,720" not in first
    assert "The person's own text in place of Cleo's:" in second
    assert "It costs 31,720 euros." in second
    assert "For Bram, the person chose the previous answer (the first answer of attempt 1)." in second
    assert re.search(r"\*\*Ada\*\* – changed \(\d+ %\) against the first answer of attempt 1: ", second)
    assert second.count("Name who pays for it.") == 1


def test_the_first_page_names_what_the_person_did_and_counts_no_change_that_was_turned_down(
    six: tuple[Path, dict[str, Debate]],
) -> None:
    summary = sections(six[1]["rejected"].markdown)["Summary"]
    assert "Dismissed 1 critique; rejected the attempt ([round 1, attempt 1 (rejected)](" in summary
    assert "Kept Bram's previous answer; put their own text in place of Cleo's; gave guidance (" in summary
    assert "**Cleo**: the person put another text in place of its answer ([round 1, attempt 2](" in summary
    changed = summary.partition("- **What changed, and why**")[2].partition("\n- **")[0]
    first = [line for line in changed.split("\n") if "[round 1" in line]
    assert not any("Bram" in line for line in first), "the person kept Bram's previous answer"


def test_the_first_page_links_to_the_round_where_a_text_was_written(
    six: tuple[Path, dict[str, Debate]],
) -> None:
    summary = sections(six[1]["five rounds fixed"].markdown)["Summary"]
    links = set(re.findall(r"\(#([^)]*)\)", summary))
    assert {"round-1", "round-2"} <= links
    assert not links & {"round-3", "round-4"}, "nobody wrote a new text there"


def test_what_is_said_of_several_members_stands_once(six: tuple[Path, dict[str, Debate]]) -> None:
    text = six[1]["five rounds fixed"].markdown
    assert text.count("- **Ada** and **Bram**: *Unchanged since round 2.*\n") == 3
    assert not re.search(r" – .*\bResponse [A-C]\b", text), "letters that the reader does not know"


def test_a_debate_that_never_asks_says_so(six: tuple[Path, dict[str, Debate]]) -> None:
    text = six[1]["never ask"].markdown
    assert "\n- The person is asked: never, every round was approved without asking" in text
    assert len(re.findall(r", by the gate policy, without asking \(.* UTC\)\.", text)) == 2
    assert "What the person did" not in text


def test_a_sole_agent_is_criticised_by_the_chair_and_agrees_with_nobody(
    six: tuple[Path, dict[str, Debate]],
) -> None:
    text = six[1]["sole agent"].markdown
    assert "Member: Vera." in text
    assert "It ended because the members had come to agree." not in text
    for said_of_several in ("shown to the others", "ranked best", "Average rank", "Members"):
        assert said_of_several not in text.replace("Members whose answer changed", "")
    assert text.count("One answer alone has none to be compared with.") == 2, "once a round"


def test_a_debate_that_waits_has_no_end_yet(tmp_path: Path) -> None:
    options = ("--question", "Must we move?", "--approve", "none", *("--set", "hide_names=true"), *QUIET)
    session = call("run", "debate", *options, "--json", data=tmp_path).value["session"]
    assert call("export", session, "-o", tmp_path / "report.md", data=tmp_path).code == 0
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "- **There is no final answer yet**: " in text
    assert "| **yes** |" not in text
    assert "what ended it" not in text
    assert "Response A" in text
    assert "shown to the others as" not in text, "it has no other name here"


def test_what_is_asked_of_export_is_named_where_it_is_missing(tmp_path: Path) -> None:
    ran = call("export", "--json", data=tmp_path)
    assert ran.code == 2
    assert "roundtable export SESSION -o report.md" in ran.error["next"]
    with_both = call("export", "01abc", "--schema", "--json", data=tmp_path)
    assert with_both.code == 2
    none = call("export", "--schema", "--format", "md", "--json", data=tmp_path)
    assert "has no schema" in none.error["message"]
    file = tmp_path / "schema.json"
    assert call("export", "--schema", "-o", file, data=tmp_path).code == 0
    assert json.loads(file.read_text(encoding="utf-8"))["title"] == "roundtable-session 2"
