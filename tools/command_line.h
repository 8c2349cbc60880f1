#pragma once

#include <boost/program_options.hpp>
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

using Options = boost::program_options::options_description;
using Values = boost::program_options::variables_map;
using Positional = boost::program_options::positional_options_description;

/// Reads a subcommand's arguments.
/// @throws UsageError when they do not fit the options
Values parse_options(const std::vector<std::string>& arguments, const Options& options,
                     const Positional& positional = {});

/// The options `--local` and `--remote` that replace a node's program.
void add_program_options(Options& options);

/// A node's program: the one given by its option, else the one beside this executable.
/// @param node "local" or "remote"
/// @throws InputError when it cannot be executed
Command find_program(const Values& values, const std::string& node);

/// What a program printed, for a person: indented lines, without what could steer a terminal.
std::string quoted(const std::string& text);

}  // namespace dsne::tools
