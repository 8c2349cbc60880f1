#include "federated/cells.h"

#include <algorithm>
#include <numeric>

#include "core/errors.h"
#include "core/shuffled.h"
#include "tsne/neighbours.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

/// Cells on the way: those with a lower number take in those with a higher, which are then gone.
class Merger {
 public:
  Merger(const Cells& cells, std::vector<bool> vetoed, const Matrix& reference,
         const std::vector<Counts>& counts, Index min_members)
      : of_reference_(cells.of_reference),
        to_merge_(std::move(vetoed)),
        centre_sums_(
            sums_by_cell<Matrix>(counts.front().cast<double>().asDiagonal() * reference, cells)),
        min_members_(min_members) {
    for (const Counts& each : counts) counts_.push_back(sums_by_cell(each, cells));
    for (Index cell = 0; cell < cells.count; ++cell) note_small(cell);
  }

  void merge_all() {
    for (Index cell = smallest_to_merge(); cell >= 0; cell = smallest_to_merge()) {
      const RowVector centre = centre_sums_.row(cell) / static_cast<double>(members(cell));
      const Index other = nearest_with_members(centre, cell);
      if (other < 0) throw InputError("too few subjects for sums over them to be exchanged");
      merge(std::min(cell, other), std::max(cell, other));
    }
  }

  /// Gives the cells without members, a reference point each, to the nearest ones with some.
  void leave_none_empty(const Matrix& reference) {
    for (std::size_t point = 0; point < of_reference_.size(); ++point) {
      if (members(of_reference_[point]) > 0) continue;
      const Index nearest = nearest_with_members(reference.row(static_cast<Index>(point)), -1);
      if (nearest >= 0) of_reference_[point] = nearest;
    }
  }

  Cells cells() const {
    std::vector<Index> numbers(to_merge_.size(), -1);
    Cells cells{of_reference_, 0};
    for (Index& cell : cells.of_reference) {
      Index& number = numbers[static_cast<std::size_t>(cell)];
      if (number < 0) number = cells.count++;
      cell = number;
    }
    return cells;
  }

 private:
  Index members(Index cell) const { return counts_.front()(cell); }

  void note_small(Index cell) {
    for (const Counts& counts : counts_) {
      if (counts(cell) > 0 && counts(cell) < min_members_) {
        to_merge_[static_cast<std::size_t>(cell)] = true;
      }
    }
  }

  /// @return -1 when there is none
  Index smallest_to_merge() const {
    Index smallest = -1;
    for (Index cell = 0; cell < centre_sums_.rows(); ++cell) {
      if (!to_merge_[static_cast<std::size_t>(cell)] || members(cell) == 0) continue;
      if (smallest < 0 || members(cell) < members(smallest)) smallest = cell;
    }
    return smallest;
  }

  /// @param itself a cell that is left out
  /// @return -1 when there is none
  Index nearest_with_members(const RowVector& centre, Index itself) const {
    Index nearest = -1;
    double least = 0;
    for (Index other = 0; other < centre_sums_.rows(); ++other) {
      if (other == itself || members(other) == 0) continue;
      const double distance =
          (centre - centre_sums_.row(other) / static_cast<double>(members(other))).squaredNorm();
      if (nearest >= 0 && !(distance < least)) continue;
      nearest = other;
      least = distance;
    }
    return nearest;
  }

  void merge(Index into, Index gone) {
    std::replace(of_reference_.begin(), of_reference_.end(), gone, into);
    centre_sums_.row(into) += centre_sums_.row(gone);
    for (Counts& counts : counts_) {
      counts(into) += counts(gone);
      counts(gone) = 0;
    }
    to_merge_[static_cast<std::size_t>(into)] = false;
    to_merge_[static_cast<std::size_t>(gone)] = false;
    note_small(into);
  }

  CellNumbers of_reference_;
  std::vector<Counts> counts_;  ///< by cell
  std::vector<bool> to_merge_;
  Matrix centre_sums_;  ///< of members, each at its reference point
  Index min_members_;
};

}  // namespace

std::vector<Index> sampled_points(Index reference_points, Index subjects,
                                  Index subjects_per_point) {
  constexpr std::uint64_t seed = 1;
  std::vector<Index> points = shuffled(reference_points, seed);
  points.resize(static_cast<std::size_t>(
      std::clamp(subjects / subjects_per_point, Index{1}, reference_points)));
  std::sort(points.begin(), points.end());
  return points;
}

Cells public_groups(const Matrix& reference, Index subjects, Index subjects_per_group) {
  const std::vector<Index> points = sampled_points(reference.rows(), subjects, subjects_per_group);
  Cells groups{nearest_reference_points(reference, reference, points), std::ssize(points)};
  for (Index& group : groups.of_reference) {
    group = std::lower_bound(points.begin(), points.end(), group) - points.begin();
  }
  return groups;
}

CellNumbers nearest_reference_points(const Matrix& own, const Matrix& reference,
                                     const std::vector<Index>& among) {
  const tsne::Neighbours nearest =
      tsne::nearest_candidates(own, Matrix(reference(among, Eigen::all)), 1);
  CellNumbers numbers;
  for (const auto index : nearest.indices) numbers.push_back(among[index]);
  return numbers;
}

Counts counts_of(const CellNumbers& numbers, Index count) {
  Counts counts = Counts::Zero(count);
  for (const Index number : numbers) ++counts(number);
  return counts;
}

CellNumbers in_cells(const CellNumbers& nearest, const Cells& cells) {
  CellNumbers numbers;
  for (const Index point : nearest) {
    numbers.push_back(cells.of_reference[static_cast<std::size_t>(point)]);
  }
  return numbers;
}

Cells merged_cells(const Matrix& reference, const std::vector<Counts>& counts, Index min_members) {
  Cells each{CellNumbers(static_cast<std::size_t>(reference.rows())), reference.rows()};
  std::iota(each.of_reference.begin(), each.of_reference.end(), Index{0});
  return merged_further(each, std::vector<bool>(each.of_reference.size()), reference, counts,
                        min_members);
}

Cells merged_further(const Cells& cells, const std::vector<bool>& vetoed, const Matrix& reference,
                     const std::vector<Counts>& counts, Index min_members) {
  Merger merger(cells, vetoed, reference, counts, min_members);
  merger.merge_all();
  merger.leave_none_empty(reference);
  return merger.cells();
}

std::vector<bool> shows_few_others(const Cells& cells, const std::vector<Counts>& all,
                                   const std::vector<Counts>& own, Index min_members) {
  std::vector<bool> few(static_cast<std::size_t>(cells.count));
  for (std::size_t kind = 0; kind < all.size(); ++kind) {
    const Counts others = sums_by_cell<Counts>(all[kind] - own[kind], cells);
    for (Index cell = 0; cell < cells.count; ++cell) {
      if (others(cell) > 0 && others(cell) < min_members)
        few[static_cast<std::size_t>(cell)] = true;
    }
  }
  return few;
}

}  // namespace dsne::federated
