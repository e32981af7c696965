"""The trading card game Battle Spirits (バトルスピリッツ) for cardwright."""
