"""A site's first input: the run's parameters, and what only the site itself may say."""

from .errors import NodeError
from .json_text import parse_object

# What compspec.json has from members: files of the site, and its word on what it shares.
OF_THE_SITE = ("site_data", "site_label", "subject_files", "reference_data", "reference_label", "site_settings")
FILE = "inputs.json"


def first_input(parameters, folder):
    """A site's first input.

    `parameters` is the text of what the run's owner asks for. What the file inputs.json in the site's folder says of the same is taken instead;
    the site's files and settings are taken from there alone.
    """
    asked = parse_object(parameters, "the run's parameters")
    for name in OF_THE_SITE:
        if name in asked:
            raise NodeError(f"the run's parameters name {name}, which is the site's own to say")
    return {**asked, **_own(folder)}


def _own(folder):
    try:
        text = (folder / FILE).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise NodeError(f"there is no {FILE} in the site's folder") from None
    return parse_object(text, f"the site's {FILE}")
