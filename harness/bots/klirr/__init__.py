"""Bots for Klirr; what each does is its ``ABOUT``."""
