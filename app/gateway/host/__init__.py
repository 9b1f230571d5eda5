"""The model host: a child process in which litellm lives, and nothing else of the program.

litellm translates a request into a provider's dialect and knows prices, limits and token counts. It does
not carry the conversation: it calls a stream that just ends complete, and invents usage. So it composes each
request against a transport that sends nothing (`compose`); the host sends those very bytes with a client
of its own and reads the raw stream itself (`http_call`, `dialects`).
"""
