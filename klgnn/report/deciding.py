"""The two scenes of a verdict: the labeled graph that decides, and the one it is held against."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from klgnn.graph import Graph
from klgnn.report.scene import Scene, numbered, scene_of
from klgnn.select import RootedEgoNets
from klgnn.wl import Method, Verdict, Witness, engine

MOST_TRIES = 5000  # labeled graphs looked at to find the partner


def scenes_of(verdict: Verdict) -> tuple[Scene, Scene]:
    """Both graphs as the test sees them in the round that decides, in the verdict's order.

    The deciding color class is marked, in both graphs. If the test tells nothing apart, both
    graphs in stable colors, labeled so that they look the same.
    """
    method = verdict.method.reduced()
    witness = verdict.witness
    if witness is None or witness.round < 0:
        return _alike(verdict.graphs, method)
    side = witness.graph
    own = _scene(verdict.graphs[side], method, witness, witness.round)
    other = _partner(verdict.graphs[1 - side], method, own, witness)
    own, other = _marked(own, other, witness)
    return (own, other) if side == 0 else (other, own)


def _scene(graph: Graph, method: Method, witness: Witness, rounds: int) -> Scene:
    return scene_of(graph, method, witness.label_tuple, rounds, witness.root)


def _partner(graph: Graph, method: Method, own: Scene, witness: Witness) -> Scene:
    """A labeled graph that agrees with the deciding one up to the round before, if there is one."""
    last = witness.round
    wanted = [_pooled(replace(own, words=_scene(own.graph, method, witness, t).words))
              for t in range(last)]  # fmt: skip
    best, agreed = None, -1
    for root, label_tuple in islice(_places(graph, method, witness), MOST_TRIES):
        same = 0
        for t in reversed(range(last)):
            if _pooled(scene_of(graph, method, label_tuple, t, root)) == wanted[t]:
                same = t + 1
                break
        found = scene_of(graph, method, label_tuple, last, root) if same > agreed else None
        if found is not None and _pooled(found) != _pooled(own):
            best, agreed = found, same
        if agreed == last:
            break
    return scene_of(graph, method, (), last, 0) if best is None else best


def _places(
    graph: Graph, method: Method, witness: Witness
) -> Iterator[tuple[int | None, tuple[int, ...]]]:
    """The roots and label tuples of a graph that a test looks at."""
    if isinstance(method.subgraphs, RootedEgoNets):
        labels = len(witness.label_tuple or ())
        for root in range(graph.num_nodes):
            yield root, (root,) * labels
        return
    if not witness.label_tuple or method.pooling == "lt":
        yield None, ()
        return
    for chunk in method.label_tuples(graph):
        for row in chunk.tolist():
            yield (row[0] if witness.root is not None else None), tuple(row)


def _pooled(scene: Scene) -> bytes:
    """The multiset of a scene's colors."""
    order = np.lexsort(scene.words.T)
    return scene.words[order].tobytes()


def _marked(own: Scene, other: Scene, witness: Witness) -> tuple[Scene, Scene]:
    """Both with the deciding color class highlighted."""
    if not witness.color_class:
        return own, other
    mine, theirs = numbered((own, other))
    place = {int(v): i for i, v in enumerate(own.nodes.tolist())}
    first = 0
    for v in witness.color_class[0]:
        first = first * len(own.nodes) + place[v]
    return _with(own, mine == mine[first]), _with(other, theirs == mine[first])


def _with(scene: Scene, chosen: engine.Array) -> Scene:
    digits = np.unravel_index(np.flatnonzero(chosen), (len(scene.nodes),) * scene.k)
    members = scene.nodes[np.stack(digits, axis=1)]
    return replace(scene, marked=tuple(map(tuple, members.tolist())))


def _alike(graphs: tuple[Graph, Graph], method: Method) -> tuple[Scene, Scene]:
    """Stable colors, with labels that give the same labeled graph if there are such."""
    if not method.l or method.pooling == "lt":
        one, two = (scene_of(graph, method, (), method.rounds, 0) for graph in graphs)
        return one, two
    given = (tuple(row) for chunk in method.label_tuples(graphs[0]) for row in chunk.tolist())
    few = list(islice(given, 1000))
    best = max(few, key=lambda row: (len(set(row)), [-v for v in row]), default=())
    one = scene_of(graphs[0], method, best, method.rounds, 0)
    look, first = _pooled(one), None
    others = (tuple(row) for chunk in method.label_tuples(graphs[1]) for row in chunk.tolist())
    for row in islice(others, MOST_TRIES):
        two = scene_of(graphs[1], method, row, method.rounds, 0)
        first = first or two
        if _pooled(two) == look:
            return one, two
    return one, first or scene_of(graphs[1], method, (), method.rounds, 0)
