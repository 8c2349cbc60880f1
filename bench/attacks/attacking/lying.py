"""Lies of a coordinator of `dsne` or `joint` about where the reference is, in rounds after the first.

Subjects pull at their nearest reference points, each by its affinity, and less from afar. The sums are over groups of reference points. So in each round
one point of each group is among the subjects, and all others of the group are far away: the group's sum is then the one point's. A point that stands off
tells the sum of its affinities whatever the subjects' places are; one that is near tells whose they are.

Later versions refuse a reference that is not where the sums over the sites lead. A site colluding with the coordinator can add to these sums what it likes: of `dsne`
for each point, of `joint` for groups as a whole. What such a pair gets of the other sites is told by the same lies to a version that believes them.
"""

import numpy as np

from attacking.asking import say
from attacking.hearing import about_new_centres
from attacking.matrices import pack

FAR = 300.0
FARTHEST = 1.999  # of a round, with dsne, which believes no more
OFF, NEAR = 20.0, 1.0


class Lie:
    """`reach` is how far a point is moved in a round at most, `whole` whether groups are moved as they are."""

    def __init__(self, reach=None, whole=False, seed=0):
        self.reach, self.whole, self.rng = reach, whole, np.random.default_rng(seed)

    def __call__(self, message, heard):
        number = len(heard.sums)
        if number == 0:
            return
        if number == 1:
            self.start, self.map = heard.maps[0], heard.maps[0]
            self.members = [np.flatnonzero(row) for row in heard.groups()]
            self.turns = even_turns(heard.cells if heard.method == "joint" else np.zeros(len(self.start), int))
        moves = (self.whole_groups(number) if self.whole else self.places(number)) - self.map
        if self.reach is not None:
            length = np.linalg.norm(moves, axis=1, keepdims=True)
            moves = moves * np.minimum(1, self.reach / np.maximum(length, 1e-12))
        self.map = self.map + moves
        if heard.method == "dsne":
            say(message, self.map, 0.0)
        else:
            message["reference_places"] = pack(self.map)
            message["cells"] = pack(about_new_centres(heard, heard.sums[-1], heard.maps[-1], self.map))

    def places(self, number):
        """All members of a group in turn, first off the map, then near where they were, and so on."""
        places = FAR * np.column_stack([np.cos(self.turns), np.sin(self.turns)])
        for members in self.members:
            which, off = members[(number - 1) % len(members)], ((number - 1) // len(members)) % 3 == 0
            angle = self.rng.uniform(0, 2 * np.pi)
            places[which] = self.start[which] + (OFF if off else NEAR) * np.array([np.cos(angle), np.sin(angle)])
        return places

    def whole_groups(self, number):
        """Each group off the map, or a little beside where it was."""
        places = self.start.copy()
        for members in self.members:
            angle, far = self.rng.uniform(0, 2 * np.pi), (OFF if number % 3 == 0 else 2 * NEAR)
            places[members] += far * np.array([np.cos(angle), np.sin(angle)])
        return places


def even_turns(cells):
    """A direction for each point, those of a cell evenly around, so that its centre stays where it is, nearly: sums about it stay small."""
    turns = np.empty(len(cells))
    for cell in np.unique(cells):
        of_cell = np.flatnonzero(cells == cell)
        turns[of_cell] = np.linspace(0, 2 * np.pi, len(of_cell), endpoint=False)
    return turns
