#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "exchange/state_names.h"
#include "local/phases.h"
#include "local/site_tables.h"
#include "methods/messages.h"

namespace dsne::local {
namespace {

/// Returns the answer of a site that keeps its positions: no fields, and 0 in sums.
exchange::SiteAnswer without_own_part(exchange::SiteAnswer answer) {
  answer.fields = Json::object();
  for (exchange::SumTerm& term : answer.sums) term.values.setZero();
  return answer;
}

}  // namespace

Output answer_collect(const Step& step, SiteRun& run) {
  const run::SiteSettings& settings = run.inputs.settings;
  SiteTables tables(run, step);
  const bool shares_places = settings.share_places && tables.reference().has_common_map();
  if (run.method.is_null() && !tables.is_map_of_summaries()) {
    throw MessageError("the remote asks for a map that was not made");
  }
  const auto method = make_site_method(run, step, tables);
  Json message = message_at(run.moment);
  exchange::SiteAnswer answer = method->finish(step.input);
  run.method = method->state();
  if (!shares_places) answer = without_own_part(std::move(answer));
  add_answer(message, answer, run);
  if (!shares_places) return {message};
  const Matrix coordinates = method->coordinates();
  const Matrix reference =
      matrix_field(step.input, methods::reference_places_name, run.reference_points,
                   coordinates.cols(), exchange::coordinator_message_name);
  const double extent = reference.rows() > 0 ? extent_of(reference) : 0;
  message["places"] =
      pack(methods::rounded_places(coordinates, std::max(extent_of(coordinates), extent)));
  if (settings.share_labels) {
    const std::vector<std::string>& labels = tables.subjects().labels;
    if (!labels.empty()) message["labels"] = labels;
  }
  return {message};
}

}  // namespace dsne::local
