"""What the person has decided and not yet sent, and the words of the bar that asks for it."""
