"""The runtime: a graph of nodes moved by a loop that appends facts. Imports no Qt and no adapter."""
