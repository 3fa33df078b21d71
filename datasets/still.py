"""One picture of the end of a long deal: the fixed picture that `fivesight bench` reads.

python -m datasets.still --seed 3 --out datasets/sample/table.jpg
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from datasets.deals import good_deal
from datasets.plain_film import set_up, settled
from datasets.truth import lay_out
from scorer.arrange import NoRoom

TILES = 20


def make_still(seed: int, path: Path) -> None:
    """Write the picture of a deal of 20 tiles that fits on the table. Raises OSError where it cannot be written."""
    rng = np.random.default_rng(seed)
    while True:
        deal = good_deal(rng, fewest=TILES, most=TILES)
        try:
            lay_out(deal.layout)
        except NoRoom:
            continue
        break
    _, data = cv2.imencode(path.suffix, settled(set_up(seed, deal, "wood"), TILES))
    path.write_bytes(data.tobytes())


def main() -> None:
    """Make the picture by the command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.still", description="Make the picture of a long deal.")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--out", type=Path, default=Path("table.jpg"), metavar="FILE")
    chosen = parser.parse_args()
    make_still(chosen.seed, chosen.out)


if __name__ == "__main__":
    main()
