#include <cmath>

#include "quality/own_outliers.h"
#include "summary/subjects.h"
#include "tools/check/findings.h"
#include "tools/check/wording.h"

namespace dsne::tools::checking {

std::optional<Problem> like_excluded(const SiteFile& file,
                                     const quality::NamedVerdictModel& model) {
  if (!file.table || file.is_array()) return std::nullopt;
  data::Table table = *file.table;
  try {
    table = data::with_features(std::move(table), model.measures, "site_data",
                                "the model (--verdict-model)");
  } catch (const InputError& error) {
    Problem problem = problem_of(error.what(), "site_data", file.name);
    problem.gravity = Gravity::look;
    problem.kind = "verdict_model";
    return problem;
  }
  const quality::OwnRecords records{table.values, summary::persons_of(table)};
  quality::OwnScores scores = quality::own_scores(records, {});
  add_verdict_list(scores, records, model.model);
  if (!scores.like_excluded) return std::nullopt;
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < scores.like_excluded->listed.size(); ++i) {
    if (scores.like_excluded->listed[i]) rows.push_back(table.rows[i]);
  }
  if (rows.empty()) return std::nullopt;
  const auto tenths = static_cast<int>(std::lround(10 * scores.like_excluded->share_excluded));
  return Problem{Gravity::look, "like_excluded",
                 "As raters elsewhere would exclude: " + counted(rows.size(), "scan", "scans") +
                     " (rows " + listed(rows) + "). Of such scans raters excluded " +
                     std::to_string(tenths) + " in 10.",
                 "Look at these scans.", rows};
}

}  // namespace dsne::tools::checking
