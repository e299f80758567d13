"""Where do vectors come from: a model in this process, or one behind HTTP?"""
