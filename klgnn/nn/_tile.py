"""Products of small matrices in vector registers, for kernels that keep their rows in a cache.

A library's product pays off for large matrices; here they are blocks of some dozen rows, between
two passes over them. One tile of the result, four rows high and up to four registers wide, stays
in registers while the kernel walks along the inner axis.
"""

from __future__ import annotations

from itertools import product as pairs
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from klgnn._kernels import njit

_FEATURES = llvm.get_host_cpu_features()
BYTES = 64 if _FEATURES.get("avx512f") else 32  # of a vector register
ROWS = 4  # of a tile; what is padded to full registers is a multiple of this, too
VECTORS = 4 if BYTES == 64 else 2  # across a tile: 16 or 8 sums in 32 or 16 registers


def _tile(vectors: int) -> Any:
    """``out[r, v] += sum over k of x[r, k] * w[k, v]`` for one tile, as instructions."""

    @intrinsic
    def tile(
        context: Any, x: Any, x0: Any, row: Any, step: Any, w: Any, w0: Any, wide: Any, depth: Any,
        out: Any, o0: Any, across: Any, fresh: Any,
    ) -> Any:  # fmt: skip
        number = types.intp
        of = (x, number, number, number, w, number, number, number, out, number, number)
        return types.void(*of, types.boolean), lambda *given: _emit(vectors, *given)

    return tile


def _emit(vectors: int, context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    x0, row, step, w0, wide, depth, o0, across, fresh = (
        arguments[i] for i in (1, 2, 3, 5, 6, 7, 9, 10, 11)
    )
    kind = signature.args[0].dtype
    bits = kind.bitwidth
    lanes = BYTES * 8 // bits
    vector = ir.VectorType(context.get_data_type(kind), lanes)
    x, w, out = (
        context.make_array(signature.args[i])(context, builder, arguments[i]).data
        for i in (0, 4, 8)
    )
    fma = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(vector, [vector] * 3), f"llvm.fma.v{lanes}f{bits}"
    )

    def number(value: int) -> Any:
        return ir.Constant(row.type, value)

    def at(base: Any, start: Any, outer: Any, stride: Any, inner: Any) -> Any:
        where = builder.add(builder.add(start, builder.mul(outer, stride)), inner)
        return builder.gep(base, [where])

    def registers(base: Any, start: Any, outer: Any, stride: Any, v: int) -> Any:
        place = at(base, start, outer, stride, number(v * lanes))
        return builder.bitcast(place, vector.as_pointer())

    def spread(value: Any) -> Any:
        nothing, short = ir.Constant(vector, ir.Undefined), ir.IntType(32)
        one = builder.insert_element(nothing, value, ir.Constant(short, 0))
        first = ir.Constant(ir.VectorType(short, lanes), [0] * lanes)
        return builder.shuffle_vector(one, nothing, first)

    places = list(pairs(range(ROWS), range(vectors)))
    sums = {place: cgutils.alloca_once(builder, vector) for place in places}
    with builder.if_else(fresh) as (anew, before):
        with anew:
            for place in places:
                builder.store(ir.Constant(vector, [0.0] * lanes), sums[place])
        with before:
            for r, v in places:
                held = registers(out, o0, number(r), across, v)
                builder.store(builder.load(held, align=bits // 8), sums[r, v])
    with cgutils.for_range(builder, depth) as loop:
        right = [
            builder.load(registers(w, w0, loop.index, wide, v), align=bits // 8)
            for v in range(vectors)
        ]
        for r in range(ROWS):
            inner = builder.mul(loop.index, step)
            left = spread(builder.load(at(x, x0, number(r), row, inner)))
            for v in range(vectors):
                total = builder.call(fma, [left, right[v], builder.load(sums[r, v])])
                builder.store(total, sums[r, v])
    for r, v in places:
        held = registers(out, o0, number(r), across, v)
        builder.store(builder.load(sums[r, v]), held, align=bits // 8)
    return context.get_dummy_value()


_wide, _narrow = _tile(VECTORS), _tile(1)


def padded(width: int, bytes_each: int) -> int:
    """The width in full registers that ``width`` numbers take."""
    lanes = BYTES // bytes_each
    return -(-width // lanes) * lanes


@njit()
def product(
    x: Any, row: int, step: int, rows: int, w: Any, depth: int, out: Any, fresh: bool
) -> None:
    """``out[r, c] = sum over k < depth of x.flat[r * row + k * step] * w[k, c]``, or ``+=``.

    Args:
        x: the left factor, contiguous; ``row`` and ``step`` say how it is read, so also across.
        rows: how many rows; rounded up to full tiles.
        w: the right factor, as wide as ``out``.
        depth: the length of the inner axis.
        out: contiguous, ``padded`` wide.
        fresh: forget what ``out`` holds.
    """
    across = out.shape[1]
    lanes = BYTES // out.itemsize
    whole = across - across % (VECTORS * lanes)
    for c in range(0, whole, VECTORS * lanes):
        for r in range(0, rows, ROWS):
            _wide(x, r * row, row, step, w, c, across, depth, out, r * across + c, across, fresh)
    for c in range(whole, across, lanes):
        for r in range(0, rows, ROWS):
            _narrow(x, r * row, row, step, w, c, across, depth, out, r * across + c, across, fresh)
