"""What a figure depends on, as digests that ignore comments and layout.

A C file stands for all that it includes, directly or not, and for the .c beside each header. Left out are
the folders of the engine, those of general use, and those of the islands that read files or verify
solutions: what they do to results is covered by the digests of whole results in
tests/golden/results.json, which every test run verifies.
"""

import ast
import hashlib
import json
import pathlib
import re

from common import SOURCE

# Covered by the digests of results: below src/, and in every island.
ENGINE = ("base", "text", "tensor", "contract", "engine", "comm", "record", "app", "config", "cli", "package")
OF_ISLANDS = ("load", "io", "verify")
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.M)


def plain_c(text):
    """C without comments, and with one blank wherever it has any."""
    bare = TOKEN.sub(lambda m: " " if m[0].startswith("/") else m[0], text)
    return " ".join(bare.split())


def plain_python(text):
    """Python as its syntax tree, without docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if (isinstance(body, list) and body and isinstance(body[0], ast.Expr)
                and isinstance(body[0].value, ast.Constant)
                and isinstance(body[0].value.value, str)):
            body[0].value.value = ""
    return ast.dump(tree)


def plain(path):
    """The bytes of a file that matter."""
    if path.suffix in (".c", ".h"):
        return plain_c(path.read_text(encoding="utf-8")).encode()
    if path.suffix == ".py":
        return plain_python(path.read_text(encoding="utf-8")).encode()
    return path.read_bytes()


def folder_of_headers(root):
    """The path of every C file of src and islands by its name; names are unique."""
    return {path.name: path for top in ("src", "islands")
            for path in sorted((root / top).rglob("*.[ch]"))}


def is_covered(path):
    """Whether a file, relative to the root, is in a folder that the digests of results cover."""
    top, folder, *inner = path.parts
    return folder in ENGINE if top == "src" else top == "islands" and inner[0] in OF_ISLANDS


def closure(roots, known, root):
    """The C files that these need: their includes, and the .c beside each header."""
    left, found = list(roots), set()
    while left:
        path = left.pop()
        if path in found or is_covered(path.relative_to(root)):
            continue
        found.add(path)
        names = INCLUDE.findall(path.read_text(encoding="utf-8"))
        left += [known[name] for name in map(lambda n: n.rsplit("/", 1)[-1], names)
                 if name in known]
        beside = path.with_suffix(".c")
        if path.suffix == ".h" and beside.exists():
            left.append(beside)
    return found


def files_of(patterns, root=SOURCE):
    """The files that patterns relative to the root match, C files with their closure."""
    matched = {path for pattern in patterns for path in root.glob(pattern) if path.is_file()}
    for pattern in patterns:
        if not any(path.is_file() for path in root.glob(pattern)):
            raise SystemExit(f"scripts/reproductions/catalogue.py: nothing is named {pattern}")
    in_c = {path for path in matched if path.suffix in (".c", ".h")}
    return (matched - in_c) | closure(in_c, folder_of_headers(root), root)


def digest(patterns, root=SOURCE):
    """SHA-256 of the names and plain contents of these files."""
    sha = hashlib.sha256()
    for path in sorted(files_of(patterns, root)):
        name = pathlib.PurePosixPath(path.relative_to(root)).as_posix()
        sha.update(f"{name}\0".encode() + hashlib.sha256(plain(path)).digest())
    return sha.hexdigest()[:16]


def digest_of_results(problem, root=SOURCE):
    """That of the results which the tests expect of a problem's configs."""
    known = json.loads((root / "tests/golden/results.json").read_text(encoding="utf-8"))
    names = {"level": ("level/", "(")}.get(problem, (f"{problem}/",))
    lines = [f"{run} {value}" for run, value in sorted(known.items()) if run.startswith(names)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]
