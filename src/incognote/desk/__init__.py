"""The review desk: a batch is read by people before it leaves, and what they correct is kept."""
