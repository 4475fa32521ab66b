"""`skerry draw`: the files that it writes, of finished, running and killed runs, and what it refuses."""

import pathlib
import subprocess
import time
import xml.etree.ElementTree

import h5py
import pytest
import skerry
from harness import SOURCE, command
from harness import skerry as program
from inside import inside
from PIL import Image
from skerry.drawing import canvas, draw, files, raster

PROBLEMS = ["party", "front", "sliding", "eternity", "level", "grid"]


@pytest.mark.parametrize("name", PROBLEMS)
def test_draws_each_problem(results, tmp_path, name):
    done = program("draw", results[name], cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{name}.svg\n", "")
    first = (tmp_path / f"{name}.svg").read_bytes()
    root = xml.etree.ElementTree.fromstring(first)
    assert root.find("{*}title").text.startswith(f"{name}.h5, solution 0: ")
    done = inside("draw", results[name], "-o", "again.svg", cwd=tmp_path)
    assert done.returncode == 0 and (tmp_path / "again.svg").read_bytes() == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.svg", f"{name}.svg"]


@pytest.mark.parametrize("name", PROBLEMS)
def test_pictures_have_the_shape_of_the_canvas(results, tmp_path, name):
    done = inside("draw", results[name], "-k", "1", "-o", tmp_path / "one.png")
    assert done.returncode == 0, done.stderr
    canvas = draw.drawing(skerry.open(results[name]), 1)
    with Image.open(tmp_path / "one.png") as image:
        assert image.width / image.height == pytest.approx(canvas.width / canvas.height, rel=0.02)
        assert len(image.convert("RGB").resize((200, 200), Image.Resampling.NEAREST).getcolors(40_000)) > 5


def test_path_is_animated(results, tmp_path):
    assert inside("draw", results["sliding"], "-o", tmp_path / "path.gif").returncode == 0
    with Image.open(tmp_path / "path.gif") as image:
        assert image.n_frames == 12
        pictures = []
        for frame in range(image.n_frames):
            image.seek(frame)
            pictures.append(image.convert("RGB").tobytes())
    assert all(one != other for one, other in zip(pictures, pictures[1:]))


def test_palette_of_a_large_gif_is_of_some_of_its_pixels(tmp_path, monkeypatch):
    quantize, pixels = Image.Image.quantize, []

    def quantize_and_count(picture, *words, **options):
        if "kmeans" in options:
            pixels.append(picture.width * picture.height)
        return quantize(picture, *words, **options)

    monkeypatch.setattr(Image.Image, "quantize", quantize_and_count)
    raster.save_gif(tmp_path / "large.gif", [canvas.Canvas(1000, 800)])
    assert len(pixels) == 1 and 0 < pixels[0] <= raster.PALETTE_PIXELS
    with Image.open(tmp_path / "large.gif") as image:
        assert image.size == (2000, 1600)


def test_archive_has_a_name_of_its_own(results, tmp_path):
    done = inside("draw", results["grid"], "--archive", cwd=tmp_path)
    assert done.stdout == "grid-archive.svg\n" and (tmp_path / "grid-archive.svg").exists()
    done = inside("draw", results["eternity"], "--archive", "--columns", "4", "-o", "e.png", cwd=tmp_path)
    assert done.returncode == 0 and (tmp_path / "e.png").read_bytes().startswith(b"\x89PNG")


def test_prints_links(results, tmp_path):
    done = inside("draw", results["eternity"], "--link", "-k", "2", cwd=tmp_path)
    assert done.stdout.startswith("https://e2.bucas.name/#puzzle=eternity&board_w=6&")
    assert not list(tmp_path.iterdir())


def test_draws_runs_that_go_on_or_were_killed(tmp_path):
    path = tmp_path / "run.h5"
    words = command(0, "run", SOURCE / "configs/eternity/16x16.yaml", "-o", path, "-q", "-s", "run.islands=1",
                    "-s", "run.epochs=~", "-s", "run.time_limit_s=10min", "-s", "beam.slice=200000")
    with subprocess.Popen(words) as writer:
        try:
            until = time.monotonic() + 120
            while (done := inside("draw", path, "-o", tmp_path / "board.svg")).returncode:
                assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
                assert writer.poll() is None and time.monotonic() < until
                time.sleep(0.2)
            assert writer.poll() is None
        finally:
            writer.kill()
    assert inside("draw", path, "-o", tmp_path / "board.png").returncode == 0


@pytest.mark.parametrize("name, words, says", [
    ("party", ["-k", "99"], "no solution 99 (expected: 0 to 31)"),
    ("party", ["-k", "-1"], "no solution -1 (expected: 0 to 31)"),
    ("party", ["-o", "x.jpg"], "-o x.jpg: expected one of *.svg, *.png, *.gif"),
    ("party", ["-o", "none/x.svg"], "none/x.svg: cannot be written: No such file or directory (expected: a folder"),
    ("party", ["-o", "/proc/x.png"], "/proc/x.png: cannot be written: No such file or directory"),
    ("party", ["-o", "folder.svg"], "folder.svg: is a folder (expected: the name of a file)"),
    ("party", ["--link"], "is of problem party (expected: eternity)"),
    ("eternity", ["--link", "-o", "x.svg"], "--link: draws nothing"),
    ("grid", ["--archive", "-k", "1"], "-k: --archive draws all solutions"),
    ("grid", ["--archive", "--columns", "0"], "--columns 0: expected a number above 0"),
])
def test_refuses_in_one_line(results, tmp_path, name, words, says):
    (tmp_path / "folder.svg").mkdir()
    done = inside("draw", results[name], *words, cwd=tmp_path)
    assert done.returncode == 2 and says in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1 and not done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["folder.svg"]


def test_refuses_results_without_drawings(tmp_path, player, results):
    assert player(tmp_path / "made-up.h5", 3).wait(60) == 0
    for source, says in [("made-up.h5", "no drawings of problem"), ("none.h5", "no such file"),
                         ("empty.h5", "empty.h5: no solutions")]:
        if source == "empty.h5":
            (tmp_path / source).write_bytes(pathlib.Path(results["party"]).read_bytes())
            with h5py.File(tmp_path / source, "r+") as file:
                file["solutions/fitness"][:] = float("nan")
        for more in ([], ["--archive"]):
            done = inside("draw", tmp_path / source, *more, cwd=tmp_path)
            assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert not list(tmp_path.glob("*.svg"))


@pytest.mark.parametrize("name, key", [("party", "party.heroes"), ("eternity", "eternity.pieces"),
                                       ("level", "level.game")])
def test_says_which_input_is_missing(results, tmp_path, name, key):
    (tmp_path / "bare.h5").write_bytes(results[name].read_bytes())
    with h5py.File(tmp_path / "bare.h5", "r+") as file:
        del file["problem/inputs"]
    done = inside("draw", tmp_path / "bare.h5", cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and f"no input {key} in it" in done.stderr


def test_full_disk_leaves_the_former_file(results, tmp_path, monkeypatch):
    path = tmp_path / "x.svg"
    path.write_text("former")

    def fail(self, *words, **more):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pathlib.Path, "write_text", fail)
    with pytest.raises(skerry.Error, match="x.svg: cannot be written: No space left on device"):
        files.save(path, [draw.drawing(skerry.open(results["party"]))])
    assert path.read_bytes() == b"former" and list(tmp_path.iterdir()) == [path]
