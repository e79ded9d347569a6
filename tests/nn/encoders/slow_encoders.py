"""Encoders as their definitions say, with loops over graphs, nodes and neighbors."""

import math
from collections import deque

import torch


def graphs_of(wiring):
    """For each labeled graph its rows, and its edges as (u, v, number of the edge)."""
    step = wiring.steps[0]
    edges = list(zip(*step.edge_index.tolist(), step.edge.tolist(), strict=True))
    for number in range(wiring.num_graphs):
        rows = [r for r, g in enumerate(wiring.graph.tolist()) if g == number]
        yield rows, [edge for edge in edges if edge[1] in rows]


def edge_vector(features, wiring, edge):
    """The embedded attributes of one edge."""
    return sum(table(wiring.edge_attr[edge, c]) for c, table in enumerate(features.tables))


def per_layer(encoder, h, wiring, new_row):
    """h_v + relu(norm(new_row(layer, h, v, [(u, edge vector)])))."""
    for layer in encoder.layers:
        heard = {v: [] for v in range(len(h))}
        for _, edges in graphs_of(wiring):
            for u, v, e in edges:
                vector = None if layer.edges is None else edge_vector(layer.edges, wiring, e)
                heard[v].append((u, vector))
        rows = [
            h[v] + layer.norm(new_row(layer, h, v, heard)).relu() for v in range(len(h))
        ]  # fmt: skip
        h = torch.stack(rows)
    return h


def gin(layer, h, v, heard):
    return layer.conv.nn((1 + layer.conv.eps) * h[v] + sum(h[u] for u, _ in heard[v])).view(-1)


def gine(layer, h, v, heard):
    received = sum((h[u] + e).relu() for u, e in heard[v])
    return layer.conv.nn((1 + layer.conv.eps) * h[v] + received).view(-1)


def sage(layer, h, v, heard):
    mean = sum((h[u] for u, _ in heard[v]), 0 * h[v]) / max(len(heard[v]), 1)
    return layer.conv.lin_l(mean) + layer.conv.lin_r(h[v])


def weight(layer, e):
    return torch.nn.functional.softplus(layer.weight(e))


def graph(layer, h, v, heard):
    received = sum((weight(layer, e) * h[u] for u, e in heard[v]), 0 * h[v])
    return layer.conv.lin_rel(received) + layer.conv.lin_root(h[v])


def gcn(layer, h, v, heard):
    """Loops of weight 1, where there are none; then both ends' degrees divide."""

    def neighbors(v):
        others = [(u, weight(layer, e)) for u, e in heard[v] if u != v]
        loops = [weight(layer, e) for u, e in heard[v] if u == v]
        return [*others, (v, loops[-1] if loops else torch.ones(1, dtype=h.dtype))]

    def degree(v):
        return sum(w for _, w in neighbors(v))

    received = sum(
        w * layer.conv.lin(h[u]) / (degree(u) * degree(v)).sqrt() for u, w in neighbors(v)
    )
    return received + layer.conv.bias


def gat(layer, h, v, heard):
    conv = layer.conv
    heads, width = conv.heads, conv.out_channels

    def split(x):
        return x.view(heads, width)

    own = (split(conv.lin(h[v])) * conv.att_dst[0]).sum(1)
    scores, values = [], []
    for u, e in heard[v]:
        values.append(split(conv.lin(h[u])))
        edge = (split(conv.lin_edge(e)) * conv.att_edge[0]).sum(1)
        score = own + (values[-1] * conv.att_src[0]).sum(1) + edge
        scores.append(torch.where(score > 0, score, 0.2 * score).exp())
    if not scores:
        return conv.bias
    total = sum(scores)
    return sum((s / total).unsqueeze(1) * x for s, x in zip(scores, values, strict=True)).view(
        -1
    ) + conv.bias  # fmt: skip


def ppgn(encoder, h, wiring):
    out = torch.empty_like(h)
    for rows, edges in graphs_of(wiring):
        n = range(len(rows))
        x = [[torch.zeros(encoder.dim, dtype=h.dtype) for _ in n] for _ in n]
        for v in n:
            x[v][v] = encoder.node(h[rows[v]])
        for u, v, e in edges:
            u, v, vector = rows.index(u), rows.index(v), edge_vector(encoder.edges, wiring, e)
            x[v][u] = x[v][u] + vector
            x[u][v] = x[u][v] + encoder.back(vector)
        for layer in encoder.layers:
            x = [
                [
                    layer.join(
                        torch.cat(
                            [
                                x[v][u],
                                sum(layer.left(x[v][w]) * layer.right(x[w][u]) for w in n)
                                / encoder.scale,
                            ]
                        )
                    )
                    for u in n
                ]
                for v in n
            ]
        for v in n:
            along = sum(x[v][u] for u in n) / encoder.scale
            across = sum(x[u][v] for u in n) / encoder.scale
            out[rows[v]] = encoder.out(torch.cat([x[v][v], along, across]))
    return out


def distances_from(u, n, edges):
    """How many steps from u to every node; absent where there is no path."""
    found, queue = {u: 0}, deque([u])
    while queue:
        a = queue.popleft()
        for b, c, _ in edges:
            if b == a and c not in found:
                found[c] = found[a] + 1
                queue.append(c)
    return found


def distance_class(distance, limit):
    return limit + 1 if distance is None else min(distance, limit)


def transformer(encoder, h, wiring):
    degree = [0] * len(h)
    for v in wiring.steps[0].edge_index[1].tolist():
        degree[v] += 1
    capped = torch.tensor([min(d, encoder.max_degree) for d in degree], dtype=torch.long)
    h = h + encoder.degree(capped)
    for layer in encoder.layers:
        attended = torch.empty_like(h)
        for rows, edges in graphs_of(wiring):
            attended[rows] = attention(encoder, layer.attention, h, rows, edges)
        messages = mpnn(layer.messages, h, wiring)
        new = layer.norms[0](h + attended) + layer.norms[2](h + messages)
        h = layer.norms[1](new + layer.mlp(new))
    return h


def attention(encoder, module, h, rows, edges):
    query, key, value = (
        part.view(len(rows), module.heads, -1) for part in module.into(h[rows]).chunk(3, dim=1)
    )
    paths = [distances_from(u, len(rows), edges) for u in rows]
    done = []
    for v in range(len(rows)):
        heads = []
        for head in range(module.heads):
            scores = []
            for u in range(len(rows)):
                far = distance_class(paths[u].get(rows[v]), encoder.max_distance)
                dot = (query[v, head] * key[u, head]).sum() / math.sqrt(query.shape[2])
                scores.append(dot + encoder.distance.weight[far, head])
            shares = torch.stack(scores).softmax(0)
            heads.append(sum(shares[u] * value[u, head] for u in range(len(rows))))
        done.append(module.out(torch.cat(heads)))
    return torch.stack(done)


def mpnn(encoder, h, wiring):
    (layer,) = encoder.layers
    received = torch.zeros_like(h)
    for _, edges in graphs_of(wiring):
        for u, v, e in edges:
            received[v] = received[v] + h[u] * edge_vector(layer.edges, wiring, e)
    done = []
    for v in range(len(h)):
        new = (1 + layer.eps) * h[v] + received[v]
        for linear, norm in zip((layer.first, layer.second), layer.norms, strict=True):
            new = norm(linear(new)).relu()
        done.append(new)
    return torch.stack(done)
