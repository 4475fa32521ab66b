"""The numbers of results/replication.md beside the tables that they are of: a figure that is made anew, and a page that
is not, would contradict each other."""

import re
import sys

import pytest
from harness import SOURCE

sys.path[:0] = [str(SOURCE / "scripts/reproductions"), str(SOURCE / "scripts/reproductions/figures")]
import catalogue  # noqa: E402  (the path comes first)

RESULTS = SOURCE / "results"
PAGE = RESULTS / "replication.md"
# With digits after the point: others may be a number of runs, places, ... of the text.
NUMBER = re.compile(r"(?<![\w.])\d[\d,]*\.\d+(?!\w)")
# What is computed from a table, or rounded; settings.
DERIVED = {
    "V.B, threshold of diversity": {"0.02"},
    "V.B, adaptive mutation, an alternative": {"1.3", "2.0", "1.4"},  # 1.30, 2.00, 1.44
    "V.D, islands come closer to the optimum": {"0.06", "0.97", "0.91"},  # 0.057, 0.972, 0.912
    "Table 4, d = 4, k = 3, all five levels": {"0.06", "0.015"},          # Fisher's test of the numbers of runs
    "Fig. 4, p = 0.12 (d = 3)": {"0.27", "0.13"},                          # 0.268, and half of it
    "Fig. 4, p = 0.03 (d = 4)": {"0.07", "0.04", "0.06", "0.03"},          # 0.074, 0.059
    "III.F, random boards, mean": {"19.89", "18.64"},  # by chance
    "V, knowledge narrows the differences between experiments": {"9.3", "7.8", "7.9", "7.6"},
    "V, MOEA_1 and MOEA_2 are very close": {"9.3", "7.8", "7.9", "7.6"},
    "most levels of the GAN are not playable": {"40.6", "59.1", "50.0", "47.3", "88.9"},  # of those that are
    "III.E, combined fitness takes three times as long": {"0.87", "1.11"},  # quotients of two columns
}
# Rows have the paper's words, what it reports, and then what is measured here.
MEASURED = 2


def rows():
    """(first cell, cells of what is measured, last cell) of all rows."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) >= MEASURED + 3 and cells[0] != "where" and set(cells[0]) != {"-"}:
            yield cells[0], " ".join(cells[MEASURED:-2]), cells[-1]


def tables_of(measured, command):
    """Texts of the tables to which the row links or that its commands make."""
    links = re.findall(r"\]\(([^)#]+\.md)[^)]*\)", measured)
    commands = [name for name in re.findall(r"`([\w-]+)`", command) if name in catalogue.FIGURES]
    commands += [f"{name}-450" for name in commands if f"{name}-450" in catalogue.FIGURES]
    made = [path for name in commands for path in catalogue.FIGURES[name].outputs if path.endswith(".md")]
    return [(RESULTS / path).read_text(encoding="utf-8") for path in {*links, *made}]


def stale(where, measured, tables):
    text = re.sub(r"\]\([^)]*\)|`[^`]*`", "", measured)
    known = {number for table in tables for number in NUMBER.findall(table)} | DERIVED.get(where, set())
    return [number for number in NUMBER.findall(text) if number not in known]


def test_measured_numbers_are_those_of_the_tables():
    found, seen = {}, 0
    for where, measured, command in rows():
        tables = tables_of(measured, command)
        seen += bool(tables)
        if tables and stale(where, measured, tables):
            found[where] = stale(where, measured, tables)
    assert not found
    assert seen > 80


def test_every_exception_is_of_a_row():
    names = [where for where, _, _ in rows()]
    assert not [where for where in DERIVED if where not in names]


@pytest.mark.parametrize("measured, wrong", [
    ("0.68 ms", []), ("0.65 ms", ["0.65"]), ("59.4 and 12.25 %", ["12.25"]), ("3 of 10, see [x](1.5.md)", [])])
def test_a_stale_number_is_found(measured, wrong):
    assert stale("", measured, ["| 0.68 | 59.4 |"]) == wrong
