// Forces between hostile places, which a message may hold: by the tree, too, which serves large
// maps.

#include "tsne/repulsion.h"

#include "fuzz/fuzz.h"
#include "fuzz/hostile.h"
#include "tsne/tree_repulsion.h"

void fuzz::target(std::string_view bytes) {
  FuzzedDataProvider choices(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  const int dimensions = choices.ConsumeIntegralInRange(2, 3);
  const dsne::Matrix coordinates =
      hostile_points(choices.ConsumeIntegralInRange(2, 300), dimensions, choices)
          .unaryExpr([](double value) { return std::isfinite(value) ? value : 0; });
  require(dsne::tsne::tree_repulsion(coordinates).forces.rows() == coordinates.rows());
  for (const auto precision : {dsne::tsne::Precision::single, dsne::tsne::Precision::full}) {
    require(dsne::tsne::repulsion(coordinates, precision).forces.rows() == coordinates.rows());
  }
}
