class InputError(Exception):
    """The person's input cannot be used; the text says why."""
