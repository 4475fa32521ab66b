"""Configs that READMEs show as a whole, beside the data of configs/PROBLEM: each is accepted, and finds a solution."""

import re

import pytest
import yaml
from harness import SOURCE, run, skerry

READMES = [SOURCE / "islands" / name / "README.md" for name in ("party", "sliding", "eternity")]
CONFIGS = SOURCE / "configs"
READMES.append(CONFIGS / "python/README.md")


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.parent.name)
def test_example_runs(readme, tmp_path):
    block, = re.findall(r"```yaml\n(problem: .*?)```", readme.read_text(), re.DOTALL)
    config = yaml.safe_load(block)
    for path in (CONFIGS / config["problem"]).iterdir():
        (tmp_path / path.name).symlink_to(path)
    (tmp_path / "example.yaml").write_text(block + ("" if "algorithm" in config else "algorithm: ga\n"))
    run(tmp_path / "example.yaml", tmp_path / "a.h5", "-q", "-s", "run.epochs=1", "-s", "run.islands=2", "-s",
        "run.time_limit_s=20")
    assert skerry("verify", tmp_path / "a.h5", "--run-python").returncode == 0


def test_results_of_shipped_configs_do_not_depend_on_the_number_of_ranks():
    configs = {path: yaml.safe_load(path.read_text()) for path in CONFIGS.rglob("*.yaml")}
    assert [path for path, config in configs.items()
            if "problem" in config and "islands" not in [*config, *config["run"]]] == []
