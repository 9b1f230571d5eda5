"""The reader of the offline council: what a prompt shows, what its texts state, and which lines bear on what.

Rules, no AI. `prompt` reads a request as it is sent, `statements` a text line by line, `demands` what a brief
asks for; `matching` finds the statements that bear on something. `language` tells English from German and has
the few sentences that a voice says of its own: all else is quoted.
"""
