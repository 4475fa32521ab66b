"""A report of results as one HTML page that needs no network and no scripts.

`page` has the parts of a page, `verdict` asks `skerry verify`, `one_run` and `several_runs` write the sections.
"""
