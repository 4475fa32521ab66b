"""`skerry draw`: what is drawn, counted again from the result and its inputs."""

import csv
import io
import itertools
import re
import shutil
import xml.etree.ElementTree

import h5py
import numpy as np
import pytest
import skerry
import yaml
from harness import SOURCE, run
from scipy.optimize import linear_sum_assignment
from skerry.drawing import draw, eternity, formation, level, party, sliding
from skerry.drawing.solutions import find_solution

CONFIGS = SOURCE / "configs"
LATENT = ["-s", "run.epochs=1", "-s", "run.islands=1", "-s", "output.solutions=16", "-s",
          "level.descriptors=[{measure: edits, low: 0, high: 40},"
          "{measure: path, from: +, to: g, walls: w, low: 0, high: 41}]"]


@pytest.fixture(scope="module")
def extra(tmp_path_factory):
    """Runs a config of the tree once; returns the path of its result."""
    folder, known = tmp_path_factory.mktemp("extra"), {}

    def result(config, *words):
        name = f"{len(known)}.h5"
        if (config, words) not in known:
            run(CONFIGS / config, folder / name, *words, code=(0, 4))
            known[config, words] = folder / name
        return known[config, words]

    return result


def shapes(canvas):
    """Elements of its SVG by their class: class to list."""
    found = {}
    for element in xml.etree.ElementTree.fromstring(canvas.svg()).iter():
        found.setdefault(element.get("class", element.tag.rsplit("}", 1)[-1]), []).append(element)
    return found


def corners(element):
    return [tuple(map(float, point.split(","))) for point in element.get("points").split()]


# ---- party ----

def slow_points(result, genome):
    """Points of all edges, from the raw inputs."""
    config = result.config["party"]
    rows = csv.DictReader(io.StringIO(result.inputs["party.heroes"].decode()))
    heroes = {int(row["id"]): row for row in rows}
    found = []
    out = [any(p in rule["places"] and heroes[hero][rule["trait"]] not in rule["values"]
               for rule in config["places"] if rule["otherwise"] == "unlinked")
           for p, hero in enumerate(genome)]
    for a, b in config["formation"]["edges"]:
        match = 0
        for trait, weight in [] if out[a] or out[b] else config["synergy"]["weights"].items():
            values = {heroes[genome[a]][trait], heroes[genome[b]][trait]}
            special = [pair["weight"] for pair in config["synergy"]["pairs"]
                       if pair["trait"] == trait and set(pair["values"]) == values]
            match += special[0] if special else weight * (len(values) == 1)
        table = config["synergy"]["points"]
        found.append((table + [table[-1]] * match)[match])
    return found


def solution_out(result, genome):
    """How many heroes are out of position, as `skerry show` draws them."""
    return next(text for k, text in enumerate(result.solutions.text.values.astype(str))
                if [int(gene) for gene in result.solutions.genome.values[k]] == genome).count("out of position")


@pytest.mark.parametrize("config, more", [
    ("party/front.yaml", []), ("party/pairs.yaml", []),
    ("party/designers/01-first-quest.yaml", ["-s", "party.synergy.points=[0, 1, 2, 8, 10]"]),
    ("party/front.yaml", ["-s", "party.places=[{places: [0, 1, 4], trait: nation, values: [N01, N02, N03], "
                          "otherwise: unlinked}]"])])
def test_edges_of_a_party_have_their_points(extra, config, more):
    result = skerry.open(extra(config, "-s", "run.epochs=1", "-s", "output.solutions=5", *more))
    party = result.config["party"]
    most = len(party["formation"]["edges"]) * max(party["synergy"]["points"])
    for k in range(min(5, result.solutions.sizes["solution"])):
        genome = [int(gene) for gene in result.solutions.genome.values[k]]
        drawn, points = shapes(draw.drawing(result, k)), slow_points(result, genome)
        assert sorted(int(text.text) for text in drawn["points"]) == sorted(filter(None, points))
        assert len(drawn["matched"]) == sum(map(bool, points))
        assert len(drawn.get("edge", ())) == points.count(0)
        marks = [text.text for text in drawn["text"] if text.text == "out of position"]
        assert len(marks) == solution_out(result, genome)
        assert [text.text.split()[1] for text in drawn["id"]] == [f"#{hero}" for hero in genome]
        widths = [float(line.get("stroke-width")) for line in drawn["matched"]]
        assert min(widths) > 1.5 and sorted(widths) == widths
        texts = [text.text for text in drawn["legend"]]
        assert f"{sum(points):,}" in texts and f"of {most:,}" in texts
        if config == "party/front.yaml":
            assert sum(points) / most == pytest.approx(result.solutions.objectives.values[k, 1])
        prices = [float(text.text.split()[1]) for text in drawn["price"]]
        assert sum(prices) == result.solutions.fitness.values[k]


def test_names_and_values_of_a_party_are_texts(tmp_path):
    """What YAML would take for a number, a truth value or nothing: 2024, 007, no."""
    (tmp_path / "heroes.csv").write_text("id,price,2024,no,~\n1,1,007,no,1.50\n2,1,7,yes,2\n3,9,007,no,3\n")
    (tmp_path / "texts.yaml").write_text("""problem: party
party:
  heroes: heroes.csv
  formation: {places: 2, edges: [[0, 1]]}
  synergy: {weights: {2024: 1, no: 1}, pairs: [{trait: 2024, values: [007, 7], weight: 3}], points: [0, 1, 2, 5]}
  places: [{places: [0], trait: no, values: [no], otherwise: unlinked}]
  requirements: [{sum: "~", min: 1}, {count: 2024, value: 007, min: 1}, {count: no, value: yes, min: 1}]
algorithm: exact
run: {islands: 1}
""")
    run(tmp_path / "texts.yaml", tmp_path / "texts.h5")
    result = skerry.open(tmp_path / "texts.h5")
    for k in range(result.solutions.sizes["solution"]):
        genome = [int(gene) for gene in result.solutions.genome.values[k]]
        drawn = shapes(draw.drawing(result, k))
        texts = " ".join(element.text or "" for element in drawn["text"])
        assert ("out of position" in texts) == (genome[0] == 2) and "007" in texts
        assert [text.text for text in drawn.get("points", [])] == ([] if genome[0] == 2 else ["5"])


def test_blanks_of_heroes_are_those_that_the_program_reads(tmp_path):
    """Blanks in quotes, and others than spaces and tabs, are part of a value or of a column's name."""
    (tmp_path / "heroes.csv").write_text('id,price,race\u00a0, kind\n1,1," a",x\n\n2,2, a ,\t"x"\n3,9,"b ""c"", d",y',
                                         encoding="utf-8")
    (tmp_path / "blanks.yaml").write_text("""problem: party
party:
  heroes: heroes.csv
  formation: {places: 2, edges: [[0, 1]]}
  synergy: {weights: {"race\u00a0": 1, kind: 2}, points: [0, 1, 2, 3]}
  excluded: [3]
algorithm: exact
run: {islands: 1}
""", encoding="utf-8")
    run(tmp_path / "blanks.yaml", tmp_path / "blanks.h5")
    result = skerry.open(tmp_path / "blanks.h5")
    assert [text.text for text in shapes(draw.drawing(result, 0))["points"]] == ["2"]
    assert party.read_heroes(result.inputs["party.heroes"], "id")[3]["race\u00a0"] == 'b "c", d'


@pytest.mark.parametrize("rows", ["[[0, 1, 2], [3, 4, 5]]", "[[0, 3], [1, 4], [2, 5]]"])
def test_edges_bend_around_boxes_and_stay_on_the_canvas(extra, rows):
    formation = f"{{places: 6, rows: {rows}, edges: [[0, 2], [2, 4], [3, 5]]}}"
    canvas = draw.frames(skerry.open(extra("party/designers/01-first-quest.yaml", "-s", "run.epochs=1", "-s",
                                           f"party.formation={formation}", "-s", "party.synergy.min=0")))[0]
    drawn = shapes(canvas)
    lines = [corners(line) for line in drawn.get("matched", []) + drawn.get("edge", [])]
    assert sorted(map(len, lines)) == [2, 17, 17]
    for x, y in itertools.chain(*lines):
        assert 0 < x < canvas.width and 0 < y < canvas.height
    boxes = [corners(box) for box in drawn["hero"]]
    for line in lines:
        inside = [sum(left < x < right and top < y < bottom for x, y in line)
                  for (left, top), _, (right, bottom), _ in boxes]
        assert sum(map(bool, inside)) == 2  # the boxes of its ends


def test_owned_and_fixed_heroes_say_so(extra):
    result = skerry.open(extra("party/designers/09-my-collection.yaml", "-s", "run.epochs=1"))
    owned = {int(line) for line in re.findall(r"^\d+", result.inputs["party.owned"].decode(), re.M)}
    drawn = shapes(draw.drawing(result))
    for number, price in zip(drawn["id"], drawn["price"]):
        assert (price.text == "owned") == (int(re.search(r"#(\d+)", number.text)[1]) in owned)


def test_columns_that_only_the_objective_or_places_name_are_drawn(extra):
    path = extra("party/type1.yaml", "-s", "run.epochs=1", "-s", "party.requirements=[]",
                 "-s", "party.synergy={weights: {race: 1}, points: [0, 1]}",
                 "-s", "party.objective={mean: rarity, goal: max}", "-s", "party.budget=100000",
                 "-s", "party.places=[{places: [0], number: gear, min: 3}, "
                 "{places: [1], trait: nation, values: [N02, N08]}]")
    drawn = shapes(draw.drawing(skerry.open(path)))
    words = " ".join(text.text for text in drawn["text"] if text.text)  # lines of boxes are wrapped
    for pattern in (r"rarity \d", r"gear \d", r"N\d\d"):
        assert len(re.findall(rf"\b{pattern}", words)) == len(drawn["id"])


def test_places_without_rows_keep_their_distance():
    for places, edges in [(1, []), (2, []), (5, [(0, 1), (1, 2), (2, 3), (3, 4)]),
                          (6, [(0, 1), (2, 3)]), (12, list(itertools.combinations(range(12), 2)))]:
        at = formation.layout(places, edges, [])
        apart = [np.linalg.norm(at[a] - at[b]) for a, b in itertools.combinations(range(places), 2)]
        assert at.shape == (places, 2) and min(apart, default=1) == pytest.approx(1)
        np.testing.assert_array_equal(at, formation.layout(places, edges, []))
    line = formation.layout(5, [(0, 1), (1, 2), (2, 3), (3, 4)], [])
    assert list(np.argsort(line[:, 0])) == [0, 1, 2, 3, 4] and np.ptp(line[:, 1]) < 0.3


# ---- eternity ----

def test_bars_of_a_board_are_its_mismatches(results):
    result = skerry.open(results["eternity"])
    for k, score in enumerate(map(int, result.solutions.fitness.values)):
        drawn = shapes(draw.drawing(result, k))
        assert len(drawn["mismatch"]) == 60 - score and len(drawn["side"]) == 4 * 36
        assert drawn["caption"][0].text == f"{score} of 60 joints match"
        pieces = [int(text.text) for text in drawn["piece"]]
        assert pieces == [int(gene) // 4 for gene in result.solutions.genome.values[k]]


def test_sides_of_a_matching_joint_have_one_colour(results):
    """The bars lie where two triangles that touch differ in colour."""
    drawn = shapes(draw.drawing(skerry.open(results["eternity"])))
    of_edge = {}
    for side in drawn["side"]:
        first, second, _ = corners(side)
        of_edge.setdefault(frozenset((first, second)), []).append(side.get("fill"))
    joints = [colours for colours in of_edge.values() if len(colours) == 2]
    assert len(joints) == 60
    assert sum(one != other for one, other in joints) == len(drawn["mismatch"])


def test_grey_matches_nothing_inside():
    whole = eternity.Board(2, 2, [(1, [0, 3, 4, 0]), (2, [0, 0, 4, 3]), (3, [4, 0, 0, 0]), (4, [5, 0, 0, 0])])
    assert whole.joints() == [(0, 1, True), (0, 2, True), (1, 2, False), (2, 1, False)]
    grey = eternity.Board(2, 1, [(1, [1, 1, 0, 1]), (2, [0, 1, 1, 1])])
    assert grey.joints() == [(0, 2, False)]


def test_board_of_450_joints_says_its_score(extra):
    result = skerry.open(extra("eternity/6x6.yaml", "-s", "algorithm=random", "-s", "run.epochs=1",
                               "-s", "eternity.count=450"))
    words = shapes(draw.drawing(result))["caption"][0].text
    assert words.endswith(f"; score {result.solutions.fitness.values[0]:.0f} of 50")


# The sample of the viewer's own page of help: https://github.com/jfbucas/eternityII-viewer, README.md.
SAMPLE = "ajjaajojaetjaaeejoeaootottooeajteojattoootttjajtjeaaoeaeteaejaae"


def test_link_is_the_published_one():
    sides = [[ord(letter) - ord("a") for letter in SAMPLE[4 * k:4 * k + 4]] for k in range(16)]
    link = eternity.link(eternity.Board(4, 4, list(enumerate(sides))), "Sample_4x4")
    assert link == ("https://e2.bucas.name/#puzzle=Sample_4x4&board_w=4&board_h=4&board_edges=" + SAMPLE +
                    "&board_pieces=000001002003004005006007008009010011012013014015")
    assert "#puzzle=a_b__c&" in eternity.link(eternity.Board(1, 1, [(1, [0, 25, 1, 2])]), "a b&#c")
    with pytest.raises(skerry.Error, match="25 colours at most .found: 26"):
        eternity.link(eternity.Board(1, 1, [(1, [0, 26, 1, 2])]), "x")


def test_links_hold_the_board(results):
    result = skerry.open(results["eternity"])
    pieces = eternity.numbers_of(result.inputs["eternity.pieces"])
    for k, score in enumerate(result.solutions.fitness.values):
        link = eternity.link(eternity.Drawer(result).board(find_solution(result, k)), "x")
        edges, numbers = re.search(r"board_edges=([a-z]{144})&board_pieces=(\d{108})$", link).groups()
        sides = np.array([ord(letter) - ord("a") for letter in edges]).reshape(6, 6, 4)
        across = (sides[:, :-1, 1] == sides[:, 1:, 3]) & (sides[:, :-1, 1] > 0)
        down = (sides[:-1, :, 2] == sides[1:, :, 0]) & (sides[:-1, :, 2] > 0)
        assert across.sum() + down.sum() == score
        for cell, turned in enumerate(sides.reshape(36, 4)):
            piece = pieces[int(numbers[3 * cell:3 * cell + 3]) - 1]
            assert list(turned) in [piece[turn:] + piece[:turn] for turn in range(4)]


def test_pieces_are_those_that_the_program_reads():
    text = b"\xef\xbb\xbf# \xe9 \xe2\x80\xa8 7 7 7 7\r\n2 1\r\n\n1,0\x0c0\t+2 # 9\n0 0 1 1"
    assert eternity.numbers_of(text) == [[2, 1], [1, 0, 0, 2], [0, 0, 1, 1]]


# ---- sliding ----

@pytest.mark.parametrize("config", ["d3-k1-level2", "d4-k3-level4", "d5-k2-level0",
                                    "large/walk-05-d6-k4-r11"])
def test_frames_are_the_moves_of_a_path(extra, config):
    result = skerry.open(extra(f"sliding/{config}.yaml", "-s", "run.epochs=1", "-s", "run.islands=1"))
    puzzle = result.config["sliding"]
    frames = [shapes(canvas) for canvas in draw.frames(result)]
    assert len(frames) == result.solutions.fitness.values[0] + 1
    places = [[(ring.get("cx"), ring.get("cy")) for ring in frame["ring"]] for frame in frames]
    goal = [(ring.get("cx"), ring.get("cy")) for ring in frames[0]["target"]]
    assert places[0] != goal and places[-1] == goal
    d = puzzle["d"]
    assert all(len(frame["edge"]) == d * 2 ** (d - 1) for frame in frames)
    assert len(shapes(draw.drawing(result))["edge"]) == d * 2 ** (d - 1)  # drawn once for all frames
    edges = {frozenset(corners(edge)) for edge in frames[0]["edge"]}
    for before, after, frame in zip(places, places[1:], frames[1:]):
        ring, = (i for i, (old, new) in enumerate(zip(before, after)) if old != new)
        move = corners(frame["move"][0])
        assert move[0] == tuple(map(float, before[ring])) and move[-1] == tuple(map(float, after[ring]))
        assert 2 <= len(move) <= puzzle["k"] + 1
        assert all(frozenset(step) in edges for step in zip(move, move[1:]))
        assert not set(move[1:]) & {tuple(map(float, place)) for place in before}
    sheet = shapes(draw.drawing(result, 0, 2))
    assert len(sheet["move"]) == len(frames) - 1


@pytest.mark.parametrize("d", range(1, 8))
def test_vertices_do_not_hide_each_other(d):
    at = np.array(sliding.positions(d))
    apart = np.linalg.norm(at[:, None] - at, axis=2) + 1e9 * np.eye(len(at))
    assert apart.min() > 2 * sliding.RING and at.min() == 0


# ---- level ----

def recorded(result, name):
    """A column of descriptors: those whose names begin so."""
    column, = (i for i, known in enumerate(result.solutions.descriptor.values) if str(known).startswith(name))
    return result.solutions.descriptors.values[:, column]


def panels(result, k):
    """The tiles of each level of a drawing, as text."""
    canvas = draw.frames(result, k)[0]
    tiles = [str(tile["tile"]) for tile in yaml.safe_load(result.inputs["level.game"])["tiles"]]
    rows = {}
    for use in shapes(canvas)["use"]:
        tile = tiles[int(use.get("href").removeprefix("#tile"))]
        rows.setdefault(float(use.get("y")), []).append((float(use.get("x")), tile))
    lines = ["".join(tile for _, tile in sorted(rows[y])) for y in sorted(rows)]
    return lines, shapes(canvas)


def edit_cost(game, before, after):
    """The cheapest moves and deletions that make one level of another, an assignment a tile."""
    total, rows, cols = 0, len(before), len(before[0])
    cells = list(itertools.product(range(rows), range(cols)))
    for tile in game["tiles"]:
        symbol, move, delete = str(tile["tile"]), tile.get("move", 1), tile.get("delete", 10)
        lost = [(r, c) for r, c in cells if before[r][c] == symbol != after[r][c]]
        gained = [(r, c) for r, c in cells if after[r][c] == symbol != before[r][c]]
        costs = np.full((len(lost), len(gained) + len(lost)), float(delete))
        for (i, (r, c)), (j, (s, t)) in itertools.product(enumerate(lost), enumerate(gained)):
            costs[i, j] = move * (abs(r - s) + abs(c - t))
        total += costs[linear_sum_assignment(costs)].sum()
    return total


def test_marks_of_a_level_are_its_edits(extra):
    result = skerry.open(extra("level/zelda-latent.yaml", *LATENT))
    game, marked = yaml.safe_load(result.inputs["level.game"]), 0
    for k, cost in enumerate(recorded(result, "edits")):
        lines, drawn = panels(result, k)
        before, after = [line[:13] for line in lines], [line[13:] for line in lines]
        assert after == result.solutions.text.values[k].split()
        differ = [one != other for old, new in zip(before, after) for one, other in zip(old, new)]
        assert len(drawn.get("edit", ())) == 2 * sum(differ)  # in both levels
        assert edit_cost(game, before, after) == cost
        marked += sum(differ)
    assert marked


def test_way_of_a_level_is_as_long_as_measured(extra):
    result = skerry.open(extra("level/zelda-latent.yaml", *LATENT))
    for k, steps in enumerate(recorded(result, "path")):
        _, drawn = panels(result, k)
        points, = (corners(line) for line in drawn["path"])
        length = sum(abs(x - u) + abs(y - v) for (x, y), (u, v) in zip(points, points[1:]))
        assert length == steps * level.SIDE


def test_ways_lead_around_edges_that_wrap():
    game, rule = {"wrap": "horizontal"}, {"start": "A", "end": "^.Aw", "walls": "w"}
    way = level.shortest(["w.wwg", ".A.w.", "wwwww"], game, **rule)
    assert way == [(1, 1), (1, 0), (1, 4), (0, 4)]
    parts = level.segments(way, 3, 5)
    assert parts == [[(1.5, 1.5), (0.5, 1.5), (0, 1.5)], [(5, 1.5), (4.5, 1.5), (4.5, 0.5)]]
    assert level.shortest(["Awg"], {}, **rule) == []
    assert level.shortest(["A.w"], {}, start="A", end="w", walls="w") == [(0, 0), (0, 1), (0, 2)]


EQUAL = """tiles:
- {tile: =, name: wall}
- {tile: 0, name: off}
- {tile: 1, name: x}
"""


def test_tiles_are_those_that_the_program_reads(tmp_path):
    (tmp_path / "game.yaml").write_text(EQUAL + "once: 1\n")
    (tmp_path / "levels.txt").write_text("=0\n1=\n")
    (tmp_path / "mine.yaml").write_text(
        "problem: level\nlevel: {game: game.yaml, corpus: levels.txt, fitness: [{measure: cells, tiles: =}]}\n"
        "algorithm: random\nrun: {epochs: 1}\n")
    run(tmp_path / "mine.yaml", tmp_path / "mine.h5")
    result = skerry.open(tmp_path / "mine.h5")
    drawer = level.Drawer(result)
    assert drawer.tiles == ["=", "0", "1"]
    assert len(shapes(draw.drawing(result))["use"]) == 4


# ---- archives ----

def test_grid_has_each_level_in_its_cell(results):
    result = skerry.open(results["grid"])
    drawn = shapes(draw.archive(result))
    cells = [corners(cell)[0] for cell in drawn["cell"]]
    assert len(cells) == 400
    corner_of = {tuple(map(float, (use.get("x"), use.get("y")))) for use in drawn["use"]}
    filled = {divmod(i, 20) for i, at in enumerate(cells) if at in corner_of}
    assert filled == {tuple(cell) for cell in result.solutions.cell.values}
    assert len(drawn["use"]) == 9 * 13 * result.solutions.sizes["solution"]
    assert drawn["title"][0].text.endswith(f"{len(filled)} of 400 cells filled")
    assert [text.text for text in drawn["bin"]] == [*map(str, range(1, 41, 2)), *map(str, range(40, 80, 2))]
    assert [text.text for text in drawn["axis"]] == ["path from + to g (steps), from \u2193",
                                                     "cells of w (cells), from \u2192"]


def test_archives_in_rows(results):
    for name in ("party", "eternity", "sliding", "level", "grid"):
        result = skerry.open(results[name])
        drawn = shapes(draw.archive(result, 3))
        labels = drawn["label"]
        assert len(labels) == result.solutions.sizes["solution"]
        assert len({label.get("x") for label in labels}) == min(3, len(labels))
        assert [int(label.text.split(":")[0]) for label in labels] == list(range(len(labels)))


def test_rows_that_a_kill_cut_short_are_left_out(results, tmp_path):
    shutil.copy(results["level"], tmp_path / "cut.h5")
    with h5py.File(tmp_path / "cut.h5", "r+") as file:
        file["solutions/fitness"][3:] = np.nan
    result = skerry.open(tmp_path / "cut.h5")
    assert len(shapes(draw.archive(result, 2))["label"]) == 3
    with pytest.raises(skerry.Error, match="no solution 3 .expected: 0 to 2"):
        draw.drawing(result, 3)
