"""The one table of actions: id, words, keys, icon, when each can be used and why not, what it runs.

Menus, shortcuts, tooltips, palette and the sheet of keys come from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from app.ui.kit.actions import ActionDef
from app.ui.kit.texts import round_noun, tr
from app.ui.shell.commands import Commands
from app.ui.view.retries import stoppable

if TYPE_CHECKING:
    # For start-up cost.
    from app.domain.gates import Action
    from app.domain.i18n import Message
    from app.domain.ids import SessionId
    from app.ui.session.page import SessionPage
    from app.ui.view.session_view import SessionView


class InSight(NamedTuple):
    """The page of the session in sight, and what it says of what can be done now."""

    page: SessionPage | None = None
    waiting: bool = False
    """Some session needs the person."""

    @property
    def view(self) -> SessionView | None:
        return self.page.view if self.page is not None else None

    @property
    def state(self) -> str:
        return self.page.state if self.page is not None else ""

    @property
    def running(self) -> bool:
        return self.state == "running"

    @property
    def going(self) -> bool:
        return self.state in ("running", "waiting")

    def gives(self, action: Action) -> bool | None:
        """Tell whether an action's answer can be given now; None: what is asked has none such."""
        verb = self.page.verb_of(action) if self.page is not None else None
        if self.page is None or verb is None:
            return None
        return self.page.bar.offers(self.page.bar.button_of(verb.name))

    def approves(self) -> bool:
        """Tell whether the answer that goes on can be given; where there is none, the filled button."""
        gives = self.gives("approve")
        if gives is not None or self.page is None or self.view is None:
            return bool(gives)
        return self.view.asked() is not None and self.page.bar.ready_primary() is not None


class Condition(NamedTuple):
    """What must hold for an action, and why it cannot be used while it does not."""

    holds: Callable[[InSight], bool]
    why: str
    own: Callable[[InSight], Message | None] = lambda _now: None
    """The reason that the workflow in sight has, where it is that."""

    def refusal(self, now: InSight, word: str | Message) -> str:
        """Return why an action cannot be used now, empty while it can."""
        if self.holds(now):
            return ""
        own = self.own(now)
        return tr(own) if own is not None else tr(self.why, round=round_noun(word))


def _of_page(holds: Callable[[SessionPage], bool]) -> Callable[[InSight], bool]:
    return lambda now: now.page is not None and holds(now.page)


def _of_view(holds: Callable[[SessionView], bool]) -> Callable[[InSight], bool]:
    return lambda now: now.view is not None and holds(now.view)


_ALWAYS = Condition(lambda _now: True, "")
_IS_OPEN = Condition(lambda now: now.view is not None, "no session is open")
_CAN_FORK = Condition(
    _of_view(lambda view: view.workflow.no_fork is None),
    "no session is open",
    lambda now: now.view.workflow.no_fork if now.view is not None else None,
)
_HAS_CHANGES = Condition(lambda now: now.view is not None, "no change is in sight")
CAN_UNDO = Condition(_of_page(lambda page: page.draft_store.stack.canUndo()), "there is nothing to take back")
CAN_REDO = Condition(_of_page(lambda page: page.draft_store.stack.canRedo()), "there is nothing to redo")
_HALTED = Condition(
    lambda now: now.state in ("paused", "stopped", "interrupted", "failed"), "the session is not halted"
)
FINISHED = Condition(lambda now: now.state == "finished", "the session is not finished")
RUNNING = Condition(lambda now: now.running, "nothing is running")
_GOING = Condition(lambda now: now.going, "nothing is running")
WRITING = Condition(
    lambda now: now.running and now.view is not None and bool(stoppable(now.view)), "nothing is running"
)
_CAN_FINISH = Condition(
    lambda now: now.going and now.view is not None and now.view.can_finish,
    "nothing was accepted yet",
)
_BRANCHES = Condition(_of_page(lambda page: page.strip.has_branches), "nothing was forked in this {round}")
SOME_WAIT = Condition(lambda now: now.waiting, "no session needs you")
_APPROVES = Condition(InSight.approves, "nothing is waiting for you")
_FINISHES = Condition(lambda now: bool(now.gives("finish")), "nothing is waiting for you")
_REJECTS = Condition(lambda now: bool(now.gives("reject")), "nothing is waiting for you")
_CHOOSES_TEXTS = Condition(_of_view(lambda view: view.asks("texts")), "nothing is waiting for you")
_AGENT_ASKS = Condition(
    _of_view(lambda view: bool(view.agent) and not view.fold.session.agents), "no agent waits to be let in"
)
_AGENT_DECIDES = Condition(_of_view(lambda view: bool(view.fold.session.agents)), "no agent decides here")
_BY_ITSELF = Condition(
    _of_view(lambda view: view.fold.session.auto is not None), "nothing is approved by itself"
)


def member(number: int) -> Condition:
    """Return the condition that so many members sit at the table."""
    return Condition(_of_view(lambda view: number <= len(view.members())), "no session is open")


@dataclass(frozen=True, kw_only=True)
class ActionRow(ActionDef):
    """An action with when it can be used and what it runs."""

    run: Callable[[Commands], object]
    when: Condition = _ALWAYS


def _page(do: Callable[[SessionPage], object]) -> Callable[[Commands], object]:
    """Return what does something to the page of the session in sight, where there is one."""
    return lambda commands: commands.on_page(do)


def _session(do: Callable[[Commands, SessionId], object]) -> Callable[[Commands], object]:
    """Return what does something with the session in sight, where there is one."""
    return lambda commands: commands.on_session(partial(do, commands))


def _member(at: int) -> Callable[[Commands], object]:
    return _page(lambda page: page.show_member(at))


# A row has two lines or three: what is seen of it; when it can be used and what it runs.
# fmt: off
ACTIONS: tuple[ActionRow, ...] = (
    ActionRow("new", "File", "New session…", "Ask several models one question", ("Ctrl+N",),
            icon="plus", run=lambda c: c.window.ask_new()),
    ActionRow("sample", "File", "See a sample",
            "A session written by hand: it shows how one goes. No model takes part.",
            icon="file-text", run=lambda c: c.window.session_forms.see_sample()),
    ActionRow("library", "File", "Library…",
            "Search, filter, compare, export and put away all sessions", ("Ctrl+L",),
            icon="library-big", run=Commands.show_library),
    ActionRow("batch", "File", "New batch…",
            "Run a session for every row of a table of questions", icon="table-2", run=Commands.show_batch),
    ActionRow("track_record", "File", "Track record…",
            "Who was right how often, and rules from what you refuse",
            icon="chart-line", run=Commands.show_track_record),
    ActionRow("find_everywhere", "File", "Search all sessions",
            "Search titles and everything said", ("Ctrl+Shift+F",),
            icon="search", run=Commands.find_everywhere, unlisted=True),
    ActionRow("export", "File", "Export…", "Preview the file, then save it", ("Ctrl+Shift+E",), icon="share",
            when=_IS_OPEN, run=_session(lambda c, session: c.exchange.ask_how(session)), separate=True),
    ActionRow("export_json", "File", "Export as JSON…", "Write a complete file", icon="share",
            when=_IS_OPEN, run=_session(lambda c, session: c.exchange.ask_where(session, "json", "json")),
            unlisted=True),
    ActionRow("page", "File", "Save the summary as PDF…", "One page to hand on",
            when=_IS_OPEN, run=lambda c: c.exchange.ask_page(), unlisted=True),
    ActionRow("import", "File", "Import…", "Take in a session that was exported as JSON",
            icon="download", run=lambda c: c.exchange.ask_import()),
    ActionRow("providers", "File", "Models and keys…",
            "Connect providers, local models and servers of your own",
            icon="key-round", run=Commands.connect_models, separate=True),
    ActionRow("team", "File", "Make a team…", "Choose who sits at the table, with which models",
            icon="users", run=Commands.make_team),
    ActionRow("settings", "File", "Settings…", "Appearance and notifications", ("Ctrl+,",),
            icon="settings", run=Commands.show_settings, separate=True),
    ActionRow("quit", "File", "Quit", "Close Roundtable", ("Ctrl+Q",),
            icon="x", run=lambda c: c.window.close(), separate=True),
    ActionRow("undo", "Edit", "Undo", "Take back the last decision", ("Ctrl+Z",),
            icon="undo-2", when=CAN_UNDO, run=_page(lambda page: page.draft_store.stack.undo())),
    ActionRow("redo", "Edit", "Redo", "Make it again", ("Ctrl+Shift+Z",),
            icon="refresh-cw", when=CAN_REDO, run=_page(lambda page: page.draft_store.stack.redo())),
    ActionRow("find", "Edit", "Find here…", "Find words in the tab in sight", ("Ctrl+F",), icon="search",
            when=_IS_OPEN, run=_page(lambda page: page.find_bar.open_on(page.tabs)), separate=True),
    ActionRow("resume", "Session", "Resume", "Go on where it stands", ("Ctrl+R",), icon="play",
            when=_HALTED, run=_session(lambda c, session: c.window.run(c.window.resume(session)))),
    ActionRow("stop_menu", "Session", "Open the Stop menu", "Choose how to stop", ("Ctrl+.",),
            icon="square", when=_GOING, run=Commands.show_stops, unlisted=True),
    ActionRow("pause", "Session", "Pause", "Finish the current calls, then pause",
            icon="pause", when=RUNNING, run=_session(Commands.pause), separate=True),
    ActionRow("stop_after_round", "Session", "Stop after this {round}", "End once it is decided",
            icon="square",
            when=RUNNING, run=_session(partial(Commands.stop, mode="after_round")), unlisted=True),
    ActionRow("stop_now", "Session", "Stop now", "End the session at once; what came is kept",
            icon="square", when=_GOING, run=_session(partial(Commands.stop, mode="now"))),
    ActionRow("stop_with_answer", "Session", "Stop with a final answer",
            "Write the answer from what was accepted", icon="flag",
            when=_CAN_FINISH, run=_session(partial(Commands.stop, mode="with_answer")), unlisted=True),
    ActionRow("stop_member", "Session", "Stop one member only", "End the answer in focus; the others go on",
            icon="square", when=WRITING, run=Commands.stop_member, unlisted=True),
    ActionRow("fork", "Session", "Continue from here (forks)", "Go on in a copy of this session",
            icon="git-fork", when=_CAN_FORK, run=Commands.fork, separate=True),
    ActionRow("branches", "Session", "Branches of this {round}",
            "Go to a session that was forked here, or to where this one comes from", ("Alt+B",),
            when=_BRANCHES, run=_page(lambda page: page.strip.open_branches()), unlisted=True),
    ActionRow("follow_up", "Session", "Start a follow-up…", "Ask a further question",
            icon="corner-up-left", when=_IS_OPEN, run=lambda c: c.window.ask_follow_up()),
    ActionRow("decision", "Session", "What was decided…", "Write it down, and when to look back",
            when=FINISHED, run=partial(Commands.look_back, asks="decision"), unlisted=True),
    ActionRow("outcome", "Session", "How did it turn out…", "Say it, and who was right",
            when=FINISHED, run=partial(Commands.look_back, asks="outcome"), unlisted=True),
    ActionRow("rename", "Session", "Rename…", "Give the session another title", ("F2",),
            icon="pencil", when=_IS_OPEN, run=Commands.rename, separate=True),
    ActionRow("next_waiting", "Session", "Next session that needs you", "Open it", ("Ctrl+J",),
            icon="hourglass", when=SOME_WAIT, run=Commands.next_waiting),
    ActionRow("approve", "Review", "Approve",
            "Approve and go on; at other questions, the filled button", ("Ctrl+Return", "Ctrl+Enter"),
            icon="circle-check", when=_APPROVES, run=_page(lambda page: page.approve())),
    ActionRow("finish", "Review", "Finish", "Approve and end the session",
            icon="flag", when=_FINISHES, run=_page(lambda page: page.press_action("finish"))),
    ActionRow("reject", "Review", "Reject…", "Send it back to be done again", ("Ctrl+Shift+Return",),
            icon="undo-2", when=_REJECTS, run=_page(lambda page: page.press_action("reject"))),
    ActionRow("choose_texts", "Review", "Choose texts to carry forward…", "Revised, previous, or your own",
            icon="layers",
            when=_CHOOSES_TEXTS, run=_page(lambda page: page.decider.choose_texts()), separate=True),
    ActionRow("merge_texts", "Review", "Merge answers…", "Take passages of several answers into one text",
            when=_CHOOSES_TEXTS, run=_page(lambda page: page.decider.merge_texts()), unlisted=True),
    ActionRow("auto_off", "Review", "Take back control", "Be asked each time again", icon="zap",
            when=_BY_ITSELF, run=_page(lambda page: page.decider.take_back_control()), unlisted=True),
    ActionRow("agent_on", "Review", "Let the agent decide here",
            "It may answer what this session asks, until you take that back", icon="shield-check",
            when=_AGENT_ASKS, run=_page(lambda page: page.decider.allow_agent(True)), unlisted=True),
    ActionRow("agent_off", "Review", "Decide yourself again", "The agent answers nothing here any more",
            icon="user",
            when=_AGENT_DECIDES, run=_page(lambda page: page.decider.allow_agent(False)), unlisted=True),
    ActionRow("next_change", "Review", "Next change", "Go to the next change", ("F8", "Alt+Down"),
            icon="arrow-down", when=_IS_OPEN, run=_page(lambda page: page.go_to_change(1)), separate=True),
    ActionRow("previous_change", "Review", "Previous change", "Go to the previous change",
            ("Shift+F8", "Alt+Up"), icon="arrow-up",
            when=_IS_OPEN, run=_page(lambda page: page.go_to_change(-1))),
    ActionRow("mark_reviewed", "Review", "Mark change as reviewed",
            "Tick the change, and go to the next that is not ticked", ("Space",),
            when=_HAS_CHANGES, run=_page(lambda page: page.mark_reviewed()), local=True, unlisted=True),
    ActionRow("compare", "Review", "Compare any two…", "Two texts side by side", ("Ctrl+D",),
            icon="git-compare", when=_IS_OPEN, run=Commands.compare),
    ActionRow("previous_round", "View", "Show previous {round}", "Look at the {round} before", ("Alt+Left",),
            when=_IS_OPEN, run=_page(lambda page: page.step_round(-1))),
    ActionRow("next_round", "View", "Show next {round}", "Look at the {round} after", ("Alt+Right",),
            when=_IS_OPEN, run=_page(lambda page: page.step_round(1))),
    ActionRow("next_view", "View", "Next view", "Go to the next tab", ("Ctrl+Tab",),
            when=_IS_OPEN, run=partial(Commands.go_to_tab, step=1), unlisted=True),
    *(ActionRow(f"member_{n}", "", "Go to member {n}", "Read this member's answer", (f"Ctrl+{n}",),
              when=member(n), run=_member(n - 1)) for n in range(1, 10)),
    ActionRow("next_pane", "View", "Next pane", "List, answers, decision, insights", ("F6",),
            run=partial(Commands.go_to_pane, step=1), unlisted=True),
    ActionRow("previous_pane", "View", "Previous pane", "Insights, decision, answers, list", ("Shift+F6",),
            run=partial(Commands.go_to_pane, step=-1), unlisted=True),
    ActionRow("sessions", "View", "Session list", "Show or hide the list of sessions", ("Ctrl+B",),
            icon="panel-left", run=partial(Commands.toggle, side="rail"), check="-", separate=True),
    ActionRow("insights", "View", "Insights", "Show or hide map and figures", ("Ctrl+I",),
            icon="panel-right", when=_IS_OPEN, run=partial(Commands.toggle, side="column"), check="-"),
    ActionRow("reset_layout", "View", "Reset layout", "All panels where they were at first",
            icon="rotate-ccw", run=lambda c: c.window.reset_layout(), unlisted=True),
    ActionRow("zoom_in", "View", "Larger text", "Zoom in", ("Ctrl++", "Ctrl+="),
            icon="plus", run=lambda c: c.window.set_zoom(c.window.zoom + 10), separate=True),
    ActionRow("zoom_out", "View", "Smaller text", "Zoom out", ("Ctrl+-",),
            icon="minus", run=lambda c: c.window.set_zoom(c.window.zoom - 10)),
    ActionRow("zoom_reset", "View", "Normal text size", "Zoom to 100 %", ("Ctrl+0",),
            run=lambda c: c.window.set_zoom(100)),
    ActionRow("theme_system", "View", "Appearance: system", "Follow the desktop",
            run=lambda c: c.window.set_theme("system"), check="theme", unlisted=True),
    ActionRow("theme_light", "View", "Appearance: light", "Dark text on a light ground",
            run=lambda c: c.window.set_theme("light"), check="theme", unlisted=True),
    ActionRow("theme_dark", "View", "Appearance: dark", "Light text on a dark ground",
            run=lambda c: c.window.set_theme("dark"), check="theme", unlisted=True),
    ActionRow("palette", "Help", "Search or run a command",
            "Find any action, session or {round} by its name", ("Ctrl+K", "Ctrl+Shift+P"),
            icon="search", run=Commands.show_palette, unlisted=True),
    ActionRow("guide", "Help", "Guide", "Five short pages: how it works, and every key", ("F1",),
            icon="book-open", run=Commands.show_guide),
    ActionRow("how_to", "Help", "How to…", "What can be done, and with which command",
            icon="circle-help", run=Commands.show_how_to),
    ActionRow("shortcuts", "Help", "Keyboard shortcuts", "List every key", ("Ctrl+/",),
            icon="keyboard", run=Commands.show_shortcuts),
    ActionRow("messages", "Help", "Messages", "Everything the program told you",
            icon="bell", run=lambda c: c.window.show_messages(), separate=True),
    ActionRow("about", "Help", "About Roundtable", "Version and licence",
            icon="info", run=Commands.show_about),
)
# fmt: on

BY_ID: Mapping[str, ActionRow] = {row.id: row for row in ACTIONS}
