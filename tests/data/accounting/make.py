"""Writes accounting.json beside it: what the accountants of shared/privacy must give.

Made with Python 3.11, dp-accounting 0.6.0 (Google's), mpmath 1.4.1. Where dp-accounting has a value
it is the source; everything else is computed here with 80 digits, from the theorem's own formula.

    pip install dp-accounting==0.6.0 mpmath==1.4.1 && python make.py
"""
import json
import pathlib

import mpmath as mp
from dp_accounting import gaussian_mechanism
from dp_accounting.rdp import rdp_privacy_accountant as rdp

mp.mp.dps = 80
DELTAS = (1e-2, 1e-5, 1e-9, 1e-30)


def renyi():
    """dp-accounting's conversion, order by order."""
    for delta in DELTAS:
        for order in (1.02, 1.5, 2, 3.7, 8, 32, 256):
            for divergence in (0.01, 0.3, 2, 70, 1e4):
                if delta**2 > -mp.expm1(-divergence):
                    continue  # dp-accounting uses another bound there
                epsilon, _ = rdp.compute_epsilon([order], [divergence], delta)
                yield dict(order=order, divergence=divergence, delta=delta, epsilon=epsilon)


def zcdp():
    """The conversion's minimum over all orders, by golden section on ln(order - 1)."""

    def at(log_excess, rho, delta):
        order = 1 + mp.exp(log_excess)
        return rho * order + mp.log1p(-1 / order) - mp.log(delta * order) / (order - 1)

    golden = (mp.sqrt(5) - 1) / 2
    for delta in (*DELTAS, 1e-300, 0.9):
        for rho in (1e-8, 1e-3, 0.05, 1, 30, 4000, 2e6, 1e12):
            low, high = mp.mpf(-40), mp.mpf(200)
            rho_, delta_ = mp.mpf(rho), mp.mpf(delta)
            while high - low > mp.mpf("1e-30"):
                left, right = high - golden * (high - low), low + golden * (high - low)
                if at(left, rho_, delta_) < at(right, rho_, delta_):
                    high = right
                else:
                    low = left
            epsilon = max(mp.mpf(0), at(low, rho_, delta_))
            classic = rho_ + 2 * mp.sqrt(rho_ * mp.log(1 / delta_))
            yield dict(rho=rho, delta=delta, epsilon=float(epsilon), classic=float(classic))


def gaussian_epsilon():
    """dp-accounting's analytic Gaussian: standard deviation 1/mu for sensitivity 1."""
    for mu in (1e-3, 0.05, 0.5, 1, 4, 60, 2000):
        for delta in DELTAS:
            epsilon = gaussian_mechanism.get_epsilon_gaussian(1 / mu, delta)
            yield dict(mu=mu, delta=delta, epsilon=float(epsilon))


def gaussian_sigma():
    for epsilon in (0.1, 1, 8):
        for delta in DELTAS:
            for releases in (1, 10, 1000):
                sigma = gaussian_mechanism.get_sigma_gaussian(epsilon, delta)
                yield dict(
                    epsilon=epsilon, delta=delta, releases=releases, sensitivity=2,
                    sigma=float(2 * mp.sqrt(releases) * sigma))


def log_upper_tail(x):
    return mp.log(mp.erfc(x / mp.sqrt(2)) / 2)


def gaussian_log_delta():
    """ln delta(epsilon) far into the tails, from the formula, with digits enough for what cancels."""
    settings = [(mu, epsilon) for mu in (1e-8, 1e-3, 0.3, 1, 1.1, 7, 63, 2000)
                for epsilon in (0, 1e-9, 1e-3, 1, 30, 3000, 2e6, 1e7)]
    for mu, epsilon in settings:
        t, h = mp.mpf(epsilon) / mp.mpf(mu), mp.mpf(mu) / 2
        if t - h > 1e12:
            continue
        with mp.workdps(150):
            first = mp.erfc((t - h) / mp.sqrt(2)) / 2
            second = mp.exp(mp.mpf(epsilon)) * mp.erfc((t + h) / mp.sqrt(2)) / 2
            yield dict(mu=mu, epsilon=epsilon, log_delta=float(mp.log(first - second)))


def strong():
    for epsilon in (0.001, 0.05, 0.5, 3):
        for releases in (1, 10, 1000):
            e, k, slack = mp.mpf(epsilon), releases, mp.mpf(1e-6)
            total = e * mp.sqrt(2 * k * mp.log(1 / slack)) + k * e * mp.expm1(e)
            yield dict(epsilon=epsilon, delta=1e-9, releases=releases, slack=1e-6,
                       total=float(min(total, k * e)))


def optimal():
    """Kairouz, Oh, Viswanath's own form: epsilon = (k - 2i) e0 at delta = 1 - (1-d0)^k (1-d_i)."""
    for epsilon in (0.01, 0.2, 1.5):
        for releases in (1, 2, 9, 60):
            e, k, d0 = mp.mpf(epsilon), releases, mp.mpf(1e-8)
            for i in range(1, k // 2 + 1, max(1, k // 8)):
                above = sum(
                    mp.binomial(k, l) * (mp.exp((k - l) * e) - mp.exp((k - 2 * i + l) * e))
                    for l in range(i)) / (1 + mp.exp(e))**k
                delta = 1 - (1 - d0)**k * (1 - above)
                if delta > 0.99 or above < 1e-10:
                    continue  # epsilon does not follow from a rounded delta there
                yield dict(epsilon=epsilon, delta=1e-8, releases=k, total_delta=float(delta),
                           total=float((k - 2 * i) * e))


def moments():
    for rho in (1e-4, 0.01, 1, 500):
        for delta in DELTAS:
            # lambda (lambda + 1) rho is the log moment: ln E[exp(lambda L)], L ~ N(rho, 2 rho).
            epsilon = min((mp.mpf(l) * rho + mp.mpf(l)**2 * 2 * rho / 2 - mp.log(delta)) / l
                          for l in range(1, 33))
            yield dict(rho=rho, delta=delta, epsilon=float(epsilon))


def published():
    """Equation 13 of the DP-dSNE paper as printed: first the order, then the figure."""
    for b_max, variance, iterations, delta in ((7.9e-8, 0.001, 1000, 1e-5), (1e-3, 0.5, 20, 1e-7)):
        log = mp.log(1 / mp.mpf(delta))
        order = 1 + mp.sqrt(2 * mp.mpf(variance) * log / (mp.mpf(b_max) * iterations))
        figure = order * iterations * mp.mpf(b_max) / (2 * mp.mpf(variance)) + log / (order - 1)
        yield dict(b_max=b_max, variance=variance, iterations=iterations, delta=delta,
                   figure=float(figure))


def main():
    tables = [renyi, zcdp, gaussian_epsilon, gaussian_sigma, gaussian_log_delta, strong, optimal,
              moments, published]
    result = {table.__name__: list(table()) for table in tables}
    path = pathlib.Path(__file__).with_name("accounting.json")
    lines = [f' "{name}": [\n  ' + ",\n  ".join(json.dumps(row) for row in rows) + "\n ]"
             for name, rows in result.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


main()
