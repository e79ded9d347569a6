"""k,l-GNNs as the paper says them: loops over graphs, label sets, permutations, nodes, neighbors.

One graph at a time, no batches, no rows, no wiring. Only the parameters are the model's.
"""

from itertools import permutations

import torch

from klgnn.nn import Joint, Parallel
from klgnn.nn.pooling import AttentionPool, DeepSetsPool, MaxPool, MeanPool, SumPool


def reference(model, graphs):
    """What a model should return for a list of Data with label sets, ``(graphs, out)``."""
    return torch.stack([of_graph(model, data) for data in graphs])


def reference_nodes(model, graphs):
    """The same at level "node", ``(nodes, out)``."""
    return torch.cat([of_nodes(model, data) for data in graphs])


def of_graph(model, data):
    pooling, n = model.pooling, data.num_nodes
    rows = encoded(model, data)  # {(set, permutation): {node: row}}
    sets, group = range(int(data.label_count)), perms(model)
    if pooling.order == "nested":
        roots = {}
        for s in sets:
            for p in range(len(group)):
                root = [v for v, label in labels_of(data, s, group[p]) if label == 0]
                if root:
                    pooled = pool(pooling.nodes, list(rows[s, p].values()))
                    roots.setdefault(root[0], []).append(pooled)
        result = pool(pooling.sets, [pool(pooling.permutations, of) for of in roots.values()])
    elif pooling.order == "lt":
        result = pool(pooling.nodes, by_node(model, rows, sets, n))
    else:
        per_set = []
        for s in sets:
            if pooling.order == "tl":
                each = [pool(pooling.nodes, list(rows[s, p].values())) for p in range(len(group))]
                per_set.append(pool(pooling.permutations, each))
            else:
                per_set.append(pool(pooling.nodes, list(rows[s].values())))
        result = pool(pooling.sets, per_set)
    return result if model.head is None else model.head(result)


def of_nodes(model, data):
    rows = encoded(model, data)
    found = by_node(model, rows, range(int(data.label_count)), data.num_nodes)
    found = torch.stack(found)
    return found if model.head is None else model.head(found)


def by_node(model, rows, sets, n):
    """For each node its rows pooled over label sets; zeros where it is in no subgraph."""
    zero = next(iter(rows[0].values())) * 0
    found = [[rows[s][v] for s in sets if v in rows[s]] for v in range(n)]
    return [pool(model.pooling.sets, of) if of else zero for of in found]


def encoded(model, data):
    """Rows by (set, permutation) and node; once permutations are pooled, by set and node."""
    group, pooling = perms(model), model.pooling
    context = node_vectors(model, data)
    if isinstance(model, Parallel):
        everything = set(range(data.num_nodes))
        context = mpnn(model.base, context, data, everything)
    found = {}
    for s in range(int(data.label_count)):
        kept = subgraph(model, data, s)
        labeled = {p: run(model, data, context, s, g, kept) for p, g in enumerate(group)}
        if pooling.order in ("tl", "nested"):
            for p in labeled:
                found[s, p] = aggregated(model, data, context, labeled[p], kept)
        else:
            over = {v: pool(pooling.permutations, [labeled[p][v] for p in labeled]) for v in kept}
            found[s] = aggregated(model, data, context, over, kept)
    return found


def run(model, data, context, s, permutation, kept):
    labels = {v: [] for v in kept}
    for v, label in labels_of(data, s, permutation):
        labels[v].append(label)
    h = {}
    for v in kept:
        vectors = [model.labels.vectors[label] for label in labels[v]]
        vector = sum(vectors) if vectors else model.labels.unlabeled
        if isinstance(model, Joint):
            h[v] = combine(model.combine, context[v], vector) if model.marked else context[v]
        else:
            h[v] = vector
    return mpnn(model.encoder if isinstance(model, Joint) else model.structure, h, data, kept)


def aggregated(model, data, context, rows, kept):
    if isinstance(model, Joint):
        return rows
    part = model.aggregator
    h = {v: combine(part.combine, context[v], part.project(rows[v])) for v in kept}
    if part.then is None:
        return h
    if isinstance(part.then, torch.nn.Sequential):
        return {v: part.then(row) for v, row in h.items()}
    return mpnn(part.then, h, data, kept)


def combine(module, left, right):
    if module.how == "add":
        return left + right
    if module.how == "hadamard":
        return left * right
    both = torch.cat([left, right])
    if module.how == "concat":
        return module.join(both)
    one, two = module.score(both).softmax(0)
    return one * left + two * right


def mpnn(encoder, h, data, kept):
    """``h_v <- h_v + MLP((1 + eps) h_v + sum of h_u * e_uv)``, nodes outside ``kept`` left out."""
    arcs = list(zip(*data.edge_index.tolist(), strict=True))
    h = {v: h[v] for v in kept}
    for layer in encoder.layers:
        z = {v: (1 + layer.eps) * h[v] for v in kept}
        for e, (a, b) in enumerate(arcs):
            if a in kept and b in kept:
                z[b] = z[b] + h[a] * (1 if layer.edges is None else edge(layer.edges, data, e))
        new = torch.stack([z[v] for v in kept])
        for linear, norm in ((layer.first, layer.norms[0]), (layer.second, layer.norms[1])):
            new = layer.activation(norm(linear(new)))
        h = {v: h[v] + row if layer.residual else row for v, row in zip(kept, new, strict=True)}
    return h


def edge(features, data, e):
    return sum(t(data.edge_attr[e, c]) for c, t in enumerate(features.tables))


def node_vectors(model, data):
    features = model.nodes.features
    if features.types is None:
        return dict.fromkeys(range(data.num_nodes), features.constant)
    return {
        v: sum(t(data.x[v, c]) for c, t in enumerate(features.tables))
        for v in range(data.num_nodes)
    }


def subgraph(model, data, s):
    """Nodes within K steps of a label, whichever way edges point."""
    hops = model.labeling.hops
    if hops is None:
        return set(range(data.num_nodes))
    kept = set(nodes_of(data, s))
    for _ in range(max(hops, 0)):
        arcs = list(zip(*data.edge_index.tolist(), strict=True))
        kept |= {b for a, b in arcs if a in kept} | {a for a, b in arcs if b in kept}
    return kept


def labels_of(data, s, permutation):
    return [(v, permutation[i]) for i, v in enumerate(nodes_of(data, s))]


def nodes_of(data, s):
    start = int(data.label_size[:s].sum())
    return data.label_index[start : start + int(data.label_size[s])].tolist()


def perms(model):
    name, l = model.labeling.group_name, model.labeling.l
    if name == "symmetric":
        return list(permutations(range(l)))
    if name == "identity":
        return [tuple(range(l))]
    assert name == "cyclic"
    return [tuple((i + p) % l for i in range(l)) for p in range(l)]


def pool(module, rows):
    h = torch.stack(rows)
    if isinstance(module, SumPool):
        return h.sum(0)
    if isinstance(module, MeanPool):
        return h.mean(0)
    if isinstance(module, MaxPool):
        return h.max(0).values
    if isinstance(module, AttentionPool):
        return (module.score(h).softmax(0) * h).sum(0)
    assert isinstance(module, DeepSetsPool)
    return module.rho(module.phi(h).sum(0))
