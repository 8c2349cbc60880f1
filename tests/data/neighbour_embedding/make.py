"""Writes step.json beside it: one training step of contrastive neighbour embedding, with numpy.

Made with Python 3.11, numpy 2.4.6. A network of widths 3, 5, 4, 6, 2; a batch of seven edges; the loss
over all pairs of a head and another edge's tail; gradients by the chain rule, written pair by pair; two
steps of Adam.

    pip install numpy==2.4.6 && python make.py
"""
import json
import pathlib

import numpy as np

WIDTHS = [3, 5, 4, 6, 2]
REPULSION, SOFTENING, RATE = 5.0, 1e-4, 1e-3


def unpacked(weights):
    layers, first = [], 0
    for inputs, outputs in zip(WIDTHS, WIDTHS[1:]):
        w = weights[first:first + inputs * outputs].reshape(outputs, inputs)
        first += inputs * outputs
        layers.append((w, weights[first:first + outputs]))
        first += outputs
    return layers


def forward(weights, x):
    values = [x]
    layers = unpacked(weights)
    for i, (w, b) in enumerate(layers):
        x = values[-1] @ w.T + b
        values.append(np.maximum(x, 0) if i + 1 < len(layers) else x)
    return values


def loss(heads, tails):
    n = len(heads)
    total, dh, dt = 0.0, np.zeros_like(heads), np.zeros_like(tails)
    for i in range(n):
        for j in range(n):
            d = heads[i] - tails[j]
            s = d @ d
            if i == j:
                total += np.log(1 + s) / n
                g = 2 * d / (1 + s) / n
            else:
                weight = REPULSION / (n * (n - 1))
                total -= weight * np.log(1 - 1 / (1 + s + SOFTENING))
                g = -weight * 2 * d / ((s + SOFTENING) * (s + SOFTENING + 1))
            dh[i] += g
            dt[j] -= g
    return total, dh, dt


def gradient(weights, values, slope):
    parts = []
    layers = unpacked(weights)
    for i in reversed(range(len(layers))):
        w, _ = layers[i]
        parts.append(np.concatenate([(slope.T @ values[i]).ravel(), slope.sum(0)]))
        slope = (slope @ w) * (values[i] > 0)
    return np.concatenate(parts[::-1])


rng = np.random.default_rng(5)
count = sum(a * b + b for a, b in zip(WIDTHS, WIDTHS[1:]))
weights = rng.normal(scale=0.6, size=count)
start = weights.copy()
heads, tails = rng.normal(size=(7, 3)), rng.normal(size=(7, 3))
mean, squares, steps = np.zeros(count), np.zeros(count), []
for t in (1, 2):
    values = forward(weights, np.vstack([heads, tails]))
    total, dh, dt = loss(values[-1][:7], values[-1][7:])
    g = gradient(weights, values, np.vstack([dh, dt]))
    mean, squares = 0.9 * mean + 0.1 * g, 0.999 * squares + 0.001 * g**2
    weights = weights - RATE * (mean / (1 - 0.9**t)) / (np.sqrt(squares / (1 - 0.999**t)) + 1e-8)
    steps.append(dict(loss=total, places=values[-1].tolist(), gradient=g.tolist(), weights=weights.tolist()))

result = dict(widths=WIDTHS, weights=start.tolist(), heads=heads.tolist(), tails=tails.tolist(),
              repulsion=REPULSION, learning_rate=RATE, steps=steps)
lines = [f' "{name}": {json.dumps(value)}' for name, value in result.items()]
pathlib.Path(__file__).with_name("step.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
