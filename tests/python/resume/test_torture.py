"""scripts/torture on one short run; in full it takes an hour."""

import subprocess

from harness import SOURCE


def test_a_case_recovers_and_is_told(tmp_path):
    page = tmp_path / "page.md"
    done = subprocess.run([SOURCE / "scripts/torture", "--n", "1", "--only", "level latent", "--fault",
                           "rank killed", "--markdown", page], text=True, capture_output=True,
                          cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "[1/1] level latent: rank killed" in done.stdout and ": recovered" in done.stdout
    assert "0 not recovered" in page.read_text(encoding="utf-8")
    assert "| level latent |" in page.read_text(encoding="utf-8")
