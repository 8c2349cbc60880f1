"""Accountants: bounds of the ε, at a δ, of several releases that each add N(0, σ²) noise to a vector of sensitivity Δ (one record replaced).

`dsne account` and the sites' ledgers use the first, in C++; the others are for comparison, beside the papers' figures.
All bounds hold except the papers' figures.
"""

import math
from dataclasses import dataclass
from typing import Callable

import numpy as np
from dp_accounting import gaussian_mechanism
from dp_accounting.pld import privacy_loss_distribution
from scipy.optimize import brentq, minimize_scalar
from scipy.special import gammaln

LARGEST_MOMENT = 32


def rho(sensitivity, sigma, releases):
    return releases * (sensitivity / sigma) ** 2 / 2


def gaussian(sensitivity, sigma, releases, delta):
    return float(gaussian_mechanism.get_epsilon_gaussian(sigma / sensitivity / math.sqrt(releases), delta))


def zcdp(sensitivity, sigma, releases, delta):
    spent = rho(sensitivity, sigma, releases)

    def at(log_excess):
        order = 1 + math.exp(log_excess)
        return spent * order + math.log1p(-1 / order) - math.log(delta * order) / (order - 1)

    best = math.log(math.sqrt(-math.log(delta) / spent))
    found = minimize_scalar(at, bounds=(best - 6, best + 1), method="bounded", options={"xatol": 1e-10})
    return max(0.0, min(found.fun, zcdp_classic(sensitivity, sigma, releases, delta)))


def zcdp_classic(sensitivity, sigma, releases, delta):
    spent = rho(sensitivity, sigma, releases)
    return spent + 2 * math.sqrt(spent * -math.log(delta))


def moments(sensitivity, sigma, releases, delta):
    spent = rho(sensitivity, sigma, releases)
    return min((order * (order + 1) * spent - math.log(delta)) / order for order in range(1, LARGEST_MOMENT + 1))


def _one_of(sensitivity, sigma, releases, delta):
    """Returns (ε₀, δ₀) of one release when all together may spend half of δ."""
    share = delta / 2 / releases
    return gaussian(sensitivity, sigma, 1, share), share


def optimal_composition(sensitivity, sigma, releases, delta):
    """Returns ε by Kairouz, Oh & Viswanath's theorem 3.3, in the form for every real ε that Murtagh & Vadhan (2016) give."""
    each, share = _one_of(sensitivity, sigma, releases, delta)
    left = -math.expm1(math.log1p(-delta) - releases * math.log1p(-share))
    heads = np.arange(releases + 1)
    log_choices = gammaln(releases + 1) - gammaln(heads + 1) - gammaln(releases - heads + 1)
    log_heads = log_choices - releases * math.log1p(math.exp(-each)) - (releases - heads) * each

    def excess(total):
        log_ratio = np.minimum(0, total + (releases - 2 * heads) * each)
        return float(-(np.exp(log_heads) * np.expm1(log_ratio)).sum()) - left

    return 0.0 if excess(0) <= 0 else brentq(excess, 0, releases * each, xtol=1e-12, rtol=1e-12)


def strong_composition(sensitivity, sigma, releases, delta):
    each, _ = _one_of(sensitivity, sigma, releases, delta)
    strong = each * math.sqrt(-2 * releases * math.log(delta / 2)) + releases * each * math.expm1(min(each, 700))
    return min(releases * each, strong)


def counts(sensitivity, sigma, releases, delta):
    """Returns ε by dp-accounting's exact privacy loss of discrete Gaussian noise on two counts that differ by 1 each. `sensitivity` is √2."""
    one = privacy_loss_distribution.from_discrete_gaussian_mechanism(sigma, value_discretization_interval=1e-3)
    return float(one.self_compose(2 * releases).get_epsilon_for_delta(delta))


@dataclass(frozen=True)
class Accountant:
    name: str
    description: str
    discrete: bool  # whether it holds for discrete Gaussian noise, too
    epsilon: Callable


ACCOUNTANTS = [
    Accountant("gaussian", "exact curve of continuous Gaussian noise (Balle, Wang 2018; Dong, Roth, Su 2019)", False, gaussian),
    Accountant("zcdp", "zCDP with the tight Renyi conversion (Canonne, Kamath, Steinke 2020)", True, zcdp),
    Accountant("zcdp_classic", "Renyi DP as in the paper: zCDP, Mironov's conversion (Bun, Steinke 2016)", True, zcdp_classic),
    Accountant("moments", "moments accountant, lambda up to 32 (Abadi et al. 2016)", True, moments),
    Accountant("optimal_composition", "optimal composition (Kairouz, Oh, Viswanath 2015)", False, optimal_composition),
    Accountant("strong_composition", "strong composition (Dwork, Rothblum, Vadhan 2010)", False, strong_composition),
]
OF_COUNTS = Accountant("counts", "exact privacy loss of the noise on two counts, by dp-accounting", True, counts)


def published_figure(b_max, sigma, iterations, delta):
    """Returns the number that the DP-dSNE paper prints as its ε: equation 13 with the rest of its section 2.5,
    J·b_max/2σ² + 2√(J·b_max ln(1/δ)/2σ²). At σ² = 0.001, J = 1000, δ = 1e-5 the paper's 1.39 needs b_max of about 7.9e-8.

    The number is no guarantee. It takes b_max, AdaCliP's largest scale, for the squared sensitivity of the gradient. But AdaCliP adds its noise
    to the clipped vector ŵ, before the multiplication with b, so b cancels. What counts is ŵ, anywhere in the unit ball: its sensitivity is 2
    when a record is replaced. Beyond that, b_max is a length and not its square, and is measured on one run.
    """
    slope = iterations * b_max / (2 * sigma**2)
    return slope + 2 * math.sqrt(slope * -math.log(delta))


def plus_sigma(epsilon, gradients, delta):
    """Returns σ for ε by theorem 6 of Fed-tSNE (Qiao, Ma & Fan), σ² = 8SΔ² ln(e + ε/δ)/ε² for S gradients of sensitivity Δ, in units of Δ."""
    return math.sqrt(8 * gradients * math.log(math.e + epsilon / delta)) / epsilon


def plus_theorem(sigma, gradients, delta):
    """Returns the theorem's ε. No finite ε holds for a run: it also sends the subjects' distances or sums without noise."""
    return brentq(lambda epsilon: plus_sigma(epsilon, gradients, delta) - sigma, 1e-12, 1e12, xtol=1e-14, rtol=1e-13)
