"""Answers about sight: what was found, why, and whether it holds.

`sight` has the answer for one pair with its proof, `field` everything seen from one place.
`explain` puts an answer into sentences, and `check` verifies it without the code of any rule.
"""
