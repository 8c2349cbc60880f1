// Any bytes on a site's stdin; its folders are always the same.

#include "coinstac/step.h"
#include "fuzz/fuzz.h"
#include "local/site_run.h"

void fuzz::target(std::string_view bytes) {
  dsne::Step step = dsne::coinstac::parse_call(std::string(bytes)).step;
  clear_scratch();
  const std::string table = "id,a,b\n1,0,1\n2,1,0\n3,2,5\n4,7,1\n";
  write("subjects.csv", table);
  write("reference.csv", table);
  const dsne::coinstac::Directories directories{scratch(), scratch(), scratch(), scratch()};
  step.folders = folders_in(directories);
  step.received = received_in(directories);
  const dsne::StepResult result = dsne::local::answer_step(step);
  require(!result.output.message.dump(-1, ' ', true).empty() &&
          !result.cache.dump(-1, ' ', true).empty());
}
