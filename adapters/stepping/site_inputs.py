"""A site's first input: the run's parameters, and what only the site itself may say."""

import json

from .errors import NodeError
from .json_text import parse_object

# What compspec.json has from members: files of the site, and its word on what it shares.
OF_THE_SITE = ("site_data", "site_label", "subject_files", "reference_data", "reference_label", "site_settings",
               "summary")
# Parameters that ask for a guarantee where they are above 0, with a method that has none otherwise.
GUARANTEES = ("reference_epsilon", "sphere_epsilon", "update_epsilon")
FILE = "inputs.json"
SETTINGS = "site_settings.inputs.json"


def read_inputs(parameters, folder):
    """A site's inputs, as its folder has them; nothing is written.

    `parameters` is the text of what the run's owner asks for. What the file inputs.json in the site's folder says of the same is taken instead;
    the site's files and settings are taken from there alone.
    """
    asked = parse_object(parameters, "the run's parameters")
    for name in OF_THE_SITE:
        if name in asked:
            raise NodeError(f"the run's parameters name {name}, which is the site's own to say")
    return {**asked, **_own(folder)}


def first_input(parameters, folder, base):
    """A site's first input: `read_inputs`, where settings that inputs.json holds as an object are written into a file, which is named.

    The file lies in the folder `base` of a node: the site's own may be read only.
    """
    inputs = read_inputs(parameters, folder)
    if isinstance(inputs.get("site_settings"), dict):
        inputs["site_settings"] = _in_file(inputs["site_settings"], base)
    return inputs


def settings_of(inputs, folder):
    """The settings of a site's inputs, as an object: what they hold, or what the file holds that they name; {} where they name none."""
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
    private = str(inputs.get("method", "")).startswith("dp-") or any(inputs.get(name, 0) != 0 for name in GUARANTEES)
    if private and "ledger_folder" not in settings_of(inputs, folder):
        raise NodeError(
            "a run with a guarantee keeps a ledger over all runs, for which this engine has no place: "
            "the site's site_settings have to name a ledger_folder"
        )


def _in_file(settings, folder):
    """Writes settings that inputs.json holds into a file, since the program takes a file's name alone."""
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
