"""How does Perspective run as a process of its own?"""
