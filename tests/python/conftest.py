"""Its presence puts this folder on the path of the tests below it, which share `harness`; the package of
scripts/python is there too."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts/python"))
