"""Speed against peers: ``python -m benchmarks``, or ``make bench``.

One file per subject. Each has a function ``run()`` that returns a :class:`benchmarks.table.Table`.
"""
