#include "tools/frame_lists.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "data/missing.h"
#include "quality/own_outliers.h"
#include "quality/verdict_list.h"
#include "run/site_outliers.h"
#include "summary/subjects.h"

namespace dsne::tools {
namespace {

std::vector<quality::SummarizedSite> others_of(const summary::CommonMap& map,
                                               std::optional<std::size_t> own) {
  std::vector<quality::SummarizedSite> others;
  others.reserve(map.sources.sites.size());
  for (std::size_t i = 0; i < map.sources.sites.size(); ++i) {
    if (i == own) continue;
    const summary::Summary& summary = map.sources.sites[i].summary;
    others.push_back(run::summarized_site(summary, summary.measures, "the frame (--frame)"));
  }
  return others;
}

}  // namespace

FrameLists frame_lists(const summary::CommonMap& map, const data::Table& table,
                       std::optional<std::size_t> own,
                       const std::optional<quality::NamedVerdictModel>& model,
                       const summary::Kept* kept) {
  const std::vector<quality::SummarizedSite> others = others_of(map, own);
  const quality::OwnRecords records{table.values, summary::persons_of(table)};
  FrameLists result{quality::own_scores(records, others), {}, {}};
  if (model) {
    add_verdict_list(
        result.lists, records,
        with_order(*model, map.sources.sites.front().summary.measures, "the frame (--frame)"));
  } else if (table.values.cols() <= quality::most_measures) {
    if (auto learned = quality::verdict_model(others)) {
      add_verdict_list(result.lists, records, *std::move(learned));
    }
  }
  run::add_adjusted_scores(map, map.sources.sites.front().summary.measures, records, kept, own,
                           result.lists);
  const RowVector medians = data::present_medians(table.values, 1);
  result.values =
      data::filled(table.values, medians.array().isNaN().select(map.space.middle, medians));
  result.scores = quality::outliers_of(result.lists, result.values);
  return result;
}

quality::VerdictModel with_order(const quality::NamedVerdictModel& model,
                                 const std::vector<std::string>& measures,
                                 const std::string& input) {
  quality::VerdictModel ordered = model.model;
  const auto count = std::ssize(measures);
  ordered.weights = Vector::Zero(count);
  ordered.least_deviation = RowVector::Zero(count);
  for (std::size_t f = 0; f < model.measures.size(); ++f) {
    const auto found = std::find(measures.begin(), measures.end(), model.measures[f]);
    if (found == measures.end()) {
      throw InputError(input + ": the measure in row " + std::to_string(f + 1) +
                       " of the model's weights (--verdict-model) is not there");
    }
    const auto at = found - measures.begin();
    ordered.weights(at) = model.model.weights(static_cast<Eigen::Index>(f));
    ordered.least_deviation(at) = model.model.least_deviation(static_cast<Eigen::Index>(f));
  }
  return ordered;
}

}  // namespace dsne::tools
