"""The Spades family: bids on tricks, spades always trump."""
