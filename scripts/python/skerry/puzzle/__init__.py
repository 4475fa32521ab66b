"""A user's class in the process that runs it (worker.py).

    source       the file; what its code raises becomes one line
    definition   the class and its attributes
    spelling     names of it that are probably mistakes
    calls        its methods: what they are given, and checks of what they return
"""
