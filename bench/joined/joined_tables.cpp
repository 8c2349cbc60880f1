#include "joined/joined_tables.h"

#include <algorithm>
#include <map>
#include <utility>

#include "data/table.h"
#include "joined/text_columns.h"

namespace dsne {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

const Names keys = {"subject", "session", "scan"};

data::Table read_features(const fs::path& file, const Names& wanted, const std::string& input) {
  const Names there = column_names(file, input);
  data::TableFormat format;
  format.header = data::Header::present;
  for (const std::string& name : wanted) {
    const bool has = std::find(there.begin(), there.end(), name) != there.end();
    if (has) format.feature_columns.push_back(name);
  }
  return data::read_table(file, input, format);
}

std::map<Names, Index> rows_by_key(const fs::path& file, const std::string& input) {
  std::map<Names, Index> rows;
  for (const Names& key : read_text_columns(file, keys, input)) {
    rows.emplace(key, static_cast<Index>(rows.size()));
  }
  return rows;
}

}  // namespace

JoinedTables read_joined_tables(const fs::path& folder, const Names& tables,
                                const Names& features) {
  const fs::path first = folder / tables.front();
  const auto left = read_text_columns(first, keys, tables.front());
  const Names sites = read_label_column(first, "site", tables.front());
  std::vector<std::map<Names, Index>> rows;
  std::vector<data::Table> parts;
  JoinedTables joined;
  for (const std::string& name : tables) {
    rows.push_back(rows_by_key(folder / name, name));
    parts.push_back(read_features(folder / name, features, name));
    joined.features.insert(joined.features.end(), parts.back().features.begin(),
                           parts.back().features.end());
  }
  joined.values.resize(std::ssize(left), std::ssize(joined.features));
  Index kept = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const bool everywhere = std::all_of(rows.begin(), rows.end(), [&](const auto& of_table) {
      return of_table.count(left[i]) != 0;
    });
    if (!everywhere) continue;
    Index column = 0;
    for (std::size_t t = 0; t < parts.size(); ++t) {
      const Matrix& values = parts[t].values;
      joined.values.row(kept).segment(column, values.cols()) = values.row(rows[t].at(left[i]));
      column += values.cols();
    }
    joined.sites.push_back(sites[i]);
    ++kept;
  }
  joined.values.conservativeResize(kept, Eigen::NoChange);
  return joined;
}

}  // namespace dsne
