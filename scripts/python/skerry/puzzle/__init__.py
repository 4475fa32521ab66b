"""A user's class in the process that runs it (worker.py): its file, what it says of itself, and calls of its methods.

    source       the file; what its code raises becomes one line
    definition   the class and its attributes
    calls        its methods: what they are given, and checks of what they return
"""
