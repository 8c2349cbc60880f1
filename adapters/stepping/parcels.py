"""Files in messages: a folder's files and folders as bytes, and back.

A parcel is a line of JSON, {"folders": [name ...], "files": [[name, size] ...]}, and the files' bytes one after the other. A folder without
anything in it is an empty parcel. The sender is not trusted: all of it is checked before any of it is written.
"""

import json
import os
import stat
import uuid

from .errors import NodeError
from .limits import Limits

LONGEST_HEADER = 1024 * 1024
LONGEST_PART = 200
DEEPEST = 8


def pack(folder, limits=Limits()):
    """Returns the parcel of a folder's content."""
    folders, files, contents = [], [], []
    left = limits.parcel_bytes
    for name, entry in sorted(_entries(folder)):
        kind = entry.stat(follow_symlinks=False).st_mode
        if stat.S_ISDIR(kind):
            folders.append(name)
        elif stat.S_ISREG(kind):
            content = _read(entry.path, left)
            left -= len(content)
            files.append([name, len(content)])
            contents.append(content)
        else:
            raise NodeError("only files and folders can be sent")
    if not folders and not files:
        return b""
    if len(folders) + len(files) > limits.parcel_entries:
        raise NodeError("there are too many files to send")
    header = json.dumps({"folders": folders, "files": files}).encode("ascii")
    return b"\n".join([header, b"".join(contents)])


def unpack(parcel, folder, limits=Limits(), taken=()):
    """Writes a parcel's files into a folder, each atomically, replacing files of the same name.

    `taken` are reserved names at the folder's top.
    """
    if parcel == b"":
        return
    folders, files, contents = _checked(parcel, limits, {name.casefold() for name in taken})
    os.makedirs(folder, mode=0o700, exist_ok=True)
    for parts in folders:
        _make_folder(folder, parts)
    begin = 0
    for parts, size in files:
        _write(_make_folder(folder, parts[:-1]), parts[-1], contents[begin : begin + size])
        begin += size


def _entries(folder, prefix=""):
    with os.scandir(folder) as entries:
        for entry in entries:
            yield prefix + entry.name, entry
            if entry.is_dir(follow_symlinks=False):
                yield from _entries(entry.path, f"{prefix}{entry.name}/")


def _read(path, longest):
    with open(path, "rb") as file:
        content = file.read(longest + 1)
    if len(content) > longest:
        raise NodeError("the files to send are too large")
    return content


def _checked(parcel, limits, taken):
    """Returns the parcel's folders and files, with names as lists of parts, and the files' bytes."""
    if not isinstance(parcel, bytes):
        raise NodeError("files arrived that are no parcel")
    if len(parcel) > limits.parcel_bytes + LONGEST_HEADER:
        raise NodeError("files arrived that are larger than this node takes")
    end = parcel.find(b"\n", 0, LONGEST_HEADER)
    try:
        header = json.loads(parcel[: max(end, 0)])
        folders = [_parts(name) for name in header["folders"]]
        files = [(_parts(name), _size(size)) for name, size in header["files"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise NodeError("files arrived that are no parcel") from None
    if len(folders) + len(files) > limits.parcel_entries:
        raise NodeError("more files arrived than this node takes")
    contents = memoryview(parcel)[end + 1 :]
    if sum(size for _, size in files) != len(contents):
        raise NodeError("files arrived with other sizes than announced")
    _check_names(folders, [parts for parts, _ in files], taken)
    return folders, files, contents


def _parts(name):
    """Returns a name's parts. Refuses anything that could lead out of the folder on any system, or is deceptive."""
    if not isinstance(name, str) or not name.isascii() or not name.isprintable():
        raise NodeError("a file arrived with a name that is not allowed")
    parts = name.split("/")
    for part in parts:
        if part in ("", ".", "..") or len(part) > LONGEST_PART or any(c in part for c in '\\:*?"<>|'):
            raise NodeError("a file arrived with a name that is not allowed")
    if len(parts) > DEEPEST:
        raise NodeError("a file arrived with a name that is not allowed")
    return parts


def _size(size):
    if type(size) is not int or size < 0:
        raise ValueError
    return size


def _check_names(folders, files, taken):
    names = ["/".join(parts).casefold() for parts in files]
    above = {"/".join(parts[:depth]).casefold() for parts in files for depth in range(1, len(parts))}
    above.update("/".join(parts).casefold() for parts in folders)
    if len(set(names)) != len(names) or above & set(names):
        raise NodeError("two files arrived with the same name")
    if any(parts[0].casefold() in taken for parts in folders + files):
        raise NodeError("a file arrived with the name of one of this site's own")


def _make_folder(folder, parts):
    """Makes the folder of these parts. Follows no link."""
    for part in parts:
        folder = os.path.join(folder, part)
        try:
            os.mkdir(folder, mode=0o700)
        except FileExistsError:
            if not stat.S_ISDIR(os.lstat(folder).st_mode):
                raise NodeError("a folder arrived with the name of a file that is there") from None
    return folder


def _write(folder, name, content):
    target, part = os.path.join(folder, name), os.path.join(folder, f".{uuid.uuid4().hex}.part")
    try:
        with open(part, "xb") as file:
            file.write(content)
        os.replace(part, target)
    except OSError:
        raise NodeError("a file that arrived cannot be written") from None
    finally:
        if os.path.lexists(part):
            os.remove(part)
