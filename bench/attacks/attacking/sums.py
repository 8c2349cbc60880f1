"""Sums over the sites, as the coordinator has them: each site's term is masked, and the masks cancel in the sum."""

import base64

import numpy as np

from attacking.federation import needed

SUM_BITS = 62


def words(packed):
    values = np.frombuffer(base64.b64decode(packed["uint64"]), dtype="<u8")
    return values.reshape(packed["rows"], packed["columns"])


def unit(bound, sites):
    """Returns the number that the integer 1 stands for in a sum of so many terms within the bound (shared/privacy/masked_sum.h)."""
    return 2.0 ** (np.ceil(np.log2(bound * sites)) - SUM_BITS)


def sum_over_sites(answers, name, bound):
    """Returns the sum of all sites' answers."""
    answers = list(answers)
    total = sum(words(needed(answer["masked"], name)) for answer in answers)  # modulo 2⁶⁴, as words are
    return total.view(np.int64) * unit(bound, len(answers))
