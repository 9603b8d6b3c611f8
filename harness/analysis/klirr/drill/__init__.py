"""The drill, measured: the same positions for every player, expectations exact."""
