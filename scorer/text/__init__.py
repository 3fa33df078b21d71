"""The written forms of a match: the text that people and tests speak, JSON of the same, and the score sheet."""
