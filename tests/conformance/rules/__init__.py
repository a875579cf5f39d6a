"""What the vendors' documents say and their types do not, one module a wire family."""
