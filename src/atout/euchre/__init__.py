"""The Euchre family: a maker names trump, bowers on top."""
