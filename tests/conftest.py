"""Settings of all tests: Hypothesis looks at the same examples every time, and never at the clock; Ctrl-C is heard."""

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "house",
    deadline=None,
    derandomize=True,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("house")

signal.signal(
    signal.SIGINT, signal.default_int_handler
)  # a shell's background job ignores it, and so would its children
