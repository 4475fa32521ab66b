"""Starting runs.

    run = skerry.run("salesman.yaml", ranks=4, run={"seed": 7})
    for result in run.follow():
        print(result.generations, result.best.values[:, -1])
    print(run.wait().solutions.text.values[0])
"""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import IO, Any

import numpy as np
import yaml

from .errors import Error
from .following import follow
from .program import find_program
from .result import Result

# Exit codes of a run that did its work: a solution, proven that there is none, none found.
ANSWERS = (0, 3, 4)
# mpirun on one machine: more ranks than cores, which give way while they wait; and root has to insist.
MPI = {"OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_hwloc_base_binding_policy": "none",
       "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_ALLOW_RUN_AS_ROOT": "1",
       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
LOOK_EVERY_S = 0.05


def run(config: str | os.PathLike[str] | Mapping[str, Any], /, *, ranks: int | None = None,
        result: str | os.PathLike[str] | None = None, resume: bool = False, **settings: Any) -> Run:
    """Starts `skerry run` in the background, and returns once the run has begun.

        run = skerry.run("salesman.yaml", ranks=4, run={"seed": 7}, ga={"population": 200})

    config    a file, or what one would contain, where names of files are relative to the working directory
    ranks     under mpirun with so many ranks; None: one process without mpirun
    result    its file; None: output.file of the config, else the config's name (or the problem's) with .h5 in
              the working directory
    settings  sections and keys that differ from those of the config
    Raises Error with the program's line if the run cannot begin."""
    if ranks is not None and ranks < 1:
        raise Error(f"{ranks} ranks (expected: 1 or more)")
    log, folder = tempfile.TemporaryFile(), None
    # A section in which nothing differs is not an empty one.
    words = list(words_of({key: value for key, value in settings.items() if not isinstance(value, Mapping) or value}))
    if isinstance(config, Mapping):
        folder = tempfile.TemporaryDirectory(prefix="skerry-")
        file = pathlib.Path(folder.name) / f"{config.get('problem', 'config')}.yaml"
        file.write_text(f"problem: {text_of('problem', config.get('problem'))}\n", encoding="utf-8")
        words = [*words_of({key: value for key, value in config.items() if key != "problem"}), *words]
    else:
        file = pathlib.Path(config)
    word = f"./{file}" if str(file).startswith("-") else str(file)  # not taken for an option
    path = pathlib.Path(result) if result is not None else path_of(file, config, settings)
    launcher = ["mpirun", "-n", str(ranks)] if ranks else []
    command = [*launcher, find_program(), "run", word, "-o", str(path), *words]
    if resume:
        command.append("--resume")
    before = identity_of(path)
    try:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                   env={**MPI, **os.environ}, start_new_session=True)
    except FileNotFoundError:
        raise Error(f"no program {command[0]} (expected: Debian's package openmpi-bin)") from None
    started = Run(process, path, log)
    while started.running and identity_of(path) in (None, before):
        time.sleep(LOOK_EVERY_S)
    if folder:
        folder.cleanup()
    if not started.running:
        started.wait()
    return started


def words_of(settings: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """The words -s KEY=VALUE of nested keys; a value is YAML on one line."""
    for key, value in settings.items():
        if isinstance(value, Mapping) and value:
            yield from words_of(value, f"{prefix}{key}.")
        else:
            yield from ("-s", f"{prefix}{key}={text_of(f'{prefix}{key}', value)}")


class Dumper(yaml.SafeDumper):  # type: ignore[misc]
    """Of values as notebooks have them, whose like parts are written out: configs have no aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


Dumper.add_multi_representer(np.generic, lambda dumper, value: dumper.represent_data(value.item()))
Dumper.add_multi_representer(np.ndarray, lambda dumper, value: dumper.represent_data(value.tolist()))
Dumper.add_multi_representer(pathlib.PurePath, lambda dumper, value: dumper.represent_str(str(value)))


def text_of(key: str, value: Any) -> str:
    """YAML on one line."""
    try:
        text = yaml.dump(value, Dumper=Dumper, default_flow_style=True, width=1 << 20)
    except yaml.YAMLError:
        raise Error(f"{key}: {value!r:.60} (expected: numbers, texts, lists and mappings)") from None
    return str(text).removesuffix("\n...\n").strip()


def path_of(file: pathlib.Path, config: Any, settings: Mapping[str, Any]) -> pathlib.Path:
    """The result file of a config that was given none."""
    name, folder = output_file(settings), pathlib.Path()
    if name is None and not isinstance(config, Mapping):
        folder = file.parent
        try:
            config = yaml.safe_load(file.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, yaml.YAMLError):  # the program says what is wrong with it
            config = {}
    name = output_file(config) if name is None else name
    name = os.fspath(name) if isinstance(name, os.PathLike) else name
    if isinstance(name, str) and "{" in name:
        raise Error(f"output.file is {name} (expected: the argument result, which names the file of this "
                    "run)")
    return folder / name if isinstance(name, str) else pathlib.Path(f"{file.stem}.h5")


def output_file(settings: Any) -> Any:
    """output.file; None: it is not given."""
    output = settings.get("output") if isinstance(settings, Mapping) else None
    return output.get("file") if isinstance(output, Mapping) else None


def identity_of(path: pathlib.Path) -> tuple[int, int] | None:
    """What changes when a run begins a file; None: there is no file."""
    try:
        state = path.stat()
    except FileNotFoundError:
        return None
    return state.st_ino, state.st_mtime_ns


class Run:
    """A run in the background. In a `with` statement it is stopped at the end."""

    def __init__(self, process: subprocess.Popen[bytes], path: pathlib.Path, log: IO[bytes]):
        self.path = path  # of the result
        self._process, self._log = process, log

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    @property
    def result(self) -> Result:
        """The result as it is now."""
        return Result(self.path)

    def follow(self, every_s: float = 1.0) -> Iterator[Result]:
        """The result each time that it has new generations, last that of the ended run. Raises Error if the
        run fails."""
        seen = None
        while self.running:
            for result in follow(self.path, every_s, most_s=0):
                state = result.generations, result.status
                if state != seen and result.status == "running":
                    yield result
                seen = state
            self._sleep(every_s)
        yield self.wait()

    def _sleep(self, most_s: float) -> None:
        try:
            self._process.wait(most_s)
        except subprocess.TimeoutExpired:
            pass

    def wait(self, most_s: float | None = None) -> Result:
        """Waits for the end; the result. Raises Error with the program's line if the run failed, and if it
        still runs after most_s seconds."""
        try:
            code = self._process.wait(most_s)
        except subprocess.TimeoutExpired:
            raise Error(f"{self.path}: still running after {most_s:g} s") from None
        if code not in ANSWERS:
            raise Error(self._last_words() or f"{self.path}: the run ended with exit code {code}")
        return Result(self.path)

    def stop(self, most_s: float = 60.0) -> Result:
        """Ends the run after its present generation; the result, with which run(..., resume=True) continues.
        Kills the run if it has not ended after most_s seconds."""
        if self.running:
            self._process.send_signal(signal.SIGUSR1)  # which mpirun passes on to its ranks
        self._sleep(most_s)
        if self.running:
            self._process.kill()
            self._process.wait()
            raise Error(f"{self.path}: killed, since it has not stopped for {most_s:g} s")
        return self.wait()

    def _last_words(self) -> str:
        """The program's own line about its failure."""
        self._log.seek(0)
        lines = self._log.read().decode("utf-8", "replace").splitlines()
        own = [line.removeprefix("skerry: ") for line in lines if line.startswith("skerry: ")]
        return own[-1] if own else ""

    def __enter__(self) -> Run:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self.running:
            self.stop()

    def __repr__(self) -> str:
        return f"<skerry.Run {self.path}: {'running' if self.running else 'ended'}>"
