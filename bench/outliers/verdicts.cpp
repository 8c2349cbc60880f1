#include "verdicts.h"

#include <algorithm>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/split.hpp>
#include <fstream>
#include <map>

#include "core/errors.h"

namespace dsne {
namespace {

using Cells = std::vector<std::string>;

Cells cells_of(const std::string& line) {
  Cells cells;
  boost::algorithm::split(cells, line, boost::algorithm::is_any_of("\t"));
  return cells;
}

/// The raters' verdicts on one scan.
struct Verdict {
  int raters = 0;
  int exclusions = 0;
};

struct RatedTable {
  std::vector<std::string> sites;
  std::vector<Verdict> verdicts;
  std::vector<std::vector<double>> values;
};

bool is_rater(const std::string& column) { return boost::algorithm::starts_with(column, "rater_"); }

bool is_measure(const std::string& column) {
  return column != "subject_id" && column != "site" && column != "has_ghost" && !is_rater(column);
}

RatedTable read_table(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) throw InputError("a table of rated scans cannot be read");
  const Cells columns = cells_of(line);
  RatedTable table;
  while (std::getline(file, line)) {
    const Cells cells = cells_of(line);
    if (cells.size() != columns.size()) throw InputError("a row of rated scans is not whole");
    table.values.emplace_back();
    table.verdicts.emplace_back();
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (columns[c] == "site") table.sites.push_back(cells[c]);
      if (is_measure(columns[c])) table.values.back().push_back(std::stod(cells[c]));
      if (!is_rater(columns[c]) || cells[c] == "n/a") continue;
      ++table.verdicts.back().raters;
      if (std::stod(cells[c]) < 0) ++table.verdicts.back().exclusions;
    }
  }
  return table;
}

Matrix matrix_of(const RatedTable& table, const std::vector<std::size_t>& rows) {
  Matrix values(std::ssize(rows), std::ssize(table.values.at(0)));
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    const auto& row = table.values[rows[static_cast<std::size_t>(i)]];
    values.row(i) = Eigen::Map<const RowVector>(row.data(), values.cols());
  }
  return values;
}

}  // namespace

RatedScans read_rated_scans(const std::string& folder) {
  const RatedTable known = read_table(folder + "/ds030.tsv");
  std::vector<std::size_t> accepted;
  std::vector<std::size_t> excluded;
  for (std::size_t i = 0; i < known.verdicts.size(); ++i) {
    (known.verdicts[i].exclusions > 0 ? excluded : accepted).push_back(i);
  }
  RatedScans scans{{matrix_of(known, accepted), matrix_of(known, excluded)}, {}};

  const RatedTable abide = read_table(folder + "/abide-8-sites.tsv");
  std::map<std::string, std::vector<std::size_t>> rows;
  for (std::size_t i = 0; i < abide.sites.size(); ++i) rows[abide.sites[i]].push_back(i);
  for (const auto& [name, of_site] : rows) {
    RatedSite site{name, matrix_of(abide, of_site), {}, {}};
    for (const std::size_t row : of_site) {
      const Verdict& verdict = abide.verdicts[row];
      site.by_any.push_back(verdict.exclusions > 0);
      site.by_most.push_back(2 * verdict.exclusions > verdict.raters);
    }
    scans.sites.push_back(std::move(site));
  }
  return scans;
}

}  // namespace dsne
