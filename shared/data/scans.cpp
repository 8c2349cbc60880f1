#include "data/scans.h"

#include <iostream>

#include "core/errors.h"

namespace dsne::data {
namespace {

using Eigen::Index;

void name_features(Table& table, const NiftiVolume& scan) {
  for (Index y = 0; y < scan.height(); ++y) {
    for (Index x = 0; x < scan.width(); ++x) {
      table.features.push_back("x" + std::to_string(x) + " y" + std::to_string(y));
      table.columns.push_back(table.features.size());
    }
  }
}

RowVector summed_slices(NiftiVolume& scan, std::size_t number, const SliceVisitor& visit) {
  RowVector sum = RowVector::Zero(scan.width() * scan.height());
  for (Index z = 0; z < scan.slices(); ++z) {
    const Matrix slice = scan.next_slice();
    sum += slice.reshaped<Eigen::RowMajor>().transpose();
    if (visit) visit(number, scan, slice);
  }
  return sum;
}

}  // namespace

Table read_scans(const FileList& list, const std::string& input, const SliceVisitor& visit) {
  Table table = list.subjects;
  table.reading.is_array = true;
  Geometry& geometry = table.reading.geometry;
  std::size_t series = 0;
  for (std::size_t i = 0; i < list.files.size(); ++i) {
    NiftiVolume scan(list.files[i], list.names[i]);
    if (i == 0) {
      geometry = scan.geometry();
      table.values.resize(std::ssize(list.files), scan.width() * scan.height());
      name_features(table, scan);
    }
    const std::string differs = geometry_difference(scan.geometry(), geometry);
    if (!differs.empty()) {
      throw InputError(list.names[i] + " " + differs + " (compared with the first file)");
    }
    if (geometry.orientation.empty()) geometry.orientation = scan.geometry().orientation;
    series += scan.time_points() > 1 ? 1 : 0;
    table.values.row(static_cast<Index>(i)) = summed_slices(scan, i, visit);
    if ((i + 1) % 100 == 0) {
      std::cerr << input + ": " << i + 1 << " of " << list.files.size() << " scans" << std::endl;
    }
  }
  if (series > 0) {
    table.reading.notes.push_back("Of " + std::to_string(series) +
                                  " images with several time points the first is used.");
  }
  return table;
}

}  // namespace dsne::data
