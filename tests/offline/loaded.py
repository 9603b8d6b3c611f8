"""Loads, once for all processes forked from here, what takes seconds to load."""

import scipy.stats

import harness.cli.commands.run
import harness.drill.run
from harness.models import endpoint

__all__ = ["harness", "scipy"]
endpoint._litellm()
