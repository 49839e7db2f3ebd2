"""Narratives that tell whose story they are: read into a graph, changed where identity lives, told again."""
