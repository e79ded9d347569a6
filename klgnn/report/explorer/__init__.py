"""The explorer: one page, without a network, on which two graphs can be looked at by a test's eyes.

``data`` asks the engine, ``views`` and ``labelings`` say which labeled graphs are shown, ``page``
puts all of it into one file, ``serve`` shows it on this machine.
"""

from klgnn.report.explorer.page import explore, explorer_page
from klgnn.report.explorer.serve import serve_page

__all__ = ["explore", "explorer_page", "serve_page"]
