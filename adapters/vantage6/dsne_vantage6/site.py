"""A site's part: a step for each task, and the run's end."""

import shutil
from pathlib import Path

from .engine import algorithm_client, data_extraction, dataframe, federated, home
from .messages import files_of, files_text, site_name
from .stepping import Node, NodeError, checked, command_of, first_input, one_line, read_inputs, refuse_without_ledger

INPUTS = "inputs"
# A summary's private file is where the program looks for it.
KEPT = ("outputs/summary*",)


@data_extraction
def site_files(connection_details):
    """Returns the files as a data frame, which stays at the node. In vantage6 5.0 only this function sees the database, a folder."""
    import pandas

    folder = Path(connection_details["uri"])
    files = [file for pattern in (f"{INPUTS}/**/*", *KEPT) for file in sorted(folder.glob(pattern)) if file.is_file()]
    rows = [{"file": str(file.relative_to(folder)), "content": file.read_bytes()} for file in files]
    return pandas.DataFrame(rows, columns=["file", "content"])


@federated
@dataframe(1)
@algorithm_client
def step(client, frame=None, *, run_name, sites, number, text, files):
    """Makes a step of the site's program. Only 5.0 passes a frame: that of site_files."""
    return _answer(client, frame, sites, lambda site: _step(site, run_name, checked(number, int, "step"), text, files))


@federated
@dataframe(1)
@algorithm_client
def end(client, frame=None, *, run_name, sites, text=None, files="", error=None):
    """Writes the run's last files and its result, or the reason of its failure, to the site's folder."""
    return _answer(client, frame, sites, lambda site: _end(site, run_name, text, files, error))


class _Site:
    """The site that runs a task."""

    def __init__(self, name, organization, frame):
        self.name = name
        self.folder, self.folder_lasts = home(organization)
        self.inputs = self.folder / INPUTS
        self.frame = frame

    def node(self, run_name):
        return Node(self.name, command_of("local"), self.folder, run_name)


def _answer(client, frame, sites, work):
    """Returns a task's answer. Its log goes to the server, so an error must hold no value and no path."""
    name = None
    try:
        name = site_name(sites, client.organization_id)
        return {"site": name, **work(_Site(name, client.organization_id, frame))}
    except NodeError as error:
        return {"site": name, "error": one_line(error)}
    except Exception as error:
        return {"site": name, "error": f"the adapter failed: {type(error).__name__}"}


def _step(site, run_name, number, text, files):
    first = number == 1
    node = site.node(run_name)
    if first and site.frame is not None and not node.work.exists():
        _lay_out(site.frame, site.folder)
    if first and not site.folder_lasts:
        refuse_without_ledger(read_inputs(checked(text, str, "text"), site.inputs), site.inputs)
    node.begin(site.inputs)
    make_input = (lambda asked: first_input(asked, site.inputs, node.base)) if first else None
    reply = node.step(number, checked(text, str, "text"), files_of(files), make_input=make_input)
    return {"step": number, "text": reply.text, "files": files_text(reply.parcel)}


def _end(site, run_name, text, files, error):
    node = site.node(run_name)
    if error is not None:
        node.end(error=one_line(checked(error, str, "error")))
    else:
        node.end(parcel=files_of(files), result=checked(text, str, "text"))
    return {}


def _lay_out(frame, folder):
    """Writes the files of site_files' frame where the steps look for them. Removes files of an earlier frame of the session."""
    part = folder / f"{INPUTS}.part"
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True, mode=0o700)
    for name, content in zip(frame["file"], frame["content"]):
        if name.startswith("/") or ".." in name.split("/"):
            raise NodeError("the data frame is none of site_files")
        top, _, rest = name.partition("/")
        file = part / rest if top == INPUTS else folder / name
        file.parent.mkdir(parents=True, mode=0o700, exist_ok=True)
        file.write_bytes(content)
    shutil.rmtree(folder / INPUTS, ignore_errors=True)
    part.rename(folder / INPUTS)
