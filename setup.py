"""The one thing pyproject.toml cannot say yet: an extension that may fail to build, for then its twin runs instead."""

from setuptools import Extension, setup

KERNEL = "src/atout/kernel"

setup(
    ext_modules=[
        Extension(
            "atout.kernel._native",
            [f"{KERNEL}/_native.c", f"{KERNEL}/path_portable.c", f"{KERNEL}/path_pdep.c"],
            depends=[
                f"{KERNEL}/{name}.h" for name in ("core", "chance", "script", "game", "deal", "worlds", "jobs", "path")
            ],
            define_macros=[("Py_LIMITED_API", "0x030B0000")],
            extra_compile_args=["-std=c11", "-O3"],
            py_limited_api=True,
            optional=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
