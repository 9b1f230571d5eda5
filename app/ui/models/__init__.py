"""Providers, keys, own servers and what they were approved for. Imports view and kit."""
