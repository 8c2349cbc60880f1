#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "data/stacked.h"
#include "federated/methods/cell_gradient.h"
#include "federated/methods/cell_sums.h"
#include "federated/methods/joint_objective.h"

/// Method joint by cells in one process: what every node of a federation computes, one after the
/// other.
class JointByCells {
 public:
  /// A node's points.
  struct Part {
    dsne::Matrix coordinates;
    dsne::tsne::OptimizerState optimizer;
  };

  /// From where the reference and each site start.
  /// @param parts of the affinities, site by site
  /// @param with_vetoes whether sites veto cells that show them few of the others
  JointByCells(dsne::federated::Parameters parameters, std::vector<dsne::tsne::Affinities> parts,
               dsne::tsne::Affinities reference_part, const dsne::Matrix& reference,
               const std::vector<dsne::Matrix>& sites, Eigen::Index min_members,
               bool with_vetoes = true)
      : parameters_(std::move(parameters)),
        embedding_(dsne::federated::neighbour_embedding(parameters_)),
        parts_(std::move(parts)),
        reference_part_(std::move(reference_part)) {
    using namespace dsne::federated;
    reference_ = at_rest(reference);
    points_ = reference.rows();
    for (const dsne::Matrix& own : sites) points_ += own.rows();
    const Eigen::Index subjects = points_ - reference.rows();
    const std::vector<Eigen::Index> counting =
        sampled_points(reference.rows(), subjects, 2 * min_members);
    groups_ = public_groups(reference, subjects, 4);
    Counts counts = Counts::Zero(reference.rows());
    for (const dsne::Matrix& own : sites) {
      sites_.push_back(at_rest(own));
      numbers_.push_back(nearest_reference_points(own, reference, counting));
      counts += counts_of(numbers_.back(), reference.rows());
    }
    cells_ = merged_cells(reference, {counts}, min_members);
    for (std::vector<bool> vetoed = vetoes(counts, min_members);
         with_vetoes && std::find(vetoed.begin(), vetoed.end(), true) != vetoed.end();
         vetoed = vetoes(counts, min_members)) {
      cells_ = merged_further(cells_, vetoed, reference, {counts}, min_members);
    }
    members_ = sums_by_cell(counts, cells_);
    for (CellNumbers& numbers : numbers_) numbers = in_cells(numbers, cells_);
  }

  void iterate(int iteration) {
    using namespace dsne::federated;
    using dsne::Matrix;
    const Matrix& reference = reference_.coordinates;
    const Matrix centres = cell_centres(reference, cells_);
    const CellSums all = sums_of_all(centres);
    const JointStep step = joint_step(parameters_.schedule, iteration, points_);
    Matrix from_sites = Matrix::Zero(groups_.count, reference.cols());
    std::vector<Matrix> slopes;
    for (std::size_t l = 0; l < sites_.size(); ++l) {
      const SiteGradient site =
          site_gradient(*embedding_, part_at(l, iteration), sites_[l].coordinates, reference,
                        groups_, others_of(l, all, centres, iteration), step.exaggeration);
      slopes.push_back(site.own);
      from_sites += site.on_groups;
    }
    const Matrix slope =
        reference_gradient(*embedding_, reference_part_, reference, groups_, from_sites,
                           standing_for(members_, all, centres, iteration), step.exaggeration);
    move(reference_, slope, step);
    for (std::size_t l = 0; l < sites_.size(); ++l) move(sites_[l], slopes[l], step);
  }

  const Part& reference() const { return reference_; }
  const std::vector<Part>& sites() const { return sites_; }
  const dsne::federated::Cells& cells() const { return cells_; }

  /// [reference; site after site]
  dsne::Matrix coordinates() const {
    std::vector<dsne::Matrix> parts = {reference_.coordinates};
    for (const Part& site : sites_) parts.push_back(site.coordinates);
    return dsne::data::stacked(parts);
  }

 private:
  static Part at_rest(const dsne::Matrix& coordinates) {
    return {coordinates,
            dsne::tsne::OptimizerState::at_rest(coordinates.rows(), coordinates.cols())};
  }

  static void move(Part& part, const dsne::Matrix& slope, const dsne::federated::JointStep& step) {
    dsne::tsne::update_optimizer(part.optimizer, slope, step.learning_rate, step.momentum);
    part.coordinates += part.optimizer.velocity;
  }

  /// Which cells would show some site few subjects of the others.
  std::vector<bool> vetoes(const dsne::federated::Counts& counts, Eigen::Index min_members) const {
    std::vector<bool> all(static_cast<std::size_t>(cells_.count));
    for (const dsne::federated::CellNumbers& nearest : numbers_) {
      const auto own = dsne::federated::counts_of(nearest, counts.size());
      const auto few = dsne::federated::shows_few_others(cells_, {counts}, {own}, min_members);
      for (std::size_t cell = 0; cell < all.size(); ++cell) all[cell] = all[cell] || few[cell];
    }
    return all;
  }

  dsne::federated::CellSums sums_of_all(const dsne::Matrix& centres) const {
    dsne::federated::CellSums all =
        dsne::federated::cell_sums(dsne::Matrix(0, centres.cols()), {}, centres);
    for (std::size_t l = 0; l < sites_.size(); ++l) {
      const auto own = dsne::federated::cell_sums(sites_[l].coordinates, numbers_[l], centres);
      all.sums += own.sums;
      all.products += own.products;
    }
    return all;
  }

  dsne::tsne::WeightedPoints others_of(std::size_t l, dsne::federated::CellSums all,
                                       const dsne::Matrix& centres, int iteration) const {
    all -= dsne::federated::cell_sums(sites_[l].coordinates, numbers_[l], centres);
    const dsne::federated::Counts others =
        members_ - dsne::federated::counts_of(numbers_[l], cells_.count);
    return dsne::federated::standing_for(others, all, centres, iteration);
  }

  dsne::tsne::Affinities part_at(std::size_t l, int iteration) const {
    return dsne::federated::with_exaggerated_site(
        parts_[l], sites_[l].coordinates.rows(), points_,
        dsne::federated::site_exaggeration(parameters_.site_exaggeration, iteration,
                                           dsne::federated::iterations(parameters_)));
  }

  dsne::federated::Parameters parameters_;
  std::unique_ptr<const dsne::federated::NeighbourEmbedding> embedding_;
  std::vector<dsne::tsne::Affinities> parts_;
  dsne::tsne::Affinities reference_part_;
  dsne::federated::Cells cells_;
  dsne::federated::Cells groups_;
  dsne::federated::Counts members_;
  std::vector<dsne::federated::CellNumbers> numbers_;  ///< of each site's points
  Eigen::Index points_ = 0;                            ///< of all sites and the reference
  Part reference_;
  std::vector<Part> sites_;
};
