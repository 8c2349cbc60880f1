#include "report/measures_table.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>

#include "core/phrases.h"
#include "data/measure_terms.h"
#include "report/text.h"

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

std::string went_on_without(const std::vector<std::string>& sites) {
  return "This run went on without " + std::string(sites.size() == 1 ? "site " : "sites ") +
         boost::algorithm::join(sites, ", ");
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
  const auto used = std::count_if(uneven.begin(), uneven.end(),
                                  [](const data::UnevenMeasure& measure) { return measure.used; });
  const auto unused = std::ssize(uneven) - used;
  if (unused > 0) {
    table.sentences.push_back(
        "Left out at every site: " + counted(unused, "measure") +
        (on_summaries
             ? ". A measure counts if all summaries have it, and the tables of sites without one. "
               "A "
               "summary leaves out a measure where half of the site's subjects share a value, or "
               "too few values differ."
             : ". A measure counts if every site has it and, where a reference was given, the "
               "reference has it."));
  }
  if (used > 0) {
    table.sentences.emplace_back(
        "If a site has no value at all of a measure, it was filled in: nothing is known about it "
        "at that site.");
  }
  for (const data::UnevenMeasure& measure : uneven) {
    if (table.rows.size() == most_rows) break;
    table.rows.push_back({{both_names(measure.name)},
                          {measure.used ? "used, filled in" : "left out"},
                          {without_text(measure.sites_without, on_summaries)}});
  }
  if (uneven.size() > most_rows) {
    table.sentences.push_back("These are the first " + std::to_string(most_rows) + " of " +
                              std::to_string(uneven.size()) +
                              "; joint/measures.csv has all of them.");
  }
  return table;
}

std::optional<std::string> left_out_sites_sentence(const LeftOutSites& sites) {
  std::vector<std::string> sentences;
  if (!sites.faulty.empty()) {
    sentences.push_back(went_on_without(sites.faulty) +
                        ": the files there have faults (faulty_sites).");
  }
  if (!sites.lost.empty()) {
    sentences.push_back(went_on_without(sites.lost) + (sites.lost.size() == 1 ? ": it" : ": they") +
                        " stopped answering (at_least_sites). What was sent before counts.");
  }
  if (sentences.empty()) return std::nullopt;
  return boost::algorithm::join(sentences, " ");
}

}  // namespace dsne::report
