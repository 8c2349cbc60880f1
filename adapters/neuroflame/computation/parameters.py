"""The run's parameters, as the consortium's leader sets them."""

from .stepping.json_text import to_text

# Set by NeuroFLAME itself.
OF_THE_ENGINE = ("site_id_name_map", "log_level")


def run_parameters(parameters):
    """Returns the text of the parameters that docs/parameters.md describes."""
    return to_text({name: value for name, value in parameters.items() if name not in OF_THE_ENGINE}, "the run's parameters")
