"""Writes accounting.json beside it: what the accountants of shared/privacy must give.

Made with Python 3.11, dp-accounting 0.6.0 (Google's), mpmath 1.4.1. Where dp-accounting has a value
it is the source; everything else is computed here with 80 digits, from the theorem's own formula.

    pip install dp-accounting==0.6.0 mpmath==1.4.1 && python make.py
"""
import json
import pathlib

import mpmath as mp
from dp_accounting import gaussian_mechanism
from dp_accounting.pld import privacy_loss_distribution as pld

mp.mp.dps = 80
DELTAS = (1e-2, 1e-5, 1e-9, 1e-30)


def zcdp():
    """Yields the conversion's minimum over all orders, by golden section on ln(order - 1)."""

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
    """Yields ε by dp-accounting's analytic Gaussian: standard deviation 1/mu for sensitivity 1."""
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
    """Yields ln delta(epsilon) far into the tails, from the formula, with enough digits for the cancellation."""
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


def counts():
    """Yields dp-accounting's exact privacy loss of discrete Gaussian noise on two counts that differ by 1 each, rounded up and down."""
    for sigma, releases in ((0.8, 1), (1.2, 1), (1.2, 5), (2.5, 1), (5.2816, 1), (5.2816, 12), (20, 1), (20, 40), (40, 3)):
        for delta in (1e-3, 1e-5, 1e-8):
            bounds = [pld.from_discrete_gaussian_mechanism(sigma, pessimistic_estimate=up, value_discretization_interval=2e-5)
                      .self_compose(2 * releases).get_epsilon_for_delta(delta) for up in (False, True)]
            yield dict(sigma=sigma, releases=releases, delta=delta, low=float(bounds[0]), high=float(bounds[1]))


def main():
    tables = [zcdp, gaussian_epsilon, gaussian_sigma, gaussian_log_delta, counts]
    result = {table.__name__: list(table()) for table in tables}
    path = pathlib.Path(__file__).with_name("accounting.json")
    lines = [f' "{name}": [\n  ' + ",\n  ".join(json.dumps(row) for row in rows) + "\n ]"
             for name, rows in result.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


main()
