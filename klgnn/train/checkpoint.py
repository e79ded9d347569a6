"""Checkpoints: tensors and numbers in one safetensors file that is whole or absent."""

from __future__ import annotations

import errno
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from klgnn._files import replacing
from klgnn.errors import MissingDependencyError
from klgnn.train.errors import TrainingError

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


@dataclass
class Progress:
    """How far a run is.

    Attributes:
        epoch: the epoch under way.
        step: its next step.
        loss: the sum of losses over graphs, of this epoch.
        graphs: how many graphs that is.
        curve: a row of numbers for each finished epoch.
        best: the epoch and score that validation chose, once there is one.
        seconds: of work, over all sittings.
        spent: of it, in the epoch under way.
        sittings: how often the run was begun or resumed.
        stopped: why it ended before its last epoch.
    """

    epoch: int = 0
    step: int = 0
    loss: float = 0.0
    graphs: int = 0
    curve: list[dict[str, Any]] = field(default_factory=list)
    best: dict[str, Any] | None = None
    seconds: float = 0.0
    spent: float = 0.0
    sittings: int = 1
    stopped: str = ""


def save_model(path: Path, model: nn.Module, info: dict[str, Any]) -> None:
    """The parameters and buffers of a model, with numbers beside them."""
    write(path, {f"model/{k}": v for k, v in model.state_dict().items()}, info)


def load_model(path: Path, model: nn.Module) -> dict[str, Any]:
    """Put saved parameters into a model; returns the numbers."""
    tensors, info = read(path)
    _fill(model, tensors, path)
    return info


def model_bytes(path: Path) -> bytes:
    """The parameters and buffers in a file, without what else is there."""
    tensors, _ = read(path)
    kept = {name: tensor for name, tensor in tensors.items() if name.startswith("model/")}
    data: bytes = _safetensors().torch.save(kept)
    return data


def fill_model(data: bytes, model: nn.Module) -> None:
    """Put the parameters of a saved file's bytes into a model."""
    _fill(model, _safetensors().torch.load(data), Path("network"))


def save_state(
    path: Path,
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    progress: Progress,
    key: dict[str, Any],
) -> None:
    """All that a run needs to go on. Chance needs nothing: see :mod:`klgnn.train.seeds`."""
    tensors = {f"model/{name}": tensor for name, tensor in model.state_dict().items()}
    for number, state in optimizer.state_dict()["state"].items():
        tensors |= {f"optimizer/{number}/{name}": value for name, value in state.items()}
    write(path, tensors, {"progress": asdict(progress), "key": key})


def load_state(
    path: Path, model: nn.Module, optimizer: torch.optim.Optimizer, key: dict[str, Any]
) -> Progress:
    """The other direction; a checkpoint of something else is refused."""
    tensors, info = read(path)
    if not {"key", "progress"} <= info.keys():
        raise TrainingError(
            f"{path}: got a network without the state of its training, expected a checkpoint of"
            " klgnn.train; delete it to begin anew"
        )
    for name, value in key.items():
        if info["key"].get(name) != value:
            raise TrainingError(
                f"{path}: got a checkpoint with {name} {info['key'].get(name)!r}, expected"
                f" {value!r}; begin anew in another folder, or restore what has changed"
            )
    _fill(model, tensors, path)
    state: dict[int, dict[str, Tensor]] = {}
    for name, tensor in tensors.items():
        if name.startswith("optimizer/"):
            _, number, item = name.split("/", 2)
            state.setdefault(int(number), {})[item] = tensor
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": state, "param_groups": groups})
    return Progress(**info["progress"])


def write(path: Path, tensors: dict[str, Tensor], info: dict[str, Any]) -> None:
    """Tensors and numbers to a file; the one that was there stays if this fails."""
    kept = {name: tensor.detach().cpu().contiguous().clone() for name, tensor in tensors.items()}
    data: bytes = _safetensors().torch.save(kept, {"info": json.dumps(info)})
    write_bytes(path, data)


def write_bytes(path: Path, data: bytes) -> None:
    """A file that is whole or as it was."""
    try:
        with replacing(path) as file:
            file.write(data)
    except OSError as error:
        kept = f"; {path.name} is still what it was before" if path.exists() else ""
        if error.errno not in NO_ROOM:
            raise TrainingError(
                f"{path}: got {error.strerror}, expected to write it{kept}"
            ) from None
        raise TrainingError(
            f"{path}: got no room for {len(data):,} bytes ({error.strerror}){kept}; make room and"
            " give the same command again: the run goes on from its last checkpoint"
        ) from None


def read(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Tensors and numbers from a file. No code in it is run."""
    safetensors = _safetensors()
    try:
        with safetensors.safe_open(str(path), "pt") as file:
            info = (file.metadata() or {}).get("info", "")
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
        return tensors, dict(json.loads(info))
    except (safetensors.SafetensorError, OSError, ValueError, TypeError) as error:
        raise TrainingError(
            f"{path}: got {error}, expected a checkpoint of klgnn.train; copy it again, or delete"
            " it to begin anew"
        ) from None


def _fill(model: nn.Module, tensors: dict[str, Tensor], path: Path) -> None:
    state = {k.removeprefix("model/"): v for k, v in tensors.items() if k.startswith("model/")}
    try:
        model.load_state_dict(state)
    except RuntimeError as error:
        raise TrainingError(
            f"{path}: got the parameters of another network, expected those of the configuration"
            f" beside it ({str(error).splitlines()[0]})"
        ) from None


def _safetensors() -> Any:
    try:
        import safetensors
        import safetensors.torch
    except ImportError:
        raise MissingDependencyError("safetensors", "train", "training") from None
    return safetensors
