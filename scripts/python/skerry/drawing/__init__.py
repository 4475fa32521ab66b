"""Drawings of solutions, from a result file alone: its config, inputs and genomes.

    canvas = draw.drawing(result, 0)          # the best solution
    files.save(pathlib.Path("best.svg"), [canvas])

`canvas` has the shapes and writes them as SVG, `raster` as PNG and GIF. A module each draws the solutions of
one problem; `sheet` lays drawings side by side.
"""
