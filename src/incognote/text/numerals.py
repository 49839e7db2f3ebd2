"""Chinese numerals."""
