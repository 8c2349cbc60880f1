#include "tools/check/problem.h"

#include <boost/algorithm/string/replace.hpp>
#include <regex>

namespace dsne::tools::checking {

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

}  // namespace dsne::tools::checking
