"""The trading card game Huangdao (皇道) for cardwright."""
