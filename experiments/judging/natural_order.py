"""The order of names in lists for people: numbers by value, "grade 2" before "grade 10"."""

import re


def natural_key(name):
    try:
        return (0, float(name), [])
    except ValueError:
        parts = re.split(r"(\d+)", name)
        return (1, 0.0, [(part, 0) if i % 2 == 0 else ("", int(part)) for i, part in enumerate(parts)])
