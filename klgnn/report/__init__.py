"""Pictures and pages: graphs in their stable colors, verdicts, grids, curves, and an explorer."""
