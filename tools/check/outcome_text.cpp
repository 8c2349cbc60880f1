#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "report/text.h"
#include "tools/check/checking.h"

namespace dsne::tools::checking {
namespace {

/// Pads a text with blanks to this width, behind it or before it.
std::string padded(const std::string& text, std::size_t width, bool before = false) {
  const std::size_t taken = report::character_count(text);
  const std::string blanks(taken < width ? width - taken : 0, ' ');
  return before ? blanks + text : text + blanks;
}

/// Returns lines of text, the first behind a heading; nothing without a text.
std::string lines(const std::string& heading, const Names& texts) {
  std::string all;
  for (const std::string& text : texts) {
    all += "  " + padded(all.empty() ? heading : "", 12) + text + "\n";
  }
  return all;
}

/// Returns rows of cells with padded columns, the first ones aligned left, the others right.
std::string aligned(const std::vector<Names>& rows, std::size_t left) {
  std::vector<std::size_t> widths;
  for (const Names& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], report::character_count(row[c]));
    }
  }
  std::string text;
  for (const Names& row : rows) {
    std::string cells;
    for (std::size_t c = 0; c < row.size(); ++c) {
      cells += (c == 0 ? "" : "  ") + padded(row[c], widths[c], c >= left);
    }
    cells.erase(cells.find_last_not_of(' ') + 1);
    text += "    " + cells + "\n";
  }
  return text;
}

std::string form_name(const SiteFile& file) {
  using enum data::DataFormat;
  static const std::map<data::DataFormat, std::string> names = {
      {mriqc, "table of quality measures (MRIQC, QAP)"},
      {covariates, "list of files with measures"},
      {nifti, "images (NIfTI)"},
      {connectivity, "list of files with connectivity"},
      {time_series, "list of files with time series"}};
  if (const auto name = names.find(file.form); name != names.end()) return name->second;
  return file.text ? "table" : file.table ? "array (.npy)" : "no table";
}

std::string how_read(const SiteFile& file) {
  std::string text = form_name(file);
  if (!file.text) return text;
  const TextView& view = *file.text;
  text += view.layout.columns() == 1   ? ", one column"
          : view.delimiter == "blanks" ? ", blanks between cells"
                                       : ", " + view.delimiter + "-separated";
  text += ", " + view.encoding + (view.packed ? ", unpacked (gzip)" : "");
  if (view.layout.first_row == 0) return text;
  text += view.layout.style.decimal_comma ? ", decimal comma" : ", decimal point";
  text += view.layout.header
              ? ", data from row " + std::to_string(view.layout.first_row) + " on, below a header"
              : ", no header";
  return text;
}

std::string ids_text(const SiteFile& file) {
  const std::size_t scans = file.table->ids.size();
  std::string text = file.persons == scans ? counted(scans, "subject", "subjects")
                                           : counted(scans, "scan", "scans") + " of " +
                                                 counted(file.persons, "person", "persons");
  if (!file.is_table()) return text + ", a file each";
  if (!file.text || file.text->id_columns.empty()) return text + ", known by their row";
  return text + ", ids from " + listed(file.text->id_columns);
}

/// Returns the first subjects with their first values, as understood.
std::string first_rows(const SiteFile& file) {
  constexpr std::size_t subjects = 3;
  constexpr Eigen::Index values = 4;
  const data::Table& table = *file.table;
  const Eigen::Index shown = std::min(values, table.values.cols());
  std::vector<Names> rows(1, {"row", "id"});
  for (Eigen::Index c = 0; c < shown; ++c) {
    rows[0].push_back(shown_text(file.measures[static_cast<std::size_t>(c)].name, 16));
  }
  for (std::size_t i = 0; i < std::min(subjects, table.ids.size()); ++i) {
    Names& row = rows.emplace_back(Names{std::to_string(table.rows[i]), shown_text(table.ids[i])});
    for (Eigen::Index c = 0; c < shown; ++c) {
      const double value = table.values(static_cast<Eigen::Index>(i), c);
      row.push_back(std::isnan(value) ? "missing" : shown_number(value));
    }
  }
  return "  First rows\n" + aligned(rows, 2);
}

std::size_t missing_values(const SiteFile& file) {
  return static_cast<std::size_t>(file.table->values.array().isNaN().count());
}

std::string range_text(double low, double high) {
  return std::isnan(low) ? "" : shown_number(low) + " to " + shown_number(high);
}

/// Returns the measures to show if there are many: those with a remark first, in their order.
std::set<std::size_t> chosen_measures(const SiteFile& file, bool all) {
  constexpr std::size_t most = 30;
  std::set<std::string> remarked;
  for (const Problem& problem : file.problems) {
    remarked.insert(problem.measures.begin(), problem.measures.end());
  }
  std::set<std::size_t> chosen;
  const std::size_t count = file.measures.size();
  const std::size_t limit = all || count <= most + 5 ? count : most;
  for (const bool wanted : {true, false}) {
    for (std::size_t m = 0; m < count && chosen.size() < limit; ++m) {
      if (remarked.contains(file.measures[m].name) == wanted) chosen.insert(m);
    }
  }
  return chosen;
}

std::string measure_rows(const SiteFile& file, const std::optional<CheckedReference>& reference,
                         bool all) {
  const bool missing = missing_values(file) > 0;
  std::vector<Names> rows = {{"measure", "median", "5 % to 95 %", "lowest to highest"}};
  if (missing) rows[0].push_back("missing");
  if (reference) rows[0].push_back("reference: median, 5 % to 95 %");
  const NamedMeasures others(reference ? &reference->measures : nullptr);
  const std::set<std::size_t> chosen = chosen_measures(file, all);
  for (const std::size_t m : chosen) {
    const MeasureView& measure = file.measures[m];
    Names row = {shown_text(measure.name, 32), shown_number(measure.median),
                 range_text(measure.low, measure.high), range_text(measure.least, measure.most)};
    if (missing) row.push_back(measure.missing == 0 ? "" : std::to_string(measure.missing));
    if (const auto* other = others.find(measure.name)) {
      row.push_back(shown_number(other->median) + ", " + range_text(other->low, other->high));
    } else if (reference) {
      row.emplace_back("not in it");
    }
    rows.push_back(std::move(row));
  }
  std::string text = aligned(rows, 1);
  if (chosen.size() < file.measures.size()) {
    text += "    … and " + std::to_string(file.measures.size() - chosen.size()) +
            " more (--all shows them)\n";
  }
  return text;
}

std::string values_text(const SiteFile& file) {
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  const std::size_t missing = missing_values(file);
  for (const MeasureView& measure : file.measures) {
    least = std::fmin(least, measure.least);
    most = std::fmax(most, measure.most);
  }
  return counted(file.measures.size(), "value", "values") + " a subject, from " +
         shown_number(least) + " to " + shown_number(most) +
         (missing == 0 ? "" : ", " + counted(missing, "is missing", "are missing"));
}

std::string constant_text(const SiteFile& file) {
  Names names;
  for (const MeasureView& measure : file.measures) {
    if (measure.constant) names.push_back(measure.name);
  }
  return names.empty() ? "" : lines("Constant", {listed(names)});
}

/// Returns the columns that were left out, by the reason.
std::string left_out_text(const data::Reading& reading) {
  Names texts;
  for (auto& [reason, names] : data::names_by_reason(reading.left_out)) {
    for (std::string& name : names) name = shown_text(name);
    texts.push_back(listed(names) + " (" + reason + ")");
  }
  return lines("Left out", texts);
}

std::string labels_text(const SiteFile& file) {
  if (file.labels.empty()) return "";
  std::vector<std::pair<std::string, std::size_t>> words(file.labels.begin(), file.labels.end());
  std::ranges::stable_sort(words, [](const auto& a, const auto& b) { return a.second > b.second; });
  Names shown;
  for (const auto& [word, count] : words) {
    shown.push_back((word.empty() ? "(empty)" : word) + " " + std::to_string(count));
  }
  return lines("Labels", {listed(shown, 6)});
}

std::string problems_text(const Problems& problems, std::size_t& number) {
  std::string text;
  for (const Gravity gravity : {Gravity::mend, Gravity::look}) {
    bool first = true;
    for (const Problem& problem : problems) {
      if (problem.gravity != gravity) continue;
      if (first) text += gravity == Gravity::mend ? "  To correct\n" : "  To look at\n";
      first = false;
      text += "    " + std::to_string(++number) + ". " + problem.text + "\n";
      if (!problem.remedy.empty()) text += "       " + problem.remedy + "\n";
    }
  }
  return text;
}

std::string file_text(const SiteFile& file, const std::optional<CheckedReference>& reference,
                      bool all) {
  const bool begins = file.text && !file.text->corner.empty();
  if (!file.table && !begins) return "";
  std::string text = lines("Read as", {how_read(file)});
  if (!file.table) return text + lines("It begins", {file.text->corner});
  const data::Reading& reading = file.table->reading;
  text += lines("Subjects", {ids_text(file)});
  if (!reading.modality.empty()) text += lines("Scans", {shown_text(reading.modality)});
  text += first_rows(file);
  if (file.is_array()) {
    text += lines("Values", {values_text(file)});
  } else {
    const std::size_t missing = missing_values(file);
    text += lines("Measures",
                  {std::to_string(file.measures.size()) + ", " +
                   (missing == 0 ? "no value is missing"
                                 : counted(missing, "value is missing", "values are missing"))});
    text += measure_rows(file, reference, all) + constant_text(file);
  }
  text += left_out_text(reading) + labels_text(file) + lines("Notes", reading.notes);
  if (file.summary) text += lines("Summary", {*file.summary});
  if (file.public_scans) text += lines("Public", {*file.public_scans});
  return text;
}

/// The settings that answer what was asked, a line each.
std::string answers_text(const Outcome& outcome) {
  std::string text;
  for (const SiteFile& file : outcome.files) {
    for (const Problem& problem : file.problems) {
      if (problem.setting.empty()) continue;
      text += "Write into the site's settings (--settings): " + shown_text(problem.setting, 1000) +
              "\n";
    }
  }
  return text;
}

std::string section(const std::string& heading, const Problems& problems, std::size_t& number) {
  return problems.empty() ? "" : heading + "\n" + problems_text(problems, number) + "\n";
}

}  // namespace

std::string text_of(const Outcome& outcome, bool all) {
  std::string text;
  std::size_t number = 0;
  text += section("Settings and reference", outcome.given, number);
  for (const SiteFile& file : outcome.files) {
    text += file.name + "\n" + file_text(file, outcome.reference, all) +
            problems_text(file.problems, number) + "\n";
  }
  text += section("Between the files", outcome.between, number);
  return text + outcome.verdict() + "\n" + answers_text(outcome);
}

}  // namespace dsne::tools::checking
