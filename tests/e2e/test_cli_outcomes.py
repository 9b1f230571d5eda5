"""What was expected, decided and how it turned out, told and asked for on the command line."""

from __future__ import annotations

from pathlib import Path

from tests.support.commands import call


def test_a_forecast_a_decision_and_an_outcome_are_told_in_their_time_and_count_once(
    tmp_path: Path,
) -> None:
    begun = call(
        *("run", "debate", "--question", "Must we?", "--approve", "all", "--json"),
        *("--forecast", "I expect no.", "--set", "result_by=chair"),
    )
    session = begun.value["session"]
    late = call("outcome", "forecast", session, "I knew it.", "--json")
    assert (late.code, late.error["kind"]) == (2, "input")
    assert "The first answers are open" in late.error["message"]
    assert call("outcome", "decided", session, "We do it.", "--look-back", "soon", "--json").code == 2
    decided = call("outcome", "decided", session, "We do it.", "--look-back", "2020-05-01", "--json")
    assert decided.value["look_back"] == "2020-05-01"
    (row,) = [one for one in call("list", "--json").value if one["session"] == session]
    assert row["asks"] == "how it turned out"
    member = next(iter(call("show", session, "--json").value["report"]["team"]))["seat"]
    told = call(
        *("outcome", "told", session, "It went well.", "--right", "result", "--right", member),
        *("--wrong", "you", "--json"),
    )
    assert told.value["right"] == {"result": True, f"seat {member}": True, "you": False}
    (row,) = [one for one in call("list", "--json").value if one["session"] == session]
    assert "asks" not in row
    shown = call("show", session, "--json").value["report"]["more"]
    (part,) = [one for one in shown if one["name"] == "looking_back"]
    assert part["remarks"][0]["text"] == "Expected before the first answers: I expect no."
    report = tmp_path / "report.md"
    call("export", session, "--format", "md", "-o", report)
    page = report.read_text(encoding="utf-8")
    assert (
        page.index("## Summary")
        < page.index("**Decided by the person.** We do it.")
        < page.index("## The answer")
    )
    assert page.count("We do it.") == 1
    assert page.index("## Summary") < page.index("*Written by: Chair*") < page.index("## The answer")
    file = tmp_path / "one.json"
    call("export", session, "--format", "json", "-o", file)
    copy = call("import", file, "--as-copy", "--json").value["session"]
    call("outcome", "told", copy, "It went badly.", "--wrong", "result", "--json")
    again = tmp_path / "copy.json"
    assert call("export", copy, "--format", "json", "-o", again).code == 0
    assert call("import", again, "--as-copy", "--json").code == 0
    rates = call("outcome", "rates", "--json").value
    assert (rates["sessions"], rates["needed"], rates["rates"]) == (1, 20, [])
