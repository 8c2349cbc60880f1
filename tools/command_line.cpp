#include "tools/command_line.h"

#include <unistd.h>

#include <algorithm>
#include <boost/filesystem/operations.hpp>
#include <cctype>
#include <sstream>

#include "core/files.h"

namespace dsne::tools {

namespace po = boost::program_options;

Values parse_options(const std::vector<std::string>& arguments, const Options& options,
                     const Positional& positional) {
  constexpr int style =
      po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
  try {
    Values values;
    po::store(po::command_line_parser(arguments)
                  .options(options)
                  .positional(positional)
                  .style(style)
                  .run(),
              values);
    po::notify(values);
    return values;
  } catch (const po::error& error) {
    throw UsageError(error.what());
  }
}

void add_program_options(Options& options) {
  options.add_options()("local", po::value<std::string>()->value_name("PROGRAM"),
                        "a site's program (default: the local beside dsne)")(
      "remote", po::value<std::string>()->value_name("PROGRAM"),
      "the coordinator's program (default: the remote beside dsne)");
}

Command find_program(const Values& values, const std::string& node) {
  const fs::path program = values.count(node) != 0
                               ? fs::absolute(values[node].as<std::string>())
                               : fs::read_symlink("/proc/self/exe").parent_path() / node;
  boost::system::error_code error;
  if (!fs::is_regular_file(program, error) || ::access(program.c_str(), X_OK) != 0) {
    throw InputError("the program for " + node + " (--" + node + ") cannot be executed");
  }
  return {program.string()};
}

std::string quoted(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::replace_if(
        line.begin(), line.end(), [](unsigned char c) { return std::iscntrl(c) != 0; }, ' ');
    result += "    " + line + '\n';
  }
  return result;
}

}  // namespace dsne::tools
