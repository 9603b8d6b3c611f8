"""A turn in words: a view becomes messages, a reply becomes an action. No I/O."""
