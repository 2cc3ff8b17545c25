"""The rules of sight: which lines a game tries, and what it makes of them.

`rule` says what every rule promises; `corner`, `center` and `hexray` are the three kinds;
`registry` knows them by name. docs/add-a-rule.md shows how to add one.
"""
