"""The window: shows what the journal says and hands the person's decisions to the services."""
