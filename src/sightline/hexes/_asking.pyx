"""`asking` compiled: the same functions, sooner."""

include "asking.py"
