"""The coordinator: one message for all sites, of which only the program's text and files change."""

import re
from pathlib import Path

from framework import with_state

from .carriage import field, files_of, with_files
from .site import RUN
from .stepping import Node, NodeError, command_of
from .stepping.json_text import parse_object, to_text


def answer_sites(site_results: dict, *, output_dir, artifact_dir, state=None):
    """Returns everyone's words in the first round, then makes a step with all sites' answers."""
    if state is None:
        names = _plain_names(site_results)
        words = {names[site]: field(said, "word", str) for site, said in site_results.items()}
        message = {"words": words, "step": 1, "text": "{}", "ended": False}
        return with_state(message, {"names": names, "words": words, "step": 1})
    return _next_step(site_results, state, Path(output_dir), artifact_dir)


def run_has_ended(message):
    """Returns whether the program said that this was its last step."""
    return message["ended"]


def _plain_names(sites):
    """Returns plain names: NeuroFLAME's names may hold any text, but the program's become folders' names."""
    names = {}
    for site in sorted(sites):
        plain = re.sub(r"[^A-Za-z0-9_-]", "_", site)[:50] or "site"
        plain = plain if plain[0].isalnum() else f"site{plain}"
        while plain.casefold() in (name.casefold() for name in names.values()):
            plain += "x"
        names[site] = plain
    return names


def _next_step(site_results, state, output_dir, artifact_dir):
    if set(site_results) != set(state["names"]):
        raise NodeError("not all sites have answered")
    node = Node("remote", command_of("remote"), output_dir, RUN)
    node.begin()
    number, outputs = state["step"], {}
    for site, said in sorted(site_results.items()):
        name = state["names"][site]
        if field(said, "step", int) != number:
            raise NodeError(f"site {name} answered another step")
        node.receive(files_of(said), below=name)
        outputs[name] = parse_object(field(said, "text", str), f"the answer of site {name}")
    reply = node.step(number, to_text(outputs), may_end=True)
    if reply.ended:
        node.end(result=reply.text)
    message = {"words": state["words"], "step": number + 1, "text": reply.text, "ended": reply.ended}
    return with_state(with_files(message, reply.parcel, artifact_dir), {**state, "step": number + 1})
