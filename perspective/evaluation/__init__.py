"""How well, how fast and at what price are questions about a text answered, by us and by others?

Talks in the layout of the public benchmarks are loaded into an engine through its public class and
asked; beside it, on the same text, plain baselines. It opens no engine and prints nothing itself.
"""
