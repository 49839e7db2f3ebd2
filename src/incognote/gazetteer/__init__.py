"""Word lists and the one matcher that finds them."""
