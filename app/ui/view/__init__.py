"""A session as the window shows it, and what was typed and not sent: what panels and gates read alike.
Imports kit alone."""
