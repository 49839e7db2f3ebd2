"""Files in, files out: one reader and writer a format.

`read(source)` yields a Document for each text, or an `Unread` where there should have been one; it may
be called again, since a batch is read twice. `write(results, target, source)` writes what came of them.
"""
