"""Quality control of brain scans across sites, on DataFrames and files.

Each function runs the command `dsne` of the same name on tables, and returns its results as DataFrames. A refusal of the command is
raised as `Error`, with the command's own line. Nothing is sent anywhere.
"""

from .commands import Checked, Placed, check, look, map, place, summarize  # noqa: A004: the command's name
from .program import Error
from .simulation import Run, Site, simulate

__all__ = ["Checked", "Error", "Placed", "Run", "Site", "check", "look", "map", "place", "simulate", "summarize"]
