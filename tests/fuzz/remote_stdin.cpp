// Any bytes on the coordinator's stdin; its folders are always the same.

#include "fuzz/fuzz.h"
#include "remote/step.h"

void fuzz::target(std::string_view bytes) {
  dsne::coinstac::Step step = dsne::coinstac::parse_step(std::string(bytes));
  clear_scratch();
  step.directories = {scratch(), scratch(), scratch(), scratch()};
  const dsne::coinstac::StepResult result = dsne::remote::answer_step(step);
  require(!result.output.dump(-1, ' ', true).empty() && !result.cache.dump(-1, ' ', true).empty());
}
