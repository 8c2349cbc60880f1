#include "exchange/state_names.h"
#include "remote/measures.h"
#include "remote/phases.h"

namespace dsne::remote {
namespace {

/// Sends the run's result to all sites.
Output send_result(const methods::CoordinatorMethod& method, RemoteRun& run) {
  run.moment = {phase::report, run.moment.round + 1};
  run.method = method.state();
  run.report = {{"result", method.result()}};
  Json message = message_at(run.moment);
  message.update(run.report);
  tell_left_out(run, message);
  return {message};
}

/// Sends the method's next message, or the request for what the sites share.
Output send_round(const methods::CoordinatorMethod& method, RemoteRun& run) {
  const bool all_done = run.embed_round == method.rounds();
  if (all_done && !run.plan.makes_map) {
    return send_result(method, run);
  }
  run.moment = {all_done ? phase::collect : phase::embed, run.moment.round + 1};
  run.method = method.state();
  Json message = message_at(run.moment);
  message.update(method.message());
  if (!all_done) {
    message["embed_round"] = ++run.embed_round;
    message["rounds"] = method.rounds();
  }
  return {message};
}

}  // namespace

Output first_round(const Step& step, RemoteRun& run) {
  return send_round(*make_coordinator_method(run, step), run);
}

Output combine_round(const Step& step, RemoteRun& run) {
  const auto method = make_coordinator_method(run, step);
  method->combine(exchange::SiteAnswers(step.input.get<std::map<std::string, Json>>()));
  return send_round(*method, run);
}

}  // namespace dsne::remote
