"""How names are written: parse, writings, romanise, compare. The only place that knows."""
