#include "umap/layout.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "core/simd.h"

namespace dsne::umap {
namespace {

constexpr std::size_t repulsions = 5;  ///< per attraction
constexpr std::size_t lanes = 8;       ///< an attraction, its repulsions, and what fills a vector
constexpr float longest_step = 4;      ///< along each coordinate, at full rate
constexpr float softening = 1e-3F;

/// SplitMix64 (Steele, Lea & Flood 2014).
std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

class Draws {
 public:
  Draws(std::uint64_t seed, std::uint64_t epoch, std::uint64_t point)
      : state_(mixed(mixed(mixed(seed) + epoch) + point)) {}

  /// A number below `end`.
  std::size_t below(std::size_t end) {
    state_ += 0x9E3779B97F4A7C15;
    return static_cast<std::size_t>((mixed(state_) >> 32) * end >> 32);
  }

 private:
  std::uint64_t state_;
};

// The logarithm by the series of artanh, the power by that of exp: both to a float's last bits, and
// in vectors.
[[gnu::always_inline]] inline float power(float base, float exponent) {
  constexpr float ln2 = 0.693147181F;
  constexpr float root = 1.41421356F;
  constexpr std::int32_t one = 0x3F800000;
  const auto bits = std::bit_cast<std::int32_t>(base);
  const std::int32_t mantissa_bits = (bits & 0x007FFFFF) | one;
  const auto whole = static_cast<float>((bits >> 23) - 127);
  const float mantissa = std::bit_cast<float>(mantissa_bits);
  const bool large = mantissa > root;
  const float m = large ? mantissa * 0.5F : mantissa;
  const float t = (m - 1) / (m + 1);
  const float tt = t * t;
  const float series = t * (1 + tt * (1.F / 3 + tt * (1.F / 5 + tt * (1.F / 7))));
  const float log2 = whole + (large ? 1.F : 0.F) + 2 / ln2 * series;
  const float scaled = std::min(std::max(exponent * log2, -126.F), 126.F);
  const auto shifted = static_cast<std::int32_t>(scaled + (scaled < 0 ? -0.5F : 0.5F));
  const float x = (scaled - static_cast<float>(shifted)) * ln2;
  const float exp =
      1 + x * (1 + x * (1.F / 2 + x * (1.F / 6 + x * (1.F / 24 + x * (1.F / 120 + x / 720)))));
  return exp * std::bit_cast<float>((shifted + 127) << 23);
}

struct Slopes {
  std::array<float, lanes> attraction{};
  std::array<float, lanes> repulsion{};
};

/// How strongly a pair is drawn together and pushed apart, along their difference, by its squared
/// distance; neither at the same place.
DSNE_SIMD void pair_slopes(const float* squared, float a, float b, float* attraction,
                           float* repulsion) {
#pragma omp simd
  for (std::size_t l = 0; l < lanes; ++l) {
    const float apart = squared[l] > 0 ? 1.F : 0.F;
    const float d = std::max(squared[l], 1e-30F);
    const float powered = power(d, b);
    const float share = apart * 2 * b / (a * powered + 1);
    attraction[l] = -share * a * powered / d;
    repulsion[l] = share / (softening + d);
  }
}

float clipped(float step) { return std::min(std::max(step, -longest_step), longest_step); }

template <std::size_t dimensions>
class Descent {
 public:
  using Place = std::array<float, dimensions>;

  Descent(const Graph& graph, const Curve& curve, const Matrix& start, std::uint64_t seed)
      : graph_(graph),
        a_(static_cast<float>(curve.a)),
        b_(static_cast<float>(curve.b)),
        seed_(seed),
        strongest_(*std::max_element(graph.values.begin(), graph.values.end())),
        places_(static_cast<std::size_t>(start.rows())) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      for (std::size_t k = 0; k < dimensions; ++k) {
        places_[i][k] =
            static_cast<float>(start(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)));
      }
    }
    next_ = places_;
  }

  void epoch(int number, float rate) {
#pragma omp parallel for schedule(dynamic, 64) if (places_.size() > 256)
    for (std::size_t i = 0; i < places_.size(); ++i) next_[i] = moved(i, number, rate);
    std::swap(places_, next_);
  }

  Matrix places() const {
    Matrix result(static_cast<Eigen::Index>(places_.size()), dimensions);
    for (std::size_t i = 0; i < places_.size(); ++i) {
      for (std::size_t k = 0; k < dimensions; ++k) {
        result(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
            static_cast<double>(places_[i][k]);
      }
    }
    return result;
  }

 private:
  /// Whether a pair's turn comes in an epoch: the strongest's in each but the first.
  bool has_turn(double value, int number) const {
    const double share = value / strongest_;
    return number > 0 && std::floor(share * number) > std::floor(share * (number - 1));
  }

  Place moved(std::size_t i, int number, float rate) const {
    Place place = places_[i];
    Draws draws(seed_, static_cast<std::uint64_t>(number), i);
    for (std::uint64_t k = graph_.offsets[i]; k < graph_.offsets[i + 1]; ++k) {
      if (has_turn(graph_.values[k], number)) step(place, graph_.columns[k], draws, rate);
    }
    return place;
  }

  void step(Place& place, std::size_t neighbour, Draws& draws, float rate) const {
    std::array<const Place*, lanes> others;
    others.fill(&place);
    others[0] = &places_[neighbour];
    for (std::size_t l = 1; l <= repulsions; ++l) others[l] = &places_[draws.below(places_.size())];
    std::array<float, lanes> squared{};
    for (std::size_t l = 0; l < lanes; ++l) {
      for (std::size_t k = 0; k < dimensions; ++k) {
        const float difference = place[k] - (*others[l])[k];
        squared[l] += difference * difference;
      }
    }
    Slopes slopes;
    pair_slopes(squared.data(), a_, b_, slopes.attraction.data(), slopes.repulsion.data());
    const Place before = place;
    for (std::size_t k = 0; k < dimensions; ++k) {
      // A pair has a turn at either end, and each turn moves both.
      float change = 2 * clipped(slopes.attraction[0] * (before[k] - (*others[0])[k]));
      for (std::size_t l = 1; l <= repulsions; ++l) {
        change += clipped(slopes.repulsion[l] * (before[k] - (*others[l])[k]));
      }
      place[k] += rate * change;
    }
  }

  const Graph& graph_;
  float a_;
  float b_;
  std::uint64_t seed_;
  double strongest_;
  std::vector<Place> places_;
  std::vector<Place> next_;
};

template <std::size_t dimensions>
Matrix descended(const Graph& graph, const Curve& curve, const Matrix& start, int epochs,
                 std::uint64_t seed) {
  Descent<dimensions> descent(graph, curve, start, seed);
  for (int epoch = 0; epoch < epochs; ++epoch) {
    const auto done = static_cast<float>(std::max(epoch - 1, 0)) / static_cast<float>(epochs);
    descent.epoch(epoch, 1 - done);
  }
  return descent.places();
}

}  // namespace

Matrix layout(const Graph& graph, const Curve& curve, const Matrix& start, int epochs,
              std::uint64_t seed) {
  if (graph.values.empty()) return start;
  return start.cols() == 2 ? descended<2>(graph, curve, start, epochs, seed)
                           : descended<3>(graph, curve, start, epochs, seed);
}

}  // namespace dsne::umap
