#include "data/scans.h"

#include <iostream>

#include "core/errors.h"

namespace dsne::data {
namespace {

using Eigen::Index;

std::string shape_text(const NiftiVolume& scan) {
  return std::to_string(scan.width()) + " x " + std::to_string(scan.height()) + " x " +
         std::to_string(scan.slices());
}

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

void say_progress(std::size_t done, std::size_t all, const std::string& input) {
  if (done % 100 == 0) std::cerr << input + ": " << done << " of " << all << " scans" << std::endl;
}

}  // namespace

Table read_scans(const FileList& list, const std::string& input, const SliceVisitor& visit) {
  Table table = table_of(list);
  std::string shape;
  for (std::size_t i = 0; i < list.files.size(); ++i) {
    NiftiVolume scan(list.files[i], list.names[i]);
    if (i == 0) {
      shape = shape_text(scan);
      table.values.resize(std::ssize(list.files), scan.width() * scan.height());
      name_features(table, scan);
      table.reading.geometry.kind = GeometryKind::images;
      table.reading.geometry.size = {scan.width(), scan.height(), scan.slices()};
    }
    if (shape_text(scan) != shape) {
      throw InputError(list.names[i] + " has " + shape_text(scan) +
                       " voxels, the first subject's file " + shape);
    }
    table.values.row(static_cast<Index>(i)) = summed_slices(scan, i, visit);
    say_progress(i + 1, list.files.size(), input);
  }
  return table;
}

}  // namespace dsne::data
