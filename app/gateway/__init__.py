"""The ways to the models: the offline council, the scripted gateway, and the router between them."""
