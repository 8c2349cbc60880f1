// Any bytes on a site's stdin; its folders are always the same.

#include "fuzz/fuzz.h"
#include "local/step.h"

void fuzz::target(std::string_view bytes) {
  dsne::coinstac::Step step = dsne::coinstac::parse_step(std::string(bytes));
  clear_scratch();
  const std::string table = "id,a,b\n1,0,1\n2,1,0\n3,2,5\n4,7,1\n";
  write("subjects.csv", table);
  write("reference.csv", table);
  step.directories = {scratch(), scratch(), scratch(), scratch()};
  const dsne::coinstac::StepResult result = dsne::local::answer_step(step);
  require(!result.output.dump(-1, ' ', true).empty() && !result.cache.dump(-1, ' ', true).empty());
}
