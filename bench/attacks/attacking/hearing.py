"""What a coordinator hears of a whole run of `dsne` or `joint` as they are, and what is needed to say what single sites would answer."""

from dataclasses import dataclass, field

import numpy as np

from attacking.counting import SUBJECTS_PER_COUNTING_POINT, SUBJECTS_PER_GROUP, membership, nearest_of, sampled_points
from attacking.federation import Federation, Refused, Site, matrix, needed
from attacking.matrices import unpack
from attacking.sums import is_masked, sum_over_sites

MAP_BOUND = 1e6  # of what sites add up (shared/federated/site_answer.h)
MEMBERS_BOUND = 2.0**31
BOUNDS = {
    "dsne": {"reference_displacement": MAP_BOUND, "mean_of_places": MAP_BOUND},
    "joint": {"reference_attraction": 1, "cell_sums": 1e8, "cell_products": 1e10},  # shared/federated/methods/joint_messages.h
}


@dataclass
class Heard:
    """A run. `own_…` is the truth by site: to make what colluding sites are left with, and to judge by."""

    method: str
    public: np.ndarray
    truth: list  # prepared records, by site
    members: np.ndarray = None  # of all sites, by reference point
    cells: np.ndarray = None  # of the reference points (joint)
    maps: list = field(default_factory=list)  # where the reference is said to be, by round
    shifts: list = field(default_factory=list)  # how the map is said to be moved, by round (dsne)
    cell_sums: list = field(default_factory=list)  # of all sites when a round begins (joint)
    at_start: dict = None  # the sums before the first round (joint)
    sums: list = field(default_factory=list)  # of what the sites answer, by round and name
    own_starts: list = None
    own_members: list = None  # counts of each site by reference point
    own_cells: list = None  # joint
    own_weights: list = None  # of the reference points (dsne)
    own_places: list = field(default_factory=list)  # after each round, by site
    final: tuple = None  # the reference's places, and everyone's, had they been shared

    @property
    def subjects(self):
        return sum(len(own) for own in self.truth)

    @property
    def total(self):
        return self.subjects + len(self.public)

    @property
    def sampled(self):
        return sampled_points(len(self.public), self.subjects, SUBJECTS_PER_COUNTING_POINT)

    def groups(self):
        """Groups × reference points, 1 where a point belongs: by the data with dsne, on the map with joint."""
        where = self.public if self.method == "dsne" else self.maps[0]
        about = sampled_points(len(self.public), self.subjects, SUBJECTS_PER_GROUP)
        return membership(nearest_of(where, where, about), len(about)).T


def heard_run(programs, method, sites, reference, prepared, rounds, ask=lambda message, heard: None, parameters=None):
    """Runs the sites' subjects with that method for so many iterations. `ask` may change what the sites are told in each, by what has been heard so far.

    `sites` are tables of subjects, `prepared` what the program does to them.
    """
    inputs = {"method": method, "site_data": "subjects.csv", "site_settings": {"share_places": True}} | (parameters or {})
    inputs.setdefault("normalization", "zscore")
    federation = {f"site{number:02}": Site(dict(inputs), {"subjects.csv": own.csv()}) for number, own in enumerate(sites)}
    federation["site00"].inputs["reference_data"] = "reference.csv"
    federation["site00"].files["reference.csv"] = reference.csv()
    heard = Heard(method, prepared(reference), [prepared(own) for own in sites])
    told = {}
    with Federation(programs, federation) as running:
        for turn in running.turns():
            listen(heard, told, turn, [site.cache.get("method") for site in running.sites.values()])
            if len(heard.sums) == rounds:
                break
            if turn.message.get("stage") == "iterate" and turn.phase == "embed":
                ask(turn.message, heard)
            told = turn.message
    if len(heard.sums) < rounds:
        raise Refused("the run ended before its rounds")
    return heard


def listen(heard, told, turn, kept):
    answers = list(turn.answers.values())
    if told.get("phase") != "embed":
        return
    if not is_masked(answers[0]) or "stage" not in told:
        raise Refused("this version sends other sums")
    stage = needed(told, "stage")
    if stage == "count":
        heard.members = np.round(sum_over_sites(answers, "members", MEMBERS_BOUND)[:, 0]).astype(int)
        heard.own_starts = [unpack(each["places"]) for each in kept]
        heard.own_members = [np.bincount(each["nearest"], minlength=len(heard.public)) for each in kept]
        if heard.method == "dsne":
            heard.own_weights = [standing_weights(heard, heard.members - own) for own in heard.own_members]
    if stage == "start":
        heard.cells = np.array(kept[0]["cells"])
        heard.own_cells = [heard.cells[np.array(each["nearest"])] for each in kept]
        heard.at_start = sums_of(heard, answers, ("cell_sums", "cell_products"))
    if stage == "iterate":
        map_ = matrix(told, "reference_places")
        if "cells" in told:
            heard.cell_sums.append(unpack(told["cells"]))
        elif heard.method == "joint":  # later versions: every site works them out
            before = (heard.sums[-1], heard.maps[-1]) if heard.sums else (heard.at_start, map_)
            heard.cell_sums.append(about_new_centres(heard, *before, map_))
        heard.maps.append(map_)
        heard.shifts.append(np.array(told.get("shift", [0.0, 0.0])))
        heard.sums.append(sums_of(heard, answers, BOUNDS[heard.method]))
        heard.own_places.append([unpack(each["places"]) for each in kept])


def sums_of(heard, answers, names):
    return {name: sum_over_sites(answers, name, BOUNDS[heard.method][name]) for name in names}


def about_new_centres(heard, sums, from_map, to_map):
    """The cells' sums and products of `joint` about the centres that another map of the reference gives."""
    belongs = np.eye(heard.cells.max() + 1)[heard.cells]
    step = (belongs / belongs.sum(axis=0)).T @ (to_map - from_map)
    count = np.bincount(heard.cells, weights=heard.members)
    first, second = sums["cell_sums"], sums["cell_products"]
    moved = [
        second[:, k] + count * step[:, a] * step[:, b] - step[:, a] * first[:, b] - step[:, b] * first[:, a]
        for k, (a, b) in enumerate(((0, 0), (0, 1), (1, 1)))
    ]
    return np.column_stack([first - count[:, None] * step, *moved])


def standing_weights(heard, counts):
    """How many points each reference point stands for: itself, and an equal part of those counted near it."""
    among = heard.sampled
    group = nearest_of(heard.public, heard.public, among)
    return 1 + (counts[among] / np.bincount(group, minlength=len(among)))[group]
