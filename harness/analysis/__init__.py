"""Pure functions over records: ratings, significance, the claim as a game, bluffing."""
