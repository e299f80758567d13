"""What is a text: its normal form, whether it is worth remembering, what must be masked?"""
