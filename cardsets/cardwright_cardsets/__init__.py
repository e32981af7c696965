"""Card sets and decks as YAML, one folder per game."""
