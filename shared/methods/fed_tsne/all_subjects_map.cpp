#include "methods/fed_tsne/all_subjects_map.h"

#include <algorithm>

#include "methods/embedding/initial_coordinates.h"
#include "methods/method.h"
#include "tsne/tsne.h"
#include "umap/umap.h"

namespace dsne::methods {
namespace {

constexpr int most_exaggerated_iterations = 250;

bool is_umap(const Parameters& parameters) {
  return find_method(parameters.method).layout == Layout::umap;
}

Matrix tsne_of(const Matrix& points, const Parameters& parameters) {
  const int end = iterations(parameters);
  tsne::Schedule schedule = parameters.schedule;
  schedule.early_exaggeration_iterations = std::min(end / 3, most_exaggerated_iterations);
  return tsne::tsne(joint_affinities(points, parameters),
                    principal_coordinates(points, parameters.no_dims), schedule, end);
}

Matrix umap_of(const Matrix& points, const Parameters& parameters) {
  umap::Options options;
  options.neighbours = parameters.n_neighbors;
  options.min_dist = parameters.min_dist;
  options.spread = parameters.spread;
  options.epochs = parameters.max_iterations;
  options.dimensions = parameters.no_dims;
  options.seed = static_cast<std::uint64_t>(parameters.seed);
  return umap::umap(points, options);
}

}  // namespace

Matrix map_of_all(const Matrix& points, const Parameters& parameters) {
  return is_umap(parameters) ? umap_of(points, parameters) : tsne_of(points, parameters);
}

Matrix placed_on(const Matrix& map, const Matrix& points, const Matrix& further,
                 const Parameters& parameters) {
  if (!is_umap(parameters)) return tsne::transform(further, points, map);
  const umap::Curve curve = umap::fitted_curve(parameters.min_dist, parameters.spread);
  return tsne::transform(umap::memberships_over(further, points, parameters.n_neighbors),
                         umap::FinishedUmap(map, curve));
}

}  // namespace dsne::methods
