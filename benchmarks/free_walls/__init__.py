"""Every rule on maps that consist of free walls, drawn by people or generated."""
