"""Subjects made to a description's numbers, where real ones cannot be had: a factor model.

Each subject has `factors` hidden factors, which a fixed random loading matrix turns into `features`, plus independent noise. A group's
first factors have the means `centre` and standard deviations `spread` (1 where not given), its others are N(0, 1). Every site shifts all
its subjects by its own random direction, `site_effect` long in each feature on average.
"""

import numpy as np

from .dataset import Dataset
from .errors import InputError
from .fields import check_members, numbers, required
from .random_draws import normals

FIRST_SITE_STREAM = 500000


def synthetic_dataset(description):
    check_members(description, {"features", "factors", "noise", "site_effect", "seed", "groups"})
    features, factors, seed = (int(required(description, name)) for name in ("features", "factors", "seed"))
    noise, site_effect = (float(required(description, name)) for name in ("noise", "site_effect"))

    def stream(rows, columns, number):
        return normals(rows, columns, seed * 1000003 + number)

    loadings = stream(factors, features, 0) / np.sqrt(factors)
    values, labels, sites, site_numbers = [], [], [], {}
    for number, group in enumerate(required(description, "groups")):
        check_members(group, {"label", "site", "subjects", "centre", "spread"})
        centre, spread = numbers(group, "centre"), numbers(group, "spread")
        if max(len(centre), len(spread)) > factors:
            raise InputError("experiment: centre and spread must not be longer than there are factors")
        subjects = int(required(group, "subjects"))
        hidden = stream(subjects, factors, 1 + 2 * number)
        hidden[:, : len(spread)] *= spread
        hidden[:, : len(centre)] += centre
        site = site_numbers.setdefault(required(group, "site"), len(site_numbers))
        shift = site_effect * stream(1, features, FIRST_SITE_STREAM + site)
        values.append(hidden @ loadings + noise * stream(subjects, features, 2 + 2 * number) + shift)
        labels += [required(group, "label")] * subjects
        sites += [group["site"]] * subjects
    return Dataset(np.vstack(values), labels, sites)
