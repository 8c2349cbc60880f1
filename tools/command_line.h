#pragma once

#include <boost/program_options.hpp>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "core/errors.h"
#include "tools/process.h"

namespace dsne::tools {

/// A command line that makes no sense: exit code 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// Where a command prints.
struct Console {
  std::ostream& out;      ///< results
  std::ostream& err;      ///< progress, warnings, errors
  bool terminal = false;  ///< whether `err` is a terminal, where a line can be redrawn
};

using Option = boost::shared_ptr<boost::program_options::option_description>;
using Options = std::vector<Option>;
using Values = boost::program_options::variables_map;
using Arguments = std::vector<std::string>;

/// An option that takes a value.
/// @param name its name, with its letter: "output,o"
/// @param value what it takes, as made by `value`
Option option(const char* name, const boost::program_options::value_semantic* value,
              const std::string& text);

/// An option that is given or not; its value is a bool.
Option flag(const char* name, const std::string& text);

/// What an option takes.
/// @param name for its help: "FILE"
template <class T>
boost::program_options::typed_value<T>* value(const char* name) {
  return boost::program_options::value<T>()->value_name(name);
}

/// A command as people call it.
struct Command {
  std::string name;     ///< in full: "dsne replay"
  std::string usage;    ///< what follows the name: "DIR [options]"
  std::string summary;  ///< a line in a list of commands
  std::string text;     ///< what it does, for its help: lines that end
  Options options;      ///< but --help, which each command has
  /// The options whose values may stand alone, in order; the last may take all that follow.
  std::vector<std::string> positional;
  std::vector<std::string> required;                      ///< the options that must be given
  std::function<int(const Values&, const Console&)> run;  ///< @return the exit code
  int usage_code = 2;  ///< the exit code of a command line that makes no sense
};

/// Runs a command, or prints its help. @return the exit code
/// @throws UsageError when the arguments do not fit the command, and what it throws
int run(const Command& command, const Arguments& arguments, const Console& console);

/// The same in a program: errors are printed, a line each. @return the command's usage_code for a
/// UsageError, 1 for others
int run_reporting(const Command& command, const Arguments& arguments, const Console& console);

/// A program that is one command.
int run_main(const Command& command, int argc, char** argv);

/// With the options `--local` and `--remote` that replace a node's program.
Options with_program_options(Options options);

/// A node's program: the one given by its option, else the one beside this executable.
/// @param node "local" or "remote"
/// @throws InputError when it cannot be executed
Program find_program(const Values& values, const std::string& node);

/// What a program printed, for a person: indented lines, without what could steer a terminal.
std::string quoted(const std::string& text);

}  // namespace dsne::tools
