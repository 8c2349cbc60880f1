"""A site. NeuroFLAME gives it no name: it sends a random word first, and the coordinator's first answer has everyone's word by name."""

import secrets
from pathlib import Path

from .carriage import field, files_of, with_files
from .parameters import run_parameters
from .stepping import Node, NodeError, command_of, first_input, read_inputs, refuse_without_ledger

RUN = "dsne"
WORD = "word"


def begin(output_dir):
    """Returns the first round's payload."""
    word = secrets.token_hex(16)
    (Path(output_dir) / WORD).write_text(word, encoding="ascii")
    return {"word": word}


def make_step(message, *, parameters, data_dir, output_dir, artifact_dir):
    """Makes a site's round: first its word, then a step of its program."""
    if "word" in message:
        return {"word": message["word"]}
    name = _own_name(field(message, "words", dict), Path(output_dir))
    inputs = Path(data_dir)
    asked = run_parameters(parameters)
    refuse_without_ledger(read_inputs(asked, inputs), inputs)
    node = _node(name, output_dir)
    node.begin(inputs)
    _bring_summary(inputs, node)
    number = field(message, "step", int)
    reply = node.step(
        number,
        asked if number == 1 else field(message, "text", str),
        files_of(message),
        make_input=(lambda text: first_input(text, inputs, node.base)) if number == 1 else None,
    )
    return with_files({"step": number, "text": reply.text}, reply.parcel, artifact_dir)


def finish(message, *, output_dir):
    """Writes the run's last files and its result. NeuroFLAME's app shows the index.html at the top of the output folder."""
    folder = Path(output_dir)
    node = _node(_own_name(field(message, "words", dict), folder), output_dir)
    node.end(files_of(message), field(message, "text", str))
    for entry in list(node.output.iterdir()):
        entry.rename(folder / entry.name)
    for entry in list(node.output.parent.iterdir()):  # what a site remembers of its runs has no place here
        if entry.is_symlink() or entry.is_file():
            entry.unlink()
    for emptied in (node.output, node.output.parent):
        emptied.rmdir()
    (folder / WORD).unlink()


def _node(name, output_dir):
    return Node(name, command_of("local"), Path(output_dir), RUN)


def _bring_summary(inputs, node):
    """Copies the private file of the site's summary to where the program looks for it, because each run here has its own folder."""
    for kept in inputs.glob("summary*"):
        link = node.output.parent / kept.name
        if not link.exists():
            link.symlink_to(kept.resolve())


def _own_name(words, output_dir):
    word = (output_dir / WORD).read_text(encoding="ascii")
    names = [name for name, said in words.items() if said == word]
    if len(names) != 1:
        raise NodeError("the coordinator names this site not once")
    return names[0]
