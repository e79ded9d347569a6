"""serve_page: show a page on this machine, to this machine only."""

from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from klgnn.errors import GraphError

HOST = "127.0.0.1"


def serve_page(page: str, port: int = 0, *, announce: Callable[[str], object] = print) -> None:
    """Serve a page on localhost until interrupted.

    Args:
        page: HTML.
        port: default: any that is free.
        announce: is told the address when the page can be opened.
    """
    with page_server(page, port) as server:
        announce(f"http://{HOST}:{server.server_port}/")
        try:
            server.serve_forever(poll_interval=0.2)
        except KeyboardInterrupt:
            return  # how one ends it


def page_server(page: str, port: int = 0) -> ThreadingHTTPServer:
    """A server of one page that answers only requests to localhost, by that name.

    The name is checked so that no page from elsewhere can read this one by naming this machine
    after itself.
    """
    body = page.encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known = {f"{name}:{server.server_port}" for name in (HOST, "localhost")}
            if self.headers.get("Host") not in known:
                self.send_error(HTTPStatus.FORBIDDEN)
            elif self.path != "/":
                self.send_error(HTTPStatus.NOT_FOUND)
            else:
                self.send_response(HTTPStatus.OK)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Cache-Control", "no-store")
                self.send_header("X-Content-Type-Options", "nosniff")
                self.end_headers()
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Nobody asked."""

    if isinstance(port, bool) or not isinstance(port, int) or not 0 <= port <= 65535:
        raise GraphError(f"port: got {port!r}, expected a number from 0 to 65535")
    try:
        server = ThreadingHTTPServer((HOST, port), Handler)
    except OSError as error:
        raise GraphError(
            f"port: got {port}, which cannot be used ({error.strerror}); leave it out for any that"
            " is free"
        ) from None
    return server
