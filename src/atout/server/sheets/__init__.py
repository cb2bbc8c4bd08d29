"""Score sheets for real cards: kept in the store, shown as parts a page draws, reached over HTTP."""
