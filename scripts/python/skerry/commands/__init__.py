"""The commands of `python3 -m skerry`, which `skerry COMMAND` starts: a module each, with

    HELP                  a line for the overview
    arguments(parser)     declares its options
    run(options)          does it; returns the exit code, or raises skerry.Error
"""
