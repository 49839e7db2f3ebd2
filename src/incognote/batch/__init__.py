"""A whole folder or archive: workers, a manifest to go on from after a kill, a report of the run."""
