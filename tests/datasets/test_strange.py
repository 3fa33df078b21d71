"""The scenes without a tile: the same ones by seed, and unknown to everything that trains."""

import ast
from pathlib import Path

import numpy as np

from datasets.kit import Kit
from datasets.strange import GROUNDS, strange_scenes
from datasets.strange_things import MAKERS

ROOT = Path(__file__).parent.parent.parent


def test_the_same_seed_gives_the_same_scenes() -> None:
    first, again, other = (list(strange_scenes(seed, 2)) for seed in (5, 5, 6))
    for one, same in zip(first, again, strict=True):
        assert np.array_equal(one.picture, same.picture)
        assert [name for name, _ in one.things] == [name for name, _ in same.things]
    assert not np.array_equal(first[0].picture[:100, :100], other[0].picture[:100, :100])


def test_scenes_show_things_where_they_say() -> None:
    for scene in strange_scenes(8, 4):
        height, width = scene.picture.shape[:2]
        assert scene.picture.dtype == np.uint8
        assert scene.picture.std() > 1
        assert len(scene.things) >= 2
        assert any((quad[:, 0] >= 0).all() and (quad[:, 0] < width).all() for _, quad in scene.things)
        assert height >= 480


def test_every_thing_and_every_table_top_can_be_made() -> None:
    kit = Kit(1)
    for maker in MAKERS:
        picture, mask, length = maker(kit)
        assert picture.ndim == 3
        assert mask is None or mask.shape == picture.shape[:2]
        assert 0.2 < length < 8
    for ground in GROUNDS:
        assert ground(kit).std() > 1


def imports(file: Path) -> set[str]:
    """The modules of ours that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return {name for name in names if name.split(".")[0] in ("datasets", "models")}


def test_nothing_that_trains_has_seen_these_things() -> None:
    waiting = ["datasets.scenes", *(f"models.{path.stem}" for path in (ROOT / "models").glob("train_*.py"))]
    known: set[str] = set()
    while waiting:
        name = waiting.pop()
        file = ROOT / f"{name.replace('.', '/')}.py"
        if name not in known and file.exists():
            known.add(name)
            waiting += imports(file)
    assert "datasets.objects" in known
    assert not known & {"datasets.strange", "datasets.strange_things"}
