"""Bots for Zero to Hero; the first line of each file says what it does."""
