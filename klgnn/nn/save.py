"""Models to files and back: weights as safetensors, settings as JSON inside the same file."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import torch
from torch import nn

import klgnn
from klgnn import select
from klgnn._files import replacing
from klgnn.errors import GraphError, MissingDependencyError
from klgnn.nn.models import IDMPNN, IDPPGN, Baseline, IDTransformer
from klgnn.nn.settings import Settings
from klgnn.select import SetPolicy

READY_MADE = {kind.__name__: kind for kind in (IDMPNN, IDPPGN, IDTransformer, Baseline)}
FORMAT = "klgnn-model-1"


def save(model: nn.Module, path: str | Path) -> None:
    """Write a ready-made model to one file; it appears whole or not at all.

    Args:
        model: an :class:`IDMPNN`, :class:`IDPPGN`, :class:`IDTransformer` or :class:`Baseline`;
            for other modules, keep ``state_dict()`` and build them again yourself.
        path: where to; usually ``*.safetensors``.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     save(IDMPNN(l=2, hidden=8), Path(folder) / "model.safetensors")
    ...     load(Path(folder) / "model.safetensors").settings.l
    2
    """
    kind = type(model).__name__
    if READY_MADE.get(kind) is not type(model) or not isinstance(model.settings, Settings):
        raise GraphError(
            f"model: got {kind}, expected one of {', '.join(READY_MADE)}; save the state_dict() of"
            " other modules"
        )
    described = {"kind": kind, "settings": described_settings(model.settings)}
    if isinstance(model, Baseline):
        described["base"] = model.base
    metadata = {"format": FORMAT, "klgnn": klgnn.__version__, "model": json.dumps(described)}
    state = {name: tensor.contiguous().cpu() for name, tensor in model.state_dict().items()}
    with replacing(Path(path)) as file:
        file.write(_safetensors().torch.save(state, metadata))


def load(path: str | Path, device: torch.device | str = "cpu") -> nn.Module:
    """Read a model that :func:`save` wrote. No code in the file is run.

    Args:
        path: the file.
        device: where its parameters go.

    Returns:
        The model, in evaluation mode.

    >>> load("README.md")
    Traceback (most recent call last):
    klgnn.errors.GraphError: README.md: got ..., expected a file written by klgnn.nn.save
    """
    try:
        with _safetensors().safe_open(str(path), "pt") as file:
            metadata = file.metadata() or {}
            state = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except _safetensors().SafetensorError as error:
        raise GraphError(f"{path}: got {error}, expected a file written by klgnn.nn.save") from None
    if metadata.get("format") != FORMAT:
        raise GraphError(
            f"{path}: got format {metadata.get('format')!r}, expected {FORMAT!r}, as klgnn.nn.save"
            " writes it"
        )
    try:
        model = _built(json.loads(metadata["model"]))
        model.load_state_dict(state)
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise GraphError(
            f"{path}: got {type(error).__name__}: {error}; expected a model that klgnn.nn.save"
            " wrote, unchanged since"
        ) from None
    return model.to(device).eval()


def _built(described: Any) -> nn.Module:
    """The model that a file describes, with new weights."""
    settings, kind = read_settings(described["settings"]), described["kind"]
    if kind not in READY_MADE:
        raise ValueError(f"kind {kind!r}, expected one of {', '.join(READY_MADE)}")
    if kind == "Baseline":
        return Baseline(described["base"], **settings)
    return READY_MADE[kind](**settings)


def described_settings(settings: Settings) -> dict[str, Any]:
    """Settings as JSON can hold them; policies by name and fields."""
    given = {field.name: getattr(settings, field.name) for field in fields(settings)}
    policy = given["select"]
    if policy is not None:
        if getattr(select, type(policy).__name__, None) is not type(policy):
            raise GraphError(
                f"select: got {policy!r}, which a file cannot name, expected a policy of"
                " klgnn.select; select beforehand instead"
            )
        values = {f.name: getattr(policy, f.name) for f in fields(policy) if f.init}
        given["select"] = {"policy": type(policy).__name__, **values}
    try:
        json.dumps(given)
    except TypeError as error:
        raise GraphError(f"settings: {error}; expected numbers, texts and lists of them") from None
    return given


def read_settings(given: dict[str, Any]) -> dict[str, Any]:
    """The other direction."""
    chosen = given.get("select")
    if chosen is not None:
        kind = getattr(select, str(chosen["policy"]), None)
        if not (isinstance(kind, type) and issubclass(kind, SetPolicy)):
            raise GraphError(f"select: got {chosen['policy']!r}, expected a policy of klgnn.select")
        policy = kind(**{name: v for name, v in chosen.items() if name != "policy"})
        given = {**given, "select": policy}
    return given


def _safetensors() -> Any:
    try:
        import safetensors
        import safetensors.torch
    except ImportError:
        raise MissingDependencyError("safetensors", "nn", "saving and loading models") from None
    return safetensors
