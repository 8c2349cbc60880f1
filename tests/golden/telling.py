"""What a run did, as lines that a person can compare: messages, pages, tables and other files."""

import base64
import csv
import datetime
import difflib
import io
import json
import math
import re
import struct
from collections import Counter
from html.parser import HTMLParser

FEW = 4  # items of a list, or rows of a table, that are told
BLOCKS = {"p": "", "h1": "# ", "h2": "## ", "h3": "### ", "li": "- ", "tr": "", "summary": "> ", "figure": "", "section": "", "div": "", "dl": "", "details": ""}
VOID = {"meta", "input", "img", "br", "link"}
# What is the same on every page, or read by its script alone.
UNTOLD = {"style", "script", "template", "head", "button", "select"}
# Left out: they change with the program's version, not with a run.
DEFAULTS = "Settings at their defaults"
CONSTANT = {"parameters", "shapes"}
HEADING = re.compile(r"== |\w+ answers ")


def number(value):
    """Returns a number to four digits. Only a whole one, which is compared exactly, has neither a point nor an exponent."""
    if isinstance(value, int):
        return str(value)
    short = f"{0.0 if abs(value) < 1e-9 else value:.4g}"
    return short if re.search(r"[.en]", short) else short + ".0"


def numbers(values, shape):
    """Returns what a person can compare of many numbers. Whole ones that may be rounded have their norm alone."""
    if all(isinstance(value, int) for value in values) and len(set(values)) <= 8:
        return f"{shape} numbers: " + ", ".join(f"{count} of {value}" for value, count in sorted(Counter(values).items()))
    norm = number(float(math.sqrt(math.fsum(value * value for value in values))))
    first = [number(value) for value in values[:FEW]] if max(map(abs, values), default=0) < 1000 or isinstance(values[0], float) else []
    return f"{shape} numbers, norm {norm}" + (f": {' '.join(first)}" if first else "") + (" …" if len(values) > FEW else "")


def shortened(text):
    """Returns a text with numbers to four digits, and without digests, keys, the date and the version."""
    text = re.sub(r"-?\d+\.\d{4,}(e[+-]?\d+)?", lambda found: number(float(found[0])), text)
    text = text.replace(datetime.date.today().isoformat(), "<today>")
    text = re.sub(r"\b[0-9a-f]{16,}\b", lambda found: f"<{len(found[0])} hexadecimal digits>", text)
    return re.sub(r"^(Made on|Version): .*|^(dsne_version) = .*", lambda found: f"{found[1] or found[2]}: …", text)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def leaf(value):
    """Returns how a value is told in one line, or None if it has parts that are told one by one."""
    if isinstance(value, dict) and len(value) > 2 * FEW and all(map(is_number, value.values())):
        return numbers(list(value.values()), len(value))
    if isinstance(value, dict) and {"rows", "columns"} <= value.keys() and value.keys() & {"float64", "uint64"}:
        shape = f"{value['rows']} × {value['columns']}"
        content = base64.b64decode(value.get("float64", ""))
        return numbers(struct.unpack(f"<{len(content) // 8}d", content), shape) if content else f"{shape} masked words"
    if isinstance(value, str):
        return shortened(value) if "\n" not in value else None
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if is_number(value):
        return number(value)
    if not value:
        return "{}" if isinstance(value, dict) else "[]"
    if isinstance(value, dict):
        return None
    if all(map(is_number, value)):
        return numbers(value, len(value)) if len(value) > FEW + 2 else " ".join(map(number, value))
    if not any(isinstance(item, (dict, list)) for item in value):
        return ", ".join(map(leaf, value[: 3 * FEW])) + (f" … {len(value)} texts" if len(value) > 3 * FEW else "")
    return None


def record(value):
    """Returns an item of a list of small objects in one line, or None."""
    told = {name: leaf(each) for name, each in value.items()} if isinstance(value, dict) else {}
    return None if not told or None in told.values() else ", ".join(f"{name} {each}" for name, each in told.items())


def json_lines(value, path=""):
    """Returns a line for each value in a document: where it is, and what."""
    told = leaf(value)
    if told is not None:
        return [f"{path} = {told}".strip()]
    if isinstance(value, str):
        return [f"{path} | {shortened(line)}" for line in value.splitlines()]
    if isinstance(value, dict):
        return [line for key, item in value.items() if key not in CONSTANT for line in json_lines(item, f"{path}.{key}".strip("."))]
    lines = []
    for place, item in enumerate(value[:FEW]):
        short = record(item)
        lines += [f"{path}.{place} = {short}"] if short else json_lines(item, f"{path}.{place}")
    return lines + ([f"{path} has {len(value)} in all"] if len(value) > FEW else [])


class _Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.lines, self.data = [], ""
        self._line, self._skipped, self._is_data = "", [], False

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self._is_data = attributes.get("id") == "data"
        if tag in VOID:
            if tag == "img" and not self._skipped:
                self.lines.append(f"[figure] {attributes['alt']}")
        elif self._skipped or tag in UNTOLD or "hidden" in attributes:
            self._skipped.append(tag)
        elif tag in BLOCKS:
            self._end_line()
            self._line = BLOCKS[tag]
        elif tag in ("td", "th") and self._line:
            self._line += " | "

    def handle_endtag(self, tag):
        if self._skipped:
            self._skipped.pop()
        elif tag in BLOCKS:
            if tag == "summary" and DEFAULTS in self._line:
                self._line, self._skipped = "", ["details"]
            self._end_line()
        elif tag == "dt":
            self._line += ": "

    def handle_data(self, data):
        if self._is_data:
            self.data += data
        elif not self._skipped:
            self._line += data.replace("\n", " ")

    def _end_line(self):
        line = " ".join(self._line.split())
        if line.strip("#-> "):
            self.lines.append(shortened(line))
        self._line = ""


def page_lines(text):
    """Returns what a page says, line by line, and what its script draws."""
    page = _Page()
    page.feed(text)
    return page.lines + [f"draws {line}" for line in json_lines(json.loads(page.data or "{}"))]


def table_lines(text):
    """Returns a table's header and first rows."""
    rows = [[shortened(cell) for cell in row] for row in csv.reader(io.StringIO(text))]
    return [", ".join(row) for row in rows[: FEW + 1]] + ([f"{len(rows) - 1} rows in all"] if len(rows) > FEW + 1 else [])


def release_lines(text):
    """Returns what left a site, by its release log."""
    entries = [json.loads(line) for line in text.splitlines()]
    return [f"{entry['phase']}: {entry.get('what') or entry['mechanism']}" for entry in entries]


def document_lines(text):
    return json_lines(json.loads(text))


LINES_OF = {".html": page_lines, ".csv": table_lines, ".json": document_lines, ".jsonl": release_lines}


def file_lines(file):
    return LINES_OF[file.suffix](file.read_text()) if file.suffix in LINES_OF else [f"{file.stat().st_size} bytes"]


def call_lines(calls):
    """Returns what each node sent. What a site sent like one before it, or the coordinator as in its last message, is told once."""
    lines, sites, coordinator = [], set(), set()
    for call in calls:
        failure = f": exit code {call.exit_code}, {call.error}" if call.exit_code else ""
        lines.append(f"{call.node} answers {call.phase}{failure}")
        sent = json_lines(call.output) if call.output else []
        lines += ["  " + line for line in sent if line not in (coordinator if call.node == "remote" else sites)]
        if call.node == "remote":
            sites, coordinator = set(), set(sent)
        else:
            sites |= set(sent)
    return lines


def changes(plain, other):
    """Returns the lines that one run has in place of another's, below the message or file that they are of."""
    lines, told = [], ""
    for what, begin, end, other_begin, other_end in difflib.SequenceMatcher(None, plain, other, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        heading = next((line for line in reversed(other[: other_begin + 1]) if HEADING.match(line)), "")
        lines += [heading] if heading != told else []
        lines += ["- " + line for line in plain[begin:end] if line] + ["+ " + line for line in other[other_begin:other_end] if line]
        told = heading
    return lines
