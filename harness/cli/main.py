"""The ``arena`` command: runs the command line and exits with its status."""

from __future__ import annotations

import sys

from harness.cli import stopping


def main() -> None:
    """Run the command; every foreseen failure is one sentence and an exit status."""
    stopping.listen(sys.argv[1:])
    from harness.cli.app import app
    from harness.cli.status import exit_status

    status = exit_status(app)
    stopping.listen_no_more()
    sys.exit(status)
