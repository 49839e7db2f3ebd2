"""From the text of a narrative to its graph: sentences, forms, whose and whether, when, and what made what."""
