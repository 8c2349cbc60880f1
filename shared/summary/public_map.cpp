#include "summary/public_map.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "data/names/measure_names.h"
#include "summary/map_file.h"

namespace dsne::summary {
namespace {

bool is_same(const Summary& a, const Summary& b) {
  return a.means.rows() == b.means.rows() && a.means == b.means && a.subjects == b.subjects &&
         a.spread == b.spread && a.excluded == b.excluded;
}

}  // namespace

CommonMap public_map() { return parse_map(std::string(public_map_text), "the public map"); }

std::vector<std::string> public_measures() {
  return public_map().sources.sites.front().summary.measures;
}

bool is_public_kind(const std::string& kind) { return kind.empty() || kind == "T1w"; }

bool are_enough_measures(std::size_t shared, std::size_t all) { return 2 * shared >= all; }

bool is_public_site(const std::string& name) { return name.ends_with("(public)"); }

void add_public_sites(MapSources& sources) {
  std::ranges::move(public_map().sources.sites, std::back_inserter(sources.sites));
}

bool has_public_sites(const MapSources& sources) {
  const std::vector<NamedSummary> sites = public_map().sources.sites;
  if (sources.sites.size() < sites.size() || sources.array()) return false;
  const std::vector<std::string>& measures = sources.sites.front().summary.measures;
  const data::MeasureNames known(sites.front().summary.measures);
  if (!std::ranges::all_of(measures,
                           [&](const auto& name) { return known.find(name).has_value(); })) {
    return false;
  }
  return std::equal(sites.rbegin(), sites.rend(), sources.sites.rbegin(),
                    [&](const NamedSummary& own, const NamedSummary& other) {
                      return own.site == other.site &&
                             is_same(with_measures(own.summary, measures), other.summary);
                    });
}

}  // namespace dsne::summary
