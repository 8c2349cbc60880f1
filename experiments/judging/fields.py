"""Members of an experiment's description. All raise InputError, naming the member."""

from .errors import InputError


def check_members(description, known):
    """Refuses unknown members, such as misspelt ones."""
    if not isinstance(description, dict):
        raise InputError("experiment: a member must be an object")
    for name in description:
        if name not in known:
            raise InputError(f"experiment: unknown member {name}")


def required(description, name):
    if name not in description:
        raise InputError(f"experiment: {name} is missing")
    return description[name]


def names(description, name):
    """Reads a text or a list of texts; empty when the member is absent."""
    value = description.get(name, [])
    value = [value] if isinstance(value, str) else value
    if not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
        raise InputError(f"experiment: {name} must be a text or a list of texts")
    return value


def numbers(description, name):
    """Reads a list of numbers; empty when the member is absent."""
    value = description.get(name, [])
    if not (isinstance(value, list) and all(isinstance(one, (int, float)) for one in value)):
        raise InputError(f"experiment: {name} must be a list of numbers")
    return value


def optional_number(description, name, least, most):
    """Reads a number; None when the member is absent."""
    value = description.get(name)
    if value is not None and not (isinstance(value, (int, float)) and least <= value <= most):
        raise InputError(f"experiment: {name} must be a number from {least} to {most}")
    return value
