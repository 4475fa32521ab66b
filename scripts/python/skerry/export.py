"""Tables and histories into files that other programs read."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .errors import Error
from .files import Path
from .ioh import to_ioh
from .output import whole_file

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["to_csv", "to_ioh", "to_parquet"]


def to_csv(frame: pd.DataFrame, path: Path) -> None:
    """Writes a table such as skerry.table gives, with a header and all digits; missing values are empty.
    "-" is standard output. Raises Error if it cannot."""
    if str(path) == "-":
        frame.to_csv(sys.stdout, index=False)
        return
    with whole_file(path) as file:
        frame.to_csv(file, index=False)


def to_parquet(frame: pd.DataFrame, path: Path) -> None:
    """Writes a table as Apache Parquet, columns with their types; settings of several types become text.
    Needs pyarrow, which Debian 12 has no package of. Raises Error if it is missing or the file cannot be
    written."""
    try:
        import pyarrow  # noqa: F401
    except ModuleNotFoundError:
        raise Error("Python's pyarrow is not installed (expected: as by pip install pyarrow)") from None
    import pandas as pd

    mixed = {name: column.map(str, na_action="ignore") for name, column in frame.items()
             if pd.api.types.infer_dtype(column).startswith("mixed")}
    with whole_file(path) as file:
        frame.assign(**mixed).to_parquet(file, engine="pyarrow", index=False)
