"""Does a text order about the agent that will read it?"""
