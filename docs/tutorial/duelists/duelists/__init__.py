"""The tutorial's game for cardwright."""
