"""The ways to the models: the offline council, and the router between it and the providers."""
