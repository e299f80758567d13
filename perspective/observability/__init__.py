"""What does a running Perspective tell about itself? Its log; measurements come later."""
