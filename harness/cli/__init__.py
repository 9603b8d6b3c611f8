"""The command line: a command is one file in ``commands``, and ``main`` runs the one named."""
