#include "umap/layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/simd.h"
#include "umap/objective.h"
#include "umap/power.h"

namespace dsne::umap {
namespace {

constexpr std::size_t lanes = 8;                                 ///< of a vector
constexpr auto longest_step = static_cast<float>(longest_push);  ///< at full rate
constexpr float softening = 1e-3F;

/// SplitMix64 (Steele, Lea & Flood 2014).
std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
  return value ^ (value >> 31);
}

class Draws {
 public:
  Draws(std::uint64_t seed, std::uint64_t epoch, std::uint64_t task)
      : state_(mixed(mixed(mixed(seed) + epoch) + task)) {}

  /// A number below `end`.
  std::size_t below(std::size_t end) {
    state_ += 0x9E3779B97F4A7C15;
    return static_cast<std::size_t>((mixed(state_) >> 32) * end >> 32);
  }

 private:
  std::uint64_t state_;
};

constexpr auto repulsions = static_cast<std::size_t>(repulsions_per_attraction);

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

/// Two points that belong together.
struct Pair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  double share = 0;  ///< of the strongest pair's strength
};

/// A graph's pairs by the blocks that their points are in, so that what has no block in common can
/// be done at a time.
class Blocks {
 public:
  explicit Blocks(const Graph& graph)
      : count_(graph.points() < least_points ? 1 : many), pairs_(count_ * count_) {
    const double strongest = *std::max_element(graph.values.begin(), graph.values.end());
    const auto points = static_cast<std::size_t>(graph.points());
    for (std::size_t i = 0; i < points; ++i) {
      for (std::uint64_t k = graph.offsets[i]; k < graph.offsets[i + 1]; ++k) {
        const std::uint32_t j = graph.columns[k];
        if (j <= i) continue;
        pairs_[i * count_ / points * count_ + j * count_ / points].push_back(
            {static_cast<std::uint32_t>(i), j, graph.values[k] / strongest});
      }
    }
  }

  std::size_t count() const { return count_; }

  const std::vector<Pair>& between(std::size_t a, std::size_t b) const {
    return pairs_[std::min(a, b) * count_ + std::max(a, b)];
  }

  /// Whom a block meets in a round: in the last itself, in each of the others another, as in a
  /// tournament (the circle method).
  std::size_t partner(std::size_t block, std::size_t round) const {
    const std::size_t circle = count_ - 1;
    if (round == circle) return block;
    if (block == circle) return round;
    const std::size_t other = (2 * round + circle - block) % circle;
    return other == block ? circle : other;
  }

 private:
  static constexpr std::size_t many = 8;
  /// With fewer, waiting for each other would take threads longer than all the work.
  static constexpr Eigen::Index least_points = 5000;

  std::size_t count_;
  std::vector<std::vector<Pair>> pairs_;
};

template <std::size_t dimensions>
class Descent {
 public:
  using Place = std::array<float, dimensions>;
  using Differences = std::array<Place, lanes>;

  Descent(const Graph& graph, const Curve& curve, const Matrix& start, std::uint64_t seed)
      : blocks_(graph),
        a_(static_cast<float>(curve.a)),
        b_(static_cast<float>(curve.b)),
        seed_(seed),
        places_(static_cast<std::size_t>(start.rows())),
        others_(blocks_.count() > 1 ? &before_ : &places_) {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      for (std::size_t k = 0; k < dimensions; ++k) {
        places_[i][k] =
            static_cast<float>(start(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)));
      }
    }
  }

  void epoch(int number, float rate) {
    const std::size_t count = blocks_.count();
    if (count > 1) before_ = places_;
    for (std::size_t round = 0; round < count; ++round) {
#pragma omp parallel for schedule(dynamic) if (count > 1)
      for (std::size_t block = 0; block < count; ++block) {
        const std::size_t partner = blocks_.partner(block, round);
        if (block <= partner) meet(block, partner, number, rate);
      }
    }
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
  static bool has_turn(const Pair& pair, int number) {
    return number > 0 && std::floor(pair.share * number) > std::floor(pair.share * (number - 1));
  }

  void meet(std::size_t block, std::size_t partner, int number, float rate) {
    Draws draws(seed_, static_cast<std::uint64_t>(number), block * blocks_.count() + partner);
    for (const Pair& pair : blocks_.between(block, partner)) {
      if (!has_turn(pair, number)) continue;
      turn(places_[pair.a], places_[pair.b], draws, rate);
      turn(places_[pair.b], places_[pair.a], draws, rate);
    }
  }

  /// Draws two places to each other, then pushes the first away from others.
  void turn(Place& place, Place& other, Draws& draws, float rate) const {
    Differences differences{};
    differences[0] = difference(place, other);
    const float attraction = slopes_of(differences).attraction[0];
    for (std::size_t k = 0; k < dimensions; ++k) {
      const float drawn = rate * clipped(attraction * differences[0][k]);
      place[k] += drawn;
      other[k] -= drawn;
    }
    for (std::size_t l = 0; l < repulsions; ++l) {
      differences[l] = difference(place, (*others_)[draws.below(others_->size())]);
    }
    const Slopes slopes = slopes_of(differences);
    for (std::size_t l = 0; l < repulsions; ++l) {
      for (std::size_t k = 0; k < dimensions; ++k) {
        place[k] += rate * clipped(slopes.repulsion[l] * differences[l][k]);
      }
    }
  }

  static Place difference(const Place& a, const Place& b) {
    Place result;
    for (std::size_t k = 0; k < dimensions; ++k) result[k] = a[k] - b[k];
    return result;
  }

  Slopes slopes_of(const Differences& differences) const {
    std::array<float, lanes> squared{};
    for (std::size_t l = 0; l < lanes; ++l) {
      for (std::size_t k = 0; k < dimensions; ++k) {
        squared[l] += differences[l][k] * differences[l][k];
      }
    }
    Slopes slopes;
    pair_slopes(squared.data(), a_, b_, slopes.attraction.data(), slopes.repulsion.data());
    return slopes;
  }

  Blocks blocks_;
  float a_;
  float b_;
  std::uint64_t seed_;
  std::vector<Place> places_;
  std::vector<Place> before_;         ///< the epoch
  const std::vector<Place>* others_;  ///< from which points are pushed away
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
