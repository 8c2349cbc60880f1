"""Experiments with maps: splits of public data, maps of several methods, and measures of the maps."""
