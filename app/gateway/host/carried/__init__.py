"""Carrying calls by litellm: providers whose dialect is not spoken here, imported only when one is asked.

To the rest of the host it is one server more: it takes a request in OpenAI's form and answers with OpenAI's
events, so limits, cancelling, counting and the names of failures are those of every call (`carrier`). What
litellm sends goes out by our client, which sees what was sent and how the answer ended (`watching`).
"""
