"""The laboratory: corpora, evaluation, training, risk. Nothing here is needed to scrub a note."""
