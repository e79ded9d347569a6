"""The demo: what klgnn does, computed here and now, on one page with pictures.

``engine`` asks the tests, ``networks`` trains, ``sections`` is what both return, ``page`` writes.
"""

from klgnn.report.demo.page import demo

__all__ = ["demo"]
