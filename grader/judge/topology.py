"""Pretend machines: answers to every device query that agree with each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader import wire
from grader.judge.answers import Question, raise_there

Placed = list[tuple[int, int]]  # (id, process index) of each device of a platform


def pretend_device(platform: str, id: int, process_index: int = 0) -> wire.Device:
    """A device of a machine this is not; in the worker an object with a `jax.Device`'s public attributes."""
    return wire.Device(platform, id, process_index, pretend=True)


def topology(
    default: str, process_index: int = 0, interrupt: str | None = None, **platforms: Placed
) -> dict[str, Callable[[Question], Any]]:
    """Answers for a machine with these platforms, seen from process `process_index`.

    A platform that is absent raises RuntimeError, as JAX does; asking for `interrupt` raises KeyboardInterrupt.
    GPUs answer to "cuda" as well, as in JAX, while they say that their platform is "gpu".
    """

    everyone = {process_index, *(process for placed in platforms.values() for _, process in placed)}

    def devices(question: Question) -> Any:
        asked_for = _platform(question) or default
        name = "gpu" if asked_for == "cuda" else asked_for
        if name == interrupt:
            return raise_there("KeyboardInterrupt", "")
        if name not in platforms:
            known = ", ".join(platforms)
            return raise_there("RuntimeError", f"Unknown backend {asked_for}. Available backends are [{known}]")
        return [pretend_device(name, number, process) for number, process in platforms[name]]

    def local(question: Question) -> Any:
        found = devices(question)
        if not isinstance(found, list):
            return found
        mine = next((leaf for leaf in question.leaves if type(leaf) is int), process_index)
        if mine not in everyone:
            return raise_there("ValueError", f"Unknown process_index {mine}")
        return [device for device in found if device.process_index == mine]

    def counted(find: Callable[[Question], Any]) -> Callable[[Question], Any]:
        def count(question: Question) -> Any:
            found = find(question)
            return len(found) if isinstance(found, list) else found

        return count

    def processes(question: Question) -> Any:
        found = devices(question)
        return len({d.process_index for d in found}) if isinstance(found, list) else found

    return {
        "jax.devices": devices,
        "jax.local_devices": local,
        "jax.device_count": counted(devices),
        "jax.local_device_count": counted(local),
        "jax.process_count": processes,
        "jax.process_index": lambda question: process_index,
        "jax.default_backend": lambda question: default,
    }


def _platform(question: Question) -> str | None:
    return next((leaf for leaf in question.leaves if isinstance(leaf, str)), None)
