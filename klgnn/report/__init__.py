"""Pictures and pages: graphs in their stable colors, verdicts, grids, curves, and an explorer."""

from klgnn.report.curves import draw_curves
from klgnn.report.demo import demo
from klgnn.report.explorer import explore, explorer_page, serve_page
from klgnn.report.figures import save, to_svg
from klgnn.report.graphs import draw_graph, draw_pair
from klgnn.report.grid import draw_grid
from klgnn.report.tables import draw_table

__all__ = [
    "demo",
    "draw_curves",
    "draw_graph",
    "draw_grid",
    "draw_pair",
    "draw_table",
    "explore",
    "explorer_page",
    "save",
    "serve_page",
    "to_svg",
]
