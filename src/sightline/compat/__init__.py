"""Functions with the signatures of other libraries, so that a game switches by an import."""
