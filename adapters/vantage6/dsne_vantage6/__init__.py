"""dSNE as a vantage6 algorithm, for its versions 4.14 and 5.0. vantage6 calls the functions of this module by their names."""

from .coordinator import run
from .site import end, site_files, step

__all__ = ["end", "run", "site_files", "step"]
