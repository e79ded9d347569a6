"""What networks on labeled graphs can do and message passing cannot: three tables.

    python examples/networks.py                  # all three, a few minutes on one core
    python examples/networks.py counting         # one of them: power, isomorphism or counting

SR25 are graphs klgnn makes itself. EXP is read from the folder that KLGNN_DATA names, or else
pairs of the same construction are made.
"""

import sys
import time
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch_geometric.data import Batch, Data

from klgnn import Graph, families
from klgnn.counts import count_many
from klgnn.data import DataError, Dataset, from_graphs, load
from klgnn.nn import MPNN, ConvEncoder, Features, Joint, Labeling, Pooling, Unlabeled, power

PATTERNS = ("triangle", "tailed_triangle", "star3", "chordal_cycle")
TRAIN, TEST = 2000, 1000  # graphs whose substructures are counted
SIZES = ((10, 6), (15, 6), (20, 5), (30, 5))  # nodes and degree, as Chen et al. 2020


def network(l: int, out: int, width: int = 16, layers: int = 4, types=None) -> nn.Module:
    """An MPNN on graphs with l labels; without labels if there are none."""
    # Hard graphs differ in the ninth digit of what is pooled. Batch norm sees to it that they
    # differ by about one wherever something is learned.
    head = nn.Sequential(nn.BatchNorm1d(width), nn.Linear(width, out))
    encoder, features = MPNN(width, layers, norm="batch"), Features(width, types)
    if l == 0:
        return Unlabeled(encoder, features, head=head)
    return Joint(encoder, features, Labeling(l), Pooling(width), head=head)


# What untrained networks tell apart


def untrained() -> Iterator[list[str]]:
    """How many pairs networks with random weights tell apart."""
    yield ["graphs", "pairs", "MPNN", "one label", "two labels"]
    data = exp()
    graphs = [*data]
    both = {
        "SR25": (list(combinations(families.srg_25_12_5_6(), 2)), None),
        "EXP": ([(a, b) for a, b in zip(graphs[::2], graphs[1::2], strict=True)], 2),
    }
    for name, (pairs, types) in both.items():
        found = [name, str(len(pairs))]
        for l in (0, 1, 2):
            if name == "EXP" and l == 2:
                found.append("-")  # one label is enough
                continue
            verdicts = [p.verdict for p in power(judged(l, types), pairs, k=1, l=0).pairs]
            unclear = len(pairs) - verdicts.count("apart") - verdicts.count("same")
            share = f"{verdicts.count('apart') / len(pairs):.0%}"
            found.append(f"{share} ({unclear} unclear)" if unclear else share)
        yield found


def judged(l: int, types: int | None) -> nn.Module:
    """The same without a head and with a norm that looks at one row at a time."""
    encoder, features = MPNN(16, 5), Features(16, types)
    if l == 0:
        return Unlabeled(encoder, features)
    return Joint(encoder, features, Labeling(l), Pooling(16, "tl", nodes="deepsets"))


# The same, trained


def isomorphism() -> Iterator[list[str]]:
    """Accuracy on graphs that were not seen in training: SR25 renumbered, EXP of other pairs."""
    yield ["task", "network", "steps", "training", "test", "seconds"]
    graphs, rng = families.srg_25_12_5_6(), np.random.default_rng(0)
    copies = [graph.relabel(rng.permutation(25)) for graph in graphs]
    sr25 = [with_target(each, range(15), torch.long) for each in (graphs, copies)]
    data = exp()
    parts = [Batch.from_data_list([*data.train]), Batch.from_data_list([*data.test])]
    for name, batches, out, types, labels in (
        ("SR25", sr25, 15, None, (0, 1, 2)), ("EXP", parts, 1, 2, (0, 1)),
    ):  # fmt: skip
        for l in labels:
            torch.manual_seed(0)
            model, started = network(l, out, types=types), time.process_time()
            steps = classify(model, *batches)
            scores = [f"{accuracy(model, batch):.1%}" for batch in batches]
            seconds = f"{time.process_time() - started:.0f}"
            yield [name, f"1,{l}-GNN", str(steps), *scores, seconds]


def classify(model: nn.Module, train: Batch, test: Batch, steps: int = 100) -> int:
    """Train on one batch of all graphs, until all are right; how many steps it took."""
    norms = [module for module in model.modules() if hasattr(module, "momentum")]
    for norm in norms:
        norm.momentum = 1.0  # what the norms remember are the graphs of the last pass
    follow_a_plan(model, train)
    optimizer = torch.optim.Adam(model.parameters(), 0.01)
    for step in range(1, steps + 1):
        model.train()
        optimizer.zero_grad()
        output = model(train)
        if output.shape[1] == 1:
            loss = functional.binary_cross_entropy_with_logits(output, train.y)
        else:
            loss = functional.cross_entropy(output, train.y)
        loss.backward()
        optimizer.step()
        if step % 10 == 0:
            with torch.no_grad():
                model(train)
            if accuracy(model, train) == 1.0:
                break
    return step


@torch.no_grad()
def accuracy(model: nn.Module, batch: Batch) -> float:
    """The share of graphs that are classified right."""
    output = model.eval()(batch)
    chosen = output.argmax(1) if output.shape[1] > 1 else (output > 0).squeeze(1).long()
    return float((chosen == batch.y.flatten().long()).float().mean())


# Counting


def counting(seconds: float = 60.0, train: int = TRAIN, test: int = TEST) -> Iterator[list[str]]:
    """Mean absolute error over the deviation of the counts, on graphs not seen in training."""
    yield ["network", *PATTERNS, "seconds"]
    graphs = irregular(train + test, seed=0)
    y = torch.from_numpy(count_many(graphs, PATTERNS)).float()
    y = y / y[:train].std(0)
    rows = [with_target(graphs[i : i + 50], y[i : i + 50]) for i in range(0, len(graphs), 50)]
    seen, unseen = rows[: train // 50], rows[train // 50 :]
    for name in ("1,0-GNN (GIN)", "1,1-GNN"):
        torch.manual_seed(0)
        model, started = counter(labeled="1,1" in name), time.process_time()
        regress(model, seen, seconds)
        spent = time.process_time() - started
        with torch.no_grad():
            errors = torch.cat([(model(batch) - batch.y).abs() for batch in unseen]).mean(0)
        yield [name, *(f"{error:.4f}" for error in errors.tolist()), f"{spent:.0f}"]


def counter(labeled: bool, width: int = 32) -> nn.Module:
    """A count is a sum over nodes of something that a node's neighborhood decides."""
    head = nn.Linear(width, len(PATTERNS))
    if not labeled:
        return Unlabeled(ConvEncoder("gin", width, 3, norm=None), Features(width), head=head)
    labeling = Labeling(1, subgraphs=1)
    pooling = Pooling(width, "tl", nodes="deepsets", sets="sum")
    return Joint(MPNN(width, 3, norm=None), Features(width), labeling, pooling, head=head)


def regress(model: nn.Module, batches: list[Batch], seconds: float) -> None:
    """Adam, its rate falling along half a wave, for so many seconds of one core."""
    started = time.process_time()
    nn.init.normal_(model.head.weight, std=0.01)  # what it reads are sums, which are large
    for batch in batches:
        follow_a_plan(model, batch)
    optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, 0.99))
    step = 0
    while (share := (time.process_time() - started) / seconds) < 1:
        if step % len(batches) == 0:
            order = torch.randperm(len(batches)).tolist()
        batch = batches[order[step % len(batches)]]
        step += 1
        rate = 3e-3 * min(1.0, step / 200) * (0.5 + 0.5 * np.cos(np.pi * share))
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.zero_grad()
        functional.smooth_l1_loss(model(batch), batch.y, beta=0.02).backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()


# Graphs


def exp() -> Dataset:
    """EXP, or pairs that are made as it was."""
    try:
        return load("exp", download=False)
    except DataError:
        graphs = [graph for pair in families.exp_pairs(600, seed=0) for graph in pair]
        split = np.repeat([0, 1, 2], [960, 120, 120])
        return from_graphs(graphs, [0, 1] * 600, name="EXP-like", split=split)


def irregular(number: int, seed: int) -> list[Graph]:
    """Random regular graphs from which some edges are gone."""
    rng, graphs = np.random.default_rng(seed), []
    for i in range(number):
        n, degree = SIZES[i % len(SIZES)]
        edges = families.random_regular(n, degree, rng).edges()
        kept = rng.permutation(len(edges))[rng.integers(n) :]
        graphs.append(Graph.from_edges(edges[kept], n))
    return graphs


def with_target(graphs: list[Graph], y, dtype=torch.float32) -> Batch:
    """PyG's batch of some graphs."""
    found: list[Data] = []
    for graph, value in zip(graphs, y, strict=True):
        data = graph.to("pyg")
        data.y = torch.as_tensor(value, dtype=dtype)[None]
        found.append(data)
    return Batch.from_data_list(found)


def follow_a_plan(model: nn.Module, batch: Batch) -> None:
    """Which rows a pass computes depends on the graphs alone: find out once."""
    if hasattr(model, "plan"):
        batch.plan = model.plan(batch, training=True)


TABLES = {
    "power": ("Pairs told apart by untrained networks", untrained),
    "isomorphism": ("Accuracy of trained networks", isomorphism),
    "counting": ("Counting substructures: error / deviation", counting),
}


def main(names: list[str]) -> None:
    """Print the tables, row by row as they come."""
    for name in names or TABLES:
        title, rows = TABLES[name]
        print(f"\n{title}\n")
        for row in rows():
            print("  " + "".join(cell.ljust(18) for cell in row).rstrip(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
