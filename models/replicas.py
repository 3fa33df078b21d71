"""One training on several cores: copies of the network that each learn from a share of every batch."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import torch

Share = TypeVar("Share")


class Replicas:
    """A network and copies of it, `count` in all, each computing on a thread of its own and a single core.

    torch's way, several threads in every operation, makes each of them wait for the slowest at every operation. On two
    cores this way learns half as fast again, and it does not break down where other programs want the cores too.
    """

    def __init__(self, net: Any, count: int) -> None:
        self.nets = [net, *(copy.deepcopy(net) for _ in range(count - 1))]
        self._threads = ThreadPoolExecutor(count, initializer=torch.set_num_threads, initargs=(1,))

    def learn(self, lesson: Callable[[Any, Share], list[float]], shares: Sequence[Share]) -> list[list[float]]:
        """Run `lesson(net, share)`, which leaves gradients in its network, for every network and its share.

        Returns what the lessons returned; the first network holds the mean gradient. The order of every sum is
        fixed, so that the same shares always give the same result.
        """
        results = list(self._threads.map(lesson, self.nets, shares))
        for parameters in zip(*(net.parameters() for net in self.nets), strict=True):
            gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
            if gradients:
                parameters[0].grad = torch.stack(gradients).sum(0).div_(len(self.nets))
            for parameter in parameters[1:]:
                parameter.grad = None
        return results

    def load(self, weights: Mapping[str, torch.Tensor]) -> None:
        """Give every network these weights. Raises RuntimeError where they are of another one."""
        for net in self.nets:
            net.load_state_dict(weights)

    def agree(self) -> None:
        """Give every copy the first network's weights, and all of them the mean of their statistics."""
        with torch.no_grad():
            for parameters in zip(*(net.parameters() for net in self.nets), strict=True):
                for parameter in parameters[1:]:
                    parameter.copy_(parameters[0])
            for buffers in zip(*(net.buffers() for net in self.nets), strict=True):
                if buffers[0].dtype.is_floating_point:
                    mean = torch.stack(buffers).mean(0)
                    for buffer in buffers:
                        buffer.copy_(mean)
