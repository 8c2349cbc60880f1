#include "federated/share_at_site.h"

namespace dsne::federated {
namespace {

using Eigen::Index;

double share_at_site(const tsne::NeighbourAffinities& over_reference, Index row, Index own_cell,
                     const Cells& cells, const Counts& own, const Counts& members) {
  const Index count = over_reference.neighbours.count;
  double at_site = 0;
  double known = 0;
  for (Index k = row * count; k < (row + 1) * count; ++k) {
    const auto entry = static_cast<std::size_t>(k);
    const Index cell = cells.of_reference[over_reference.neighbours.indices[entry]];
    const Index itself = cell == own_cell ? 1 : 0;
    const Index others = members(cell) - itself;
    if (others == 0) continue;
    const double affinity = over_reference.values[entry];
    at_site += affinity * static_cast<double>(own(cell) - itself) / static_cast<double>(others);
    known += affinity;
  }
  return known > 0 ? at_site / known : 0;
}

}  // namespace

Vector shares_at_site(const tsne::NeighbourAffinities& over_reference, const CellNumbers& numbers,
                      const Cells& cells, const Counts& members) {
  const Counts own = counts_of(numbers, cells.count);
  Vector shares(static_cast<Index>(numbers.size()));
  for (Index i = 0; i < shares.size(); ++i) {
    shares(i) =
        share_at_site(over_reference, i, numbers[static_cast<std::size_t>(i)], cells, own, members);
  }
  return shares;
}

}  // namespace dsne::federated
