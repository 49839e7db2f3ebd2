"""The vault in a database: SQLite by default, PostgreSQL by URL, one SQL layer for both.

The only place that imports SQLAlchemy. `database` connects and says what went wrong, `tables` is the
schema with its migrations, `ring` the stored keys, `store` the vault itself, `custody` what a data
custodian does with it, `journal` the audit trail, `copies` backup and restore.
"""
