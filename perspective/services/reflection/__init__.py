"""How does a question become an answer whose every sentence rests on memories?"""
