#include "local/phases.h"

namespace dsne {

Json answer_collect(const Step& step, SiteRun& run) {
  const SiteSettings settings = parse_site_inputs(run.input, step.directories).settings;
  const auto method = make_site_method(run, step);
  Json message = message_at(run.moment);
  const Json result = method->finish(step.input);
  run.method = method->state();
  if (!settings.share_places) return message;
  message.update(result);
  message["places"] = pack(method->places());
  if (settings.share_labels) {
    const std::vector<std::string> labels = subjects_on_map(run, step).labels;
    if (!labels.empty()) message["labels"] = labels;
  }
  return message;
}

}  // namespace dsne
