#include "privacy/masked_sum.h"

#include <sodium.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "core/errors.h"

namespace dsne::privacy {
namespace {

constexpr int sum_bits = 62;  // leaves a sign bit and a spare bit

static_assert(std::endian::native == std::endian::little, "words travel in the machine's order");

/// Derives a key for one purpose from the pair's secret and the sum's place.
Bytes32 derived_key(const Bytes32& secret, std::string_view purpose, const SumPlace& place) {
  return keyed_hash(secret, {purpose, place.moment.phase, std::to_string(place.moment.round),
                             place.name, std::to_string(place.rows), std::to_string(place.columns),
                             view_of(place.transcript)});
}

/// Returns ChaCha20's first words. Each key is used once, so the nonce may be 0.
Words stream(const Bytes32& key, std::size_t words) {
  // Before this call, libsodium does not detect the processor and uses its slowest code.
  static const int ready = sodium_init();
  if (ready < 0) throw StorageError("libsodium does not start");
  Words result(words);
  if (result.empty()) return result;
  const std::array<unsigned char, crypto_stream_chacha20_NONCEBYTES> nonce{};
  crypto_stream_chacha20(reinterpret_cast<unsigned char*>(result.data()),
                         result.size() * sizeof(std::uint64_t), nonce.data(), key.data());
  return result;
}

std::string_view bytes_of(const Words& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint64_t)};
}

}  // namespace

double FixedPoint::unit() const {
  // If all terms are 0, so is their bound, which then has no logarithm.
  constexpr double least = 1e-200;
  const double most =
      std::clamp(bound * static_cast<double>(sites), least, std::numeric_limits<double>::max());
  return std::ldexp(1, static_cast<int>(std::ceil(std::log2(most))) - sum_bits);
}

Words FixedPoint::from_matrix(const Matrix& term) const {
  const double step = unit();
  Words words(static_cast<std::size_t>(term.size()));
  std::transform(term.data(), term.data() + term.size(), words.begin(), [&](double x) {
    const double clamped = std::isnan(x) ? 0 : std::clamp(x, -bound, bound);
    return static_cast<std::uint64_t>(std::llround(clamped / step));
  });
  return words;
}

Matrix FixedPoint::to_matrix(const Words& sum, Eigen::Index rows, Eigen::Index columns) const {
  const double step = unit();
  Matrix matrix(rows, columns);
  std::transform(sum.begin(), sum.end(), matrix.data(), [&](std::uint64_t word) {
    return static_cast<double>(static_cast<std::int64_t>(word)) * step;
  });
  return matrix;
}

void add_masks(Words& term, const std::string& site, const PairSecrets& others,
               const SumPlace& place) {
  for (const auto& [other, secret] : others) {
    const Words mask = stream(derived_key(secret, "mask", place), term.size());
    const bool first = site < other;
    for (std::size_t i = 0; i < term.size(); ++i) term[i] += first ? mask[i] : -mask[i];
  }
}

Bytes32 noise_key(const Bytes32& secret, const SumPlace& place) {
  return derived_key(secret, "noise", place);
}

void add(Words& sum, const Words& term) {
  std::transform(sum.begin(), sum.end(), term.begin(), sum.begin(), std::plus<>());
}

Bytes32 tag_of(const Words& masked, const Bytes32& secret, const SumPlace& place) {
  return keyed_hash(derived_key(secret, "tag", place), {bytes_of(masked)});
}

}  // namespace dsne::privacy
