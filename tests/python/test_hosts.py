"""A host that is lost: four network namespaces as hosts, one of them cut off; the job ends with one line, no rank is
left, and --resume on the others leads to the result of one host. The other checks of that command take longer."""

import os
import subprocess

import pytest
from harness import SKERRY, SOURCE

NOT_PERMITTED = 77


def test_a_lost_host_ends_the_job_and_the_others_resume_it():
    done = subprocess.run([SOURCE / "scripts/quality/hosts", "lost"], text=True,
                          env={**os.environ, "SKERRY": SKERRY}, capture_output=True, timeout=3000, check=False)
    if done.returncode == NOT_PERMITTED:
        pytest.skip(done.stdout.strip())
    assert done.returncode == 0, done.stdout + done.stderr
    assert "h3 lost: ended after" in done.stdout
