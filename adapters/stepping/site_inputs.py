"""A site's first input: the run's parameters, and the inputs that only the site may set."""

import json

from .errors import NodeError
from .json_text import parse_object

# The members' inputs of compspec.json: a site's files, and its settings.
OF_THE_SITE = ("site_data", "site_label", "subject_files", "reference_data", "reference_label", "site_settings",
               "summary")
FILE = "inputs.json"
SETTINGS = "site_settings.inputs.json"


def read_inputs(parameters, folder):
    """Reads a site's inputs from its folder; writes nothing.

    `parameters` is the text of the owner's parameters. The file inputs.json in the site's folder takes precedence over it;
    the site's files and settings come from there alone.
    """
    asked = parse_object(parameters, "the run's parameters")
    for name in OF_THE_SITE:
        if name in asked:
            raise NodeError(f"the run's parameters name {name}, which is the site's own to say")
    return {**asked, **_own(folder)}


def first_input(parameters, folder, base):
    """Returns a site's first input: `read_inputs`, with settings that are an object in inputs.json written to a file and named.

    The file is in the folder `base` of a node, because the site's own may be read only.
    """
    inputs = read_inputs(parameters, folder)
    if isinstance(inputs.get("site_settings"), dict):
        inputs["site_settings"] = _in_file(inputs["site_settings"], base)
    return inputs


def settings_of(inputs, folder):
    """Returns the settings of a site's inputs as an object: their own, or those of the file that they name; {} for none."""
    given = inputs.get("site_settings") or []
    if isinstance(given, dict):
        return given
    names = [given] if isinstance(given, str) else given
    if not names:
        return {}
    try:
        text = (folder / names[0]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise NodeError("site_settings: there is no such file in the site's folder") from None
    return parse_object(text, "site_settings")


def refuse_without_ledger(inputs, folder):
    """Refuses a run with a guarantee where the folder of runs does not outlast the run: a ledger over all runs has to."""
    private = str(inputs.get("method", "")).startswith("dp-") or inputs.get("sphere_epsilon", 0) != 0
    if private and "ledger_folder" not in settings_of(inputs, folder):
        raise NodeError(
            "a run with a guarantee keeps a ledger over all runs, for which this engine has no place: "
            "the site's site_settings have to name a ledger_folder"
        )


def _in_file(settings, folder):
    """Writes settings in inputs.json to a file, because the program accepts only a file's name."""
    part = folder / (SETTINGS + ".part")
    part.touch(mode=0o600)
    part.write_text(json.dumps(settings, indent=2) + "\n", encoding="ascii")
    part.replace(folder / SETTINGS)
    return SETTINGS


def _own(folder):
    try:
        text = (folder / FILE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise NodeError(f"there is no {FILE} in the site's folder") from None
    return parse_object(text, f"the site's {FILE}")
