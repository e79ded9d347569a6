import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from klgnn import GraphError, attributes, encode
from klgnn.attributes import encode_value

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.fractions(),
    st.text(max_size=5),
    st.binary(max_size=5),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(tuple), st.frozensets(inner, max_size=3)
    ),
    max_leaves=6,
)


@given(values, values)
def test_equal_colors_exactly_for_equal_values(one, two):
    assert (encode_value(one) == encode_value(two)) == (one == two)


@given(st.lists(values, max_size=6))
def test_a_sequence_is_encoded_value_by_value(items):
    assert encode(items).tolist() == [encode_value(item) for item in items]


@given(
    st.lists(
        st.one_of(st.integers(-5, 5), st.floats(allow_nan=False, width=32)), min_size=1, max_size=6
    )
)
def test_arrays_and_lists_agree(items):
    array = np.array(items)
    assert encode(array).tolist() == encode(items).tolist()
    assert encode(array.reshape(-1, 1)).tolist() == encode(items).tolist()
    rows = np.stack([array, array], axis=1)
    assert encode(rows).tolist() == encode([(v, v) for v in items]).tolist()


def test_the_documented_rule():
    one = [1, 1.0, True, Fraction(1), Decimal(1), np.int8(1), np.float32(1), (1,), [1], np.ones(1)]
    assert {encode_value(value) for value in one} == {1}
    assert encode_value(0.0) == encode_value(-0.0) == 0
    assert encode_value(0.5) == encode_value(Fraction(1, 2)) == encode_value(Decimal("0.5"))
    assert encode_value(np.float32(0.1)) != encode_value(0.1)
    distinct = [1, "1", b"1", None, (1, 1), frozenset([1]), -1, 0.1, float("inf"), -float("inf")]
    assert len({encode_value(value) for value in distinct}) == len(distinct)
    for number in (2**63 - 1, -(2**62), -5):
        assert encode_value(number) == encode_value(Fraction(number)) == number
    for value in (2**63, -(2**62) - 1, "C", 0.5):
        assert encode_value(value) < -(2**62)
        assert encode(encode([value])).tolist() == [encode_value(value)]
    assert encode_value(("a", "bc")) != encode_value(("ab", "c"))


@pytest.mark.parametrize(
    ("given_values", "message"),
    [
        ([float("nan")], "NaN"),
        ([(1, float("nan"))], "NaN"),
        (np.array([[1.0, np.nan]]), "NaN at position 0"),
        ([Decimal("NaN")], "NaN"),
        ([object()], "type object"),
        ([{"a": 1}], "type dict"),
        ("abc", "got str"),
        (5, "got int"),
        (np.zeros((2, 2, 2)), "shape \\(2, 2, 2\\)"),
        ([1 + 2j], "type complex"),
    ],
)
def test_refused(given_values, message):
    with pytest.raises(GraphError, match=message):
        encode(given_values)


def test_deep_nesting_is_refused():
    for deeper in (lambda value: (value, 0), lambda value: [value]):
        value = 0
        for _ in range(100_000):
            value = deeper(value)
        with pytest.raises(GraphError, match="nested deeper"):
            encode_value(value)


def test_a_clash_of_digests_is_noticed(monkeypatch):
    class Same:
        def __init__(self, code, **_):
            self.code = code

        def digest(self):
            return bytes(8) + self.code[:16].ljust(16, b"\0")

    monkeypatch.setattr(attributes.hashlib, "blake2b", Same)
    monkeypatch.setattr(attributes, "_origins", {})
    encode_value("one")
    with pytest.raises(GraphError, match="share the 62-bit color"):
        encode_value("two")


def test_colors_are_the_same_in_every_process():
    code = "from klgnn.attributes import encode_value as e; print(e('C'), e((1, 'x')), e(-0.25))"
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    golden = "-6601743234790173790 -7487229661155665372 -6367019141615285313\n"
    assert runs == {golden}
