"""What does an answer rest on, which sentences make it, and is there one at all?"""
