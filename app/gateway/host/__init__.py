"""The model host: a child process that carries the calls, and nothing else of the program.

litellm (in a process of its own, `library`) translates a request into a provider's dialect. It does not carry
the conversation: it calls a stream that just ends complete, and invents usage. So it composes a request
against a transport that sends nothing; the host sends those very bytes, or its own by a profile of them
(`profiles`), with a client of its own and reads the raw stream itself (`http_call`, `dialects`).
"""
