"""The sample research: a folder on billing, what agents find in it, and what the lead makes of that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.support.study import Council, found

TITLE = "How does billing retry?"
BRIEF = (
    "How does billing retry a failed charge? Can one invoice be charged twice? What handles the wait between "
    "attempts? What happens after the last attempt?"
)
QUESTIONS = [
    "How does billing retry a failed charge?",
    "Can one invoice be charged twice?",
    "What handles the wait between attempts?",
    "What happens after the last attempt?",
]
RETRY = '''"""Plan the next attempt at a failed charge."""

from billing.clock import FIRST_WAIT, MAX_WAIT

MAX_ATTEMPTS = 5


class RetryPlanner:
    def __init__(self, attempts, subscriptions, queue, clock):
        self.attempts, self.subscriptions = attempts, subscriptions
        self.queue, self.clock = queue, clock

    def schedule_retry(self, invoice):
        """Plan the next attempt, or give up."""
        done = self.attempts.count(invoice.id)
        if done >= MAX_ATTEMPTS:
            self.subscriptions.pause(invoice.subscription)
            return None
        wait = FIRST_WAIT * 2 ** done
        due = self.clock.now() + min(wait, MAX_WAIT)
        return self.queue.put(
            Retry(
                invoice=invoice.id,
                key=self.attempts.first(invoice.id).key,
                due=due,
            )
        )

    def give_up(self, invoice):
        """Tell the customer."""
        self.queue.drop(invoice.id)
'''
FILES: Mapping[str, str] = {
    "src/billing/retry.py": RETRY,
    "src/billing/clock.py": '"""How long to wait."""\n\nFIRST_WAIT = 3600\nMAX_WAIT = 48 * 3600\n',
    "src/billing/webhook.py": (
        '"""What the payment provider tells us."""\n\n\ndef on_charge_failed(event):\n'
        "    invoice = invoices.get(event.invoice)\n    planner.schedule_retry(invoice)\n"
    ),
    "src/billing/scheduler.py": (
        '"""Runs what is due."""\n\n\ndef tick(now):\n    for retry in queue.due(now):\n'
        "        # A retry gets a key of its own.\n        charge(retry.invoice, key=new_key())\n"
    ),
    "src/billing/money.py": "def rounded(amount):\n    return round(amount, 2)\n",
    "src/billing/dunning.py": (
        "def remind(invoice):\n    mail.send(invoice.customer, 'Your payment failed')\n"
    ),
    "tests/test_retry.py": (
        "def test_gives_up_after_five_attempts(planner, invoice):\n    fail(invoice, times=5)\n"
        "    assert planner.schedule_retry(invoice) is None\n    assert subscriptions.paused(invoice)\n"
    ),
    "config/billing.toml": "[retry]\nfirst_wait = 3600\nmax_attempts = 5\nalarm = false\n",
    "docs/billing.md": (
        "# Billing\n\nA failed charge is retried five times, with a wait that doubles.\n"
        "After that the subscription is paused; it is not ended.\n"
    ),
    "worker/loop.py": "while True:\n    tick(clock.now())\n",
    "worker/health.py": "def healthy():\n    return queue.age() < 3600\n",
    "worker/start.py": "from worker import loop\n",
}
CODE, TEST, DOC = "src/billing/retry.py", "tests/test_retry.py", "docs/billing.md"
FIVE = "A failed charge is retried five times, with a wait that doubles."
PAUSED = "After the fifth failure the subscription is paused, not ended."
ONE_KEY = "A retry uses the key of the first attempt, so that nobody is charged twice."
NEW_KEY = "A retry gets a new key each time it is charged."
BOTH = "Webhook and scheduler can both start a retry for the same invoice."


def _important(description: str, *cited: Any, **more: Any) -> dict[str, Any]:
    return {**found(description, *cited, **more), "category": "important"}


FIRST: Mapping[str, Any] = {
    "explore 1": {
        "findings": [
            found(FIVE, (CODE, "16-20", "wait = FIRST_WAIT * 2 ** done"), question="q1"),
            found(PAUSED, (CODE, "17", "self.subscriptions.pause(invoice.subscription)"), question="q4"),
            found(ONE_KEY, (CODE, "24", "key=self.attempts.first(invoice.id).key"), question="q2"),
            _important("The wait is capped at 48 hours.",
                       ("src/billing/clock.py", "4", "MAX_WAIT = 48 * 3600"), question="q3"),
        ],
        "files": [CODE, "src/billing/clock.py", "src/billing/money.py"],
    },
    "citation 1": {
        "findings": [
            found(FIVE, (DOC, "3", "retried five times, with a wait that doubles"), question="q1"),
            found(NEW_KEY, ("src/billing/scheduler.py", "7", "key=new_key()"), question="q2"),
            _important("The mail on a failed payment is sent before the last attempt.",
                       ("src/billing/dunning.py", "2", "Your payment failed")),
        ],
        "files": [DOC, "src/billing/scheduler.py", "src/billing/dunning.py"],
    },
    "pattern 1": {
        "findings": [
            found(BOTH, ("src/billing/webhook.py", "6", "planner.schedule_retry(invoice)")),
            _important("No alarm is raised when the retry queue is older than one hour.",
                       ("config/billing.toml", "4", "alarm = true")),
            {**found("Amounts are rounded once, in money.py.", ("src/billing/money.py", "2",
                     "return round(amount, 2)")), "category": "informational"},
            {**found("Test cards are excluded by their prefix."), "category": "informational"},
        ],
        "files": ["src/billing/webhook.py", "config/billing.toml"],
    },
}  # fmt: skip
SECOND: Mapping[str, Any] = {
    "explore 2": {
        "findings": [
            found(PAUSED, (DOC, "4", "the subscription is paused; it is not ended"), confirms="f2"),
            _important("The first wait is an hour.", ("src/billing/clock.py", "3", "FIRST_WAIT = 3600")),
        ],
        "files": [DOC, "src/billing/clock.py", TEST],
    },
}
SUMMARY = (
    "A failed charge is retried up to five times; the wait starts at one hour, doubles, and is capped at 48 "
    "hours [f1]. After the fifth failure the subscription is paused and not ended [f2]. Whether one invoice "
    "can be charged twice is disputed: the planner keeps the first key, the scheduler makes a new one [f3]."
)


def council() -> Council:
    """Return the models of the sample."""
    return Council(
        {**FIRST, **SECOND},
        questions=QUESTIONS,
        files=[f"{folder}/" for folder in ("src", "tests", "config", "docs", "worker")],
        relate=_relation,
        answered=lambda iteration, question: "partial" if question == "q2" else "answered",
        summary=SUMMARY,
    )


def _relation(pair: Mapping[str, Any]) -> str:
    if pair["a"] == pair["b"]:
        return "same"
    return "contradicts" if {pair["a"], pair["b"]} == {ONE_KEY, NEW_KEY} else "unrelated"
