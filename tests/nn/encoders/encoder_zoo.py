"""Encoders, and wirings for them: of batches, of labeled graphs, and quotients built by hand."""

from collections import defaultdict

import torch
from torch_geometric.data import Data

from klgnn import families
from klgnn.nn.encoders.conv import ConvEncoder
from klgnn.nn.encoders.ppgn import PPGN
from klgnn.nn.encoders.transformer import Transformer
from klgnn.nn.labeled import LabelSets, Structure, labeled_graphs
from klgnn.nn.wiring import Step, Wiring, of_batch, plain

TYPES = 3
LOCAL = ("gin", "gine", "graph", "sage", "gat", "gatv2", "transformer", "gated", "cg")
GLOBAL = ("gcn", "pna")
NO_EDGES = ("gin", "sage")


def conv(name, dim=8, layers=2, **options):
    edges = None if name in NO_EDGES else TYPES
    degrees = [2, 4, 5, 3] if name == "pna" else None
    return ConvEncoder(name, dim, layers, edge_types=edges, degrees=degrees, **options)


ENCODERS = {
    **{name: lambda name=name: conv(name) for name in LOCAL + GLOBAL},
    "ppgn": lambda: PPGN(8, 2, edge_types=TYPES),
    "ppgn in portions": lambda: PPGN(8, 2, edge_types=TYPES, max_pairs=9, checkpoint=True),
    "ppgn without norm": lambda: PPGN(8, 2, edge_types=TYPES, norm=None, mlp_depth=3),
    "transformer of all": lambda: Transformer(8, 2, 2, edge_types=TYPES, max_distance=3),
    "transformer in portions": lambda: Transformer(8, 2, 2, edge_types=TYPES, max_pairs=9),
    "attention only": lambda: Transformer(8, 2, 2, local=None),
    "attention and gat": lambda: Transformer(
        8, 2, 4, local=lambda dim: ConvEncoder("gat", dim, 1, edge_types=TYPES)
    ),
}  # fmt: skip


def make(name, seed=0):
    """An encoder in float64 with random parameters, also where they start at zero."""
    torch.manual_seed(seed)
    encoder = ENCODERS[name]().double().eval()
    for parameter in encoder.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    return encoder


def data_of(graph, seed=0, directed_types=False):
    """A Data with random edge types, the same in both directions unless told otherwise."""
    data = graph.to("pyg")
    generator = torch.Generator().manual_seed(seed)
    types = torch.randint(TYPES, (data.num_nodes, data.num_nodes), generator=generator)
    low, high = data.edge_index.min(0).values, data.edge_index.max(0).values
    ends = data.edge_index if directed_types else (low, high)
    data.edge_attr = types[ends[0], ends[1]].view(-1, 1)
    return data


def one_way(n, edges, seed=0):
    """A directed graph with edges as given, repeats and loops included."""
    generator = torch.Generator().manual_seed(seed)
    return Data(
        edge_index=torch.tensor(edges, dtype=torch.long).view(-1, 2).t(),
        edge_attr=torch.randint(TYPES, (len(edges), 1), generator=generator),
        num_nodes=n,
    )


def mixed():
    """Graphs of many sizes: one node, isolated nodes, no edges, loops, two components."""
    return [
        data_of(families.path(4), 1),
        one_way(1, []),
        data_of(families.hexagon_and_triangles()[1], 2),
        one_way(3, []),
        one_way(5, [(0, 1), (1, 2), (2, 0), (0, 1), (3, 3), (2, 3)], 3),
        data_of(families.star(3), 4),
        data_of(families.cycle(4), 5, directed_types=True),
        one_way(1, [(0, 0)], 6),
    ]


def wiring_of(graphs):
    """The plain wiring of a batch of Data."""
    sizes = [data.num_nodes for data in graphs]
    first = [sum(sizes[:i]) for i in range(len(sizes))]
    ends = [data.edge_index + shift for data, shift in zip(graphs, first, strict=True)]
    attributes = [data.edge_attr for data in graphs]
    batch = torch.repeat_interleave(torch.arange(len(sizes)), torch.tensor(sizes))
    structure = Structure.of(torch.cat(ends, 1), torch.cat(attributes), batch, len(sizes))
    return of_batch(structure, batch)


def labeled_wiring(graphs, hops=None):
    """Every graph with each of its nodes labeled, under two permutations of one label."""
    whole = wiring_of(graphs)
    structure = Structure.of(
        whole.steps[0].edge_index, whole.edge_attr, whole.graph, whole.num_graphs
    )
    sets = LabelSets(torch.arange(len(whole.node)).view(-1, 1), whole.graph)
    rows = labeled_graphs(structure, sets, hops)
    return plain(rows, torch.zeros(2, 1, dtype=torch.long), whole.edge_attr)


def rows_for(wiring, dim=8, seed=0, dtype=torch.float64):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(len(wiring.node), dim, generator=generator, dtype=dtype)


def quotient(wiring, first, layers):
    """Rows that look the same become one, layer by layer, from the definition.

    Returns the wiring, and for each of its rows of layer 0 one of the given rows.
    """
    step = wiring.steps[0]
    heard = defaultdict(list)
    for (u, v), e in zip(step.edge_index.t().tolist(), step.edge.tolist(), strict=True):
        heard[v].append((u, e))
    before = _numbers(first)
    starts = [before.index(color) for color in range(max(before) + 1)]
    steps = []
    for _ in range(layers):
        looks = [
            (before[v], *sorted((before[u], *wiring.edge_attr[e].tolist()) for u, e in heard[v]))
            for v in range(len(first))
        ]
        now = _numbers(looks)
        of = [now.index(color) for color in range(max(now) + 1)]
        edges = [(before[u], row, e) for row, v in enumerate(of) for u, e in heard[v]]
        source, target, edge = torch.tensor(edges, dtype=torch.long).view(-1, 3).t()
        count = torch.tensor([now.count(color) for color in range(len(of))])
        root = torch.tensor([before[v] for v in of])
        steps.append(Step(torch.stack([source, target]), edge, len(of), root, count))
        before = now
    last = torch.tensor(before)
    labels, node = wiring.labels[starts], wiring.node[starts]
    small = Wiring(
        tuple(steps), wiring.edge_attr, labels, node, None, wiring.num_graphs, last
    )  # fmt: skip
    return small, torch.tensor(starts)


def _numbers(values):
    names = {}
    return [names.setdefault(value, len(names)) for value in values]
