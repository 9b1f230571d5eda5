"""The dialects of providers, one module each: all that is known about one stands in its module."""
