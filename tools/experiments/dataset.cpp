#include "tools/experiments/dataset.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/errors.h"
#include "data/input_file.h"
#include "data/npy.h"
#include "data/table.h"
#include "tools/experiments/fields.h"
#include "tools/experiments/synthetic.h"
#include "tools/text_columns.h"

namespace dsne::experiments {
namespace {

using Eigen::Index;

/// A column's labels, or as many empty ones when it has no name.
std::vector<std::string> named_column(const fs::path& file, const std::string& name,
                                      std::size_t rows, const std::string& input) {
  if (name.empty()) return std::vector<std::string>(rows);
  return tools::read_label_column(file, name, input);
}

std::vector<std::string> numeric_columns_but(const fs::path& file,
                                             const std::vector<std::string>& others,
                                             const std::string& input) {
  std::vector<std::string> features;
  for (const std::string& name : data::read_table(file, input, {}).features) {
    if (std::find(others.begin(), others.end(), name) == others.end()) features.push_back(name);
  }
  return features;
}

Dataset from_table(const fs::path& file, std::vector<std::string> features,
                   const std::string& label_column, const std::string& site_column,
                   const std::string& input) {
  if (features.empty()) {
    features = numeric_columns_but(file, {label_column, site_column}, input);
  }
  data::TableFormat format;
  format.header = data::Header::present;
  format.feature_columns = features;
  data::Table table = data::read_table(file, input, format);
  const auto rows = static_cast<std::size_t>(table.values.rows());
  // Labels and keys are read row by row, too.
  if (tools::read_text_columns(file, {}, input).size() != rows) {
    throw InputError(input + " has rows without a measure or below the table: remove them");
  }
  return {std::move(table.values), std::move(table.features),
          named_column(file, label_column, rows, input),
          named_column(file, site_column, rows, input)};
}

/// The row of `file` that holds each key of `keys`; where a key has none, nothing. Rows whose own
/// key has an empty cell match none.
std::vector<std::optional<Index>> matching_rows(const std::vector<std::vector<std::string>>& keys,
                                                const fs::path& file,
                                                const std::vector<std::string>& columns,
                                                const std::string& input) {
  std::map<std::vector<std::string>, Index> rows;
  Index row = 0;
  for (const auto& key : tools::read_text_columns(file, columns, input)) {
    const bool whole = std::find(key.begin(), key.end(), "") == key.end();
    if (whole && !rows.emplace(key, row).second) {
      throw InputError(input + " has two rows with the same key");
    }
    ++row;
  }
  std::vector<std::optional<Index>> matching;
  for (const auto& key : keys) {
    const auto found = rows.find(key);
    matching.push_back(found == rows.end() ? std::nullopt : std::optional(found->second));
  }
  return matching;
}

/// The rows of `left` that have a partner in `right`, with the partner's features beside theirs.
Dataset joined(const Dataset& left, const Dataset& right,
               const std::vector<std::optional<Index>>& partners) {
  Dataset result;
  result.features = left.features;
  result.features.insert(result.features.end(), right.features.begin(), right.features.end());
  result.values.resize(left.values.rows(), left.values.cols() + right.values.cols());
  Index rows = 0;
  for (std::size_t row = 0; row < partners.size(); ++row) {
    if (!partners[row]) continue;
    result.values.row(rows++) << left.values.row(static_cast<Index>(row)),
        right.values.row(*partners[row]);
    result.labels.push_back(left.labels[row]);
    result.sites.push_back(left.sites[row]);
  }
  result.values.conservativeResize(rows, Eigen::NoChange);
  return result;
}

std::vector<std::string> having(const std::vector<std::string>& wanted,
                                const std::vector<std::string>& there) {
  std::vector<std::string> result;
  for (const std::string& name : wanted) {
    if (std::find(there.begin(), there.end(), name) != there.end()) result.push_back(name);
  }
  return result;
}

Dataset from_tables(const Json& description, const fs::path& folder) {
  check_members(description, {"tables", "join", "features", "label_column", "site_column"});
  const std::vector<std::string> tables = optional_names(description, "tables");
  const std::vector<std::string> keys = optional_names(description, "join");
  const std::vector<std::string> features = optional_names(description, "features");
  const std::string label_column = optional_text(description, "label_column");
  const std::string site_column = optional_text(description, "site_column");
  const auto features_of = [&](const std::string& name) {
    return having(features, tools::column_names(folder / name, name));
  };
  if (tables.empty()) throw InputError("\"tables\" of the description names none");
  const std::string& first = tables.front();
  Dataset data = from_table(folder / first, features_of(first), label_column, site_column, first);
  auto left_keys = tools::read_text_columns(folder / first, keys, first);
  for (std::size_t i = 1; i < tables.size(); ++i) {
    const auto partners = matching_rows(left_keys, folder / tables[i], keys, tables[i]);
    const Dataset more = from_table(folder / tables[i], features_of(tables[i]), "", "", tables[i]);
    data = joined(data, more, partners);
    std::vector<std::vector<std::string>> kept;
    for (std::size_t row = 0; row < partners.size(); ++row) {
      if (partners[row]) kept.push_back(left_keys[row]);
    }
    left_keys = kept;
  }
  if (data.values.rows() == 0) throw InputError("the tables of the data have no row in common");
  return data;
}

Dataset from_values(const Json& description, const fs::path& folder) {
  check_members(description, {"values", "labels"});
  const std::string values = text_member(description, "values");
  const std::string labels = text_member(description, "labels");
  data::Table table = data::read_table(folder / values, values, {});
  const auto rows = static_cast<std::size_t>(table.values.rows());
  return {std::move(table.values), std::move(table.features),
          data::read_labels(folder / labels, labels, rows), std::vector<std::string>(rows)};
}

/// The names of the columns; none in a .npy.
std::vector<std::string> columns_of(const fs::path& file, const std::string& input) {
  auto in = data::open_input(file, input);
  return data::is_npy(in) ? std::vector<std::string>() : tools::column_names(file, input);
}

/// A table of the user's own.
Dataset from_own_table(const Json& description, const fs::path& file) {
  const std::string input = "the data (--data)";
  const std::vector<std::string> columns = columns_of(file, input);
  const auto column = [&](const std::string& member, const std::string& usual) {
    const std::string named = optional_text(description, member);
    const bool has_usual = std::find(columns.begin(), columns.end(), usual) != columns.end();
    return named.empty() && has_usual ? usual : named;
  };
  return from_table(file, {}, column("label_column", "label"), column("site_column", "site"),
                    input);
}

}  // namespace

Dataset read_dataset(const Json& description, const DataSource& source) {
  if (!source.table.empty()) return from_own_table(description, source.table);
  if (description.contains("synthetic")) return synthetic_dataset(description["synthetic"]);
  if (source.folder.empty()) throw InputError("this experiment needs its data: --data PATH");
  if (description.contains("tables")) return from_tables(description, source.folder);
  return from_values(description, source.folder);
}

Dataset thinned(const Dataset& data, std::size_t n) {
  std::map<std::pair<std::string, std::string>, std::size_t> seen;
  std::vector<Index> kept;
  for (std::size_t row = 0; row < data.labels.size(); ++row) {
    if (seen[{data.labels[row], data.sites[row]}]++ % n == 0) {
      kept.push_back(static_cast<Index>(row));
    }
  }
  Dataset result;
  result.values = data.values(kept, Eigen::all);
  result.features = data.features;
  for (const Index row : kept) {
    result.labels.push_back(data.labels[static_cast<std::size_t>(row)]);
    result.sites.push_back(data.sites[static_cast<std::size_t>(row)]);
  }
  return result;
}

}  // namespace dsne::experiments
