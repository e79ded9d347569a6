"""Ready-made k,l-GNNs: ID-MPNN, ID-PPGN, ID-Transformer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from torch import Tensor, nn

from klgnn.errors import GraphError
from klgnn.nn.aggregator import Aggregator
from klgnn.nn.encoders.base import Encoder
from klgnn.nn.encoders.conv import ConvEncoder
from klgnn.nn.encoders.mpnn import MPNN
from klgnn.nn.encoders.ppgn import PPGN
from klgnn.nn.encoders.transformer import Transformer
from klgnn.nn.explain import Explanation
from klgnn.nn.features import Features
from klgnn.nn.joint import Joint
from klgnn.nn.model import LabeledGraphModel
from klgnn.nn.modules import reset
from klgnn.nn.parallel import Parallel
from klgnn.nn.plan import Plan
from klgnn.nn.settings import Settings
from klgnn.nn.unlabeled import Unlabeled


class KLGNN(nn.Module):
    """What the ready-made models share: settings that say all about them, and the walk.

    Subclasses say which encoder they run.

    Args:
        settings: those of :class:`Settings`, by name.

    Attributes:
        settings: all of them.
        model: :class:`Joint` or :class:`Parallel`.
    """

    defaults: Mapping[str, Any] = {}

    def __init__(self, **settings: Any) -> None:
        super().__init__()
        self.settings = Settings.read({**self.defaults, **settings})
        self.model = self._built(self.settings)

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def forward(self, data: Any) -> Tensor:
        """A prediction for each graph (or node) of a PyG ``Data`` or ``Batch``."""
        prediction: Tensor = self.model(data)
        return prediction

    def plan(self, data: Any, training: bool | None = None) -> Plan:
        """See :meth:`LabeledGraphModel.plan`."""
        return self.model.plan(data, training)

    def explain(self, data: Any, training: bool | None = None) -> Explanation:
        """See :meth:`LabeledGraphModel.explain`."""
        return self.model.explain(data, training)

    @staticmethod
    def encoder(settings: Settings, layers: int) -> Encoder:
        """The encoder that gives the model its power."""
        raise NotImplementedError

    def _built(self, s: Settings) -> LabeledGraphModel:
        options: dict[str, Any] = {
            "head": s.prediction(),
            "ensemble": s.ensemble,
            "ensemble_reduce": s.ensemble_reduce,
            "max_rows": s.max_rows,
            "trainable_labels": s.trainable_labels,
            "execution": s.execution,
            "extras": s.extras,
        }
        features = Features(s.hidden, s.node_types, s.node_width)
        base = self.encoder(s, s.layers[0])
        if s.architecture == "a":
            return Joint(
                base,
                features,
                s.labeling(),
                s.pooling(),
                combine=s.combine,
                marked=s.marked,
                **options,
            )
        then = mpnn(s, s.layers[2]) if s.aggregator == "mpnn" else s.aggregator
        return Parallel(
            base,
            mpnn(s, s.layers[1]),
            Aggregator(s.hidden, join=s.join, then=then),
            features,
            s.labeling(),
            s.pooling(),
            **options,
        )


class IDMPNN(KLGNN):
    """l-IDMPNN: message passing on labeled graphs, with the power of 1,l-WL.

    Contains ID-GNN (l = 1), I²-GNN (l = 2) and l-OSAN; the defaults are the paper's 4-IDMPNN for
    ZINC.

    Args:
        settings: those of :class:`Settings`, by name.

    >>> from klgnn.families import rook
    >>> IDMPNN(l=1, hidden=8)(rook(4).to("pyg")).shape
    torch.Size([1, 1])

    Reference: Zhou, Wang and Zhang, "From Relational Pooling to Subgraph GNNs", ICML 2023.
    """

    @staticmethod
    def encoder(settings: Settings, layers: int) -> Encoder:
        """The paper's MPNN, or a convolution of PyG."""
        return mpnn(settings, layers)


class IDPPGN(KLGNN):
    """l-IDPPGN: PPGN, which has the power of 3-WL, on labeled graphs: that of 3,l-WL.

    In architecture (b) PPGN is the base and an MPNN the structure encoder.

    Args:
        settings: those of :class:`Settings`, by name.

    >>> from klgnn.families import rook
    >>> model = IDPPGN(l=1, hidden=8)
    >>> model(rook(4).to("pyg")).shape, model.settings.architecture
    (torch.Size([1, 1]), 'a')
    """

    defaults: Mapping[str, Any] = {"l": 2, "architecture": "a", "layers": (3, 4, 2)}

    @staticmethod
    def encoder(settings: Settings, layers: int) -> Encoder:
        """PPGN."""
        s = settings
        return PPGN(s.hidden, layers, edge_types=s.edge_types, edge_width=s.edge_width, norm=s.norm)


class IDTransformer(KLGNN):
    """l-IDTransformer: a graph transformer on labeled graphs.

    Args:
        settings: those of :class:`Settings`, by name.

    >>> from klgnn.families import cycle
    >>> from klgnn.select import Constrained
    >>> model = IDTransformer(l=2, hidden=8, layers=(2, 2, 1), select=Constrained(2, 1))
    >>> model(cycle(6).to("pyg")).shape
    torch.Size([1, 1])
    """

    @staticmethod
    def encoder(settings: Settings, layers: int) -> Encoder:
        """A GPS-style transformer."""
        s = settings
        return Transformer(
            s.hidden, layers, edge_types=s.edge_types, edge_width=s.edge_width,
            dropout=s.dropout, norm=s.norm,
        )  # fmt: skip


class Baseline(nn.Module):
    """The same networks without labels, k,0-GNN: by the same settings, for the same tables.

    Args:
        base: ``"mpnn"`` (or the convolution that ``conv`` names), ``"ppgn"`` or ``"transformer"``.
        settings: those of :class:`Settings` that do not speak of labels; ``layers[0]`` counts.

    >>> from klgnn.families import cycle
    >>> Baseline("ppgn", hidden=8, layers=(2, 0, 0), out=3)(cycle(5).to("pyg")).shape
    torch.Size([1, 3])
    """

    def __init__(
        self, base: Literal["mpnn", "ppgn", "transformer"] = "mpnn", **settings: Any
    ) -> None:
        super().__init__()
        kinds = {"mpnn": IDMPNN, "ppgn": IDPPGN, "transformer": IDTransformer}
        if base not in kinds:
            raise GraphError(f"base: got {base!r}, expected one of {', '.join(kinds)}")
        self.base, self.settings = base, Settings.read(settings)
        s = self.settings
        self.model = Unlabeled(
            kinds[base].encoder(s, s.layers[0]),
            Features(s.hidden, s.node_types, s.node_width),
            s.pool_nodes,
            extras=s.extras,
            level=s.level,
            head=s.prediction(),
        )

    def reset_parameters(self) -> None:
        """Draw all parameters again."""
        reset(self)

    def forward(self, data: Any) -> Tensor:
        """A prediction for each graph (or node) of a PyG ``Data`` or ``Batch``."""
        return self.model(data)


def mpnn(s: Settings, layers: int) -> Encoder:
    """The paper's MPNN, or the convolution the settings name."""
    if s.conv is not None:
        return ConvEncoder(
            s.conv, s.hidden, layers, edge_types=s.edge_types, edge_width=s.edge_width,
            norm=s.norm, dropout=s.dropout, degrees=s.degrees,
        )  # fmt: skip
    return MPNN(
        s.hidden, layers, edge_types=s.edge_types, edge_width=s.edge_width,
        dropout=s.dropout, norm=s.norm,
    )  # fmt: skip
