#pragma once

#include <sstream>
#include <string>

#include "tools/commands.h"

/// What a command printed, and its exit code.
struct Printed {
  int code = 0;
  std::string out;
  std::string err;
};

/// Runs a command, or one of a set of commands.
template <class What>
Printed printed_by(const What& what, const dsne::tools::Arguments& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_reporting(what, arguments, {out, err});
  return {code, out.str(), err.str()};
}
