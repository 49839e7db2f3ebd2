"""Labelling with less work: people label some, a tagger labels the rest, people correct it, the doubtful first."""
