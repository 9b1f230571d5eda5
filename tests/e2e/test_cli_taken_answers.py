"""An answer of another session as a given one, on the command line."""

from __future__ import annotations

from tests.support.commands import call


def test_a_final_answer_and_a_members_last_one_are_given_to_another_session() -> None:
    begun = call("run", "debate", "--question", "Must we?", "--approve", "all", "--json").value["session"]
    shown = call("show", begun, "--json").value["report"]
    member = shown["team"][0]["seat"]
    given = ("--guest", f"session:{begun}", "--guest", f"session:{begun}:{member.upper()}")
    second = call("run", "debate", "--question", "Why?", *given, "--approve", "all", "--json").value
    (created,) = call("log", second["session"], "--json").value[:1]
    final, last = created["body"]["setup"]["guests"]
    assert final["name"] == "Must we?"
    stated = [one for one in call("log", begun, "--json").value if one["type"] == "result_stated"]
    assert final["text"] == stated[-1]["body"]["answer"].strip()
    assert last["name"] == f"Must we? ({member})"
    assert last["text"].strip()
    refused = call("run", "debate", "--question", "Why?", "--guest", f"session:{begun}:Zoe", "--json")
    assert (refused.code, refused.error["kind"]) == (2, "input")
    assert "Nobody there is called" in refused.error["message"]
