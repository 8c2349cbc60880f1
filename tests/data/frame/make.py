"""Writes frame.json: points that stand for several subjects, and what the definitions in shared/summary/frame.h give for them, by dense sums in
double precision (numpy). Run in this folder."""
import json
import numpy as np

PERPLEXITY = 4.0


def squared(a, b):
    return ((a[:, None, :] - b[None, :, :]) ** 2).sum(-1)


def rows(distances, weights, perplexity):
    """Returns conditional affinities, by bisection on beta; infinite distances are no candidates."""
    result = np.zeros(distances.shape)
    target = np.log(max(1.0, min(perplexity, weights.sum() / 3)))
    for i, all_of_row in enumerate(distances):
        order = [j for j in np.argsort(all_of_row, kind="stable") if np.isfinite(all_of_row[j])]
        held = np.cumsum(weights[order])
        order = order[: int(np.searchsorted(held, 3 * perplexity)) + 1]
        excess, count = all_of_row[order] - all_of_row[order[0]], weights[order]
        low, high = 0.0, 1e6
        for _ in range(200):
            beta = (low + high) / 2
            p = count * np.exp(-beta * excess)
            p /= p.sum()
            used = p > 1e-200
            entropy = -(p[used] * np.log(p[used] / count[used])).sum()
            low, high = (beta, high) if entropy > target else (low, beta)
        result[i, order] = p
    return result


def similarities(a, b):
    return 1 / (1 + squared(a, b))


random = np.random.default_rng(42)
sites = np.repeat([0, 1, 2], [14, 12, 10])
centres = random.normal(size=(4, 3)) * 3
points = centres[random.integers(4, size=36)] + random.normal(size=(36, 3))
subjects = random.integers(5, 12, size=36).astype(float)
coordinates = random.normal(size=(36, 2)) * 4

distances = squared(points, points)
np.fill_diagonal(distances, np.inf)
conditional = rows(distances, subjects, 3 * PERPLEXITY) * subjects[:, None]
joint = (conditional + conditional.T) / (2 * subjects.sum())

w = similarities(coordinates, coordinates)
np.fill_diagonal(w, 0)
pairs = np.outer(subjects, subjects) * w
z = pairs.sum()
pull = (12 * joint - pairs / z) * w
gradient = 4 * (pull.sum(1)[:, None] * coordinates - pull @ coordinates) / subjects[:, None]
used = joint > 0
divergence = (joint[used] * np.log(joint[used] * z / pairs[used])).sum()

# Eight subjects of site 0, each of them in one of its rows but the last.
own = np.where(sites == 0)[0]
groups = np.array([0, 1, 2, 3, 4, 5, 6, -1])
records = np.where(groups[:, None] >= 0, points[groups], 0) + random.normal(size=(8, 3)) * 0.7
distances = squared(records, points)
for i, group in enumerate(groups):
    if group >= 0:
        k = subjects[group]
        without = (k * points[group] - records[i]) / (k - 1)
        distances[i, group] = distances[i, group] / 2 + ((records[i] - without) ** 2).sum() / 2
over = rows(distances, subjects, 2 * PERPLEXITY)
home = over[:, own].sum(1)
normalizer = 1 + z / subjects.sum()


def cost(y, p):
    d = ((coordinates - y) ** 2).sum(1)
    return (p * np.log1p(d)).sum() + (subjects / (1 + d)).sum() / normalizer


def slope(y, p):
    away = y - coordinates
    q = 1 / (1 + (away**2).sum(1))
    return ((2 * p * q - 2 * subjects * q * q / normalizer)[:, None] * away).sum(0), (2 * p * q).sum()


def settle(p, y):
    for _ in range(30):
        gradient_here, curvature = slope(y, p)
        length, step = 1.0, -gradient_here / curvature
        if np.linalg.norm(step) < 1e-4:
            break
        while length > 1e-6 and cost(y + length * step, p) > cost(y, p) - 1e-4 * length * curvature * (step @ step):
            length /= 2
        y = y + length * step
    return y


alone = np.array([settle(p, coordinates[np.argmin(d)]) for p, d in zip(over, distances)])

among = squared(records, records)
np.fill_diagonal(among, np.inf)
# Eight subjects allow a perplexity of 7/3.
inner = rows(among, np.full(8, 1.0), 7 / 3) * home[:, None]
total = subjects.sum()
away = np.setdiff1d(np.arange(36), own)
place = alone + random.normal(size=alone.shape) * 0.5
frame, weight = coordinates[away], subjects[away]
q_own = similarities(place, place)
np.fill_diagonal(q_own, 0)
q_frame = similarities(place, frame)
z_all = q_own.sum() + 2 * (q_frame * weight).sum() + pairs[np.ix_(away, away)].sum()
a = ((inner + inner.T) / (2 * total) - q_own / z_all) * q_own
b = (over[:, away] / total - weight * q_frame / z_all) * q_frame
hold = 0.25 * (1 - home) / total / (1 + ((place - alone) ** 2).sum(1))
# The middle of all is pulled back by the share of their own rows.
middle = 0.25 / total * np.outer(home, home @ (place - alone) / home.sum())
together = 4 * (a.sum(1)[:, None] * place - a @ place + b.sum(1)[:, None] * place - b @ frame + hold[:, None] * (place - alone) + middle)

result = {
    "perplexity": PERPLEXITY,
    "points": points, "subjects": subjects, "coordinates": coordinates,
    "affinities": joint, "gradient": gradient, "divergence": float(divergence),
    "records": records, "groups": groups, "own_points": own, "home": home,
    "alone": alone, "moved": place, "together_gradient": together,
}
with open("frame.json", "w") as file:
    json.dump({k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in result.items()}, file)
    file.write("\n")
