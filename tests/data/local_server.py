"""A server on this machine that can refuse, cut the line, or know nothing of ranges."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Answers:
    """What the server has and how it behaves; what it was asked."""

    def __init__(self, files):
        self.files = files
        self.requests = []  # path and Range
        self.cut_after = []  # bytes after which each of the next answers is cut
        self.ranges = True
        self.tag = '"one"'
        self.delay = 0.0


def handler(answers):
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_GET(self):
            asked = self.headers.get("Range")
            answers.requests.append((self.path, asked))
            body = answers.files.get(self.path.partition("?")[0])
            if body is None:
                self.send_error(404)
                return
            start = 0
            if asked and answers.ranges and self.headers.get("If-Range") in (None, answers.tag):
                start = int(asked.removeprefix("bytes=").rstrip("-"))
                if start >= len(body):
                    self.send_error(416)
                    return
                self.send_response(206)
                self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
            else:
                self.send_response(200)
            self.send_header("Content-Length", str(len(body) - start))
            self.send_header("ETag", answers.tag)
            self.end_headers()
            rest = body[start:]
            if answers.cut_after:
                rest = rest[: answers.cut_after.pop(0)]
            self.wfile.write(rest)

    return Handler


@contextmanager
def serving(files):
    """The base address of a server with these files by path, and its :class:`Answers`."""
    answers = Answers(files)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler(answers))
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", answers
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
