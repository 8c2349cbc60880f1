#include "core/phrases.h"
#include "report/words.h"

namespace dsne::report::words {
namespace {

constexpr std::size_t most_changes_named = 12;
constexpr std::size_t most_scanners_named = 8;

std::string changed(const Names& changes) {
  if (changes.empty()) return "No measure changes its level.";
  return "Changes of level: " + in_words(changes, most_changes_named) +
         ". The numbers say by how much, in robust deviations within a level.";
}

Sentences seen_by(const Names& scanners, const std::string& column) {
  if (scanners.size() < 2) return {};
  return {"Scanners, by " + column + ": " + in_words(scanners, most_scanners_named) + "."};
}

}  // namespace

Sentences over_time(const data::ScanHistory& history, const std::vector<double>& days,
                    std::size_t undated, const Names& changes, const Names& scanners) {
  const std::string scans =
      counted(std::ssize(days), "scan") + " from " + data::date_text(days.front()) + " to " +
      data::date_text(days.back()) + ", by " + history.date_column + "." +
      (undated > 0 ? " Without a date that can be read: " + std::to_string(undated) + "." : "");
  return together(
      {{scans, changed(changes)},
       seen_by(scanners, history.scanner_column),
       {"Red lines are levels and where they change; dashed lines are where a scanner appears "
        "first. Of sites where nothing changes, at most one in twenty has a red upright line. A "
        "slow drift also causes one. Dates and scanners stay at this site."}});
}

}  // namespace dsne::report::words
