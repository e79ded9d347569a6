"""Predicates that two tests give to a policy: the same name, other code."""


def anything(graph, nodes):
    return True
