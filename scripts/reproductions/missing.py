"""What a figure needs and does not find here."""


class Missing(Exception):
    """Says in one line what is missing, and what was expected."""
