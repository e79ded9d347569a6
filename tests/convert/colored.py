"""What the tests of the forms that keep colors by name share."""


def colors_of(graph):
    """The options that read back the colors a form wrote under the name ``color``."""
    return {
        "node_colors": "color" if graph.node_colors is not None else None,
        "edge_colors": "color" if graph.edge_colors is not None else None,
    }
