"""Where are change sets, reviews and communities in SQLite?"""
