"""What do memories become when nobody asks: joined, grouped, promoted, doubted, archived?"""
