"""A command in Python within the process of the test, which spares it the start of Python and all imports."""

import contextlib
import io
import subprocess

from skerry.__main__ import main


def inside(*words, cwd="."):
    """As harness.skerry; what it returns of the program itself, such as its exit code, is that of `main`."""
    out, err = io.StringIO(), io.StringIO()
    words = [str(word) for word in words]
    with contextlib.chdir(cwd), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(words)
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())
