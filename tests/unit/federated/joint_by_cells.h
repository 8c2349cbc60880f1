#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "data/stacked.h"
#include "federated/cell_sums.h"
#include "federated/joint_objective.h"
#include "federated/share_at_site.h"
#include "tsne/gradient.h"
#include "tsne/placement.h"

/// Method joint by cells in one process: what every node of a federation computes, one after the
/// other.
class JointByCells {
 public:
  /// One node's part of the map.
  struct Part {
    dsne::Matrix coordinates;
    dsne::tsne::Motion motion;
  };

  /// @param coordinates where the reference and each site start
  JointByCells(dsne::federated::Parameters parameters, dsne::Matrix reference,
               const std::vector<dsne::Matrix>& sites, dsne::federated::Cells cells)
      : parameters_(std::move(parameters)), cells_(std::move(cells)) {
    size_ = {reference.rows(), std::ssize(sites)};
    members_ = dsne::federated::Counts::Zero(cells_.count);
    for (const dsne::Matrix& own : sites) {
      size_.points += own.rows();
      numbers_.push_back(dsne::federated::in_cells(
          dsne::federated::nearest_reference_points(own, reference), cells_));
      members_ += dsne::federated::counts_of(numbers_.back(), cells_.count);
    }
    for (std::size_t l = 0; l < sites.size(); ++l) {
      const dsne::Vector shares = dsne::federated::shares_at_site(
          dsne::tsne::map_affinities(sites[l], reference), numbers_[l], cells_, members_);
      affinities_.push_back(dsne::federated::site_part({sites[l], reference}, shares,
                                                       parameters_.perplexity, size_));
    }
  }

  void start(const dsne::Matrix& reference, const std::vector<dsne::Matrix>& sites) {
    reference_ = at_rest(reference);
    for (const dsne::Matrix& own : sites) sites_.push_back(at_rest(own));
  }

  void iterate(int iteration) {
    using namespace dsne::federated;
    using dsne::Matrix;
    const Matrix& reference = reference_.coordinates;
    const Matrix centres = cell_centres(reference, cells_);
    const CellSums all = sums_of_all(centres);
    const JointStep step = joint_step(parameters_.schedule, iteration, size_.points);
    Matrix pull = Matrix::Zero(reference.rows(), reference.cols());
    std::vector<Matrix> slopes;
    for (std::size_t l = 0; l < sites_.size(); ++l) {
      const Matrix& own = sites_[l].coordinates;
      const Matrix known = dsne::data::stacked(own, reference);
      const Matrix attractive = dsne::tsne::attraction(affinities_at(l, iteration), known);
      pull += attractive.bottomRows(reference.rows());
      slopes.push_back(dsne::tsne::gradient(
          attractive.topRows(own.rows()),
          dsne::tsne::repulsion(known, others_of(l, all, centres), dsne::tsne::Precision::single),
          step.exaggeration));
    }
    move(reference_,
         dsne::tsne::gradient(
             pull,
             dsne::tsne::repulsion(reference, standing_for(members_, all, centres),
                                   dsne::tsne::Precision::single),
             step.exaggeration),
         step);
    for (std::size_t l = 0; l < sites_.size(); ++l) move(sites_[l], slopes[l], step);
  }

  const Part& reference() const { return reference_; }
  const std::vector<Part>& sites() const { return sites_; }

  /// [reference; site after site]
  dsne::Matrix coordinates() const {
    std::vector<dsne::Matrix> parts = {reference_.coordinates};
    for (const Part& site : sites_) parts.push_back(site.coordinates);
    return dsne::data::stacked(parts);
  }

 private:
  static Part at_rest(const dsne::Matrix& coordinates) {
    return {coordinates, dsne::tsne::Motion::at_rest(coordinates.rows(), coordinates.cols())};
  }

  static void move(Part& part, const dsne::Matrix& slope, const dsne::federated::JointStep& step) {
    dsne::tsne::update_motion(part.motion, slope, step.learning_rate, step.momentum);
    part.coordinates += part.motion.velocity;
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
                                       const dsne::Matrix& centres) const {
    all -= dsne::federated::cell_sums(sites_[l].coordinates, numbers_[l], centres);
    const dsne::federated::Counts others =
        members_ - dsne::federated::counts_of(numbers_[l], cells_.count);
    return dsne::federated::standing_for(others, all, centres);
  }

  dsne::tsne::Affinities affinities_at(std::size_t l, int iteration) const {
    return dsne::federated::with_exaggerated_site(
        affinities_[l], sites_[l].coordinates.rows(), size_.points,
        dsne::federated::site_exaggeration(parameters_.site_exaggeration, iteration,
                                           dsne::federated::iterations(parameters_)));
  }

  dsne::federated::Parameters parameters_;
  dsne::federated::Cells cells_;
  dsne::federated::FederationSize size_;
  dsne::federated::Counts members_;
  std::vector<dsne::federated::CellNumbers> numbers_;
  std::vector<dsne::tsne::Affinities> affinities_;
  Part reference_;
  std::vector<Part> sites_;
};
