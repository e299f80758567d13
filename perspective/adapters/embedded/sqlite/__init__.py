"""How is SQLite driven: connections, the writing thread, the schema, rows and filters?"""
