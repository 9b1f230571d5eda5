"""The council as a model: `roundtable serve`, the chat interface of OpenAI on this machine alone."""
