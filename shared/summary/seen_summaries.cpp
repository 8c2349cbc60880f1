#include "summary/seen_summaries.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <utility>

#include "core/digest.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/state.h"
#include "data/names/measure_names.h"
#include "summary/public_map.h"

namespace dsne::summary {
namespace {

using Eigen::Index;
using Names = std::vector<std::string>;

constexpr std::size_t most_of_a_site = 4;
const char* const seen_file = "summaries_seen.json";

/// A number that stands for a row of an array.
double number_of(const RowVector& row) {
  const Bytes32 hash = hash_of({{reinterpret_cast<const char*>(row.data()),
                                 static_cast<std::size_t>(row.size()) * sizeof(double)}});
  double number = 0;
  for (std::size_t i = 0; i < 6; ++i) number = 256 * number + hash[i];
  return number;
}

SeenSummary seen_of(const NamedSummary& named, const std::string& map) {
  const Summary& summary = named.summary;
  SeenSummary seen{map, named.site, summary.measures, {}};
  if (summary.array) seen.measures = {std::to_string(summary.measures.size()) + " values"};
  for (Index i = 0; i < summary.means.rows(); ++i) {
    const RowVector row = summary.means.row(i);
    seen.rows.push_back(summary.array ? std::vector<double>{number_of(row)}
                                      : std::vector<double>(row.begin(), row.end()));
  }
  return seen;
}

/// The columns of the measures that both have, in each.
std::vector<std::pair<std::size_t, std::size_t>> common_columns(const Names& a, const Names& b) {
  const auto in_b = data::find_exactly(a, b);
  std::vector<std::pair<std::size_t, std::size_t>> columns;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (in_b[i]) columns.emplace_back(i, *in_b[i]);
  }
  return columns;
}

bool have_common_row(const SeenSummary& a, const SeenSummary& b) {
  const auto columns = common_columns(a.measures, b.measures);
  const auto same = [&](const std::vector<double>& first, const std::vector<double>& second) {
    return std::ranges::all_of(columns, [&](const auto& column) {
      return first.at(column.first) == second.at(column.second);
    });
  };
  return !columns.empty() && std::ranges::any_of(a.rows, [&](const auto& row) {
    return std::ranges::any_of(b.rows, [&](const auto& other) { return same(row, other); });
  });
}

}  // namespace

std::vector<std::string> replaced_summaries(const std::vector<SeenSummary>& seen,
                                            const MapSources& sources, const std::string& map) {
  std::vector<std::string> replaced;
  for (const NamedSummary& site : sources.sites) {
    if (is_public_site(site.site)) continue;
    const SeenSummary now = seen_of(site, map);
    const auto is_earlier = [&](const SeenSummary& other) {
      return other.map != map && other.site == now.site && !other.rows.empty() &&
             !common_columns(now.measures, other.measures).empty();
    };
    // Sites are named by who makes the map, and may have changed names.
    const auto goes_on = [&](const SeenSummary& other) {
      return other.map != map && have_common_row(now, other);
    };
    if (std::ranges::any_of(seen, is_earlier) && std::ranges::none_of(seen, goes_on)) {
      replaced.push_back(site.site);
    }
  }
  return replaced;
}

std::vector<SeenSummary> with_map(std::vector<SeenSummary> seen, const MapSources& sources,
                                  const std::string& map) {
  std::erase_if(seen, [&](const SeenSummary& summary) { return summary.map == map; });
  for (const NamedSummary& site : sources.sites) {
    if (is_public_site(site.site)) continue;
    seen.push_back(seen_of(site, map));
    const auto is_of_site = [&](const SeenSummary& other) { return other.site == site.site; };
    if (static_cast<std::size_t>(std::ranges::count_if(seen, is_of_site)) > most_of_a_site) {
      seen.erase(std::ranges::find_if(seen, is_of_site));
    }
  }
  return seen;
}

std::vector<SeenSummary> read_seen_summaries(const fs::path& folder) {
  std::vector<SeenSummary> seen;
  try {
    restore(parse_json(read_file(folder / seen_file, seen_file)).value(), seen);
  } catch (const std::exception&) {
    return {};
  }
  std::erase_if(seen, [](const SeenSummary& summary) {
    return std::ranges::any_of(
        summary.rows, [&](const auto& row) { return row.size() != summary.measures.size(); });
  });
  return seen;
}

void write_seen_summaries(const fs::path& folder, const std::vector<SeenSummary>& seen) {
  try {
    write_atomically(folder / seen_file, to_ascii(state_of(seen)) + '\n', seen_file);
  } catch (const StorageError&) {
    return;
  }
}

void remember_summaries(const fs::path& folder, const MapSources& sources, const std::string& map) {
  write_seen_summaries(folder, with_map(read_seen_summaries(folder), sources, map));
}

}  // namespace dsne::summary
