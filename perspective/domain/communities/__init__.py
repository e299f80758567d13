"""Which nodes of a graph belong together, and how well are they told apart?"""
