#include "tools/frame.h"

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "data/missing.h"
#include "run/site_outliers.h"
#include "summary/map_file.h"
#include "summary/public_map.h"

namespace dsne::tools {
namespace {

Frame frame_of(const std::string& name, const std::string& text) {
  const std::string fingerprint = summary::map_fingerprint(text);
  return {name + ", fingerprint " + fingerprint, fingerprint, summary::parse_map(text, the_frame)};
}

}  // namespace

Frame read_frame(const fs::path& file) {
  return frame_of(file.filename().string(), read_file(file, the_frame));
}

Frame public_frame() { return frame_of("public scans", std::string(summary::public_map_text)); }

namespace {

/// Reorders the model's measures. @throws InputError naming a measure of the model that is missing
quality::VerdictModel with_order(const quality::NamedVerdictModel& model,
                                 const std::vector<std::string>& measures) {
  quality::VerdictModel ordered = model.model;
  const auto count = std::ssize(measures);
  ordered.weights = Vector::Zero(count);
  ordered.least_deviation = RowVector::Zero(count);
  for (std::size_t f = 0; f < model.measures.size(); ++f) {
    const auto found = std::find(measures.begin(), measures.end(), model.measures[f]);
    if (found == measures.end()) {
      throw InputError("the map (--frame): the measure in row " + std::to_string(f + 1) +
                       " of the model's weights (--verdict-model) is not there");
    }
    const auto at = found - measures.begin();
    ordered.weights(at) = model.model.weights(static_cast<Eigen::Index>(f));
    ordered.least_deviation(at) = model.model.least_deviation(static_cast<Eigen::Index>(f));
  }
  return ordered;
}

}  // namespace

FrameLists frame_lists(const summary::CommonMap& map, const quality::OwnRecords& records,
                       std::size_t shown, std::optional<std::size_t> own,
                       const std::optional<quality::NamedVerdictModel>& model,
                       const summary::Kept* kept) {
  const std::vector<std::string>& measures = map.sources.sites.front().summary.measures;
  std::optional<quality::VerdictModel> ordered;
  if (model) ordered = with_order(*model, measures);
  run::SiteOutliers found = run::by_map(map, records, measures, kept, own, std::move(ordered));
  const RowVector medians = data::present_medians(records.values, 1);
  return {quality::of_first(std::move(found.scores), shown), std::move(found.outside),
          data::filled(records.values.topRows(static_cast<Eigen::Index>(shown)),
                       medians.array().isNaN().select(map.space.middle, medians))};
}

}  // namespace dsne::tools
