"""Strings only: decoding, folded views, scripts, dates, numerals, edits, markup."""
