"""demo: one page that shows what klgnn does, and the pages it links to."""

import time
from collections.abc import Callable
from html import escape
from pathlib import Path

from klgnn import _files
from klgnn.errors import MissingDependencyError
from klgnn.report.demo import engine
from klgnn.report.demo.sections import Section
from klgnn.report.figures import PathLike

STYLE = """
body { margin: 0 auto; padding: 1rem; max-width: 66rem; color: #1b1f24; background: #fff;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { margin-bottom: .2rem; } h2 { margin-top: 2.5rem; border-top: 1px solid #d5d9de;
  padding-top: 1.2rem; } p { max-width: 46rem; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; }
figure { margin: 0; } svg { width: 100%; height: auto; }
.narrow { flex: 1 1 15rem; max-width: 24rem; } .broad { flex: 3 1 24rem; max-width: 46rem; }
.wide, .figures { margin: .9rem 0; } .wide { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .35rem .7rem; text-align: left; border-bottom: 1px solid #e3e6ea; }
th[scope=row] { font-weight: normal; } td.apart { color: #00507d; font-weight: 600; }
td.same { color: #57606a; }
pre { background: #f4f6f8; padding: .6rem .8rem; border-radius: .4rem; overflow-x: auto; }
a { color: #00507d; } .hint { color: #57606a; font-size: .9rem; }
"""


def demo(
    folder: PathLike = "demo",
    *,
    train: bool = True,
    announce: Callable[[str], object] | None = None,
) -> Path:
    """Write ``index.html`` into a folder: classic pairs, frontiers, training, with pictures.

    Everything on it is computed here, offline: under four minutes on two cores, most of it
    training. The page needs no network and links to an explorer for each pair.

    Args:
        folder: where the pages go; made if it is not there.
        train: train the small networks, too (needs ``klgnn[train]``); runs that are in the folder
            already are taken as they are.
        announce: is told what begins, and how long it took.

    Returns:
        The path of the page.
    """
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    tell = announce or (lambda line: None)
    parts: list[tuple[str, Callable[[], Section]]] = [
        ("classic pairs, grids, explorers", lambda: engine.classic_pairs(target)),
        ("networks by name", engine.networks_by_name),
        ("strongly regular graphs", engine.strongly_regular),
        ("pairs of formulas", engine.formulas),
    ]
    if train:
        parts.append(("training lifted and plain networks", lambda: _trained(target, tell)))
    sections, began = [], time.perf_counter()
    for name, part in parts:
        tell(f"{name} ...")
        started = time.perf_counter()
        sections.append(part())
        tell(f"{name}: {time.perf_counter() - started:.0f} s")
    text = _page(sections, time.perf_counter() - began)
    with _files.replacing(target / "index.html") as file:
        file.write(text.encode())
    return target / "index.html"


def _trained(folder: Path, tell: Callable[[str], object]) -> Section:
    try:
        from klgnn.report.demo.networks import trained
    except ImportError as error:
        section = Section("Training")
        reason = MissingDependencyError(error.name or "torch", "train", "training")
        section.text(f"Nothing was trained: {reason}.")
        return section
    return trained(folder / "runs", tell)


def _page(sections: list[Section], seconds: float) -> str:
    # Figures style themselves inside of their SVG.
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"
    body = "\n".join(section.html() for section in sections)
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>klgnn: a demo</title><style>{STYLE}</style></head>
<body><h1>klgnn: which graphs can a network tell apart?</h1>
<p>{escape(f"Everything here was computed on this machine in {seconds:.0f} s, by klgnn demo.")}</p>
{body}
<p class="hint">Colors have letters, since color alone is not for everybody. Numbers in black badges
are labels. These pages need no network.</p></body></html>
"""
