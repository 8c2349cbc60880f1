#include <algorithm>

#include "core/phrases.h"
#include "report/words.h"

namespace dsne::report::words {

std::string joint_headline(std::int64_t sites, std::int64_t subjects, const std::string& found,
                           const Names& shared_names, const run::LeftOutOfRun& left_out) {
  std::string text = counted(sites, "site") + ", " + counted(subjects, "subject") + found;
  for (const std::string& name : shared_names) {
    text +=
        ". Several sites call themselves " + name + ": they are numbered in the order of their ids";
  }
  return text + after_headline(left_out);
}

Sentences sites() {
  return {
      "A site stands apart in a measure when its median is outside every other site's groups. The "
      "numbers say how far, in typical deviations within a site. Ask such a site about the unit "
      "and the scanner. A site lacks a measure that its table or summary leaves out and another "
      "site's has."};
}

Sentences measures(const std::vector<data::UnevenMeasure>& uneven, bool on_summaries,
                   std::size_t shown) {
  Sentences sentences;
  const auto used = std::ranges::count(uneven, true, &data::UnevenMeasure::used);
  const auto unused = std::ssize(uneven) - used;
  if (unused > 0) {
    sentences.push_back(
        "Left out at every site: " + counted(unused, "measure") +
        (on_summaries
             ? ". A measure counts if all summaries have it, and the tables of sites without one. "
               "A summary leaves out a measure where half of the site's subjects share a value, or "
               "too few values differ."
             : ". A measure counts if every site has it and, where a reference was given, the "
               "reference has it."));
  }
  if (used > 0) {
    sentences.emplace_back(
        "If a site has no value at all of a measure, it was filled in: nothing is known about it "
        "at that site.");
  }
  if (uneven.size() > shown) {
    sentences.push_back("These are the first " + std::to_string(shown) + " of " +
                        std::to_string(uneven.size()) + "; joint/measures.csv has all of them.");
  }
  return sentences;
}

}  // namespace dsne::report::words
