"""Ultralytics' own way of predicting with the detector's weights, to measure against where the training extra is."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from vision.bench import Rival
from vision.detector import SAME_TILE_IOU, SCORE_FLOOR
from vision.pictures import Picture


def ultralytics_rival(weights: Path, threads: int) -> Rival | None:
    """What predicts with `weights` (models/detector.pt) on so many threads; None where Ultralytics is not installed."""
    if importlib.util.find_spec("ultralytics") is None or importlib.util.find_spec("torch") is None:
        return None
    import torch

    from models.detector_net import build_detector
    from models.training import load_weights

    net = build_detector()
    net.load_state_dict(load_weights(weights))
    from ultralytics import YOLO

    yolo = YOLO("yolo11n-obb.yaml", task="obb", verbose=False)
    yolo.model = net.eval()

    def predict(picture: Picture, side: int) -> object:
        torch.set_num_threads(threads)
        return yolo.predict(picture, imgsz=side, conf=SCORE_FLOOR, iou=SAME_TILE_IOU, device="cpu", verbose=False)

    return predict
