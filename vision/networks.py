"""The networks, run by ONNX Runtime."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.errors import WeightsError

# Warnings of the runtime (device discovery on a Pi) say nothing to a player.
_ERRORS_ONLY = 3


class Network:
    """One ONNX network with one input and these `outputs`, on the CPU.

    Raises WeightsError where the file is missing, damaged or another network's.
    """

    def __init__(self, weights: Path, outputs: tuple[str, ...], threads: int = 2) -> None:
        if not weights.is_file():
            raise WeightsError(f"the weights {weights} are missing: install Fivesight again")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = _ERRORS_ONLY
        # Without spinning an idle network leaves the core to the camera and the page.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # the runtime raises many kinds, none of them documented
            raise WeightsError(f"the weights {weights} are damaged: install Fivesight again") from error
        if tuple(output.name for output in self._session.get_outputs()) != outputs:
            raise WeightsError(f"the weights {weights} are another network's: install Fivesight again")
        self._input = self._session.get_inputs()[0].name

    def run(self, tensor: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """The outputs for one input tensor, in the order of the file."""
        return list(self._session.run(None, {self._input: tensor}))
