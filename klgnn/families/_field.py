"""Finite fields, as far as Paley graphs need them."""

from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def prime_power(q: int) -> tuple[int, int] | None:
    """The prime p and exponent e with q = p^e, or None."""
    p = next((f for f in range(2, int(q**0.5) + 1) if q % f == 0), q)
    e = 0
    while q > 1 and q % p == 0:
        q, e = q // p, e + 1
    return (p, e) if q == 1 and e else None


def powers(p: int, e: int) -> Array:
    """All nonzero elements of the field of p^e elements as powers 0, 1, ... of one of them.

    An element is a polynomial of degree below e over the integers modulo p, given as its
    coefficients, constant term first. The first polynomial modulo which x generates everything
    is taken, so the answer is always the same.

    Returns:
        Coefficients, shape ``(p^e - 1, e)``.
    """
    for tail in product(range(1, p), *[range(p)] * (e - 1)):
        found = _orbit(tail, p)
        if len(found) == p**e - 1:
            break
    return np.array(found)


def _orbit(tail: tuple[int, ...], p: int) -> list[tuple[int, ...]]:
    """The powers of x before 1 returns, where ``x^e`` equals the polynomial ``tail``.

    The constant term of ``tail`` is not 0, so x is invertible and 1 does return.
    """
    one = (1, *[0] * (len(tail) - 1))
    found = [one]
    while (element := _times_x(found[-1], tail, p)) != one:
        found.append(element)
    return found


def _times_x(element: tuple[int, ...], tail: tuple[int, ...], p: int) -> tuple[int, ...]:
    shifted = (0, *element[:-1])
    return tuple((s + element[-1] * t) % p for s, t in zip(shifted, tail, strict=True))
