#pragma once

#include <boost/filesystem/path.hpp>
#include <map>
#include <new>
#include <string>
#include <string_view>

#include "core/errors.h"

/// Common code of all fuzz targets. scripts/fuzz runs each.
namespace fuzz {

namespace fs = boost::filesystem;

/// Processes one input. Our own errors are a valid end. Any other exception, a failed assertion, a
/// sanitizer's report, and too much time or memory are findings.
using Target = void (*)(std::string_view bytes);

/// The targets of a program by name; it runs the one whose name it was started by.
const std::map<std::string_view, Target>& targets();

/// Ends the program as a finding when an invariant is broken.
void require(bool holds);

/// A refusal must be one line without a path. With DSNE_FUZZ_TELL set it is written to stderr.
void check_message(std::string_view message);

/// Runs something that may be refused.
template <typename Action>
void attempt(Action action) {
  // No other exception is caught, not even further up, so that its stack is in the report.
  try {
    action();
  } catch (const dsne::Error& error) {
    check_message(error.what());
  } catch (const std::bad_alloc&) {
    // A step then fails correctly. Much more memory than its input is a finding.
  }
}

/// This program's folder for files; in memory where TMPDIR is.
const fs::path& scratch();

/// Writes a file below that folder, and the folders above it. @return its path
fs::path write(const std::string& name, std::string_view content);

/// Empties the folder.
void clear_scratch();

}  // namespace fuzz
