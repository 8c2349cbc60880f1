#include "candidates.h"

#include "data/normalization.h"
#include "data/stacked.h"
#include "quality/comparison_space.h"
#include "quality/outlier_scores.h"
#include "tsne/neighbours.h"

namespace dsne {
namespace {

using Eigen::Index;
using Scorer = std::function<ScoredPoints(const Matrix&)>;
/// A site's points in the features of a score.
using View = std::function<Matrix(const Matrix&)>;

constexpr Index neighbours = 10;

Vector mean_distances(const tsne::Neighbours& found) {
  const Eigen::Map<const Matrix> squares(found.squared_distances.data(),
                                         std::ssize(found.squared_distances) / found.count,
                                         found.count);
  return squares.cwiseSqrt().rowwise().mean();
}

View robust_view(const Matrix& reference) {
  data::Scaling scaling = data::fit_scaling(reference, data::Normalization::robust);
  scaling.limit = data::largest_deviation;
  return [scaling](const Matrix& points) { return data::apply(scaling, points); };
}

View space_view(const Matrix& reference) {
  return [space = quality::ComparisonSpace(reference, reference)](const Matrix& points) {
    return space.coordinates(points);
  };
}

ScoredPoints split(const Vector& all, Index reference_points) {
  return {all.tail(all.size() - reference_points), all.head(reference_points)};
}

ScoredPoints among_reference(const Matrix& own, const Matrix& reference) {
  return {mean_distances(tsne::nearest_candidates(own, reference, neighbours)),
          mean_distances(tsne::nearest_neighbours(reference, neighbours))};
}

ScoredPoints among_all(const Matrix& own, const Matrix& reference) {
  const Matrix all = data::stacked({reference, own});
  return split(mean_distances(tsne::nearest_neighbours(all, neighbours)), reference.rows());
}

/// Returns a point's mean distance to its neighbours divided by theirs to their own.
ScoredPoints local_outlier_factor(const Matrix& own, const Matrix& reference) {
  const Matrix all = data::stacked({reference, own});
  const tsne::Neighbours found = tsne::nearest_neighbours(all, neighbours);
  const Vector distances = mean_distances(found);
  Vector factors(all.rows());
  for (Index i = 0; i < all.rows(); ++i) {
    double theirs = 0;
    for (Index k = 0; k < neighbours; ++k) {
      theirs += distances(found.indices[static_cast<std::size_t>(i * neighbours + k)]);
    }
    factors(i) = distances(i) / (theirs / static_cast<double>(neighbours));
  }
  return split(factors, reference.rows());
}

Scorer chosen(const Matrix& reference) {
  return [reference](const Matrix& own) {
    const quality::Rated rated = quality::outlier_ratings(own, {reference});
    return ScoredPoints{rated.own, rated.reference};
  };
}

/// Uses no ordinary neighbours, and the reference's units only.
Scorer nearest_of_both(const Matrix& reference) {
  return [reference](const Matrix& own) {
    const quality::ComparisonSpace space(reference, data::stacked({reference, own}));
    return among_all(space.coordinates(own), space.coordinates(reference));
  };
}

Scorer ordinary_neighbours(const Matrix& reference) {
  return [reference](const Matrix& own) {
    const quality::ComparisonSpace space(reference, data::stacked({reference, own}));
    const quality::Rated rated = quality::oddness(space, own, reference);
    return ScoredPoints{rated.own, rated.reference};
  };
}

/// Makes a scorer from a function of own and reference points.
template <typename MakeView, typename Score>
auto in_view(MakeView make_view, Score score) {
  return [=](const Matrix& reference) -> Scorer {
    return [view = make_view(reference), reference, score](const Matrix& own) {
      return score(view(own), view(reference));
    };
  };
}

ScoredPoints largest_size(const Matrix& own, const Matrix& reference) {
  return {own.rowwise().lpNorm<Eigen::Infinity>(), reference.rowwise().lpNorm<Eigen::Infinity>()};
}

ScoredPoints length(const Matrix& own, const Matrix& reference) {
  return {own.rowwise().norm(), reference.rowwise().norm()};
}

}  // namespace

std::vector<Candidate> candidates() {
  return {
      {"**ordinary neighbours, in either's units**", chosen},
      {"ordinary neighbours, in the reference's units", ordinary_neighbours},
      {"neighbours among both", nearest_of_both},
      {"neighbours in the reference, in a space learned from it",
       in_view(space_view, among_reference)},
      {"distance from the middle in that space", in_view(space_view, length)},
      {"neighbours among both, robust z", in_view(robust_view, among_all)},
      {"neighbours in the reference, robust z", in_view(robust_view, among_reference)},
      {"local outlier factor among both, robust z", in_view(robust_view, local_outlier_factor)},
      {"largest robust z", in_view(robust_view, largest_size)},
  };
}

}  // namespace dsne
