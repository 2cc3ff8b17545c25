"""The functions of `asking`, compiled."""

include "asking.py"
