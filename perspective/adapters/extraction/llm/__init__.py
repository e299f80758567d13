"""How is a text read by a language model, and what of its answer is believed?"""
