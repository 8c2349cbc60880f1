#!/usr/bin/env python3
"""What who brings the reference gets of the sums of `spectral-clustering`: its points are the landmarks, at which subjects' affinities are
summed. A coordinator that listens hands him the sums.

1. With candidates' records: a run for each, with a reference of points close around it. A sum is not 0 where the candidate is there.
2. With a guess of one person's record, half a standard deviation off in each value: a reference of points around it, and none where the
   others are. Then the affinities are nearly that person's alone, and the record follows from its distances.
3. With candidates' records, a run for each: a reference with so small a spread around one value of the candidate's that everybody else's
   is cut at the limit, on one side or the other. Were values cut before groups are averaged, there would be few means that a group
   without the candidate can have, and the sums would be made of these unless the candidate is there.
"""

import numpy as np
from scipy.optimize import least_squares, nnls

from attacking import telling
from attacking.contributing import area_under_curve
from attacking.data import Records, abide, finest_feature, parts
from attacking.federation import Refused
from attacking.grouping import LEAST
from attacking.preparing import INTERQUARTILE, ROBUST_LIMIT, robust, zscore
from spectral_sums import FAINT, FOUND, heard_run

NAME = "spectral_reference"
NEAR, OFF = 0.02, 0.5
WINDOW = 1e-5  # of the measure's standard deviation


def add_options(parser):
    parser.add_argument("--size", type=int, default=20, help="of the sites (%(default)s)")
    parser.add_argument("--sites", type=int, nargs="+", default=[3, 10], help="whose sums are seen (%(default)s)")
    parser.add_argument("--least-members", type=int, default=LEAST, help="of a group that enters as its mean (%(default)s); 1 for none")
    parser.add_argument("--asked", type=int, default=10, help="members who are asked for, and as many others (%(default)s)")


def landmarks_of(options, sites, features):
    subjects = sites * options.size
    return min(subjects // 8, int(np.sqrt(subjects * features) / 2))


def affinity_sums(options, reference, subjects, preparation=zscore):
    """Returns the sums of affinities at each landmark, in the reference's order, and what was heard. Where nobody is near, the run ends for
    lack of a cluster."""
    try:
        heard = heard_run(options, reference, subjects, clusters=1, preparation=preparation)
    except Refused as refusal:
        if "differ too little" not in str(refusal):
            raise
        return np.zeros(len(reference)), None
    return heard.kernel.factor @ heard.sums, heard


def around(point, spread, number, records, rng):
    """Returns a reference of so many points around one, at the given distance in standard deviations."""
    return Records(point + spread * rng.normal(size=(number, len(point))), records.features)


def members(options, sites):
    records = abide(options.data, "functional_temporal")
    rng = np.random.default_rng([options.seed, 0])
    *subjects, strangers = parts(records, [*(sites * [options.size]), options.asked], rng)
    there = subjects[0].values[: options.asked]
    spread, number = NEAR * records.values.std(axis=0), landmarks_of(options, sites, there.shape[1])
    scores = []
    for candidate in np.vstack([there, strangers.values]):
        scores.append(affinity_sums(options, around(candidate, spread, number, records, rng), subjects)[0].max())
    area = area_under_curve(np.array(scores[: len(there)]), np.array(scores[len(there) :]))
    return {"area under the curve": float(area), "times": len(scores)}, bool(area > 0.6)


def window(record, feature, width, number, records):
    """Returns a reference whose median is the record's value of one feature, and whose deviation is the width; its points differ in nothing else."""
    side = number // 4
    outer = np.linspace(0.8, 0.2, side) * ROBUST_LIMIT
    places = np.concatenate([-outer, np.linspace(-1, 1, number - 2 * side), outer[::-1]])
    low, high = np.quantile(places, (0.25, 0.75))
    places[side:-side] *= INTERQUARTILE / (high - low)
    values = np.tile(record, (number, 1))
    values[:, feature] += width * places
    return Records(values, records.features)


def means_without(options):
    """Returns the means that a group can have whose values are all cut."""
    sizes = {options.least_members, options.least_members + options.size % options.least_members}
    return np.array(sorted({ROBUST_LIMIT * (2 * above - size) / size for size in sizes for above in range(size + 1)}))


def members_by_cut(options, sites):
    records = abide(options.data, "functional_temporal")
    rng = np.random.default_rng([options.seed, 0])
    *subjects, strangers = parts(records, [*(sites * [options.size]), options.asked], rng)
    there = subjects[0].values[: options.asked]
    feature = finest_feature(records)
    width, number = WINDOW * records.values[:, feature].std(), landmarks_of(options, sites, there.shape[1])
    scores = []
    for candidate in np.vstack([there, strangers.values]):
        sums, heard = affinity_sums(options, window(candidate, feature, width, number, records), subjects, robust)
        places = heard.kernel.landmarks[:, [feature]]
        affinities = np.exp(-((places - means_without(options)) ** 2) / heard.kernel.width)
        scores.append(nnls(affinities, sums)[1])
    area = area_under_curve(np.array(scores[: len(there)]), np.array(scores[len(there) :]))
    return {"area under the curve": float(area), "times": len(scores)}, bool(area > 0.6)


def nearest_fit(kernel, clear, sums, rng):
    """Returns the place that has these affinities, if they are one subject's."""
    landmarks, squares = kernel.landmarks[clear], -kernel.width * np.log(sums[clear])
    starts = rng.normal(size=(20, landmarks.shape[1]))
    fits = (least_squares(lambda place: ((place - landmarks) ** 2).sum(axis=1) - squares, start) for start in starts)
    return min(fits, key=lambda found: found.cost).x


def records_read(options, sites):
    records = abide(options.data, "functional_temporal")
    spread = records.values.std(axis=0)
    rng = np.random.default_rng([options.seed, 1])
    subjects = parts(records, sites * [options.size], rng)
    number = landmarks_of(options, sites, len(spread))
    errors = []
    for target in subjects[0].values[: options.asked]:
        guess = target + OFF * spread * rng.choice([-1, 1], len(spread))
        public = around(guess, OFF * spread, number, records, rng)
        sums, heard = affinity_sums(options, public, subjects)
        clear = sums > FAINT
        best = guess
        if clear.sum() >= len(spread):
            near = nearest_fit(heard.kernel, clear, sums, rng)
            best = near * public.values.std(axis=0) + public.values.mean(axis=0)
        errors.append(np.abs((best - target) / spread).max())
    figures = {"records found": int((np.array(errors) < FOUND).sum()), "median of a record's largest error, sd": float(np.median(errors))}
    return figures | {"looked for": len(errors)}, figures["records found"] > 0.1 * len(errors)


def cases(options):
    for sites in options.sites:
        setting = f"ABIDE, 7 features, {sites} × {options.size}"
        yield telling.Case("who brings the reference", f"{setting}, with records", lambda s=sites: members(options, s))
        yield telling.Case("who brings the reference", f"{setting}, with records, values cut", lambda s=sites: members_by_cut(options, s))
        if landmarks_of(options, sites, 7) > 7:
            yield telling.Case("who brings the reference", f"{setting}, with guesses of records", lambda s=sites: records_read(options, s))


if __name__ == "__main__":
    telling.main(__name__)
