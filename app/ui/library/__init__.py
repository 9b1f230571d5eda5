"""The library: every session there is, searched, filtered, looked into and put away."""
