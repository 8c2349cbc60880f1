"""How far the sums that landmarks are learned from determine the coordinates of those who are in them.

The equations are linear around the truth, and who is in which node is given. Each coordinate is known before with the spread that all
subjects have. Of many subjects subtrees are taken, each with its own equations only, which says too little.
"""

import numpy as np
from scipy.linalg import cho_factor, cho_solve

TOLERANCE = 1e-4  # what equations leave open, in units of what was known before
KNOWN = 0.1  # of a standard deviation


def inside(nodes, top):
    numbers = [top]
    for number in numbers:
        numbers.extend(nodes[number].children)
    return numbers


def tops(nodes, most):
    """The largest subtrees of at most so many members."""
    found, left = [], [0]
    while left:
        number = left.pop()
        if nodes[number].members <= most or not nodes[number].children:
            found.append(number)
        else:
            left.extend(nodes[number].children)
    return found


def equations_of(node, there, count, deviations, axes):
    """Rows for one node's sums; `there` are its members among the unknown, of whom there are `count`, with their coordinates."""
    rows, places = there
    equations = []

    def add(slopes):
        equation = np.zeros((count, len(deviations)))
        equation[rows] = slopes * deviations
        equations.append(equation.ravel())

    if not node.children:
        for unit in np.eye(len(deviations)):
            add(np.tile(unit, (len(rows), 1)))
        add(places)
    along = places @ axes.T
    for b in range(len(axes)):
        for a in range(b + 1):
            add(np.outer(along[:, a], axes[b]) + np.outer(along[:, b], axes[a]))
    return equations


def determined(learned, values, most):
    """Of each record, whether its sums determine all of its coordinates, in some order."""
    places, deviations = learned.coordinates(values), np.sqrt(learned.variances)
    rows_of = learned.members_of(places)
    told = []
    for top in tops(learned.nodes, most):
        rows = rows_of[top]
        if not len(rows):
            continue
        equations = []
        for number in inside(learned.nodes, top):
            node = learned.nodes[number]
            here = np.searchsorted(rows, rows_of[number]), places[rows_of[number]]
            axes = np.eye(len(deviations)) if number == 0 else node.axes  # products tell all second moments of everyone
            equations += equations_of(node, here, len(rows), deviations, axes)
        told.append(left_open(np.array(equations)).reshape(len(rows), -1).max(axis=1) <= KNOWN**2)
    return np.concatenate(told)


def left_open(equations):
    """The share of each unknown's variance that equations leave."""
    lengths = np.linalg.norm(equations, axis=1)
    equations = equations[lengths > 0] / lengths[lengths > 0, None]
    if len(equations) <= equations.shape[1]:
        factor = cho_factor(equations @ equations.T + TOLERANCE**2 * np.eye(len(equations)))
        return 1 - np.einsum("ij,ij->j", equations, cho_solve(factor, equations))
    factor = cho_factor(equations.T @ equations / TOLERANCE**2 + np.eye(equations.shape[1]))
    return np.diag(cho_solve(factor, np.eye(equations.shape[1])))
