"""The table server: tables as actors over a durable log, seen by each seat through its own curtain."""
