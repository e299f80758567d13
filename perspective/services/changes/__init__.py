"""How is what jobs and people change shown, done and taken back?"""
