"""Klirr, measured: every claim labelled, bluffing and its price, luck taken out, the drill."""
