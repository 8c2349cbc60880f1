#include <boost/algorithm/string/join.hpp>
#include <utility>

#include "core/phrases.h"
#include "data/mriqc_output.h"
#include "quality/own_scores.h"
#include "report/words.h"
#include "summary/public_map.h"

namespace dsne::report::words {
namespace {

constexpr std::size_t most_named = 30;
constexpr std::size_t enough_scans = 20;

std::string version_sentence(const std::string& version) {
  const std::string theirs = std::string("version ") + public_map_version + " the public ones";
  if (version.empty()) {
    return "Nothing beside your table says which version of MRIQC measured your scans; " + theirs +
           ". Versions compute many measures differently.";
  }
  std::vector<std::string> changes;
  for (const data::MriqcChange& change : data::mriqc_changes(public_map_version, version)) {
    changes.push_back(change.measures + " (" + change.version + ")");
  }
  const std::string measured = "MRIQC " + version + " measured your scans, " + theirs + ". ";
  if (changes.empty()) return measured + "They compute these measures in the same way.";
  return measured + "Between them these changed: " + boost::algorithm::join(changes, "; ") + ".";
}

}  // namespace

Sentences comparison(const summary::CommonMap& map, const Comparison& comparison) {
  double subjects = 0;
  for (const summary::NamedSummary& site : map.sources.sites) {
    subjects += site.summary.subjects.sum();
  }
  const bool is_public = !map.sources.about.empty();
  Sentences sentences = {
      "Your scans are compared with groups of " + std::to_string(static_cast<int>(subjects)) +
      " scans at " + counted(std::ssize(map.sources.sites), "site") +
      (is_public ? ": " + map.sources.about : "") +
      ". Each is compared in your own scans' units, their median and spread in each measure: a "
      "shift between versions, scanners or ages plays no part in the lists."};
  if (is_public) sentences.push_back(version_sentence(comparison.version));
  if (is_public && comparison.kind.empty()) {
    sentences.push_back(
        "Nothing says of which kind these scans are: they are taken as T1-weighted ones.");
  }
  if (!comparison.only_here.empty()) {
    sentences.push_back("Compared among your own scans only, not with the others: " +
                        in_words(comparison.only_here, most_named) +
                        ". Versions of MRIQC disagree on these, or not all sites have them.");
  }
  if (!comparison.only_there.empty()) {
    sentences.push_back(
        "Your table does not have these of the map's measures, so it was "
        "made without them: " +
        in_words(comparison.only_there, most_named) + ".");
  }
  return sentences;
}

Sentences no_comparison(const std::string& kind, std::size_t shared, std::size_t measures) {
  const std::string own = " The lists and the map are of your own scans alone.";
  if (!summary::is_public_kind(kind)) {
    return {"The program has public scans of kind T1w only, and these are " + kind + "." + own};
  }
  return {"These are not MRIQC's measures of T1-weighted scans: " + std::to_string(shared) +
          " of its " + std::to_string(measures) +
          " are there, so they are not compared with public scans." + own +
          " To be compared, bring MRIQC's group_T1w.tsv."};
}

Sentences few_scans(std::size_t scans) {
  if (scans >= enough_scans) return {};
  const std::string count = counted(static_cast<std::int64_t>(scans), "scan");
  if (scans < static_cast<std::size_t>(quality::least_compared)) {
    return {"With " + count +
            " there are no lists: what is usual at your site cannot be known from fewer than " +
            std::to_string(quality::least_compared) + ". Look at every scan."};
  }
  return {"With " + count +
          " the lists show only what differs clearly from your other scans. They miss scans that "
          "are bad in the same way as several others, and mildly bad ones. Look at every scan."};
}

Sentences way_on(const std::string& table) {
  return {
      "Save the decisions (above): the file decisions.csv is the list that you can defend. Run "
      "dsne look "
      "again when the table has grown; the decisions stay.",
      "Compare with other sites, and nobody's scans leave: make a summary (dsne summarize " +
          table + " --output FOLDER), and join others as docs/member.md says."};
}

}  // namespace dsne::report::words
