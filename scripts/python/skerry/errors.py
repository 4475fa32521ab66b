"""What this package raises where the input is wrong: one line for a person."""


class Error(Exception):
    """Wrong input: names the file, what was found, and what was expected."""
