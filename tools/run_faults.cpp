#include "tools/run_faults.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <optional>

namespace dsne::tools {
namespace {

/// Returns the rest of a text after its beginning, if it has that beginning.
std::optional<std::string> after(const std::string& text, const std::string& beginning) {
  if (!text.starts_with(beginning)) return std::nullopt;
  return text.substr(beginning.size());
}

/// Returns the one line that our program prints when it fails, without the node's name.
std::optional<std::string> told(const Failure& failure) {
  const std::string& text = failure.diagnostics;
  const auto end = text.find('\n');
  if (end == std::string::npos || end + 1 != text.size()) return std::nullopt;
  const std::string line = text.substr(0, end);
  const bool of_coordinator = failure.node == coordinator_id;
  return after(line, of_coordinator ? "remote: " : "site " + failure.node + ": ");
}

std::string item_mark(std::size_t number) { return "(" + std::to_string(number) + ") "; }

/// Returns the faults in "3 faults: (1) …; (2) …; (3) …"; any other line is one fault.
std::vector<std::string> faults_in(const std::string& line) {
  const std::string first = " faults: " + item_mark(1);
  auto begin = line.find(first);
  const bool counted =
      begin != std::string::npos && begin > 0 && line.find_first_not_of("0123456789") == begin;
  if (!counted) return {line};
  begin += first.size();
  std::vector<std::string> parts;
  while (true) {
    const std::string next = "; " + item_mark(parts.size() + 2);
    const auto end = line.find(next, begin);
    parts.push_back(line.substr(begin, end - begin));
    if (end == std::string::npos) return parts;
    begin = end + next.size();
  }
}

struct Fault {
  std::vector<std::string> sites;  ///< empty for a fault of the run as a whole
  std::string text;
};

/// Adds a fault of a site, or of the run if `site` is empty, unless it is known.
void add(std::vector<Fault>& faults, const std::string& site, const std::string& text) {
  auto found = std::find_if(faults.begin(), faults.end(), [&](const Fault& fault) {
    return fault.text == text && fault.sites.empty() == site.empty();
  });
  if (found == faults.end()) found = faults.insert(faults.end(), {{}, text});
  if (site.empty() || std::count(found->sites.begin(), found->sites.end(), site) > 0) return;
  found->sites.push_back(site);
}

/// Adds the coordinator's line, which may begin with a site's name.
void add_told(std::vector<Fault>& faults, const std::string& text) {
  const std::string beginning = "site ";
  const auto colon = text.find(": ");
  const auto rest = after(text, beginning);
  const bool of_site =
      rest && colon != std::string::npos && text.find(' ', beginning.size()) == colon + 1;
  if (!of_site) return add(faults, "", text);
  add(faults, text.substr(beginning.size(), colon - beginning.size()), text.substr(colon + 2));
}

std::string line_of(const Fault& fault, std::size_t sites) {
  if (fault.sites.empty()) return fault.text;
  const bool all = sites > 1 && fault.sites.size() == sites;
  return (all ? "all sites" : boost::algorithm::join(fault.sites, ", ")) + ": " + fault.text;
}

}  // namespace

RunFaults faults_at_registration(const SiteFaults& of_sites, const std::vector<Failure>& failures,
                                 std::size_t sites) {
  std::vector<Fault> faults;
  RunFaults result;
  for (const auto& [site, line] : of_sites) add(faults, site, line);
  for (const Failure& failure : failures) {
    const std::optional<std::string> line = told(failure);
    if (!line) {
      result.others.push_back(failure);
      continue;
    }
    for (const std::string& part : faults_in(*line)) {
      if (failure.node == coordinator_id) {
        add_told(faults, part);
      } else {
        add(faults, failure.node, part);
      }
    }
  }
  for (const Fault& fault : faults) result.lines.push_back(line_of(fault, sites));
  return result;
}

}  // namespace dsne::tools
