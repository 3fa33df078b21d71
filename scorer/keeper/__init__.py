"""The keeper: stands between what looks at the table showed and what is written."""

from scorer.keeper.keeper import Keeper
from scorer.keeper.state import KeeperState

__all__ = ["Keeper", "KeeperState"]
