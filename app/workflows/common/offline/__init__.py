"""The reader of the offline council: what a prompt shows, what its texts state, and which lines bear on what.

Rules, no AI. `prompt` reads a request as it is sent, `statements` a text line by line, `demands` what a brief
asks for; `matching` finds the statements that bear on something, `quoting` says them with their place, and
`language` tells English from German. What a voice says besides is one of its own few sentences.
"""
