"""Bots for Klirr; the first line of each file says what it does."""
