"""What a match tells when it is read again: its deals, its course and each player's plays."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.match import Match, Played, State


@dataclass(frozen=True, slots=True)
class DealTold:
    """A deal as it stands. `number`: from 1; `plays`: how many; `counted`: how it was counted, "" while it is not;
    `gained`: points by side in it, play and hands together."""

    number: int
    plays: int
    counted: str
    gained: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerTold:
    """What a player did. `plays`, `scoring`: how many plays, and how many that scored; `points`: written for them;
    `best`: the play that brought most, None where none did; `deals`: how many the player was in."""

    name: str
    plays: int
    scoring: int
    points: int
    best: Played | None
    deals: int

    @property
    def points_a_deal(self) -> float:
        """Points by plays in a deal, on average; 0 before the first."""
        return self.points / self.deals if self.deals else 0.0


def deals_told(match: Match) -> tuple[DealTold, ...]:
    """Return the deals of a match, the first one first."""
    last, first = _last_states(match), match.history[0].state.scores
    told = []
    for state in last:
        before = _scores_before(match, state.deals, first)
        gained = tuple(after - earlier for earlier, after in zip(before, state.scores, strict=True))
        told.append(DealTold(state.deals, len(state.plays), state.counted, gained))
    return tuple(told)


def players_told(match: Match) -> tuple[PlayerTold, ...]:
    """Return what each player of a match did, in the order of turns. Points called by another are not the layer's."""
    states = _last_states(match)
    told = []
    for player, name in enumerate(match.state.players):
        plays = [play for state in states for play in state.plays if play.player == player]
        own = [play for play in plays if play.to == match.state.side_of(player)]
        best = max(own, key=lambda play: play.credited, default=None)
        told.append(
            PlayerTold(
                name,
                len(plays),
                sum(play.credited > 0 for play in own),
                sum(play.credited for play in own),
                best if best is not None and best.credited > 0 else None,
                len(states),
            )
        )
    return tuple(told)


def course(match: Match) -> tuple[tuple[int, ...], ...]:
    """Return the scores by side, at the start and after every event that changed one."""
    scores = [match.history[0].state.scores]
    for entry in match.history[1:]:
        if entry.state.scores != scores[-1]:
            scores.append(entry.state.scores)
    return tuple(scores)


def _last_states(match: Match) -> tuple[State, ...]:
    """Return the last state of every deal, before another game begins or another deal."""
    states: dict[int, State] = {}
    for entry in match.history:
        state = entry.state
        # Where the next game has begun no deal of it has, yet.
        if state.deals_of_game:
            states[state.deals] = state
    return tuple(states.values())


def _scores_before(match: Match, deal: int, first: tuple[int, ...]) -> tuple[int, ...]:
    """Return the scores when a deal began."""
    for entry in match.history:
        if entry.state.deals == deal:
            return entry.state.scores
    return first
