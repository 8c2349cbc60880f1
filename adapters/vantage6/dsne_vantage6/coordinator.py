"""The central part: asks all sites for a step, makes the coordinator's with their answers, and repeats until its program ends the run."""

import json
import secrets
import tempfile
from pathlib import Path

from .engine import algorithm_client, central, create_task
from .messages import checked_sites, files_of, files_text
from .stepping import Node, NodeError, checked, command_of, one_line
from .stepping.json_text import parse_object, to_text


@central
@algorithm_client
def run(client, parameters=None, sites=None):
    """Makes a whole run. Returns its result.

    `parameters` is described in docs/parameters.md. `sites` maps each site's name in the run to the number of its organization; by default all
    organizations of the collaboration take part.
    """
    sites = checked_sites(sites or {f"organization-{one['id']}": one["id"] for one in client.organization.list()})
    name = f"run-{secrets.token_hex(6)}"
    with tempfile.TemporaryDirectory() as folder:
        node = Node("remote", command_of("remote"), Path(folder), name)
        node.begin()
        try:
            reply = _rounds(client, sites, node, to_text(parameters or {}, "the run's parameters"))
            _ask(client, "end", sites, {"run_name": name, "sites": sites, "text": reply.text, "files": files_text(reply.parcel)})
        except NodeError as error:
            line = one_line(error)
            create_task(client, "end", list(sites.values()), {"run_name": name, "sites": sites, "error": line})
            raise NodeError(line) from None
        return json.loads(reply.text)


def _rounds(client, sites, node, text):
    parcel, number = b"", 0
    while True:
        number += 1
        message = {"run_name": node.run, "sites": sites, "number": number, "text": text, "files": files_text(parcel)}
        outputs = {}
        for site, answer in _ask(client, "step", sites, message).items():
            if checked(answer.get("step"), int, "step") != number:
                raise NodeError(f"site {site} answered another step")
            node.receive(files_of(answer.get("files")), below=site)
            outputs[site] = parse_object(checked(answer.get("text"), str, "text"), f"the answer of site {site}")
        reply = node.step(number, to_text(outputs), may_end=True)
        if reply.ended:
            return reply
        text, parcel = reply.text, reply.parcel


def _ask(client, method, sites, arguments):
    """Returns each site's answer to the same message, by name. Each answers once, so that none can answer for another."""
    results = client.wait_for_results(task_id=create_task(client, method, list(sites.values()), arguments))
    answers = {}
    for result in results:
        site = result.get("site") if isinstance(result, dict) else None
        if site not in sites or site in answers:
            raise NodeError("an answer is none, or of a site that has answered")
        if "error" in result:
            line = one_line(result["error"])
            raise NodeError(line if line.startswith(f"site {site}: ") else f"site {site}: {line}")
        answers[site] = result
    silent = [name for name in sites if name not in answers]
    if silent:
        raise NodeError(f"site {', '.join(silent)} gave no answer")
    return answers
