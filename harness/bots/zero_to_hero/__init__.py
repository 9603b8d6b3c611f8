"""Bots for Zero to Hero; what each does is its ``ABOUT``."""
