"""`python -m incognote`: the command line."""

import sys

from incognote.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
