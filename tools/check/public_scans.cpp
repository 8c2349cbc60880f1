#include <string>

#include "core/phrases.h"
#include "data/measure_names.h"
#include "summary/public_map.h"
#include "tools/check/findings.h"

namespace dsne::tools::checking {
namespace {

constexpr std::size_t most_named = 8;
constexpr const char* remedy = "Bring MRIQC's group_T1w.tsv, or ask for another reference.";

Problem not_comparable(std::string text) {
  return {Gravity::mend, "public_scans", std::move(text), remedy};
}

}  // namespace

void compare_with_public(const Json& settings, SiteFile& file) {
  const std::string& kind = file.table->reading.modality;
  if (!summary::is_public_kind(kind)) {
    file.problems.push_back(not_comparable("The public scans are T1-weighted, and these are " +
                                           kind +
                                           ": a run with reference=public "
                                           "ends."));
    return;
  }
  const Names all = summary::public_measures();
  const data::MeasureNames known(file.table->features);
  Names lacking;
  for (const std::string& name : all) {
    if (!known.find(name)) lacking.push_back(name);
  }
  const std::size_t shared = all.size() - lacking.size();
  const std::string of_all =
      std::to_string(shared) + " of their " + std::to_string(all.size()) + " measures";
  if (!summary::are_enough_measures(shared, all.size())) {
    file.problems.push_back(not_comparable("Of the public scans' " + std::to_string(all.size()) +
                                           " measures the file has " + std::to_string(shared) +
                                           ": a run with reference=public needs half of them."));
    return;
  }
  const bool has_budget = settings.contains("epsilon_budget");
  file.public_scans =
      "the file has " + of_all + (lacking.empty() ? "" : ", not " + in_words(lacking, most_named)) +
      ". Method single-shot needs no summary and no setting. Method dp-density needs " +
      (lacking.empty() ? "" : "all of the measures, and ") +
      (has_budget ? "epsilon_budget, which the settings have." : "epsilon_budget in the settings.");
}

}  // namespace dsne::tools::checking
