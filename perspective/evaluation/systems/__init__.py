"""Who answers? Perspective, and what it is held against: each with the same text and questions."""
