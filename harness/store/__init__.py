"""One run on disk: an SQLite file, written ahead of play by one process, read by any number.

A finished match is one row: its head and its moves, each with what its decision took. Of a match
under way every move stands in ``step``. A position of the drill is one row of ``drill``, apart
from all matches. A request to a model is a row of ``request``, written with the highest cost it
can have before it is sent, and filled in when the reply arrives. Moves of bots and of chance are
gathered and written with the next reply, or with a match that ends half a second after the last
writing: lost in a crash, they are simply made again.

Every JSON text holds its values by name, and is sealed: a checksum of it and of its place stands
before it, so that what a disk got wrong is never taken for what was played. The file says the
number of its format: older ones are read as they are, and played on after ``upgrade``.
"""

from harness.store.file import FILE, StoreError
from harness.store.reader import Reader
from harness.store.writer import Store

__all__ = ["FILE", "Reader", "Store", "StoreError"]
