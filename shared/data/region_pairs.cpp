#include "data/region_pairs.h"

#include <algorithm>
#include <cmath>

#include "core/errors.h"
#include "data/duplicates.h"

namespace dsne::data {
namespace {

using Eigen::Index;

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

/// Findings in the order in which they were first found, each with the number of its files.
using Findings = std::vector<std::pair<std::string, std::size_t>>;

void add(Findings& findings, const std::string& found) {
  const auto known = std::ranges::find(findings, found, &Findings::value_type::first);
  if (known == findings.end()) {
    findings.emplace_back(found, 1);
  } else {
    ++known->second;
  }
}

constexpr const char* beyond_one =
    "values are beyond 1, so they are Fisher's z, covariances or counts and no correlations; all "
    "sites must bring the same";

bool is_beyond_one(double value) {
  constexpr double rounding = 1e-6;
  return std::abs(value) > 1 + rounding;
}

Geometry networks(const RegionPairs& subject) {
  Geometry geometry;
  geometry.kind = GeometryKind::networks;
  geometry.size = {subject.values.rows()};
  geometry.regions = subject.names;
  return geometry;
}

}  // namespace

Table read_region_pairs(const FileList& list, const Source& source, const ReadPairs& read) {
  Table table = list.subjects;
  table.reading.is_array = true;
  std::vector<std::string> regions;
  Findings findings;
  for (std::size_t i = 0; i < list.files.size(); ++i) {
    const RegionPairs subject = read(list.files[i], list.names[i]);
    if (i == 0) {
      if (find_duplicate(subject.names)) {
        throw InputError(list.names[i] + " has two regions of one name");
      }
      const auto count = static_cast<std::size_t>(subject.values.cols());
      regions = subject.names.empty() ? numbered_names(count) : subject.names;
      if (regions.size() < 2) source.refuse("has matrices of one region");
      table.values.resize(std::ssize(list.files), pair_count(std::ssize(regions)));
      name_pairs(table, regions);
      table.reading.geometry = networks(subject);
    }
    const std::string differs = geometry_difference(networks(subject), table.reading.geometry);
    if (!differs.empty()) {
      throw InputError(list.names[i] + " " + differs + " (compared with the first file)");
    }
    const RowVector values = upper_triangle(subject.values);
    for (const std::string& finding : subject.findings) add(findings, finding);
    if (std::any_of(values.begin(), values.end(), is_beyond_one)) add(findings, beyond_one);
    table.values.row(static_cast<Index>(i)) = values;
  }
  const std::size_t files = list.files.size();
  for (const auto& [finding, count] : findings) {
    table.reading.notes.push_back("In " + (count == files ? "all" : std::to_string(count) + " of") +
                                  " " + std::to_string(files) + " files " + finding + ".");
  }
  return table;
}

}  // namespace dsne::data
