#pragma once

#include <boost/filesystem/path.hpp>
#include <new>
#include <string>
#include <string_view>

#include "core/errors.h"

/// What all fuzz targets share. A target is a file that defines `target`; scripts/fuzz runs it.
namespace fuzz {

namespace fs = boost::filesystem;

/// What is done with one input. Our errors are its right end; every other exception, a failed
/// assertion, a sanitizer's find, and too much time or memory are what fuzzing is there to find.
void target(std::string_view bytes);

/// Ends the program as a find when something that must hold does not.
void require(bool holds);

/// A refusal must be one line without a path. With DSNE_FUZZ_TELL set it is written to stderr.
void check_message(std::string_view message);

/// Does something that may be refused.
template <typename Action>
void attempt(Action action) {
  // No other exception is caught, not even further up, so that its stack is in the report.
  try {
    action();
  } catch (const dsne::Error& error) {
    check_message(error.what());
  } catch (const std::bad_alloc&) {
    // A step then fails as it should. What takes much more memory than its input is a find.
  }
}

/// This program's folder for files; in memory where TMPDIR is.
const fs::path& scratch();

/// Writes a file below that folder, and the folders above it. @return its path
fs::path write(const std::string& name, std::string_view content);

/// Empties the folder.
void clear_scratch();

}  // namespace fuzz
