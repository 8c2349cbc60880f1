#include "report/measures_table.h"

#include <algorithm>

#include "core/phrases.h"
#include "data/measure_terms.h"
#include "report/text.h"
#include "report/words.h"

namespace dsne::report {
namespace {

constexpr std::size_t most_rows = 200;
/// Of those without a measure; the file has all.
constexpr std::size_t most_sites_named = 8;

std::string without_text(std::vector<std::string> sites, bool on_summaries) {
  std::sort(sites.begin(), sites.end(), natural_less);
  if (!sites.empty()) return in_words(sites, most_sites_named);
  return on_summaries ? "no site's summary has it" : "none: the reference lacks it";
}

}  // namespace

std::string both_names(const std::string& column) {
  const std::string name = data::measure_term(column).name;
  return name == column ? name : name + ", " + column;
}

std::optional<PageTable> measures_table(const std::vector<data::UnevenMeasure>& uneven,
                                        bool on_summaries) {
  if (uneven.empty()) return std::nullopt;
  const char* const without = on_summaries ? "Not in the summary of" : "Sites without it";
  PageTable table{left_out_heading, {"Measure", "In this run", without}, {}, {}};
  table.sentences = words::measures(uneven, on_summaries, most_rows);
  for (const data::UnevenMeasure& measure : uneven) {
    if (table.rows.size() == most_rows) break;
    table.rows.push_back({{both_names(measure.name)},
                          {measure.used ? "used, filled in" : "left out"},
                          {without_text(measure.sites_without, on_summaries)}});
  }
  return table;
}

void add_measures_table(const RunFacts& run, PageText& page) {
  if (auto table = measures_table(run.left_out.measures, run.summaries.has_value())) {
    page.tables.push_back(*std::move(table));
  }
}

}  // namespace dsne::report
