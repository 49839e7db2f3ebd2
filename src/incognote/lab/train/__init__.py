"""Training of the tagger: needs `pip install 'incognote[train]'`; nothing of it is needed to use one."""
