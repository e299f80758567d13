"""What finds communities in a graph?"""
