"""Mutation tests: make small random changes to the sources, each of which should fail a test.

    make mutants ARGS='--part formats --count 100 --seed 1'

Each mutant changes one comparison, sum, number, condition or call in a copy of the tree. The tests
of the part run on the copy until one fails: first those nearest to the changed file, then the rest.
"""
