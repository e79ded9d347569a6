"""Many graphs and pairs on many processes: the same answers, whoever works and whoever dies."""

import os
import subprocess
import sys
from pathlib import Path

import joblib
import numpy as np
import pytest

import klgnn
from klgnn import GraphError, distinguish, distinguish_all, families, partition
from klgnn.select import EgoNets
from klgnn.wl.jobs import portions, share_out

GRAPHS = [families.erdos_renyi(12, 0.25, seed=i % 40) for i in range(120)]


def squares(portion):
    return [item * item for item in portion]


def test_order_and_portions():
    items = [(i, 0.1) for i in range(50)]
    expected = [(i, i * i) for i in range(50)]
    assert list(share_out(squares, iter(items), None)) == expected
    with joblib.parallel_config(backend="threading"):
        assert list(share_out(squares, iter(items), 3)) == expected
    assert [len(p) for p in portions(iter(items))] == [5] * 10
    assert [len(p) for p in portions((i, 0.0) for i in range(600))] == [256, 256, 88]
    assert list(portions([])) == []


def test_no_more_is_read_than_is_on_its_way():
    read = []

    def items():
        for i in range(1000):
            read.append(i)
            yield i, 1.0

    with joblib.parallel_config(backend="threading"):
        results = share_out(squares, items(), 2)
        for _ in range(10):
            next(results)
        assert len(read) < 60
        list(results)


@pytest.mark.parametrize("mode", ["hashed", "exact"])
def test_processes(mode):
    expected = partition(GRAPHS, 1, 1, mode=mode)
    assert np.array_equal(partition(iter(GRAPHS), 1, 1, mode=mode, n_jobs=2), expected)
    local = partition(GRAPHS, 1, 1, subgraphs=EgoNets(1), n_jobs=2)
    assert np.array_equal(local, partition(GRAPHS, 1, 1, subgraphs=EgoNets(1)))


def test_pairs():
    pairs = [families.hexagon_and_triangles(), (families.rook(4), families.shrikhande())] * 3
    for k, l in ((1, 0), (1, 1), (1, 2), (3, 0)):
        for n_jobs in (None, 2):
            found = distinguish_all(iter(pairs), k, l, n_jobs=n_jobs)
            expected = [distinguish(*pair, k, l) for pair in pairs]
            assert list(map(str, found)) == list(map(str, expected))
    [same] = distinguish_all([("Bw", "Bw")], 2, mode="exact")
    assert not same.apart
    assert same.probability == 0


def test_refusals():
    with pytest.raises(GraphError, match="pair 1: got 7, expected two graphs"):
        distinguish_all([("Bw", "Bg"), 7])
    with pytest.raises(GraphError, match="n_jobs: got 0"):
        partition(GRAPHS, n_jobs=0)
    with pytest.raises(GraphError, match="graph 2: got"):
        partition([*GRAPHS[:2], families.molecules(1)[0]], n_jobs=2)


def test_progress(capsys):
    distinguish_all([("Bw", "Bg")], progress=True)
    assert "pair" in capsys.readouterr().err
    distinguish_all([("Bw", "Bg")])
    assert capsys.readouterr().err == ""


DASK = """
import os, signal, time
import joblib, numpy as np
from dask.distributed import Client, LocalCluster
from klgnn import families, partition

if __name__ == "__main__":
    graphs = [families.random_regular(60, 3, seed=i % 50) for i in range(150)]
    expected = partition(graphs, 2, variant="fwl", rounds=6)
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    client = Client(cluster)
    victim = min(client.run(os.getpid).values())
    def stream():
        for i, graph in enumerate(graphs):
            if i == 100:
                os.kill(victim, signal.SIGKILL)
            yield graph
    with joblib.parallel_config(backend="dask"):
        found = partition(stream(), 2, variant="fwl", rounds=6, n_jobs=-1)
    assert np.array_equal(found, expected)
    for _ in range(100):
        alive = set(client.run(os.getpid).values())
        if len(alive) == 2 and victim not in alive:
            print("the same, and another worker in place of the dead one")
            break
        time.sleep(0.1)
    client.close()
    cluster.close()
"""

RAY = """
import joblib, numpy as np, ray
from ray.util.joblib import register_ray
from klgnn import families, partition

graphs = [families.erdos_renyi(12, 0.25, seed=i % 40) for i in range(120)]
ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
register_ray()
with joblib.parallel_config(backend="ray"):
    found = partition(graphs, 1, 1, n_jobs=2)
ray.shutdown()
assert np.array_equal(found, partition(graphs, 1, 1))
print("the same")
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_dask_with_a_worker_killed(tmp_path):
    """A local cluster of two processes, one of which is killed in the middle."""
    pytest.importorskip("distributed")
    assert "the same, and another worker" in run_in_a_process(DASK, tmp_path)


@pytest.mark.slow
def test_ray(tmp_path):
    pytest.importorskip("ray")
    assert "the same" in run_in_a_process(RAY, tmp_path)


def run_in_a_process(code, folder):
    """The output of a script; these libraries leave threads, files and warnings behind."""
    path = folder / "script.py"
    path.write_text(code)
    root = str(Path(klgnn.__file__).parents[1])
    places = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
    run = subprocess.run(
        [sys.executable, path], capture_output=True, text=True, timeout=300,
        env={**os.environ, "PYTHONPATH": places}, cwd=folder,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-3000:]
    return run.stdout
