"""The rules of sight: which lines a game tries, and how it judges them.

`rule` defines the interface of every rule. `corner`, `center` and `hexray` are the three geometric
rules, and `pack` the rule that reads the data of a game. `registry` finds rules by name.
docs/add-a-rule.md shows how to add one.
"""
