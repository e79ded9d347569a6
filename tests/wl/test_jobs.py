"""Many graphs and pairs on many processes: the same answers, whoever works and whoever dies."""

import os
import signal
import time

import joblib
import numpy as np
import pytest

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


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_dask_with_a_worker_killed():
    """A local cluster of two processes; one is killed in the middle."""
    distributed = pytest.importorskip("distributed")
    graphs = [families.random_regular(60, 3, seed=i % 50) for i in range(150)]
    expected = partition(graphs, 2, variant="fwl", rounds=6)
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        victims = list(client.run(os.getpid).values())
        killed = []

        def stream():
            for i, graph in enumerate(graphs):
                if i == 100:
                    time.sleep(0.5)
                    os.kill(victims[0], signal.SIGKILL)
                    killed.append(victims[0])
                yield graph

        with joblib.parallel_config(backend="dask"):
            found = partition(stream(), 2, variant="fwl", rounds=6, n_jobs=-1)
        assert killed
        assert victims[0] not in client.run(os.getpid).values()
    assert np.array_equal(found, expected)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_ray():
    ray = pytest.importorskip("ray")
    from ray.util.joblib import register_ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        register_ray()
        with joblib.parallel_config(backend="ray"):
            found = partition(GRAPHS, 1, 1, n_jobs=2)
    finally:
        ray.shutdown()
    assert np.array_equal(found, partition(GRAPHS, 1, 1))
