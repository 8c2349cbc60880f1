#include "tools/check/outcome.h"

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <regex>

#include "tools/check/wording.h"

namespace dsne::tools::checking {
namespace {

std::size_t count_in(const Problems& problems, Gravity gravity) {
  return static_cast<std::size_t>(std::ranges::count(problems, gravity, &Problem::gravity));
}

}  // namespace

Problem problem_of(const std::string& error, const std::string& input, const std::string& name) {
  Problem problem{Gravity::mend, "unreadable", error, ""};
  static const std::regex row("\\brows? ([0-9]{1,9})\\b");
  static const std::regex column("\\bcolumns? ([0-9]{1,9})\\b");
  std::smatch found;
  if (std::regex_search(error, found, row)) problem.rows = {std::stoul(found[1])};
  if (std::regex_search(error, found, column)) problem.column = std::stoul(found[1]);
  boost::replace_all(problem.text, "there is no such file in the site's input folder",
                     "there is no such file");
  boost::replace_all(problem.text, input, name);
  if (problem.text.starts_with("the ")) problem.text.front() = 'T';
  if (!problem.text.ends_with('.')) problem.text += '.';
  return problem;
}

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
