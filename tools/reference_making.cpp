#include "tools/reference_making.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/shuffled.h"
#include "data/missing.h"
#include "data/quantile.h"
#include "quality/outlier_scores.h"

namespace dsne::tools {
namespace {

using Eigen::Index;
using Rows = std::vector<Index>;

constexpr double least_present = 0.95;
constexpr double most_gaps = 0.2;
constexpr double absurd_deviations = 20;
/// 5 %, because voxel sizes and the like hardly vary.
constexpr double min_deviation = 0.05;
constexpr Index min_points = 4;
constexpr std::size_t most_scanners = 10;
constexpr std::size_t min_scans = 20;
constexpr std::size_t min_others = 99;

/// Returns values on a scale where a tenth is as far as tenfold; nothing for a measure that is
/// mostly 0.
Vector evened(const Vector& values) {
  const std::vector<double> sorted = data::sorted_values(values, 0);
  if (!sorted.empty() && sorted.front() > 0) return values.array().log();
  const std::vector<double> sizes = data::sorted_values(values.cwiseAbs(), 0);
  const double size = sizes.empty() ? 0 : data::quantile(sizes, 0.5);
  return size > 0 ? Vector((values / size).array().asinh()) : Vector();
}

Rows rows_where(Index count, const auto& keep) {
  Rows rows;
  for (Index row = 0; row < count; ++row) {
    if (keep(row)) rows.push_back(row);
  }
  return rows;
}

PublicScans kept(const PublicScans& scans, const auto& keep) {
  return chosen(scans, rows_where(scans.size(), keep));
}

void keep_usual_measures(PublicScans& scans, std::vector<std::string>& left_out) {
  Rows columns;
  std::vector<std::string> names;
  for (Index f = 0; f < scans.values.cols(); ++f) {
    const auto missing = scans.values.col(f).array().isNaN().count();
    const auto present = static_cast<double>(scans.size() - missing);
    const std::string& name = scans.measures[static_cast<std::size_t>(f)];
    if (present < least_present * static_cast<double>(scans.size())) {
      left_out.push_back(name);
    } else {
      columns.push_back(f);
      names.push_back(name);
    }
  }
  if (columns.empty()) throw InputError("no measure has a value for 19 in 20 of the scans");
  scans.values = Matrix(scans.values(Eigen::all, columns));
  scans.measures = std::move(names);
}

/// Draws from each scanner in turn, each scanner's scans in random order.
PublicScans drawn(const PublicScans& scans, Index most, std::uint64_t seed) {
  if (scans.size() <= most) return scans;
  std::map<std::string, Rows> of_scanner;
  for (const Index row : shuffled(scans.size(), seed)) {
    of_scanner[scans.scanners[static_cast<std::size_t>(row)]].push_back(row);
  }
  Rows rows;
  for (std::size_t turn = 0; std::ssize(rows) < most; ++turn) {
    for (const auto& scanner : of_scanner) {
      if (turn < scanner.second.size() && std::ssize(rows) < most) {
        rows.push_back(scanner.second[turn]);
      }
    }
  }
  std::sort(rows.begin(), rows.end());
  return chosen(scans, rows);
}

}  // namespace

std::vector<bool> absurd_scans(const Matrix& values) {
  std::vector<bool> absurd(static_cast<std::size_t>(values.rows()));
  for (Index f = 0; f < values.cols(); ++f) {
    const Vector even = evened(values.col(f));
    const std::vector<double> sorted = data::sorted_values(even, 0);
    if (sorted.empty()) continue;
    const double middle = data::quantile(sorted, 0.5);
    const double deviation = std::max(data::interquartile_deviation(sorted), min_deviation);
    for (Index row = 0; row < values.rows(); ++row) {
      if (std::abs(even(row) - middle) > absurd_deviations * deviation) {
        absurd[static_cast<std::size_t>(row)] = true;
      }
    }
  }
  return absurd;
}

MadeReference make_reference(PublicScans scans, Index most, std::uint64_t seed) {
  const std::set<std::string> modalities(scans.modalities.begin(), scans.modalities.end());
  if (modalities.size() > 1) {
    throw InputError("the scans are of several modalities: say which with --modality");
  }
  MadeReference made;
  made.read = scans.size();
  const auto go_on_with = [&scans](PublicScans fewer, Index& lost) {
    lost = scans.size() - fewer.size();
    scans = std::move(fewer);
    if (scans.size() < min_points) throw InputError("fewer than 4 scans are left");
  };
  std::set<std::string> seen;
  go_on_with(kept(scans,
                  [&](Index row) {
                    const std::string& checksum = scans.checksums[static_cast<std::size_t>(row)];
                    return checksum.empty() || seen.insert(checksum).second;
                  }),
             made.duplicates);
  keep_usual_measures(scans, made.left_out);
  const double most_missing = most_gaps * static_cast<double>(scans.values.cols());
  go_on_with(kept(scans,
                  [&](Index row) {
                    const auto missing = scans.values.row(row).array().isNaN().count();
                    return static_cast<double>(missing) <= most_missing;
                  }),
             made.incomplete);
  const std::vector<bool> absurd = absurd_scans(scans.values);
  go_on_with(kept(scans, [&](Index row) { return !absurd[static_cast<std::size_t>(row)]; }),
             made.absurd);
  go_on_with(drawn(scans, most, seed), made.not_drawn);
  made.filled = scans.values.array().isNaN().count();
  scans.values = data::filled(scans.values, data::present_medians(scans.values, 1));
  const bool labelled = std::any_of(scans.labels.begin(), scans.labels.end(),
                                    [](const std::string& label) { return !label.empty(); });
  made.scanners = scans.scanners;
  made.points = {std::move(scans.values), std::move(scans.measures),
                 labelled ? std::move(scans.labels) : std::vector<std::string>{}};
  return made;
}

std::vector<ScannerLeftOut> leave_scanners_out(const MadeReference& reference) {
  std::map<std::string, Rows> of_scanner;
  for (std::size_t i = 0; i < reference.scanners.size(); ++i) {
    if (!reference.scanners[i].empty()) {
      of_scanner[reference.scanners[i]].push_back(static_cast<Index>(i));
    }
  }
  std::vector<std::pair<std::string, Rows>> scanners(of_scanner.begin(), of_scanner.end());
  std::stable_sort(scanners.begin(), scanners.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  const Matrix& values = reference.points.values;
  std::vector<ScannerLeftOut> results;
  for (const auto& [scanner, rows] : scanners) {
    const auto others = static_cast<std::size_t>(values.rows()) - rows.size();
    if (results.size() == most_scanners || rows.size() < min_scans || others < min_others) continue;
    const std::string& name = scanner;
    const Rows rest = rows_where(values.rows(), [&reference, &name](Index row) {
      return reference.scanners[static_cast<std::size_t>(row)] != name;
    });
    std::vector<std::string> labels;
    for (const Index row : rest) {
      if (!reference.points.labels.empty()) {
        labels.push_back(reference.points.labels[static_cast<std::size_t>(row)]);
      }
    }
    const Matrix own = values(rows, Eigen::all);
    const auto judged = quality::judged(values(rest, Eigen::all), labels);
    const std::vector<bool> flagged = quality::outlier_scores(own, judged).flagged;
    results.push_back({scanner, std::ssize(rows), std::count(flagged.begin(), flagged.end(), true),
                       quality::site_shift(own, judged.accepted)});
  }
  return results;
}

}  // namespace dsne::tools
