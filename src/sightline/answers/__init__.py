"""Answers about sight: the result, its proof, and how to verify it.

`sight` has the answer for one pair with its proof, `field` everything visible from one place.
`explain` describes an answer in sentences, and `check` verifies it without the code of any rule.
"""
