"""The networks: k,l-GNN on PyTorch and PyG.

    graph -> label tuples -> labeled graphs -> encoder -> pooled representation -> prediction

``labeling`` says which labeled graphs (``permutations``, :mod:`klgnn.select`), ``labeled`` makes
their rows, ``plan`` and ``wiring`` say who computes what (``quotient``: rows that look the same are
computed once), ``encoders/`` run on them, ``pooling`` and ``stages`` pool. ``joint`` and
``parallel`` are the paper's architectures (a) and (b), ``lift`` and ``models`` what users call,
``presets`` the networks people know by name, ``power`` and ``place`` what tells where in the
hierarchy a model is.
"""

from klgnn.nn import _needed, presets  # noqa: F401
from klgnn.nn.aggregator import Aggregator
from klgnn.nn.attention_labels import AttentionLabeled, AttentionLabels
from klgnn.nn.combine import Combiner
from klgnn.nn.counts import SubstructureCounts
from klgnn.nn.encoders.base import Encoder
from klgnn.nn.encoders.conv import ConvEncoder
from klgnn.nn.encoders.encodings import AddEncoding, LaplacianEncoding, RandomWalkEncoding
from klgnn.nn.encoders.mpnn import MPNN
from klgnn.nn.encoders.ppgn import PPGN
from klgnn.nn.encoders.transformer import Transformer
from klgnn.nn.encoders.wrapped import Wrapped
from klgnn.nn.explain import Explanation
from klgnn.nn.features import Features
from klgnn.nn.invariance import InvarianceError, assert_invariant
from klgnn.nn.joint import Joint
from klgnn.nn.labeling import Labeling
from klgnn.nn.labels import LabelEmbedding
from klgnn.nn.learned_sets import LearnedSets
from klgnn.nn.lift import lift
from klgnn.nn.model import LabeledGraphModel
from klgnn.nn.models import IDMPNN, IDPPGN, Baseline, IDTransformer
from klgnn.nn.parallel import Parallel
from klgnn.nn.place import place
from klgnn.nn.plan import Plan
from klgnn.nn.pooling import AttentionPool, DeepSetsPool, MaxPool, MeanPool, Pool, SumPool
from klgnn.nn.power import power
from klgnn.nn.save import load, save
from klgnn.nn.settings import Settings
from klgnn.nn.stages import Pooling
from klgnn.nn.unlabeled import Unlabeled

__all__ = [
    "IDMPNN",
    "IDPPGN",
    "MPNN",
    "PPGN",
    "AddEncoding",
    "Aggregator",
    "AttentionLabeled",
    "AttentionLabels",
    "AttentionPool",
    "Baseline",
    "Combiner",
    "ConvEncoder",
    "DeepSetsPool",
    "Encoder",
    "Explanation",
    "Features",
    "IDTransformer",
    "InvarianceError",
    "Joint",
    "LabelEmbedding",
    "LabeledGraphModel",
    "Labeling",
    "LaplacianEncoding",
    "LearnedSets",
    "MaxPool",
    "MeanPool",
    "Parallel",
    "Plan",
    "Pool",
    "Pooling",
    "RandomWalkEncoding",
    "Settings",
    "SubstructureCounts",
    "SumPool",
    "Transformer",
    "Unlabeled",
    "Wrapped",
    "assert_invariant",
    "lift",
    "load",
    "place",
    "power",
    "presets",
    "save",
]
