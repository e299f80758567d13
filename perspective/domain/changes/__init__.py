"""What does a job change, and how is that shown, done and taken back?"""
