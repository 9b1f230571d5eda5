"""Seats by command: a program of the person's own answers in place of a server."""
