"""The disk: one SQLite file per session, the library's index, and the machine's clock."""
