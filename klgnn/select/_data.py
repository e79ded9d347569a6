"""Label sets in PyG's Data, as plain tensors that PyG batches by itself."""

from copy import copy
from typing import TYPE_CHECKING, Any

from klgnn import _csr
from klgnn.convert.options import Options, is_instance
from klgnn.errors import GraphError
from klgnn.graph import Graph
from klgnn.select.sets import LabelSets

if TYPE_CHECKING:
    from klgnn.select.policy import SetPolicy


def read(data: Any, policy: "SetPolicy") -> Graph:
    """The graph a policy selects from: the structure, and colors only if the policy needs them.

    ``edge_index`` may list an edge in one direction or in both.
    """
    from klgnn.convert import pyg

    if not pyg.recognizes(data):
        what = (
            "label_sets(graph) takes a Graph" if isinstance(data, Graph) else "see klgnn.as_graph"
        )
        raise GraphError(
            f"{type(policy).__name__}: got {type(data).__name__}, expected a PyG Data; {what}"
        )
    if not policy.attributed:
        return pyg.read(data, Options(False, False, directed=True, parallel="collapse"))
    graph = pyg.read(data, Options(directed=True, parallel="color"))
    if _csr.asymmetry(graph.indptr, graph.indices, graph.edge_colors):
        return graph
    colors = graph.node_colors, graph.edge_colors
    return Graph._trusted(graph.indptr, graph.indices, *colors)


def attach(data: Any, sets: LabelSets) -> Any:
    """A shallow copy with ``label_index``, ``label_size`` and ``label_count``."""
    import torch

    data, device = copy(data), data.edge_index.device
    # A one-dimensional tensor with "index" in its name: batching adds the number of nodes.
    data.label_index = torch.from_numpy(sets.nodes).to(device)
    data.label_size = torch.from_numpy(sets.sizes).to(device)
    data.label_count = torch.tensor([len(sets)], device=device)
    return data


def is_data(source: Any) -> bool:
    """Whether this is PyG's Data (or would be refused as a relative of it)."""
    return any(is_instance(source, "torch_geometric.data", n) for n in ("Data", "HeteroData"))
