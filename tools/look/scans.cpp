#include "tools/look/scans.h"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <boost/filesystem/operations.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "core/errors.h"
#include "core/files.h"
#include "core/phrases.h"
#include "data/columns/persons.h"
#include "data/csv.h"
#include "data/formats/mriqc_output.h"
#include "data/missing.h"
#include "data/names/measure_names.h"
#include "data/names/scan_kinds.h"
#include "data/text/text_input.h"
#include "data/word_list.h"
#include "report/plots.h"
#include "report/tables.h"
#include "report/text.h"
#include "report/words.h"
#include "summary/own_subjects.h"
#include "summary/public_map.h"

namespace dsne::tools::looking {
namespace {

constexpr const char* the_table = "the table";

FoundScans read_kind(const data::MriqcOutput& output, const data::MriqcScans& scans,
                     const SummarySettings& settings) {
  const data::MriqcRun run = data::mriqc_run(output, scans);
  if (!run.mixed.empty()) {
    throw InputError(
        "this folder holds two runs of MRIQC: of its " + scans.kind + " scans " + run.mixed +
        ", whose measures differ. Bring scans that one version measured with the same settings");
  }
  FoundScans found{scans.kind, "", "", run.version, {}, {}, output.folder};
  if (scans.table.empty()) {
    found.name = counted(std::ssize(scans.files), ".json file");
    found.table = data::read_mriqc_files(scans);
    return found;
  }
  found.name = scans.table.filename().string();
  found.table = read_own_data(scans.table, settings.format, [&] {
    return data::read_data(scans.table, found.name, settings.data_format, settings.format);
  });
  found.history = data::read_scan_history(scans.table, found.name, found.table, settings.history);
  const Eigen::Index missing = std::ssize(scans.files) - found.table.values.rows();
  if (missing > 0) {
    found.table.reading.notes.push_back(counted(missing, "scan") + " with a .json file " +
                                        (missing == 1 ? "is" : "are") + " not in " + found.name +
                                        ": make it again with mriqc's group level.");
  }
  return found;
}

FoundScans read_table(const fs::path& file, const SummarySettings& settings) {
  FoundScans found;
  found.name = file.filename().string();
  found.folder = folder_of(file);
  found.table = read_own_data(file, settings.format, [&] {
    return data::read_data(file, the_table, settings.data_format, settings.format);
  });
  found.history = data::read_scan_history(file, the_table, found.table, settings.history);
  found.kind = found.table.reading.modality;
  if (found.kind.empty()) found.kind = data::kind_in_id(file.stem().string());
  return found;
}

}  // namespace

Found find_scans(const fs::path& path, const SummarySettings& settings) {
  boost::system::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    throw InputError(
        "there is no file or folder of this name: bring MRIQC's output folder, or a table such as "
        "group_T1w.tsv");
  }
  Found found;
  const bool folder = fs::is_directory(status);
  // A group table says less than the files beside it.
  if (folder || data::is_mriqc_table(path)) {
    const data::MriqcOutput output =
        folder ? data::find_mriqc_output(path) : data::mriqc_output_of(path);
    for (const data::MriqcScans& scans : output.kinds) {
      found.kinds.push_back(read_kind(output, scans, settings));
    }
    found.folder = output.folder;
  } else {
    found.kinds.push_back(read_table(path, settings));
    found.folder = folder_of(path);
  }
  return found;
}

namespace {

/// The scans of each word in their labels' column.
std::vector<FoundScans> split_scans(const FoundScans& all, const std::string& column) {
  std::map<std::string, std::vector<std::size_t>> rows;
  const std::vector<std::string>& words = all.table.labels;
  for (std::size_t i = 0; i < words.size(); ++i) {
    rows[data::composed_name(words[i])].push_back(i);
  }
  if (words.empty() || 2 * rows.size() > words.size()) {
    throw InputError(words.empty() ? "--by: there is no such column in " + all.name
                                   : "--by: " + counted(std::ssize(rows), "word") + " for " +
                                         counted(std::ssize(words), "scan") +
                                         ": name a column of sites or scanners");
  }
  std::vector<FoundScans> groups;
  for (const auto& [word, kept] : rows) {
    FoundScans group = all;
    group.group = data::lower_case(column) + ' ' + (word.empty() ? "(none)" : word);
    data::keep_rows(group.table, kept);
    group.table.labels.clear();
    if (group.table.reading.sites)
      std::erase(group.table.reading.notes, all.table.reading.sites->note());
    group.table.reading.sites.reset();
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace

Found find_groups(const fs::path& path, SummarySettings settings, const std::string& column) {
  if (!settings.format.label_column.empty()) {
    throw InputError("--by takes the place of a column of labels: leave label_column out");
  }
  settings.format.label_column = column;
  Found found;
  try {
    found = find_scans(path, settings);
  } catch (const InputError& error) {
    throw InputError(
        boost::algorithm::replace_first_copy(std::string(error.what()), "label_column", "--by"));
  }
  std::vector<FoundScans> groups;
  for (const FoundScans& scans : found.kinds) {
    for (FoundScans& group : split_scans(scans, column)) groups.push_back(std::move(group));
  }
  found.kinds = std::move(groups);
  return found;
}

namespace {

using summary::CommonMap;
using Names = std::vector<std::string>;

/// Returns a map in these of its measures.
CommonMap in_measures(CommonMap map, const Names& measures) {
  if (measures.size() == map.sources.sites.front().summary.measures.size()) return map;
  summary::MapSources sources = std::move(map.sources);
  for (summary::NamedSummary& site : sources.sites) {
    site.summary = summary::with_measures(site.summary, measures);
  }
  sources.reference.resize(0, std::ssize(measures));
  return summary::make_common_map(std::move(sources));
}

/// Returns the names that are not among the others, in any spelling.
Names without(const Names& names, const Names& others) {
  const data::MeasureNames known(others);
  Names rest;
  for (const std::string& name : names) {
    if (!known.find(name)) rest.push_back(name);
  }
  return rest;
}

/// Returns the columns of these measures, in this order.
Matrix columns_of(const Matrix& values, const Names& all, const Names& measures) {
  std::vector<Eigen::Index> columns;
  for (const auto& position : data::MeasureNames(all).find_each(measures)) {
    columns.push_back(static_cast<Eigen::Index>(position.value()));
  }
  return values(Eigen::all, columns);
}

/// Adds the lists of a table's scans.
/// @param outliers of these scans, and perhaps of others behind them
void add_lists(run::SiteOutliers outliers, report::OwnOnMap& scans) {
  const Matrix& values = scans.table.values;
  outliers.scores =
      quality::of_first(std::move(outliers.scores), static_cast<std::size_t>(values.rows()));
  std::vector<Eigen::Index> missing;
  for (const auto& row : values.rowwise()) missing.push_back(row.array().isNaN().count());
  quality::flag_lacking(missing, values.cols(), outliers.scores);
  const RowVector medians = data::present_medians(values, 1);
  scans.filled = data::filled(values, medians.array().isNaN().select(0, medians));
  scans.outliers = std::move(outliers);
}

}  // namespace

Looked look_at(const FoundScans& found, const NamedMap& frame, KnownScans& known, bool afresh) {
  CommonMap map = frame.map;
  if (found.table.reading.is_array) {
    throw InputError(found.name +
                     ": these are images, matrices or series, and dsne look takes measures: bring "
                     "MRIQC's output folder or a table");
  }
  const Matrix& values = found.table.values;
  const Names persons = data::persons_of(found.table);
  const Names measures = report::shown_names(found.table.features, values.cols());
  const JudgedScans judged = judged_scans(known, found.table, measures, afresh);
  const Names all = map.sources.sites.front().summary.measures;
  const Names only_there = without(all, measures);
  const Names shared = without(all, only_there);
  Looked looked{{found.table, measures, {}, {}, {}}, {}, {}, judged.notes, {}};
  looked.medians = data::present_medians(judged.records.values, 1);
  const bool is_kind = map.sources.about.empty() || summary::is_public_kind(found.kind);
  if (!is_kind || !summary::are_enough_measures(shared.size(), all.size())) {
    map.sources.dimensions = 2;
    looked.notes = report::words::no_comparison(found.kind, shared.size(), all.size());
    add_lists(run::by_own_subjects(judged.records, measures, {}), looked.scans);
    looked.scans.coordinates = summary::placed_alone(looked.scans.filled, map.sources);
    return looked;
  }
  map = in_measures(std::move(map), shared);
  looked.notes = report::words::comparison(
      map, {found.kind, found.version, without(measures, shared), only_there});
  add_lists(run::by_wider_table(map, judged.records, measures), looked.scans);
  const Matrix compared = columns_of(values, measures, shared);
  looked.scans.coordinates =
      placed_scans(known, map, frame.fingerprint, found.table.ids, compared,
                   summary::own_subjects(map, compared, persons, nullptr, std::nullopt,
                                         summary::OwnRows::as_shared),
                   afresh);
  looked.map = std::move(map);
  return looked;
}

Matrix compared_means(const Looked& looked) {
  const Matrix points = summary::measured_points(*looked.map);
  const Names& measures = looked.scans.measures;
  Matrix means = Matrix::Constant(points.rows(), std::ssize(measures),
                                  std::numeric_limits<double>::quiet_NaN());
  const data::MeasureNames known(looked.map->sources.sites.front().summary.measures);
  Eigen::Index column = 0;
  for (const auto& position : known.find_each(measures)) {
    if (position) means.col(column) = points.col(static_cast<Eigen::Index>(*position));
    ++column;
  }
  return means;
}

report::PageTable outside_table(const Looked& looked) {
  report::PageTable table{
      "Where your scans lie outside the compared ones",
      {"Measure", "Your median", "Compared groups from", "to", "Distance"},
      {},
      {"By the median of your scans; the distance is in typical deviations of the compared "
       "sites; a very large one may be another unit, or a measure that hardly varies there. The "
       "lists do not use it, since they compare each scan with your own median. The scanner, its "
       "field strength, the persons' age and the version of MRIQC move a whole "
       "site. Where none of these explains it, check the measure's unit."}};
  constexpr double most_told = 50;
  const Names& measures = looked.scans.measures;
  for (const quality::OutsideMeasure& outside : looked.scans.outliers->outside) {
    const std::string& measure = measures[static_cast<std::size_t>(outside.measure)];
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const summary::NamedSummary& site : looked.map->sources.sites) {
      const Matrix rows = columns_of(site.summary.means, site.summary.measures, {measure});
      least = std::min(least, rows.minCoeff());
      most = std::max(most, rows.maxCoeff());
    }
    const auto text = [](double value) { return data::number_text(report::with_digits(value)); };
    table.rows.push_back({{report::both_names(measure)},
                          {text(looked.medians(outside.measure))},
                          {text(least)},
                          {text(most)},
                          {std::abs(outside.deviation) > most_told
                               ? "more than " + text(most_told)
                               : text(report::with_digits(std::abs(outside.deviation), 2))}});
  }
  return table;
}

}  // namespace dsne::tools::looking
