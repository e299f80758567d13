"""Names, relations and statements by rules: spaCy's syntax for English, scripts for the rest."""
