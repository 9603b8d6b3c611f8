"""The look of all tables: columns with blanks between them and no lines."""

from __future__ import annotations

from rich.table import Table


def grid(gap: int = 2) -> Table:
    """Make a table without columns yet; ``gap``: blanks between two of them."""
    return Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), show_edge=False)
