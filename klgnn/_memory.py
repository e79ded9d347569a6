"""How much memory is free, and a refusal before more is asked for."""

import os
from pathlib import Path


class MemoryBudgetError(MemoryError):
    """The work would not fit; the message says how much it needs and what is free."""


def available() -> int:
    """Bytes this process may still use without swapping, as far as the system tells."""
    limits = [_system(), _control_group()]
    return min(limit for limit in limits if limit is not None)


def require(num_bytes: float, what: str, budget: int | None = None) -> None:
    """Refuse work that needs more than ``budget`` bytes (default: what is free)."""
    limit = available() if budget is None else budget
    if num_bytes > limit:
        raise MemoryBudgetError(
            f"{what} needs about {readable(num_bytes)}, and {readable(limit)} is"
            f" {'free' if budget is None else 'allowed'}; use a smaller input or a larger budget"
        )


def readable(num_bytes: float) -> str:
    """A size as people say it.

    >>> readable(3 * 2**30)
    '3.0 GiB'
    """
    num_bytes = min(num_bytes, 10**300)  # what a float holds
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if num_bytes < 1024:
            return f"{num_bytes:.0f} bytes" if unit == "bytes" else f"{num_bytes:.1f} {unit}"
        num_bytes /= 1024
    return f"{num_bytes:.3g} TiB"


def _system() -> int:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)
    except (AttributeError, ValueError, OSError):
        return 4 * 2**30  # nothing to ask (Windows): a cautious guess


def _control_group() -> int | None:
    """What a container still allows, or None outside one."""
    try:
        limit = Path("/sys/fs/cgroup/memory.max").read_text().strip()
        used = Path("/sys/fs/cgroup/memory.current").read_text().strip()
        return max(int(limit) - int(used), 0)
    except (OSError, ValueError):
        return None
