// Any bytes on the coordinator's stdin; its folders are always the same.

#include "coinstac/step.h"
#include "fuzz/fuzz.h"
#include "remote/remote_run.h"

void fuzz::target(std::string_view bytes) {
  dsne::Step step = dsne::coinstac::parse_call(std::string(bytes)).step;
  clear_scratch();
  const dsne::coinstac::Directories directories{scratch(), scratch(), scratch(), scratch()};
  step.folders = folders_in(directories);
  step.received = received_in(directories);
  const dsne::StepResult result = dsne::remote::answer_step(step);
  require(!result.output.message.dump(-1, ' ', true).empty() &&
          !result.cache.dump(-1, ' ', true).empty());
}
