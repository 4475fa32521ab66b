"""Mistakes in a puzzle written in Python: each gives one line that says where and what was expected, and exit
code 2, on all ranks together."""

import re

import pytest
from harness import skerry

CONFIG = """
problem: python
python: {{file: mine.py{keys}}}
algorithm: ga
run: {{islands: 2, epochs: 2}}
"""
HEAD = "import numpy as np\nimport os, sys, time\nimport skerry\n\n\n"
WHOLE = """class Mine:
    gene = skerry.integers(0, 9, 4)

    def evaluate(self, genomes):
        return genomes.sum(axis=1)
"""


def write(folder, code, keys=""):
    (folder / "mine.py").write_text(HEAD + code)
    (folder / "mine.yaml").write_text(CONFIG.format(keys=keys))
    return folder / "mine.yaml"


def evaluating(body, gene="skerry.integers(0, 9, 4)", more=""):
    return f"class Mine:\n    gene = {gene}\n\n    def evaluate(self, genomes):\n        {body}\n{more}"


def having(method):
    return WHOLE + "\n" + method


# The code, and the line that it gives after "skerry: CONFIG: FILE": beginning, and what it says was expected.
MISTAKES = {
    "exception": (evaluating("return genomes + None"), ":10: in Mine.evaluate: TypeError: unsupported"),
    "in_numpy": (evaluating("return np.dot(genomes, [1])"), ":10: in Mine.evaluate: ValueError: shapes"),
    "in_a_function": (evaluating("return cost(genomes)") + "\n\ndef cost(genomes):\n    return {}[0]\n",
                      ":14: in Mine.evaluate: KeyError: 0"),
    "syntax": ("class Mine:\n    def evaluate(self, genomes)\n",
               ":7: in the module: SyntaxError: expected ':'"),
    "import": ("import helper_of_mine\n" + WHOLE,
               ":6: in the module: ModuleNotFoundError: No module named 'helper_of_mine' (expected: an "
               "installed package"),
    "exits": (evaluating("sys.exit(3)"), ":10: in Mine.evaluate: SystemExit: 3"),
    "raises_nothing_said": (evaluating("raise ValueError"), ":10: in Mine.evaluate: ValueError\n"),
    "many_lines": (evaluating("raise ValueError('a\\nb\\n' * 900)"),
                   ":10: in Mine.evaluate: ValueError: a b a b"),
    "too_deep": (evaluating("return self.evaluate(genomes)"), ":10: in Mine.evaluate: RecursionError"),
    "no_class": ("x = 1\n", ": no class has a method evaluate (expected: class NAME: with def evaluate(self"),
    "two_classes": (WHOLE + "\n\n" + WHOLE.replace("Mine", "Other"),
                    ": 2 classes have a method evaluate (expected: python.class: Mine or Other)"),
    "no_gene": ("class Mine:\n    def evaluate(self, genomes):\n        return genomes\n",
                ":6: Mine.gene is None (expected: skerry.permutation(n), skerry.bits(n), "),
    "gene_of_nothing": (evaluating("return genomes", "skerry.bits(0)"),
                        ":7: in the module: Error: bits: 0 genes (expected: a whole number in 1..1000000)"),
    "bounds_crossed": (evaluating("return genomes", "skerry.reals(1, [2, 0, 3])"),
                       ":7: in the module: Error: reals: gene 1 has bounds 1 and 0 (expected: finite, "
                       "low <= high)"),
    "bounds_infinite": (evaluating("return genomes", "skerry.reals(0, np.inf, 2)"),
                        ":7: in the module: Error: reals: gene 0 has bounds 0 and inf (expected: finite"),
    "bounds_broken": (evaluating("return genomes", "skerry.integers(0, 1.5, 2)"),
                      ":7: in the module: Error: integers: bounds 0 and 1.5 (expected: whole numbers)"),
    "goal": (WHOLE.replace("    def", "    goal = 'best'\n\n    def"),
             ":6: Mine.goal is 'best' (expected: 'minimise' or 'maximise')"),
    "units": (WHOLE.replace("    def", "    units = ['m', 's']\n\n    def"),
              ":6: Mine.units is ['m', 's'] (expected: 1 of them, one for each of cost)"),
    "objectives": (WHOLE.replace("    def", "    objectives = 3\n\n    def"),
                   ":6: Mine.objectives is 3 (expected: a text of a line, or a list of 1 to 8 texts)"),
    "control_characters": (WHOLE.replace("    def", "    objectives = 'a\\x1b[31m'\n\n    def"),
                           ":6: Mine.objectives is 'a\\x1b[31m' (expected: a text of a line"),
    "lines_in_units": (WHOLE.replace("    def", "    units = 'm\\ns'\n\n    def"),
                       ":6: Mine.units is 'm\\ns' (expected: a text of a line"),
    "lines_in_a_descriptor": (WHOLE.replace("    def", "    descriptors = {'a\\nb': (0, 1)}\n\n    def"),
                              ":6: Mine.descriptors is {'a\\nb': (0, 1)} (expected: {name: (low, high)} with low"),
    "descriptors": (WHOLE.replace("    def", "    descriptors = {'sum': (1, 0)}\n\n    def"),
                    ":6: Mine.descriptors is {'sum': (1, 0)} (expected: {name: (low, high)} with low < high"),
    "no_measure": (WHOLE.replace("    def", "    descriptors = {'sum': (0, 1)}\n\n    def"),
                   ":6: Mine.descriptors is {'sum': (0, 1)} (expected: a method measure(self, genomes)"),
    "one_cost": (evaluating("return 3"),
                 ":9: in Mine.evaluate: returned 3 (expected: an array of shape (2,) of numbers)"),
    "nothing": (evaluating("pass"), ":9: in Mine.evaluate: returned None (expected: an array of shape (2,)"),
    "shape": (evaluating("return genomes"),
              ":9: in Mine.evaluate: returned an array of shape (2, 4) (expected: an array of shape (2,)"),
    "ragged": (evaluating("return [[1], [2, 3]]"),
               ":9: in Mine.evaluate: returned rows of different lengths (expected: an array of shape (2,)"),
    "text": (evaluating("return ['a'] * len(genomes)"),
             ":9: in Mine.evaluate: returned an array of <U1 (expected: an array of shape (2,) of numbers)"),
    "nan": (evaluating("return [0, np.nan][:len(genomes)]"),
            ":9: in Mine.evaluate: returned NaN for row 1 (expected: numbers, and for an infeasible"),
    "best_of_all": (evaluating("return [0, -np.inf][:len(genomes)]"),
                    ":9: in Mine.evaluate: returned -inf for row 1 (expected: numbers, and for an infeasible"),
    "worth_of_all": (evaluating("return [np.inf, 0][:len(genomes)]", more="\n    goal = 'maximise'\n"),
                     ":9: in Mine.evaluate: returned inf for row 0 (expected: numbers, and for an infeasible"),
    "parameters": (WHOLE.replace("self, genomes", "self"),
                   ":9: in Mine.evaluate: TypeError: Mine.evaluate() takes 1 positional argument but 2 were given"),
    "of_the_batch": (evaluating("return genomes.sum(axis=1) / len(genomes)"),
                     "alone (expected: a cost that depends on the genome alone)"),
    "changes_its_input": (evaluating("genomes[:] = 0; return genomes.sum(axis=1)"),
                          ":10: in Mine.evaluate: ValueError: assignment destination is read-only"),
    "sample_shape": (having("    def sample(self, n, rng):\n        return np.zeros(4, int)\n"),
                     ":12: in Mine.sample: returned an array of shape (4,) (expected: an array of shape (2, "
                     "4) of whole numbers)"),
    "sample_reals": (having("    def sample(self, n, rng):\n        return rng.random((n, 4))\n"),
                     ":12: in Mine.sample: returned an array of float64 (expected: an array of shape (2, 4)"),
    "out_of_range": (having("    def mutate(self, genomes, rng):\n        return genomes + 10\n"),
                     "as gene 0, which is not in 0..9 (expected: genomes of the class's gene)"),
    "no_permutation": (evaluating("return genomes[:, 0]", "skerry.permutation(4)",
                                  "\n    def heal(self, genomes, rng):\n        return genomes * 0\n"),
                       ":12: in Mine.heal: returned a row that is no permutation of 0..3 (expected: genomes"),
    "crossover": (having("    def crossover(self, a, b, rng):\n        return a[0]\n"),
                  ":12: in Mine.crossover: returned an array of shape (4,) (expected: an array of shape (1,"),
    "describe": (having("    def describe(self, genome):\n        return genome\n"),
                 ":12: in Mine.describe: returned array("),
    "init": ("class Mine:\n    def __init__(self):\n        self.gene = 1 / 0\n\n    def evaluate(self, x):\n"
             "        return x\n", ":8: in Mine.__init__: ZeroDivisionError: division by zero"),
}


def refused(done, folder, text, key="python.file"):
    """One line of skerry's (mpirun adds its own), which begins with the config's line and key, and has the text."""
    assert done.returncode == 2 and done.stdout == "", done.stderr
    line, *rest = done.stderr.splitlines(keepends=True)
    assert line.startswith(f"skerry: {folder}/mine.yaml:3: {key}: ") and text in line, done.stderr
    assert f"{folder}/mine.py" in line or "too (expected" in line
    assert "skerry" not in "".join(rest) and "Traceback" not in done.stderr
    assert not rest or rest[0].startswith("-----")
    assert not (folder / "mine.h5").exists()


def lines_of(done):
    return [line for line in done.stderr.splitlines() if line.startswith("skerry: ")]


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_line(tmp_path, name):
    code, text = MISTAKES[name]
    refused(skerry("check", write(tmp_path, code), cwd=tmp_path), tmp_path, text)


def test_all_ranks_end_together(tmp_path):
    code, text = MISTAKES["exception"]
    refused(skerry("run", write(tmp_path, code), ranks=2, cwd=tmp_path), tmp_path, text)


def test_a_mistake_in_the_middle_of_a_run(tmp_path):
    """After some calls, on one of the ranks."""
    code = WHOLE.replace("        return", "        self.calls = getattr(self, 'calls', 0) + 1\n"
                                           "        assert self.calls < 9, 'enough'\n        return")
    config = write(tmp_path, code)
    for ranks in (0, 2):
        done = skerry("run", config, "-q", "-o", "a.h5", ranks=ranks, cwd=tmp_path)
        assert done.returncode == 2
        said = [line for line in lines_of(done) if "kept as" not in line]
        assert said == [f"skerry: {tmp_path}/mine.py:11: in Mine.evaluate: AssertionError: enough"]
        assert "Traceback" not in done.stderr
    assert "failed" in skerry("show", "a.h5", cwd=tmp_path).stdout


def test_the_traceback_only_if_asked(tmp_path):
    config = write(tmp_path, MISTAKES["in_a_function"][0])
    done = skerry("check", config, "-s", "python.traceback=true", cwd=tmp_path)
    assert "Traceback (most recent call last)" in done.stderr and "return {}[0]" in done.stderr
    assert done.stderr.endswith(f"skerry: {tmp_path}/mine.yaml:3: python.file: {tmp_path}/mine.py:14: in "
                                "Mine.evaluate: KeyError: 0\n")


@pytest.mark.parametrize("ranks", [0, 2])
def test_what_hangs_is_ended(tmp_path, ranks):
    config = write(tmp_path, evaluating("time.sleep(1000)"))
    done = skerry("run", config, "-s", "python.evaluation_timeout_s=0.5", ranks=ranks, cwd=tmp_path,
                  timeout=120)
    assert done.returncode == 1
    assert lines_of(done) == [f"skerry: {tmp_path}/mine.py: in Mine.evaluate: took more than 0.5 s "
                              "(expected: less, or a larger python.evaluation_timeout_s)"]


DEATHS = {"os._exit(3)": "its process ended with exit code 3",
          "os.abort()": "its process ended by signal 6 (Aborted)",
          "os.kill(os.getpid(), 9)": "its process ended by signal 9 (Killed)",
          "time.sleep(1000)": "took more than 2 s (expected: less, or a larger python.evaluation_timeout_s)"}


@pytest.mark.parametrize("death", DEATHS)
def test_a_death_is_one_line(tmp_path, death):
    code = WHOLE.replace("        return", "        self.calls = getattr(self, 'calls', 0) + 1\n"
                                           f"        if self.calls > 8:\n            {death}\n        return")
    done = skerry("run", write(tmp_path, code), "-q", "-s", "python.evaluation_timeout_s=2", ranks=2,
                  cwd=tmp_path, timeout=120)
    assert done.returncode == 1
    assert lines_of(done) == [f"skerry: {tmp_path}/mine.py: in Mine.evaluate: {DEATHS[death]}"]


def test_what_it_prints_is_not_the_answer(tmp_path):
    config = write(tmp_path, WHOLE.replace("        return", "        print('hello')\n        return"))
    done = skerry("run", config, "--json", "-q", "-o", "a.h5", cwd=tmp_path)
    assert done.returncode == 0 and "hello" in done.stderr and "hello" not in done.stdout


# A method or attribute of a class, and the one that is probably meant; "" for the user's own.
NAMES = [
    ("    def crosover(self, a, b, rng):", ":12", "called", "crossover"),
    ("    def improove(self, genomes, rng):", ":12", "called", "improve"),
    ("    def cross_over(self, a, b, rng):", ":12", "called", "crossover"),
    ("    def mesaure(self, genomes):", ":12", "called", "measure"),
    ("    def haal(self, genomes, rng):", ":12", "called", "heal"),
    ("    @staticmethod\n    def descibe(genome):", ":12", "called", "describe"),
    ("    def read(self):", "", "", ""),
    ("    def seal(self):", "", "", ""),
    ("    def cross(self):", "", "", ""),
    ("    def distance(self):", "", "", ""),
    ("    def evaluated(self):", "", "", ""),  # it has evaluate
    ("    objective = 'length'\n    def f(self):", ":6", "read", "objectives"),
    ("    goals = ['maximise']\n    def f(self):", ":6", "read", "goal"),
    ("    unit = 3\n    def f(self):", "", "", ""),
    ("    units = objectives = 'm'\n    unit = 'm'\n    def f(self):", "", "", ""),
]


@pytest.mark.parametrize("code, line, verb, meant", NAMES)
def test_names_that_are_probably_mistakes(tmp_path, code, line, verb, meant):
    name = re.search(r"def (\w+)|(\w+) =", code)
    config = write(tmp_path, having(f"{code}\n        return 0\n"))
    said = "" if not meant else (f"skerry: {tmp_path}/mine.py{line}: Mine.{name[1] or name[2]} is not {verb}, "
                                 f"did you mean '{meant}'?\n")
    done = skerry("check", config, cwd=tmp_path)
    assert done.returncode == 0 and done.stderr == said


def test_a_misspelt_name_is_told_once(tmp_path):
    config = write(tmp_path, having("    def crosover(self):\n        return 0\n"))
    done = skerry("run", config, "-q", ranks=2, cwd=tmp_path)
    assert done.returncode == 0 and done.stderr.count("crosover") == 1


OTHER = WHOLE + "\n\nclass Other:\n    gene = skerry.bits(2)\n"
SIZED = WHOLE.replace("    def", "    def __init__(self, size):\n        pass\n\n    def", 1)
# Keys, the code; the key that the line names, and its text.
KEYS = [
    (", class: Other", WHOLE, "python.class", "mine.py has no class Other (expected: Mine)"),
    (", class: Mine", "", "python.class", "mine.py has no class Mine (expected: a class with a method evaluate)"),
    (", class: Other", OTHER, "python.class", "mine.py:13: class Other has no method evaluate (expected: def evaluate("),
    (", arguments: {size: 3}", WHOLE, "python.arguments",
     "mine.py:6: Mine: got an unexpected keyword argument 'size' (expected: keywords of Mine())"),
    (", arguments: {sise: 3}", SIZED, "python.arguments",
     "mine.py:9: Mine: missing a required argument: 'size' (expected: keywords of Mine(size))"),
    (", arguments: {size: four}", SIZED.replace("        pass", "        self.size = size + 1"), "python.arguments",
     "mine.py:10: in Mine.__init__: TypeError: can only concatenate str (not \"int\") to str (with size='four')"),
    (", arguments: {size: 3}", SIZED.replace("        pass", "        self.size = sise"), "python.file",
     "mine.py:10: in Mine.__init__: NameError: name 'sise' is not defined\n"),
    ("", SIZED, "python.arguments", "mine.py:9: Mine: missing a required argument: 'size' (expected: "),
    (", arguments: {size: 3}, files: {size: mine.py}", SIZED, "python.files.size",
     "size is in python.arguments too (expected: in one of them)"),
]


@pytest.mark.parametrize("keys, code, key, text", KEYS)
def test_keys_that_do_not_fit(tmp_path, keys, code, key, text):
    refused(skerry("check", write(tmp_path, code, keys), cwd=tmp_path), tmp_path, text, key)


@pytest.mark.parametrize("given, tells", [
    ("False", True), ("None", True), ("yes", True), (".5", True), ("+5", True), ("010", True), ("false", False),
    ("0.5", False), ("1e3", False), ("four", False), ("-", False), ("'\"5\"'", False),
    ('"[1, 2"', True), ('"(1, 2)"', True), ('"{1: 2}"', True), ('"[1, 2]"', False)])
def test_text_that_reads_like_a_value_is_told(tmp_path, given, tells):
    """Python takes the text 'False' for true."""
    config = write(tmp_path, SIZED, f", arguments: {{size: {given}}}")
    done = skerry("check", config, cwd=tmp_path)
    assert done.returncode == 0
    text = given.strip('"')
    assert done.stderr == (f"skerry: python.arguments.size: '{text}' is text (expected: as in JSON, such as false, null "
                           "or 0.5, if a value is meant)\n" if tells else "")


def test_map_elites_needs_descriptors_of_the_class(tmp_path):
    config = write(tmp_path, WHOLE)
    done = skerry("check", config, "-s", "algorithm=map_elites", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == ("skerry: -s algorithm: map_elites needs descriptors, and this puzzle declares none "
                           "(expected: some; of a class in Python, its attribute `descriptors`)\n")


@pytest.mark.parametrize("given, text", [("[1, 2]", "a list"), ("3", "'3'")])
def test_arguments_have_names(tmp_path, given, text):
    done = skerry("check", write(tmp_path, WHOLE, f", arguments: {given}"), cwd=tmp_path)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == (f"skerry: {tmp_path}/mine.yaml:3: python.arguments: {text} is not a mapping "
                           "(expected: mapping of names to values, {NAME: VALUE}, of 0..64 entries, each: "
                           "text)\n")


def test_python_is_missing(tmp_path, monkeypatch):
    config = write(tmp_path, WHOLE)
    monkeypatch.setenv("SKERRY_PYTHON", str(tmp_path / "none"))
    done = skerry("check", config, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "cannot be started (expected: Debian's package python3, or SKERRY_PYTHON" in done.stderr


def test_numpy_is_missing(tmp_path, monkeypatch):
    """An interpreter whose numpy cannot be imported."""
    config = write(tmp_path, WHOLE)
    (tmp_path / "numpy.py").write_text("raise ModuleNotFoundError(\"No module named 'numpy'\")\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    done = skerry("check", config, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "No module named 'numpy' (expected: Debian's package python3-numpy)" in done.stderr
