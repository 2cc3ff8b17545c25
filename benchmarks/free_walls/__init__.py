"""Every rule on maps that are made of free walls: maps that people drew, or made here."""
