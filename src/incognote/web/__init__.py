"""The local page and the HTTP API: they translate requests and answers, the work is done below (`desk/`)."""
