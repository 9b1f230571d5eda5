"""Dialogs: plain data in, a signal with plain data out; opened, never run in a nested loop."""
