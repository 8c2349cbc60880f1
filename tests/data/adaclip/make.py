"""Writes adaclip.json beside it: ten steps of AdaCliP, computed with numpy.

Made with Python 3.11, numpy 2.4.6. Five coordinates; gradients from small to far outside the clip,
one setting in which h1 and h2 both cut.

    pip install numpy==2.4.6 && python make.py
"""
import json
import pathlib

import numpy as np

SETTINGS = [
    dict(sigma=0.3, beta1=0.9, beta2=0.8, h1=1e-5, h2=1e-3, m0=0.01, s0=0.02),
    dict(sigma=0.0, beta1=0.99, beta2=0.9, h1=1e-12, h2=10.0, m0=0.0, s0=1e-4),
]


def adaclip(g, m, s, noise, p):
    b = np.array([np.sqrt(s[i]) * np.sqrt(sum(s)) for i in range(len(s))])
    w = (g - m) / b
    w_hat = w / max(1.0, np.sqrt(np.sum(w**2)))
    g_tilde = b * (w_hat + noise) + m
    v = np.minimum(np.maximum((g_tilde - m)**2 - b**2 * p["sigma"]**2, p["h1"]), p["h2"])
    m_next = p["beta1"] * m + (1 - p["beta1"]) * g_tilde
    s_next = np.sqrt(p["beta2"] * s**2 + (1 - p["beta2"]) * v)
    return g_tilde, m_next, s_next


def run(p, rng):
    m, s = np.full(5, p["m0"]), np.full(5, p["s0"])
    steps = []
    for step in range(10):
        g = rng.normal(scale=10.0**(-4 + step % 5), size=5)
        noise = rng.normal(scale=p["sigma"], size=5)
        g_tilde, m, s = adaclip(g, m, s, noise, p)
        steps.append(dict(g=g.tolist(), noise=noise.tolist(), g_tilde=g_tilde.tolist(),
                          m=m.tolist(), s=s.tolist()))
    return dict(parameters=p, steps=steps)


rng = np.random.default_rng(7)
runs = [run(p, rng) for p in SETTINGS]
lines = [f' {{"parameters": {json.dumps(made["parameters"])}, "steps": [\n  ' +
         ",\n  ".join(json.dumps(step) for step in made["steps"]) + "]}" for made in runs]
pathlib.Path(__file__).with_name("adaclip.json").write_text("[\n" + ",\n".join(lines) + "\n]\n")
