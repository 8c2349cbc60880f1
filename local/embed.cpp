#include "coinstac/errors.h"
#include "local/phases.h"

namespace dsne {

Json answer_embed(const Step& step, SiteRun& run) {
  if (run.reference_digest.empty()) {
    throw MessageError("the remote began the map before this site had the reference");
  }
  const auto method = make_site_method(run, step);
  Json message = message_at(run.moment);
  message.update(method->round(step.input));
  run.method = method->state();
  return message;
}

}  // namespace dsne
