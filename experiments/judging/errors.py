class InputError(Exception):
    """An input of the user cannot be used; the text says why."""
