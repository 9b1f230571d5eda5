"""Use-cases over the engine and the ports: what the window and the command line both call."""
