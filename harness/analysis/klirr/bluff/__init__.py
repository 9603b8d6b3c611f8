"""Bluffing, measured: what each player does with a claim and with an answer, with intervals."""
