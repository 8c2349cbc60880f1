"""Steps `local` and `remote` like COINSTAC, for engines in Python.

An engine carries text (a step's output, as JSON) and parcels (files as bytes) between nodes. Nothing here depends on an engine.
"""

from .errors import NodeError, checked, one_line
from .limits import Limits
from .node import Node, Reply, site_names
from .parcels import pack, unpack
from .program import command_of
from .site_inputs import first_input, read_inputs, refuse_without_ledger, settings_of

__all__ = [
    "Limits", "Node", "NodeError", "Reply", "checked", "command_of", "first_input", "one_line", "pack", "read_inputs", "refuse_without_ledger",
    "settings_of", "site_names", "unpack",
]
