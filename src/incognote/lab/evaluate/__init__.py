"""Evaluation: every claim about quality is one command with an interval."""
