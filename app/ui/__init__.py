"""The window: shows what the journal says and hands the person's decisions to the services."""

from app.ui.kit.overrides import make_errors_whole

# Before any class of the window is there.
make_errors_whole()
