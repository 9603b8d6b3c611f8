"""The commands, one file each, found by their names: ``matches.py`` is ``arena matches``.

A file's ``command`` is what typer runs: its signature is what can be typed, its docstring the help,
what it returns the exit status, None for 0. What only the doing needs is imported in it, so that
``arena --help`` stays quick.
"""
