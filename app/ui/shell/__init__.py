"""The main window and what stands around a session: rail, palette, notices, what the menu does. Imports all
rooms but startup."""
