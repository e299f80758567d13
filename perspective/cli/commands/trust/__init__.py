"""How are changes, reviews and the state of memories seen and steered from a terminal?"""
