"""Answering a gate: the bar, its controller, and the forms, each named by what it asks. Imports panels,
insights, view and kit."""
