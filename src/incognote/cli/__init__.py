"""The command, one verb a pair of files: `scrub.py` has the verb's options and its help, `scrubbing.py` does the work.

Every `--help` imports the first, so it imports next to nothing; what is heavy is imported by the second, which is
loaded when the verb runs. What several verbs share stands in files named by what it is: `inputs`, `opening`, `tally`.
"""
