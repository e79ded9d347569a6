"""A model of every kind, for one batch of mixed sizes with node and edge attributes."""

import torch
from test_reference import EDGE_TYPES, GRAPHS, NODE_TYPES
from torch import nn
from torch_geometric.data import Batch
from torch_geometric.nn import GINEConv, global_add_pool

from klgnn.nn import (
    IDMPNN,
    IDPPGN,
    MPNN,
    AttentionLabeled,
    Baseline,
    Features,
    IDTransformer,
    Joint,
    LearnedSets,
    Pooling,
    lift,
    presets,
)
from klgnn.select import All, Constrained, Flexible

TYPES = {"node_types": NODE_TYPES, "edge_types": EDGE_TYPES}
SMALL = {**TYPES, "hidden": 8, "layers": (2, 2, 1)}


class Own(nn.Module):
    """A user's network: embeds types itself, one row per node or per graph."""

    in_channels, out_channels = 2, 5

    def __init__(self, per_graph=False):
        super().__init__()
        self.nodes, self.edges = nn.Linear(2, 5), nn.Linear(2, 5)
        self.conv = GINEConv(nn.Sequential(nn.Linear(5, 5), nn.Tanh()))
        self.per_graph = per_graph

    def forward(self, x, edge_index, edge_attr, batch):
        h = self.nodes(x.to(self.nodes.weight.dtype))
        h = self.conv(h, edge_index, self.edges(edge_attr.to(h.dtype)))
        return global_add_pool(h, batch) if self.per_graph else h


def learned():
    scoring = MPNN(8, 1, edge_types=EDGE_TYPES), Features(8, NODE_TYPES)
    labeling = LearnedSets(2, *scoring, count=2)
    encoder = MPNN(8, 2, edge_types=EDGE_TYPES)
    return Joint(encoder, Features(8, NODE_TYPES), labeling, Pooling(8), head=nn.Linear(8, 1))


MODELS = {
    "IDMPNN (b)": lambda: IDMPNN(l=2, **SMALL),
    "IDMPNN (a)": lambda: IDMPNN(l=2, architecture="a", **SMALL),
    "IDMPNN, three labels": lambda: IDMPNN(l=3, select=Constrained(3, 2), **SMALL),
    "IDMPNN, nodes": lambda: IDMPNN(l=2, level="node", **SMALL),
    "IDMPNN, nodes (a)": lambda: IDMPNN(l=1, level="node", architecture="a", **SMALL),
    "IDMPNN, batch norm": lambda: IDMPNN(l=2, norm="batch", **SMALL),
    "IDMPNN, flexible": lambda: IDMPNN(l=4, select=Flexible("blocks", max_size=4), **SMALL),
    "IDMPNN, gine, concat": lambda: IDMPNN(l=2, conv="gine", join="concat", **SMALL),
    "IDMPNN, gcn, mlp": lambda: IDMPNN(l=1, conv="gcn", aggregator="mlp", **SMALL),
    "IDMPNN, tl, all pools": lambda: IDMPNN(
        l=2, order="tl", pool_permutations="attention", pool_nodes="deepsets", pool_sets="max",
        **SMALL,
    ),
    "IDMPNN, lt, labeled": lambda: IDMPNN(l=2, order="lt", subgraphs="labeled", **SMALL),
    "IDPPGN": lambda: IDPPGN(l=1, **SMALL),
    "IDPPGN (b)": lambda: IDPPGN(l=1, **{**SMALL, "architecture": "b"}),
    "IDTransformer": lambda: IDTransformer(l=1, **SMALL),
    "IDTransformer (a)": lambda: IDTransformer(l=1, architecture="a", **SMALL),
    "Baseline": lambda: Baseline(**SMALL),
    "Baseline, ppgn": lambda: Baseline("ppgn", **SMALL),
    "Baseline, transformer, nodes": lambda: Baseline("transformer", level="node", **SMALL),
    "id_gnn": lambda: presets.id_gnn(**SMALL),
    "id_gnn, 1 hop": lambda: presets.id_gnn(1, **SMALL),
    "nested_gnn": lambda: presets.nested_gnn(1, **SMALL),
    "i2gnn": lambda: presets.i2gnn(2, **SMALL),
    "osan": lambda: presets.osan(2, **SMALL),
    "local_relational_pooling": lambda: presets.local_relational_pooling(2, **SMALL),
    "lift (a)": lambda: lift(Own(), 2, features=Floats(), select=All(2)),
    "lift (b)": lambda: lift(Own(), 2, "b", then=None),
    "lift (a), one row per graph": lambda: lift(Own(per_graph=True), 1, features=Floats()),
    "lift (b), one row per graph": lambda: lift(Own(per_graph=True), 1, "b"),
    "attention": lambda: AttentionLabeled(
        MPNN(8, 1, edge_types=EDGE_TYPES), MPNN(8, 1), Features(8, NODE_TYPES), 2
    ),
    "learned sets": learned,
}  # fmt: skip
BY_NODE = ("IDMPNN, nodes", "IDMPNN, nodes (a)", "Baseline, transformer, nodes")


class Floats(nn.Module):
    """Types as they are, as floats."""

    def forward(self, x, nodes):
        return x.to(torch.get_default_dtype())


def make(name, seed=0):
    torch.manual_seed(seed)
    return MODELS[name]()


def batch_of(graphs=GRAPHS):
    return Batch.from_data_list(graphs)
