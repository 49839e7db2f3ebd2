"""Synthetic corpora: written skeletons, invented lives, exact spans."""
