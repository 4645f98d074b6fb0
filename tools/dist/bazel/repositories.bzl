"""What the release's program needs: nothing."""

def viewproof_deps():
    """Defines what is missing: nothing is."""
