"""When does a job run? What it does is for the services."""
