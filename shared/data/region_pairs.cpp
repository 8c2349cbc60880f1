#include "data/region_pairs.h"

#include "core/errors.h"

namespace dsne::data {
namespace {

using Eigen::Index;

std::vector<std::string> region_names(const RegionPairs& subject) {
  if (!subject.names.empty()) return subject.names;
  std::vector<std::string> names;
  for (Index r = 1; r <= subject.values.cols(); ++r) names.push_back(std::to_string(r));
  return names;
}

void name_pairs(Table& table, const std::vector<std::string>& regions) {
  for (std::size_t a = 0; a < regions.size(); ++a) {
    for (std::size_t b = a + 1; b < regions.size(); ++b) {
      table.features.push_back(regions[a] + '~' + regions[b]);
      table.columns.push_back(table.features.size());
    }
  }
}

Index pair_count(Index regions) { return regions * (regions - 1) / 2; }

RowVector upper_triangle(const Matrix& matrix) {
  RowVector values(pair_count(matrix.rows()));
  Index next = 0;
  for (Index row = 0; row < matrix.rows(); ++row) {
    const Index count = matrix.cols() - row - 1;
    values.segment(next, count) = matrix.row(row).tail(count);
    next += count;
  }
  return values;
}

}  // namespace

Table read_region_pairs(const FileList& list, const std::string& input, const ReadPairs& read) {
  Table table = table_of(list);
  std::vector<std::string> regions;
  for (std::size_t i = 0; i < list.files.size(); ++i) {
    const RegionPairs subject = read(list.files[i], list.names[i]);
    if (i == 0) {
      regions = region_names(subject);
      if (regions.size() < 2) throw InputError(input + " has matrices of one region");
      table.values.resize(std::ssize(list.files), pair_count(std::ssize(regions)));
      name_pairs(table, regions);
      table.reading.geometry.kind = GeometryKind::networks;
      table.reading.geometry.size = {std::ssize(regions)};
      table.reading.geometry.regions = subject.names;
    }
    if (region_names(subject) != regions) {
      throw InputError(list.names[i] +
                       " has other regions than the first subject's file, or "
                       "has them in another order");
    }
    table.values.row(static_cast<Index>(i)) = upper_triangle(subject.values);
  }
  return table;
}

}  // namespace dsne::data
