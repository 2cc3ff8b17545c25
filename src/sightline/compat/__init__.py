"""Functions with the signatures of other libraries, so that a game can switch by
changing an import.
"""
