"""Messages between the central part and a site's: JSON, with files as text."""

import base64
import binascii

from .stepping import NodeError, checked, site_names


def files_text(parcel):
    """Returns a parcel as text."""
    return base64.b64encode(parcel).decode("ascii")


def files_of(text):
    """Returns the parcel in another node's text."""
    try:
        return base64.b64decode(checked(text, str, "files"), validate=True)
    except binascii.Error:
        raise NodeError("files arrived that are no parcel") from None


def checked_sites(sites):
    """Checks the names of a run's sites with the numbers of their organizations, each once."""
    for organization in checked(sites, dict, "sites").values():
        checked(organization, int, "organization")
    if len(set(sites.values())) != len(site_names(sites)):
        raise NodeError("two sites have the same organization")
    return sites


def site_name(sites, organization):
    """Returns the name of the site whose organization has this number."""
    for name, number in checked_sites(sites).items():
        if number == organization:
            return name
    raise NodeError("the run has no site of this organization")
