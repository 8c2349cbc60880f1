"""The random numbers of C++: MT19937-64 and the draws that libstdc++ and the program make from it, so that a seed always gives the same split,
synthetic data and start."""

import numpy as np

WORDS, MIDDLE = 312, 156
UPPER, LOWER = np.uint64(0xFFFFFFFF80000000), np.uint64(0x7FFFFFFF)
TWIST = np.uint64(0xB5026F5AA96619E9)
ONE = np.uint64(1)


class Engine:
    """Implements std::mt19937_64 (Nishimura 2000), a block of 312 numbers at a time."""

    def __init__(self, seed):
        state = [seed % 2**64]
        for i in range(1, WORDS):
            state.append((6364136223846793005 * (state[-1] ^ (state[-1] >> 62)) + i) % 2**64)
        self._state = np.array(state, dtype=np.uint64)
        self._ready = np.empty(0, dtype=np.uint64)

    def draw(self, count):
        """Returns the next `count` numbers."""
        blocks = [self._ready]
        there = len(self._ready)
        while there < count:
            blocks.append(self._next_block())
            there += WORDS
        numbers = np.concatenate(blocks)
        self._ready = numbers[count:]
        return numbers[:count]

    def uniform(self, count):
        """Draws from [0, 1), one of 2^53 equally likely numbers each: dsne::uniform."""
        return (self.draw(count) >> np.uint64(11)) * 2.0**-53

    def _next_block(self):
        state = self._state

        def twist(rows, following, shifted):
            mixed = (state[rows] & UPPER) | (state[following] & LOWER)
            state[rows] = state[shifted] ^ (mixed >> ONE) ^ np.where(mixed & ONE, TWIST, np.uint64(0))

        twist(slice(0, MIDDLE), slice(1, MIDDLE + 1), slice(MIDDLE, WORDS))
        twist(slice(MIDDLE, WORDS - 1), slice(MIDDLE + 1, WORDS), slice(0, MIDDLE - 1))
        twist(slice(WORDS - 1, WORDS), slice(0, 1), slice(MIDDLE - 1, MIDDLE))
        x = state.copy()
        x ^= (x >> np.uint64(29)) & np.uint64(0x5555555555555555)
        x ^= (x << np.uint64(17)) & np.uint64(0x71D67FFFEDA60000)
        x ^= (x << np.uint64(37)) & np.uint64(0xFFF7EEE000000000)
        return x ^ (x >> np.uint64(43))


def shuffled(count, seed):
    """Returns the numbers 0 … count − 1 in an order drawn with the seed (Fisher & Yates)."""
    order = np.arange(count)
    for left, number in zip(range(count, 1, -1), Engine(seed).draw(max(0, count - 1)).tolist()):
        other = number % left
        order[left - 1], order[other] = order[other], order[left - 1]
    return order


def normals(rows, columns, seed):
    """Returns standard normal draws, row by row: libstdc++'s std::normal_distribution, the polar method."""
    engine = Engine(seed)
    wanted = rows * columns
    found = np.empty(0)
    while len(found) < wanted:
        # One number of 64 bits gives one in [0, 1).
        pairs = np.minimum(engine.draw(2 * max(64, wanted)).astype(float) / 2.0**64, 1 - 2.0**-53)
        x, y = (2 * pairs - 1).reshape(-1, 2).T
        length = x * x + y * y
        inside = (length <= 1) & (length != 0)
        factor = np.sqrt(-2 * np.log(length[inside]) / length[inside])
        found = np.concatenate([found, np.column_stack([y[inside] * factor, x[inside] * factor]).ravel()])
    return found[:wanted].reshape(rows, columns)
