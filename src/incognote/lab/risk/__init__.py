"""How well people can be told from what is left of them: uniqueness over a corpus, linkage of retold texts to their originals."""
