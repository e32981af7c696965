"""BLEACH Soul Card Battle: its rulebook, its ledger of rules and its words."""
