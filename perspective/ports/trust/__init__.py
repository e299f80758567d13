"""What does the engine ask of the records so that changes can be seen, undone and erased?"""
