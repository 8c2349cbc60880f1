#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/simd.h"
#include "umap/objective.h"
#include "umap/umap.h"

namespace dsne::umap {
namespace {

constexpr std::size_t lanes = 16;                                ///< of a SIMD vector
constexpr auto longest_step = static_cast<float>(longest_push);  ///< at full rate
constexpr std::size_t points_a_turn = 64;  ///< with more turns at once, they would share points
constexpr float softening = 1e-3F;
constexpr float least_squared = 1e-30F;  ///< keeps slopes finite where points coincide

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

  /// Draws a number below `end`.
  std::size_t below(std::size_t end) {
    state_ += 0x9E3779B97F4A7C15;
    return static_cast<std::size_t>((mixed(state_) >> 32) * end >> 32);
  }

 private:
  std::uint64_t state_;
};

/// Differences between points along each coordinate, one pair per lane; or steps along them.
template <std::size_t dimensions>
using Vectors = std::array<std::array<float, lanes>, dimensions>;

/// Turns differences into steps at full rate; no step between coincident points.
/// @param slope_of the slope, from a squared distance and φ^-1 − 1 there
template <typename SlopeOf>
[[gnu::always_inline]] inline void to_steps(float* vectors, std::size_t dimensions,
                                            const Curve& curve, SlopeOf slope_of) {
  std::array<float, lanes> squared{};
  for (std::size_t k = 0; k < dimensions; ++k) {
    const float* along = vectors + k * lanes;
#pragma omp simd
    for (std::size_t l = 0; l < lanes; ++l) squared[l] += along[l] * along[l];
  }
  const auto a = static_cast<float>(curve.a);
  const auto b = static_cast<float>(curve.b);
  std::array<float, lanes> slopes{};
#pragma omp simd
  for (std::size_t l = 0; l < lanes; ++l) {
    const float d = squared[l] + least_squared;
    slopes[l] = slope_of(d, a * power(d, b), b);
  }
  for (std::size_t k = 0; k < dimensions; ++k) {
    float* along = vectors + k * lanes;
#pragma omp simd
    for (std::size_t l = 0; l < lanes; ++l) {
      along[l] = std::min(std::max(slopes[l] * along[l], -longest_step), longest_step);
    }
  }
}

// Not templates, which DSNE_SIMD would compile for the oldest processor only.

/// Turns differences into attractive steps.
DSNE_SIMD void to_attraction(float* vectors, std::size_t dimensions, const Curve& curve) {
  to_steps(vectors, dimensions, curve,
           [](float d, float powered, float b) { return -2 * b * powered / (d * (powered + 1)); });
}

/// Turns differences into repulsive steps.
DSNE_SIMD void to_repulsion(float* vectors, std::size_t dimensions, const Curve& curve) {
  to_steps(vectors, dimensions, curve, [](float d, float powered, float b) {
    return 2 * b / ((softening + d) * (powered + 1));
  });
}

/// An edge of the graph.
struct Pair {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  double share = 0;  ///< of the strongest pair's strength
};

/// A point that another attracts and random ones then repel. Equal numbers mean an idle lane.
struct Turn {
  std::uint32_t point = 0;
  std::uint32_t other = 0;
};
using Turns = std::array<Turn, lanes>;

/// A graph's edges by the blocks of their points. Edges between disjoint blocks can be processed in
/// parallel.
class Blocks {
 public:
  explicit Blocks(const Graph& graph)
      : count_(graph.points() < least_points ? 1 : many), pairs_(count_ * count_) {
    const double strongest = *std::ranges::max_element(graph.values);
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

  /// Returns the block that a block is paired with in a round: itself in the last round, another
  /// one in each earlier round, as in a tournament (the circle method).
  std::size_t partner(std::size_t block, std::size_t round) const {
    const std::size_t circle = count_ - 1;
    if (round == circle) return block;
    if (block == circle) return round;
    const std::size_t other = (2 * round + circle - block) % circle;
    return other == block ? circle : other;
  }

 private:
  static constexpr std::size_t many = 8;
  /// With fewer points, threads would wait longer than they work.
  static constexpr Eigen::Index least_points = 5000;

  std::size_t count_;
  std::vector<std::vector<Pair>> pairs_;
};

template <std::size_t dimensions>
class Descent {
 public:
  using Position = std::array<float, dimensions>;

  Descent(const Graph& graph, const Curve& curve, const Matrix& start, std::uint64_t seed)
      : blocks_(graph),
        curve_(curve),
        seed_(seed),
        places_(static_cast<std::size_t>(start.rows())),
        taken_(std::clamp<std::size_t>(places_.size() / points_a_turn, 1, lanes)),
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
  /// Returns whether a pair is processed in an epoch. The strongest pair is, in each but the first.
  static bool has_turn(const Pair& pair, int number) {
    return number > 0 && std::floor(pair.share * number) > std::floor(pair.share * (number - 1));
  }

  void meet(std::size_t block, std::size_t partner, int number, float rate) {
    std::vector<Turn> turns;
    for (const Pair& pair : blocks_.between(block, partner)) {
      if (!has_turn(pair, number)) continue;
      turns.push_back({pair.a, pair.b});
      turns.push_back({pair.b, pair.a});
    }
    Draws draws(seed_, static_cast<std::uint64_t>(number), block * blocks_.count() + partner);
    // A point's pairs follow each other, so lanes take pairs far apart, which hardly share a point.
    const std::size_t stride = (turns.size() + taken_ - 1) / taken_;
    for (std::size_t first = 0; first < stride; ++first) {
      Turns at_once;
      at_once.fill({turns.front().point, turns.front().point});
      for (std::size_t l = 0; l < taken_ && first + l * stride < turns.size(); ++l) {
        at_once[l] = turns[first + l * stride];
      }
      take(at_once, draws, rate);
    }
  }

  /// Moves each turn's two points together, then its first point away from random ones.
  void take(const Turns& turns, Draws& draws, float rate) {
    Vectors<dimensions> places{};
    Vectors<dimensions> steps{};
    for (std::size_t l = 0; l < lanes; ++l) {
      for (std::size_t k = 0; k < dimensions; ++k) {
        places[k][l] = places_[turns[l].point][k];
        steps[k][l] = places[k][l] - places_[turns[l].other][k];
      }
    }
    const Vectors<dimensions> before = places;
    to_attraction(steps.front().data(), dimensions, curve_);
    add(steps, rate, places);
    for (std::size_t l = 0; l < lanes; ++l) {
      for (std::size_t k = 0; k < dimensions; ++k) {
        places_[turns[l].other][k] -= rate * steps[k][l];
      }
    }
    for (int r = 0; r < repulsions_per_attraction; ++r) {
      for (std::size_t l = 0; l < lanes; ++l) {
        const std::size_t other = draws.below(others_->size());
        const bool itself = other == turns[l].point;
        for (std::size_t k = 0; k < dimensions; ++k) {
          steps[k][l] = itself ? 0 : places[k][l] - (*others_)[other][k];
        }
      }
      to_repulsion(steps.front().data(), dimensions, curve_);
      add(steps, rate, places);
    }
    for (std::size_t l = 0; l < lanes; ++l) {
      if (turns[l].point == turns[l].other) continue;
      for (std::size_t k = 0; k < dimensions; ++k) {
        places_[turns[l].point][k] += places[k][l] - before[k][l];
      }
    }
  }

  static void add(const Vectors<dimensions>& steps, float rate, Vectors<dimensions>& places) {
    for (std::size_t k = 0; k < dimensions; ++k) {
      for (std::size_t l = 0; l < lanes; ++l) places[k][l] += rate * steps[k][l];
    }
  }

  Blocks blocks_;
  Curve curve_;
  std::uint64_t seed_;
  std::vector<Position> places_;
  std::size_t taken_;                    ///< turns at a time
  std::vector<Position> before_;         ///< coordinates before the epoch
  const std::vector<Position>* others_;  ///< the coordinates that repel
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
