"""Others build on an installed skerry: a problem in one file and a config, built against the
package in a fresh prefix, run, killed, resumed and verified; headers alone, in C and C++."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import pytest

from harness import MPI, SOURCE, differences, environment, open_result

BUILD = pathlib.Path(os.environ.get("SKERRY_BUILD", SOURCE / "build/release"))
FLAGS = os.environ.get("SKERRY_FLAGS", "")
OUTSIDE = SOURCE / "tests/outside"


def call(*words, cwd=None, code=0, env=None, timeout=1200):
    done = subprocess.run([str(word) for word in words], cwd=cwd, env=env, text=True,
                          capture_output=True, timeout=timeout, check=False)
    assert code is None or done.returncode == code, (words, done.stdout, done.stderr)
    return done


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    """Installed, and then moved: nothing knows where it was."""
    first = tmp_path_factory.mktemp("install") / "first"
    call("cmake", "--install", BUILD, "--prefix", first)
    return first.rename(first.parent / "moved")


@pytest.fixture(scope="module")
def built(prefix, tmp_path_factory):
    folder = tmp_path_factory.mktemp("outside")
    for name in ("tsp.yaml", "berlin52.tsp", "real.yaml"):
        shutil.copy(OUTSIDE / name, folder)
    call("cmake", "-G", "Ninja", "-S", OUTSIDE, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}",
         f"-DCMAKE_C_FLAGS={FLAGS} -Wall -Werror")
    call("cmake", "--build", folder)
    return folder


@pytest.fixture
def skerry(prefix, built, tmp_path):
    def run(*words, ranks=0, code=0):
        launcher = ["mpirun", "-n", str(ranks)] if ranks else []
        return call(*launcher, prefix / "bin/skerry", *words, cwd=built, code=code,
                    env=environment(tmp_path / "scratch"))
    return run


def test_the_readme_builds_what_is_installed():
    """scripts/run builds the program alone, without which of the rest `cmake --install` fails."""
    readme = (SOURCE / "README.md").read_text(encoding="utf-8")
    rules = (SOURCE / "src/package/CMakeLists.txt").read_text(encoding="utf-8")
    targets = re.search(r"^cmake --build build/release --target (.*)\ncmake --install build/release --prefix", readme,
                        re.M)[1].split()
    installed = re.search(r"install\(TARGETS ([\w ]*) EXPORT", rules)[1].split()
    assert sorted([*targets, "skerry_headers"]) == sorted(installed)  # of which the headers are not built


def library_folder(prefix):
    return next(prefix.rglob("libskerry.a")).parent


def test_what_is_installed(prefix):
    folder = library_folder(prefix)
    soname = re.search(r"SONAME.*\[(.*)\]",
                       call("readelf", "-d", folder / "libskerry.so").stdout)[1]
    abi = re.search(r"SKERRY_PLUGIN_ABI (\d+)",
                    (prefix / "include/skerry/plugin.h").read_text())[1]
    assert soname == f"libskerry.so.{abi}"
    for header in ("problem", "algorithm", "run", "operators", "plugin"):
        assert (prefix / f"include/skerry/{header}.h").is_file()
    assert call(prefix / "bin/skerry", "list").stdout.startswith("problems")


@pytest.mark.parametrize("compiler", [("gcc", "-std=c11", "-x", "c"),
                                      ("g++", "-std=c++17", "-x", "c++")])
def test_each_header_compiles_alone(prefix, tmp_path, compiler):
    headers = sorted((prefix / "include/skerry").glob("*.h"))
    assert len(headers) > 20
    for header in headers:
        source = tmp_path / "alone"
        for text in ("#include <skerry/{}>\n", "#include <getopt.h>\n#include <skerry/{}>\n",
                     "#include <skerry/{}>\n#include <getopt.h>\n"):
            source.write_text(text.format(header.name) + "extern int unused;\n")
            call(*compiler, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
                 f"-I{prefix}/include", source)


def declared(prefix):
    """Functions that the installed headers declare, as the compiler sees them."""
    headers = sorted((prefix / "include/skerry").glob("*.h"))
    text = "".join(f"#include <skerry/{header.name}>\n" for header in headers)
    source = prefix / "all.c"
    source.write_text(text)
    seen = call("gcc", "-E", f"-I{prefix}/include", source).stdout
    ours, here = [], False
    for line in seen.splitlines():
        if line.startswith("# "):
            here = "/include/skerry/" in line
        elif here:
            ours.append(line)
    code = re.sub(r"\{[^{}]*\}", ";", "\n".join(ours))
    while re.search(r"\{[^{}]*\}", code):
        code = re.sub(r"\{[^{}]*\}", ";", code)
    found = set()
    for statement in code.split(";"):
        statement = re.sub(r'extern "C"', "", statement).strip()
        match = re.match(r"[\w\s*]*?\b(\w+)\s*\(", statement)
        if match and not re.match(r"static|typedef|__extension__", statement):
            found.add(match[1])
    return found


def exported(path):
    lines = call("nm", "-D", "--defined-only", path).stdout.splitlines()
    return {line.split()[-1].split("@")[0] for line in lines if line.split()}


def test_all_that_is_declared_is_there(prefix):
    names = declared(prefix)
    assert {"rng_shuffle", "engine_run", "skerry_permutation_ox"} <= names
    library = exported(library_folder(prefix) / "libskerry.so")
    assert names - library - {"skerry_plugin"} == set()
    # Of a run and its ranks a plugin has no need.
    program = exported(prefix / "bin/skerry")
    missing = names - program - {"skerry_plugin"}
    assert all(re.match(r"engine_|migration_|stopping_|comm_(local|serial|open|host|is_|library)", name)
               for name in missing), missing
    tables = {f"{name}_algorithm"
              for name in ("aiea", "ga", "map_elites", "moea", "random_search")}
    assert library - names - {name for name in library if name.isupper()} == tables


def test_a_program_around_the_engine(built):
    for name in ("embed_shared", "embed_static"):
        assert call(built / name, env={**os.environ, **MPI}).stdout == "64\n"


def test_pkg_config_builds_the_same(prefix, tmp_path):
    env = {**os.environ, "PKG_CONFIG_PATH": str(library_folder(prefix) / "pkgconfig")}

    def ask(*words):
        return call("pkg-config", *words, "skerry", env=env).stdout.split()

    call("cc", "-O2", *FLAGS.split(), *ask("--cflags"), *ask("--variable=plugin_cflags"),
         OUTSIDE / "tsp.c", *ask("--variable=plugin_ldflags"), "-o", tmp_path / "libtsp.so")
    call("cc", "-O2", *FLAGS.split(), *ask("--cflags"), OUTSIDE / "embed.c", *ask("--libs"),
         "-lm", "-o", tmp_path / "embed")
    assert call(prefix / "bin/skerry", "list", "tsp", "--plugin",
                tmp_path / "libtsp.so").stdout.startswith("tsp:")


def test_each_is_one_file_of_150_lines(built):
    for name in ("tsp", "real"):
        assert len((OUTSIDE / f"{name}.c").read_text().splitlines()) <= 150
        assert (built / f"lib{name}.so").is_file()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_shortest_tour_of_berlin52(skerry, built, seed):
    for ranks in (1, 5):
        done = skerry("run", "tsp.yaml", "--plugin", "./libtsp.so", "-s", f"run.seed={seed}",
                      "-o", f"tsp{ranks}.h5", ranks=ranks)
        assert re.search(r"\d s: length 7542$", done.stderr, re.M)
    assert differences(built / "tsp1.h5", built / "tsp5.h5") == []
    with open_result(built / "tsp5.h5") as result:
        assert result["solutions/fitness"][0] == 7542
    done = skerry("verify", "tsp5.h5", "--plugin", "./libtsp.so", "--all")
    assert "WRONG" not in done.stdout and "of length 7542" in done.stdout


def test_killed_resumed_and_verified(prefix, skerry, built, tmp_path):
    words = ["run", "tsp.yaml", "--plugin", "./libtsp.so", "-q", "-s", "run.target=~",
             "-s", "run.epochs=60", "-s", "ga.local_search=0.05", "-s", "checkpoint.every_s=0"]
    skerry(*words, "-o", "whole.h5", ranks=5)
    for _ in range(3):
        for old in built.glob("killed.h5*"):
            old.unlink()
        job = subprocess.Popen([prefix / "bin/skerry", *words, "-o", "killed.h5"], cwd=built,
                               env=environment(tmp_path / "scratch"))
        end = time.monotonic() + 300
        while not list(built.glob("killed.h5.checkpoint*")) and job.poll() is None:
            assert time.monotonic() < end
            time.sleep(0.005)
        time.sleep(0.1)
        job.send_signal(signal.SIGKILL)
        if job.wait() != 0:
            break
    skerry(*words, "-o", "killed.h5", "--resume", ranks=5)
    assert differences(built / "whole.h5", built / "killed.h5") == []
    assert "WRONG" not in skerry("verify", "killed.h5", "--plugin", "./libtsp.so").stdout


@pytest.mark.parametrize("function", ["rastrigin", "rosenbrock", "ackley"])
@pytest.mark.parametrize("rotated", ["true", "false"])
def test_functions_of_real_numbers(skerry, built, function, rotated):
    for ranks in (1, 5):
        skerry("run", "real.yaml", "--plugin", "./libreal.so", "-q", "-s",
               f"real.function={function}", "-s", f"real.rotated={rotated}",
               "-o", f"real{ranks}.h5", ranks=ranks)
    assert differences(built / "real1.h5", built / "real5.h5") == []
    with open_result(built / "real5.h5") as result:
        assert 0 <= result["solutions/fitness"][0] < 25
    assert "not checked" in skerry("verify", "real5.h5", "--plugin", "./libreal.so").stdout
