"""Real cards at a real table: the score sheet, the referee of records, and the settling of disputes."""
