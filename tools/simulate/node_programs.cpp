#include "tools/simulate/node_programs.h"

#include <unistd.h>

#include <boost/filesystem/operations.hpp>

#include "core/errors.h"
#include "core/files.h"

namespace dsne::tools {

Options with_program_options(Options options) {
  options.insert(options.end(),
                 {option("local", value<std::string>("PROGRAM"),
                         "a site's program (default: the local beside dsne)"),
                  option("remote", value<std::string>("PROGRAM"),
                         "the coordinator's program (default: the remote beside dsne)")});
  return options;
}

Program find_program(const Values& values, const std::string& node) {
  const fs::path program = values.count(node) != 0
                               ? fs::absolute(values[node].as<std::string>())
                               : fs::read_symlink("/proc/self/exe").parent_path() / node;
  boost::system::error_code error;
  if (!fs::is_regular_file(program, error) || ::access(program.c_str(), X_OK) != 0) {
    throw InputError("the program for " + node + " (--" + node + ") cannot be executed");
  }
  return {program.string()};
}

}  // namespace dsne::tools
