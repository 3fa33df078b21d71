"""The game: tiles, layout, rules, match, store; games/ (presets), keeper/ and text/ (written forms).

Standard library only; imports nothing else of ours. Sections are those of a rule book that is no part of this
repository: of each rule docs/GAMES.md tells the sources.
"""
