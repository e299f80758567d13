"""How does the source of the web page become what a daemon serves?

`python -m dashboard.build` builds it. The product itself never needs what lies here.
"""
