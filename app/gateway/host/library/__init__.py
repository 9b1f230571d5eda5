"""What runs in the library's process: litellm, and nothing of a call.

litellm is the authority for how a request to a provider's model looks, and costs seconds to load and three
hundred megabytes. So it has a process of its own that the host starts when it needs it and ends when it does
not: it composes requests with marks instead of keys and learns request profiles (`profiles`) from them.
"""
