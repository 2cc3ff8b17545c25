"""Answers about sight: what was found, why, and whether it holds.

`sight` has the answer for one pair with its proof, `field` all that is seen from one place.
`explain` puts an answer into sentences, and `check` verifies one without any rule's code.
"""
