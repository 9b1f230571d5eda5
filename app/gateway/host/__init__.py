"""The model host: a child process that carries the calls, and nothing else of the program.

It writes each request itself, in its provider's dialect (`dialects`) with what single models want otherwise
(`quirks`), sends it with a client of its own and reads the raw stream (`http_call`). The tables of quirks and
of prices are made from litellm when dependencies are locked. Providers whose dialect is not spoken here are
carried by litellm itself (`carried`), which is imported only when such a model is asked.
"""
