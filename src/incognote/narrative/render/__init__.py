"""From a graph to a new narrative: sentence plans chosen by a seed, filled with the fields of its nodes."""
