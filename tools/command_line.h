#pragma once

#include <boost/program_options.hpp>
#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

#include "core/errors.h"

namespace dsne::tools {

/// Reports an invalid command line: exit code 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// The streams to which a command prints.
struct Console {
  std::ostream& out;      ///< results
  std::ostream& err;      ///< progress, warnings, errors
  bool terminal = false;  ///< whether `err` is a terminal, where a line can be redrawn
};

using Option = boost::shared_ptr<boost::program_options::option_description>;
using Options = std::vector<Option>;
using Values = boost::program_options::variables_map;
using Arguments = std::vector<std::string>;

/// Returns an option with a value.
/// @param name its name, with its letter: "output,o"
/// @param value its value's type, from `value`
Option option(const char* name, const boost::program_options::value_semantic* value,
              const std::string& text);

/// Returns an option without a value; its value is a bool.
Option flag(const char* name, const std::string& text);

/// Returns the type of an option's value.
/// @param name for its help: "FILE"
template <class T>
boost::program_options::typed_value<T>* value(const char* name) {
  return boost::program_options::value<T>()->value_name(name);
}

/// A command of the command line.
struct Command {
  std::string name;     ///< in full: "dsne replay"
  std::string usage;    ///< what follows the name: "DIR [options]"
  std::string summary;  ///< one line for the list of commands
  std::string text;     ///< what it does, for its help; each line ends with a newline
  Options options;      ///< without --help, which each command has
  /// The options that may be given by their values alone, in order; the last may take all remaining
  /// arguments.
  std::vector<std::string> positional;
  std::vector<std::string> required;                      ///< the options that must be given
  std::function<int(const Values&, const Console&)> run;  ///< @return the exit code
  std::map<std::string, std::string> retired = {};        ///< options that went: what to do instead
  int usage_code = 2;  ///< the exit code for an invalid command line
};

/// Runs a command, or prints its help. @return the exit code
/// @throws UsageError when the arguments are invalid; errors of the command
int run(const Command& command, const Arguments& arguments, const Console& console);

/// Runs a command and prints errors, one line each. @return the exit code: the command's usage_code
/// for a UsageError, 1 for other errors
int run_reporting(const Command& command, const Arguments& arguments, const Console& console);

/// Returns a program's output for a person: indented lines without terminal control characters.
std::string quoted(const std::string& text);

/// A program of several commands, each named by the first argument.
struct CommandSet {
  std::string name;
  std::string version;
  std::vector<Command> commands;
  std::map<std::string, std::string> retired = {};  ///< commands that went: what to do instead
};

/// Runs the command that the first argument names, or handles `help`, `--help` and `--version`;
/// `help COMMAND` prints the command's own help. Prints errors. @return the exit code
int run_reporting(const CommandSet& set, const Arguments& arguments, const Console& console);

}  // namespace dsne::tools
