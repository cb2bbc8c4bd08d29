"""The table server under load."""
