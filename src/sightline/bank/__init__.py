"""A question bank: positions, questions and proven answers, for testing rules assistants.

questions(seed=1, count=100)    yields the records, the same for the same seed
verify(record)                  checks its answer

positions    random boards
making       questions about them, with their grades
writing      JSON Lines and Parquet
"""

from sightline.bank.making import questions, verify

__all__ = ["questions", "verify"]
