"""The rooms and their one-way imports."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
TRAINING_ONLY = {"torch", "torchvision", "ultralytics", "matplotlib", "onnx", "onnxslim", "PIL"}


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def test_imports_point_one_way() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


def test_scorer_uses_the_standard_library_only() -> None:
    for file in (ROOT / "scorer").glob("**/*.py"):
        assert imported(file) <= set(sys.stdlib_module_names) | {"scorer"}, file


def test_running_needs_nothing_of_the_training() -> None:
    for room in ("scorer", "vision", "web"):
        for file in (ROOT / room).glob("**/*.py"):
            assert not imported(file) & TRAINING_ONLY, file


def test_only_tests_import_the_front_door() -> None:
    for room in ("scorer", "vision", "web", "datasets", "models"):
        for file in (ROOT / room).glob("**/*.py"):
            assert "fivesight" not in imported(file), file


def test_every_room_is_installed() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        installed = tomllib.load(file)["tool"]["setuptools"]["packages"]
    rooms = {str(file.parent.relative_to(ROOT)).replace("/", ".") for file in ROOT.glob("[!.]*/**/__init__.py")}
    assert set(installed) == {room for room in rooms if not room.startswith("tests")}
