"""The one thing pyproject.toml cannot say yet: an extension that may fail to build, for then its twin runs instead."""

from pathlib import Path

from setuptools import Extension, setup

KERNEL = "src/atout/kernel"

setup(
    ext_modules=[
        Extension(
            "atout.kernel._native",
            [
                f"{KERNEL}/{name}.c"
                for name in ("_native", "_solver", "path_portable", "path_pdep", "solve_portable", "solve_pdep")
            ],
            depends=sorted(map(str, Path(KERNEL).glob("*.h"))),
            define_macros=[("Py_LIMITED_API", "0x030B0000")],
            extra_compile_args=["-std=c11", "-O3"],
            py_limited_api=True,
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
