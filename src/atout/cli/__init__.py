"""The command line: one module a command, each with ``arguments(parser, speaker)`` and ``run(options, console)``."""
