"""All labels on all nodes, one per orbit: labeled graphs that a symmetry carries to each other.

Two nodes of a cell whose labels look alike may be images of each other under an automorphism that
fixes the labels before. If both are followed down to discrete cells, always into the first cell of
several nodes, the cells' order is a map; it counts only once all arcs have been checked. Then one
node stands for its orbit, and so do the nodes of every other orbit the map joins.

Where graphs have no symmetry the search is wasted, so it lives on credit: it may spend what the
merged nodes have saved, and a little at first.
"""

from typing import Any

import numpy as np

from klgnn._kernels import njit
from klgnn.wl.cells import CELL, COUNT, LENGTH, ORDER, WORK
from klgnn.wl.hashing import SEEDS, mix
from klgnn.wl.prefixes import descend

U = np.uint64
MAX_MAPS = 48  # automorphisms that are kept
# What a walk remembers: maps kept, and the credit of labels that come last, and of the others.
MAPS, LAST, INNER = 0, 1, 2
MEMORY = 3
FREE = 6  # searches on credit, in refinements of the whole graph


@njit()
def find(root: Any, v: Any) -> Any:
    """The representative of a node's orbit."""
    while root[v] != v:
        root[v] = root[root[v]]
        v = root[v]
    return v


@njit()
def join(root: Any, head: Any, image: Any) -> None:
    """Join the orbits along a map; ``head`` is the first labeled node of each, or -1."""
    for v in range(image.shape[0]):
        a, b = find(root, v), find(root, image[v])
        if a != b:
            root[b] = a
            if head[a] < 0:
                head[a] = head[b]


@njit()
def symmetry(
    indptr: Any, indices: Any, kinds: Any, parts: Any, now: int, w: Any, below: int, cells: int,
    words: Any, image: Any, scratch: Any, ends: Any, keys: Any, tape: Any, counters: Any,
) -> bool:  # fmt: skip
    """Whether an automorphism carries ``w`` to the node labeled in ``parts[below]``.

    Args:
        now: the partition both labels fell on; ``below`` came of it and has so many cells.
        image: out, the automorphism.
    """
    n, left, right = parts.shape[2], parts.shape[0] - 2, parts.shape[0] - 1
    words[left, 0], words[left, 1] = words[now, 0], words[now, 1]
    words[right, 0], words[right, 1] = words[below, 0], words[below, 1]
    descend(
        indptr, indices, kinds, parts, now, left, 2, w,
        words, scratch, ends, keys, tape, counters,
    )  # fmt: skip
    for row in range(4):
        for i in range(n):
            parts[right, row, i] = parts[below, row, i]
    words[left, 0], words[left, 1] = words[right, 0], words[right, 1]
    c = 0
    while cells < n:
        while parts[left, LENGTH, c] == 1:
            c += 1
        found = cells
        for side in (left, right):
            found = descend(
                indptr, indices, kinds, parts, side, side, cells, np.int64(parts[side, ORDER, c]),
                words, scratch, ends, keys, tape, counters,
            )  # fmt: skip
        if words[left, 0] != words[right, 0] or words[left, 1] != words[right, 1]:
            return False
        cells = found
    for p in range(n):
        image[parts[left, ORDER, p]] = parts[right, ORDER, p]
    counters[WORK] += indices.shape[0]
    return is_automorphism(indptr, indices, kinds, image, scratch)


@njit()
def is_automorphism(indptr: Any, indices: Any, kinds: Any, image: Any, scratch: Any) -> bool:
    """Whether a permutation of the nodes carries every arc to one of its class."""
    for v in range(image.shape[0]):
        w = image[v]
        good = indptr[v + 1] - indptr[v] == indptr[w + 1] - indptr[w]
        for e in range(indptr[v], indptr[v + 1]):
            scratch[COUNT, image[indices[e]]] = kinds[e] + 1 if kinds.shape[0] else 1
        if good:
            for e in range(indptr[w], indptr[w + 1]):
                kind = kinds[e] + 1 if kinds.shape[0] else 1
                good &= scratch[COUNT, indices[e]] == kind
        for e in range(indptr[v], indptr[v + 1]):
            scratch[COUNT, image[indices[e]]] = 0
        if not good:
            return False
    return True


@njit()
def expand(
    indptr: Any, indices: Any, kinds: Any, parts: Any, now: int, below: int, cells: int,
    words: Any, prefix: Any, is_last: bool, maps: Any, memory: Any, rows: Any, colors: Any,
    scratch: Any, ends: Any, keys: Any, tape: Any, counters: Any,
) -> None:  # fmt: skip
    """One more label on every node, one node of each orbit that is known.

    Args:
        now: which partition holds the labeled graph's cells; ``words[now]`` is its color.
        prefix: its labeled nodes, which automorphisms must fix.
        rows: out, ``(4, n)``: how many nodes each labeled one stands for, 0 for those stood for;
            the orbits' trees, their first labeled nodes, and a map.
        colors: out, ``(n, 2)``: the color after the label, where the first row is not 0.
    """
    n = parts.shape[2]
    weight, root, head, image = rows[0], rows[1], rows[2], rows[3]
    for u in range(n):
        weight[u], root[u], head[u] = 0, u, -1
    for i in range(memory[MAPS] if cells < n else 0):
        fixes = True
        for u in prefix:
            fixes &= u < 0 or maps[i, u] == u
        if fixes:
            join(root, head, maps[i])
    purse, done, spent = LAST if is_last else INNER, 0, 0
    for p in range(n):
        v: Any = np.int64(parts[now, ORDER, p])
        c = parts[now, CELL, v]
        single = parts[now, LENGTH, c] == 1
        h = -1 if single else head[find(root, v)]
        if h >= 0:
            weight[h] += 1
            memory[purse] += (1 if is_last else n) * (spent // max(done, 1))
            continue
        before = counters[WORK]
        words[below, 0], words[below, 1] = words[now, 0], words[now, 1]
        new = descend(
            indptr, indices, kinds, parts, now, below, cells, v,
            words, scratch, ends, keys, tape, counters,
        )  # fmt: skip
        colors[v, 0], colors[v, 1] = words[below, 0], words[below, 1]
        weight[v], head[find(root, v)] = 1, v
        if single:
            continue
        done += 1
        spent += counters[WORK] - before
        if memory[purse] <= 0 or (new == n and not is_last):
            continue
        for q in range(c, p):
            w = np.int64(parts[now, ORDER, q])
            if weight[w] and colors[w, 0] == colors[v, 0] and colors[w, 1] == colors[v, 1]:
                before = counters[WORK]
                found = symmetry(
                    indptr, indices, kinds, parts, now, w, below, new,
                    words, image, scratch, ends, keys, tape, counters,
                )  # fmt: skip
                memory[purse] -= counters[WORK] - before
                if found:
                    weight[v] = 0
                    weight[w] += 1
                    join(root, head, image)
                    for u in range(n):
                        maps[memory[MAPS] % MAX_MAPS, u] = image[u]
                    memory[MAPS] = min(memory[MAPS] + 1, MAX_MAPS - 1)
                    head[find(root, v)] = w
                break


@njit()
def finish(
    indptr: Any, indices: Any, kinds: Any, parts: Any, level: int, cells: int, words: Any,
    prefix: Any, nodes: Any, weights: Any, total: Any, maps: Any, memory: Any, rows: Any,
    colors: Any, scratch: Any, ends: Any, keys: Any, tape: Any, counters: Any,
) -> None:  # fmt: skip
    """The last label but one on some nodes, -1 for none; the last one on all, summed up.

    Args:
        level: which partition holds the cells of the prefix.
        prefix: its nodes, with room for one more.
        nodes, weights: which nodes get the label, and how many each stands for.
        total: in and out, ``(2,)``: the sum that hashes the multiset of colors.
    """
    n, below = parts.shape[2], level + 1
    for i in range(nodes.shape[0]):
        now, inside = level, cells
        if nodes[i] >= 0:
            words[below, 0], words[below, 1] = words[level, 0], words[level, 1]
            prefix[prefix.shape[0] - 1] = nodes[i]
            inside = descend(
                indptr, indices, kinds, parts, level, below, cells, nodes[i],
                words, scratch, ends, keys, tape, counters,
            )  # fmt: skip
            now = below
            if inside < 0:
                inside = cells
                for row in range(4):
                    for v in range(n):
                        parts[below, row, v] = parts[level, row, v]
        expand(
            indptr, indices, kinds, parts, now, now + 1, inside, words, prefix, True, maps, memory,
            rows, colors, scratch, ends, keys, tape, counters,
        )  # fmt: skip
        for v in range(n):
            if rows[0, v]:
                weight = U(rows[0, v]) * U(weights[i])
                for lane in range(2):
                    total[lane] += weight * mix(colors[v, lane] + SEEDS[lane])
