"""Many sessions from one table of questions.

The rule: a row, a team and a seed make one session, and its id follows from them. What is done is therefore
seen from the sessions themselves: the same command goes on where it ended, and a session's own lock keeps two
workers from moving the same one. The folder of a batch holds the plan and the report, never the only copy of
anything.
"""
