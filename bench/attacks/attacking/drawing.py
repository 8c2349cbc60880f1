"""Reference points drawn as the program draws them (shared/core/shuffled.h)."""

SEED = 1
WORD = 2**64 - 1


def mersenne_twister(seed):
    """Yields the numbers of std::mt19937_64 (Matsumoto & Nishimura 2000)."""
    size, middle = 312, 156
    state = [seed]
    for i in range(1, size):
        state.append((6364136223846793005 * (state[-1] ^ (state[-1] >> 62)) + i) & WORD)
    while True:
        for i in range(size):
            joined = (state[i] & 0xFFFFFFFF80000000) | (state[(i + 1) % size] & 0x7FFFFFFF)
            state[i] = state[(i + middle) % size] ^ (joined >> 1) ^ (0xB5026F5AA96619E9 if joined & 1 else 0)
        for word in state:
            word ^= (word >> 29) & 0x5555555555555555
            word ^= (word << 17) & 0x71D67FFFEDA60000
            word ^= (word << 37) & 0xFFF7EEE000000000
            yield word & WORD ^ ((word & WORD) >> 43)


def sampled_points(reference_points, subjects, subjects_per_point):
    order = list(range(reference_points))
    words = mersenne_twister(SEED)
    for left in range(reference_points, 1, -1):
        other = next(words) % left
        order[left - 1], order[other] = order[other], order[left - 1]
    return sorted(order[: min(max(subjects // subjects_per_point, 1), reference_points)])
