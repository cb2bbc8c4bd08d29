"""The kernel's twin: the C core again in Python, function by function, random number by random number.

It is the oracle the extension is held to, bit for bit, and what runs where there is no compiler.
"""
