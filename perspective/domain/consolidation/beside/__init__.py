"""Do two statements hold beside each other, because each is of something of its own?"""
