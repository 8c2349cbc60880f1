#include "tools/check/outcome.h"

#include <algorithm>

#include "tools/check/wording.h"

namespace dsne::tools::checking {
namespace {

std::size_t count_in(const Problems& problems, Gravity gravity) {
  return static_cast<std::size_t>(
      std::count_if(problems.begin(), problems.end(),
                    [gravity](const Problem& one) { return one.gravity == gravity; }));
}

}  // namespace

std::size_t Outcome::count(Gravity gravity) const {
  std::size_t count = count_in(given, gravity) + count_in(between, gravity);
  for (const SiteFile& file : files) count += count_in(file.problems, gravity);
  return count;
}

int Outcome::exit_code() const {
  if (count(Gravity::mend) > 0) return 1;
  return count(Gravity::look) > 0 ? 2 : 0;
}

std::string Outcome::verdict() const {
  const std::size_t mend = count(Gravity::mend);
  const std::size_t look = count(Gravity::look);
  const std::string to_look = counted(look, "thing", "things") + " to look at";
  if (mend > 0) {
    return "This would not run: " + counted(mend, "thing", "things") + " to correct" +
           (look > 0 ? ", " + to_look : "") + ".";
  }
  return look > 0 ? "It would run; " + to_look + "." : "This would run.";
}

}  // namespace dsne::tools::checking
