#include "methods/fedne/map_network.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "core/errors.h"
#include "core/matrix.h"
#include "core/uniform.h"
#include "nn/neighbour_embedding.h"
#include "tsne/neighbours.h"
#include "tsne/tsne.h"

namespace dsne::methods {

using Eigen::Index;

std::vector<Index> map_widths(const Parameters& parameters, Index features) {
  const Index hidden = parameters.network_width;
  return {features, hidden, hidden, hidden, parameters.no_dims};
}

nn::Network initial_network(const Parameters& parameters, Index features) {
  return nn::random_network(map_widths(parameters, features),
                            static_cast<std::uint64_t>(parameters.seed));
}

Matrix network_inputs(const Matrix& points, const Matrix& reference) {
  constexpr double largest = 100;
  const RowVector mean = reference.colwise().mean();
  const double unit =
      std::sqrt((reference.rowwise() - mean).squaredNorm() / static_cast<double>(reference.size()));
  if (!(unit > 0)) throw InputError("all reference points are the same");
  const Matrix inputs = (points.rowwise() - mean) / unit;
  return inputs.cwiseMax(-largest).cwiseMin(largest);
}

nn::Network network_field(const Json& object, const std::string& name,
                          const std::vector<Index>& widths, std::string_view what) {
  const Matrix weights = matrix_field(object, name, 1, nn::number_of_weights(widths), what);
  if (weights.size() > 0 && weights.cwiseAbs().maxCoeff() > weight_bound) {
    throw MessageError(std::string(what) + ": " + name + " has weights that no run ends in");
  }
  return {widths, weights.row(0)};
}

Matrix placed_by(const nn::Network& network, const Matrix& points, const Matrix& reference) {
  return nn::output(network, network_inputs(points, reference));
}

namespace {

/// For smaller a, Beta(a, a) is nearly always 0 or 1 to the last digit.
constexpr double least_spread = 0.01;

/// Draws from Beta(a, a) (Jöhnk 1964), which is slow for a large a.
double beta(double a, std::mt19937_64& engine) {
  if (a < least_spread) return uniform(engine) < 0.5 ? 0 : 1;
  for (;;) {
    const double x = std::pow(uniform(engine), 1 / a);
    const double y = std::pow(uniform(engine), 1 / a);
    if (x + y > 0 && x + y <= 1) return x / (x + y);
  }
}

/// The edges of an epoch: their heads' rows, and their tails.
class Edges {
 public:
  Edges(const Matrix& inputs, const std::vector<Index>& neighbours, const Epoch& epoch)
      : inputs_(inputs),
        neighbours_(neighbours),
        mixing_(epoch.mixing),
        of_point_(std::ssize(neighbours) / inputs.rows()),
        engine_(epoch.seed) {}

  Index count() const { return of_point_ == 0 ? 0 : inputs_.rows() * slots(); }

  RowVector head(Index edge) const { return inputs_.row(edge / slots()); }

  RowVector tail(Index edge) {
    const Index point = edge / slots();
    const Index slot = edge % slots();
    if (slot < of_point_) return inputs_.row(neighbour(point, slot));
    const auto other = static_cast<Index>(uniform(engine_) * static_cast<double>(of_point_));
    const double share = beta(mixing_, engine_);
    return share * inputs_.row(point) + (1 - share) * inputs_.row(neighbour(point, other));
  }

 private:
  Index slots() const { return of_point_ + (mixing_ > 0 ? 1 : 0); }
  Index neighbour(Index point, Index slot) const {
    return neighbours_[static_cast<std::size_t>(point * of_point_ + slot)];
  }

  const Matrix& inputs_;
  const std::vector<Index>& neighbours_;
  double mixing_;
  Index of_point_;  ///< neighbours
  std::mt19937_64 engine_;
};

/// Computes the gradient of a batch's loss with respect to its positions.
/// @param places of the edges' heads, their tails, and all stand-ins, stacked
Matrix slope_of(const Matrix& places, Index own_points, const Epoch& epoch) {
  const Index stand_ins = epoch.stand_ins.rows();
  const Index edges = (places.rows() - stand_ins) / 2;
  const Matrix heads = places.topRows(edges);
  const bool alone = !epoch.others && stand_ins == 0;
  const auto all = static_cast<double>(alone ? own_points : epoch.subjects);
  const double own_share = static_cast<double>(own_points) / all;
  const nn::EdgeGradient slope = nn::contrastive_gradient(heads, places.middleRows(edges, edges),
                                                          repulsion_strength * own_share);
  Matrix both = stacked(slope.heads, slope.tails);
  if (epoch.others) {
    // The others repel both ends, as the site's own points do: if all subjects were at one site,
    // they would be heads in some pairs and tails in as many.
    both += repulsion_strength / (all * static_cast<double>(edges)) *
            epoch.others(places.topRows(2 * edges));
  }
  if (stand_ins == 0) return both;
  const nn::EdgeGradient apart = nn::repulsion_gradient(heads, places.bottomRows(stand_ins),
                                                        repulsion_strength * (1 - own_share));
  both.topRows(edges) += apart.heads;
  return stacked(both, apart.tails);
}

/// Calls a function with the network's inputs for each batch: its edges' heads, then their tails,
/// then all stand-ins.
void for_each_batch(const Matrix& inputs, const std::vector<Index>& neighbours, const Epoch& epoch,
                    const std::function<void(const Matrix&)>& use) {
  Edges edges(inputs, neighbours, epoch);
  const std::vector<Index> order = shuffled(edges.count(), epoch.seed);
  std::mt19937_64 noise_seeds(epoch.seed);
  const Index batches = (edges.count() + epoch.batch - 1) / epoch.batch;
  for (Index batch = 0; batch < batches; ++batch) {
    const Index first = edges.count() * batch / batches;
    const Index size = edges.count() * (batch + 1) / batches - first;
    Matrix ends(2 * size + epoch.stand_ins.rows(), inputs.cols());
    for (Index i = 0; i < size; ++i) {
      const Index edge = order[static_cast<std::size_t>(first + i)];
      ends.row(i) = edges.head(edge);
      ends.row(size + i) = edges.tail(edge);
    }
    if (epoch.stand_ins.rows() > 0) ends.bottomRows(epoch.stand_ins.rows()) = epoch.stand_ins;
    if (epoch.noise > 0) {
      ends += tsne::random_coordinates(ends.rows(), ends.cols(), epoch.noise, noise_seeds());
    }
    use(ends);
  }
}

/// Computes the gradient of a batch's loss with respect to the weights.
RowVector batch_gradient(const nn::Network& network, const Matrix& ends, Index own_points,
                         const Epoch& epoch) {
  const nn::Layers layers = nn::layers(network, ends);
  return nn::weight_gradient(network, layers, slope_of(layers.back(), own_points, epoch));
}

}  // namespace

std::vector<Index> neighbours_of(const Matrix& inputs) {
  const Index count = std::min(neighbours_per_point, inputs.rows() - 1);
  if (count < 1) return {};
  const tsne::Neighbours found = tsne::nearest_neighbours(inputs, count);
  return {found.indices.begin(), found.indices.end()};
}

Matrix stand_ins_among(const Matrix& reference, std::uint64_t seed) {
  constexpr Index most = 500;
  if (reference.rows() <= most) return reference;
  std::vector<Index> rows = shuffled(reference.rows(), seed);
  rows.resize(static_cast<std::size_t>(most));
  return reference(rows, Eigen::all);
}

void train(nn::Network& network, nn::Adam& adam, const Matrix& inputs,
           const std::vector<Index>& neighbours, const Epoch& epoch) {
  const RowVector start = network.weights;
  for_each_batch(inputs, neighbours, epoch, [&](const Matrix& ends) {
    const RowVector gradient = batch_gradient(network, ends, inputs.rows(), epoch) +
                               epoch.proximal * (network.weights - start);
    network.weights += nn::adam_step(adam, gradient, epoch.learning_rate);
  });
}

RowVector epoch_gradient(const nn::Network& network, const Matrix& inputs,
                         const std::vector<Index>& neighbours, const Epoch& epoch) {
  RowVector sum = RowVector::Zero(network.weights.size());
  double edges_seen = 0;
  for_each_batch(inputs, neighbours, epoch, [&](const Matrix& ends) {
    const double edges = static_cast<double>(ends.rows() - epoch.stand_ins.rows()) / 2;
    sum += edges * batch_gradient(network, ends, inputs.rows(), epoch);
    edges_seen += edges;
  });
  return edges_seen > 0 ? RowVector(sum / edges_seen) : sum;
}

}  // namespace dsne::methods
