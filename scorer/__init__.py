"""The game: tiles, layout, rules, match, keeper. Standard library only; imports nothing else of ours."""
